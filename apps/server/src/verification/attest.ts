import type { Verification } from '@stillhere/contract'
import type { ScoredPresence } from '@stillhere/engine'
import { computeScanDigest, type Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { findIssuerName } from '../http/host.ts'
import { verifyAssertion } from '../passkeys/assertion.ts'
import { issueReceipt, type Presence } from '../receipts/issue.ts'
import { issuePresenceToken } from '../receipts/token.ts'
import type { Service } from '../service.ts'
import type { Admitted, Rejection } from './admit.ts'
import { giveBackTry } from './budget.ts'
import type { IssuedChallenge } from './challenge.ts'
import { computeInterval, findMissingAssurance, reachAssurance, type ReachedAssurance } from './rules.ts'
import type { ReadAnswer } from './worker-tasks.ts'

type SignedScan = { answer: ReadAnswer; admission: Admitted; chain: string | null }

/** Which device signed this very scan; one that was shown and does not count is refused, never ignored. */
export async function judgeDevice(
  tx: Transaction,
  service: Service,
  { answer, admission: { issued }, chain }: SignedScan,
): Promise<{ device: ReachedAssurance['device'] } | Rejection> {
  if (answer.passkey === undefined || chain === null) return { device: 'none' }
  const { id, node } = issued
  if (node === null) return { rejection: 'device_attestation_failed', words: 'A passkey counts for its own node only.' }
  const challenge = Buffer.from(computeScanDigest(id, chain), 'hex')
  const asserted = await verifyAssertion(tx, service, { nodeId: node.id, challenge, response: answer.passkey })
  if ('device' in asserted) return asserted
  return { rejection: 'device_attestation_failed', words: `The passkey did not sign this scan. ${asserted.message}` }
}

/** What the answer reached; refused where more was asked for. */
export function judgeAssurance(
  { pace, assurance: asked = 1 }: IssuedChallenge,
  device: ReachedAssurance['device'],
): ReachedAssurance | Rejection {
  const reached = reachAssurance({ pace: pace ?? 'batch', device })
  const missing = findMissingAssurance(asked, reached)
  return missing === null ? reached : { rejection: 'assurance_not_reached', words: missing }
}

type Verified = {
  answer: ReadAnswer
  admission: Admitted
  scored: ScoredPresence
  demand: Presence['demand']
  assurance: ReachedAssurance
}

/** What a verified person gets: the try back, and a receipt. */
export async function attest(tx: Transaction, service: Service, verified: Verified): Promise<Receipt> {
  const { answer, admission, scored, demand, assurance } = verified
  const { userId, issued } = admission
  const { risk_level, threshold, threshold_source } = demand
  await giveBackTry(tx, service, userId)
  return issueReceipt(tx, service, {
    userId,
    nodeId: issued.node?.id ?? null,
    evidence: scored.evidence,
    interval: computeInterval({ end: tx.now, spanMs: answer.spanMs }),
    ...admission.binding,
    isTest: admission.isTest,
    confidence: scored.presence_score,
    demand: { risk_level, threshold, threshold_source },
    assurance,
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
