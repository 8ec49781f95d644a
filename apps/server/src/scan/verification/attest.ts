import type { Verification } from '@stillhere/contract'
import type { ScoredPresence } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import { type SignedStatement, verifyStatement } from '../../identity/passkeys/assertion.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { findIssuerName } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { issueReceipt, type Presence } from '../receipts/issue.ts'
import { activeSigningKey, chooseKeyUse, type SigningKey } from '../receipts/issuer.ts'
import { issuePresenceToken } from '../receipts/token.ts'
import type { Admitted, Rejection } from './admit.ts'
import { giveBackTry } from './budget.ts'
import {
  chooseMotionRule,
  computeInterval,
  findMissingAssurance,
  reachAssurance,
  type ReachedAssurance,
} from './rules.ts'
import type { ReadAnswer } from './worker-tasks.ts'

/** A signature that counts: the level that it says, and the key of this service that it names. */
type SignedScan = SignedStatement & { level: 2 | 3; key: SigningKey }

/** What an answer reached, and what the key of the person signed; null where no key did. */
export type Reached = { assurance: ReachedAssurance; signed: SignedScan | null }

type Answered = { answer: ReadAnswer; admission: Admitted }
type Signing = Answered & { signedFor: SignedFor }

/** What the answer reached; refused where more was asked for. A signature that does not count is refused, never ignored. */
export async function judgeAssurance(
  tx: Transaction,
  service: Service,
  { answer, admission, signedFor }: Signing,
): Promise<Reached | Rejection> {
  const { pace = 'batch', assurance: asked = 1 } = admission.issued
  const signed =
    answer.passkey === undefined ? null : await judgeSignature(tx, service, { answer, admission, signedFor })
  if (signed && 'rejection' in signed) return signed
  const reached = reachAssurance({ pace, device: signed?.device ?? 'none' })
  const missing = findMissingAssurance(asked, reached)
  if (missing !== null) return { rejection: 'assurance_not_reached', words: missing }
  // Never above the level that was signed, also where the key would give more.
  return { assurance: { ...reached, level: signed?.level ?? reached.level }, signed }
}

/** Which device signed this very scan and what its receipt will say. */
async function judgeSignature(
  tx: Transaction,
  service: Service,
  { answer, admission, signedFor }: Signing,
): Promise<SignedScan | Rejection> {
  const { issued, commitments, isTest } = admission
  const { node, statement: template } = issued
  if (node === null || !template || !commitments)
    return refuseSignature('A passkey signs live scans only, for its own node, which had it when the scan began.')
  const key = await activeSigningKey(tx, service, chooseKeyUse(service.settings, isTest))
  // What was signed names the key before: no receipt of this one could show it.
  if (key.issuer.publicKey !== template.issuer)
    return { rejection: 'challenge_expired', words: 'The key of this service has changed. Scan and sign once more.' }
  const statement = { ...template, chain: commitments.chain }
  const verified = await verifyStatement(tx, service, {
    nodeId: node.id,
    statement,
    response: answer.passkey,
    signedFor,
  })
  if (verified instanceof RequestProblem)
    return refuseSignature(`The passkey did not sign this scan. ${verified.message}`)
  return { ...verified, level: template.level, key }
}

function refuseSignature(words: string): Rejection {
  return { rejection: 'device_attestation_failed', words }
}

type Verified = Answered & {
  scored: ScoredPresence
  demand: Presence['demand']
  reached: Reached
  /** Whether the receipt is to carry the key of the person. */
  sharesKey: boolean
}

/** What a verified person gets: the try back, and a receipt. */
export async function attest(tx: Transaction, service: Service, verified: Verified): Promise<Receipt> {
  const { answer, admission, scored, demand, reached, sharesKey } = verified
  const { userId, subjectKind, issued, tries } = admission
  await giveBackTry(tx, tries)
  return issueReceipt(tx, service, {
    userId,
    subjectKind,
    nodeId: issued.node?.id ?? null,
    evidence: scored.evidence,
    interval: computeInterval({ end: tx.now, spanMs: answer.spanMs }),
    ...admission.binding,
    isTest: admission.isTest,
    confidence: scored.presence_score,
    demand,
    motion: chooseMotionRule(reached.assurance, demand.risk_level),
    assurance: reached.assurance,
    ...(reached.signed && { approval: { ...reached.signed, isShared: sharesKey } }),
  })
}

/** The token of a receipt that is for somebody; without PUBLIC_URL a relayed request does not tell who issues it. */
export async function shorten(
  tx: Transaction,
  service: Service,
  { receipt, request }: { receipt: Receipt; request: FastifyRequest },
): Promise<Pick<Verification, 'token'>> {
  const issuer = findIssuerName(service.settings, request)
  if (receipt.audience === undefined || issuer === undefined) return {}
  return { token: await issuePresenceToken(tx, service, { receipt, issuer }) }
}
