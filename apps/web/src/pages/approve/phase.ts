import { type OutputOf, ProblemError } from '@stillhere/client/http'
import type { ApprovalFacts } from '../../ask/ask.ts'
import type { Scan } from '../scan/flow/use-scan.ts'

/** How an approval ended for this page. */
export type End =
  | { kind: 'granted'; by: 'hand'; assurance: 0 | 1 | 2 | 3 }
  | { kind: 'granted'; by: 'tap' | 'passkey' | 'code' }
  | { kind: 'denied'; isStopped: boolean }
  /** This person decided, and others are still asked. */
  | { kind: 'waiting'; decision: 'granted' | 'denied' }
  /** Too many scans were refused. */
  | { kind: 'refused' }
  | { kind: 'expired' }
  /** Decided before this page was opened, or on another one. */
  | { kind: 'earlier'; status: 'granted' | 'denied' | 'unknown' }

/**
 * Where a person is on the way through an approval. `other` is signed in as a node that was not asked; `mismatch` is a page whose text isn't
 * what the service wants approved.
 */
export type Phase = { at: 'open' } | { at: 'other' } | { at: 'mismatch' } | { at: 'ended'; end: End }

type Ending = Pick<ApprovalFacts, 'assurance' | 'expires_at'>

/** Where a page begins, or goes on, with an approval of this status. */
export function readStatus(status: ApprovalFacts['status']): Phase {
  if (status === 'open') return { at: 'open' }
  return { at: 'ended', end: status === 'expired' ? { kind: 'expired' } : { kind: 'earlier', status } }
}

/** The same where it is known what this person decided. */
export function readDecision({ status, decision }: Decided): Phase {
  if (status !== 'open' || decision === 'open') return readStatus(status)
  return { at: 'ended', end: { kind: 'waiting', decision } }
}

type Decided = Pick<NonNullable<OutputOf<'verifyPresence'>['approval']>, 'status' | 'decision'>

/** Where a confirmation leads that the service took. */
export function readGrant({ status }: Pick<Decided, 'status'>, by: 'tap' | 'passkey' | 'code'): Phase {
  const end: End = status === 'open' ? { kind: 'waiting', decision: 'granted' } : { kind: 'granted', by }
  return { at: 'ended', end }
}

/** Where a refused call leads; null where it can be tried again. */
export function readRefusal(error: unknown, { expires_at: until }: Ending, now: number): Phase | null {
  const code = error instanceof ProblemError ? error.code : null
  if (code === 'NOT_FOUND') return { at: 'other' }
  if (code !== 'APPROVAL_ENDED') return null
  const isExpired = now >= Date.parse(until)
  return { at: 'ended', end: isExpired ? { kind: 'expired' } : { kind: 'earlier', status: 'unknown' } }
}

/** Where a scan leads that has ended; null where another may follow. */
export function readScan(end: Scan['end'], facts: Ending, now: number): Phase | null {
  const approval = end?.kind === 'scanned' ? end.result.verification?.approval : undefined
  if (approval?.status === 'granted')
    return { at: 'ended', end: { kind: 'granted', by: 'hand', assurance: facts.assurance } }
  if (approval?.decision === 'granted') return readDecision(approval)
  if (end?.kind !== 'failed') return null
  const { verification, cause } = end.error
  return verification ? readRefusedScan(verification) : readRefusal(cause, facts, now)
}

function readRefusedScan({ approval, rejection_reason: reason }: OutputOf<'verifyPresence'>): Phase | null {
  if (!approval || (approval.status === 'open' && approval.decision === 'open')) return null
  // A scan that was judged was one of the five; any other came after the decision.
  if (approval.decision === 'denied' && reason !== 'challenge_invalid') return { at: 'ended', end: { kind: 'refused' } }
  return readDecision(approval)
}
