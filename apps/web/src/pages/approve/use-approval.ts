import { type OutputOf, ProblemError } from '@stillhere/client/http'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/client/receipt/approver'
import { useEffect, useState } from 'preact/hooks'
import type { ApprovalFacts } from '../../ask/ask.ts'
import { hasSignedText, readShown } from '../../ask/signed-text.ts'
import { type RequestState, useAction, useRequest } from '../../parts/request.ts'
import { service } from '../../service.ts'
import type { Scan } from '../scan/use-scan.ts'

export type Approval = {
  phase: Phase
  setPhase: (phase: Phase) => void
  isBusy: boolean
  /** The error of the last denial, if it failed. */
  error: unknown
  /** Denies the approval; with `stop`, the asker may not ask this node again. */
  deny: (stop: boolean) => void
  /** Approves by a mailed code, or by a press if `otp` is missing. Shows the end if the approval has ended meanwhile; throws errors that can be retried. */
  confirm: (otp?: string) => Promise<void>
  /** Approves by the signature of a passkey of the node. Fails in the same way as `confirm`. */
  sign: () => Promise<void>
}

/** Returns the phase of the approval on this page, and the functions that deny or confirm it. The phase changes only by this page's own actions; the service isn't polled. */
export function useApproval(facts: ApprovalFacts): Approval {
  const { id } = facts
  const [phase, setPhase] = useState<Phase>(() =>
    hasSignedText(facts) ? readStatus(facts.status) : { at: 'mismatch' },
  )
  const { run, isBusy, error } = useAction()
  const decide = async (work: () => Promise<Phase>) => {
    try {
      setPhase(await work())
    } catch (refusal) {
      const next = readRefusal(refusal, facts, Date.now())
      if (next === null) throw refusal
      setPhase(next)
    }
  }
  const deny = (stop: boolean) =>
    run(() =>
      decide(async () => {
        const { status } = await service.denyApproval({ id, stop })
        const isWaiting = status === 'open' && !stop
        return {
          at: 'ended',
          end: isWaiting ? { kind: 'waiting', decision: 'denied' } : { kind: 'denied', isStopped: stop },
        }
      }),
    )
  const confirm = (otp?: string) =>
    decide(async () => {
      const confirmed = await service.confirmApproval({ id, digest: facts.digest, ...(otp !== undefined && { otp }) })
      return readGrant(confirmed, otp === undefined ? 'tap' : 'code')
    })
  const sign = () =>
    decide(async () => {
      const { token, statement, credential_ids: allowed, rp_id: rpId } = await service.startPasskeyApproval({ id })
      if (!isShown(statement, facts)) return { at: 'mismatch' }
      const { signWithPasskey } = await import('../../passkeys/browser.ts')
      const challenge = computeApproverChallenge([computeStatementDigest(statement)])
      const response = await signWithPasskey(challenge, allowed, rpId)
      return readGrant(
        await service.confirmApproval({ id, digest: facts.digest, passkey: { token, response } }),
        'passkey',
      )
    })
  return { phase, setPhase, isBusy, error, deny, confirm, sign }
}

type Statement = OutputOf<'startPasskeyApproval'>['statement']

/** Returns true if the statement to be signed matches what this page shows and includes no scan. The passkey signs nothing else, even if the service sends it. */
function isShown({ action, action_digest, audience, method, level, chain }: Statement, facts: ApprovalFacts): boolean {
  const shown = readShown(facts)
  const isSameAction = action === shown.action && action_digest === shown.actionDigest
  return isSameAction && audience === shown.audience && method === 'passkey' && level === 0 && chain === null
}

/** Facts that the page loads before the person starts a scan. */
type Preparation = {
  /** True if the level needs a passkey and the node has no passkey that can sign. */
  isPasskeyMissing: boolean
  phase: Phase
  /** This node's entry in the list of approvals; undefined if the first page has none. */
  own: OwnApproval | undefined
}

type OwnApproval = OutputOf<'listApprovals'>['approvals'][number]

/**
 * Loads this node's entry of the approval, and whether a required passkey is missing, so that the person doesn't scan in vain. Calls
 * `onPhase` if the node wasn't asked or the approval has ended.
 */
export function usePreparation(
  { id, method, assurance }: ApprovalFacts,
  onPhase: (phase: Phase) => void,
): RequestState<Preparation> {
  const request = useRequest<Preparation>(async (signal) => {
    const [asked, passkeys] = await Promise.all([
      service.listApprovals({}, { signal }),
      assurance > 1 || method === 'passkey' ? service.listPasskeys({}, { signal }) : null,
    ])
    const own = asked.approvals.find((one) => one.id === id)
    return { own, phase: findPhase(own, asked), isPasskeyMissing: passkeys !== null && !canSign(passkeys, assurance) }
  })
  useEffect(() => {
    if (request.value && request.value.phase.at !== 'open') onPhase(request.value.phase)
  }, [request.value])
  return request
}

/** Returns the phase by this node's entry in the list of approvals. Without an entry: `other` if the list is complete, `open` if it has more pages. */
function findPhase(own: OwnApproval | undefined, { nextCursor }: OutputOf<'listApprovals'>): Phase {
  if (own) return readDecision(own)
  return { at: nextCursor === null ? 'other' : 'open' }
}

function canSign({ passkeys }: OutputOf<'listPasskeys'>, assurance: number): boolean {
  return passkeys.some(({ suspected_clone, device }) => !suspected_clone && (assurance < 3 || device === 'attested'))
}

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
 * The state of the page. `open`: the person can decide; `other`: they are signed in as a node that wasn't asked; `mismatch`: the page's text isn't
 * what the service wants approved.
 */
export type Phase = { at: 'open' } | { at: 'other' } | { at: 'mismatch' } | { at: 'ended'; end: End }

type Ending = Pick<ApprovalFacts, 'assurance' | 'expires_at'>

/** Returns the phase of the page for an approval with this status: `open`, or `ended` with the outcome. */
export function readStatus(status: ApprovalFacts['status']): Phase {
  if (status === 'open') return { at: 'open' }
  return { at: 'ended', end: status === 'expired' ? { kind: 'expired' } : { kind: 'earlier', status } }
}

/** Returns the phase for an approval if it's also known what this person decided. */
function readDecision({ status, decision }: DecisionResult): Phase {
  if (status !== 'open' || decision === 'open') return readStatus(status)
  return { at: 'ended', end: { kind: 'waiting', decision } }
}

type DecisionResult = Pick<NonNullable<OutputOf<'verifyPresence'>['approval']>, 'status' | 'decision'>

/** Returns the phase after the service has accepted this person's approval. */
function readGrant({ status }: Pick<DecisionResult, 'status'>, by: 'tap' | 'passkey' | 'code'): Phase {
  const end: End = status === 'open' ? { kind: 'waiting', decision: 'granted' } : { kind: 'granted', by }
  return { at: 'ended', end }
}

/**
 * Returns the phase after a failed call: `other` if this node wasn't asked, `ended` if the approval was decided or has expired by `now`.
 * Returns null for errors after which the call can be retried.
 */
export function readRefusal(error: unknown, { expires_at: until }: Ending, now: number): Phase | null {
  const code = error instanceof ProblemError ? error.code : null
  if (code === 'NOT_FOUND') return { at: 'other' }
  if (code !== 'APPROVAL_ENDED') return null
  const isExpired = now >= Date.parse(until)
  return { at: 'ended', end: isExpired ? { kind: 'expired' } : { kind: 'earlier', status: 'unknown' } }
}

/** Returns the phase to which the end of a scan leads. Returns null if the person can scan again, or if no scan has ended. */
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
