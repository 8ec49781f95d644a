import type { Verification } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS, type ScoredPresence } from '@stillhere/engine'
import { computeScanDigest, type Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import { authorizeNode } from '../auth/authorize.ts'
import { type ActiveCalibration, activeCalibration } from '../calibration/active.ts'
import { lockScanned, passByScan } from '../checks/scan.ts'
import type { Transaction } from '../database/pool.ts'
import type { Keeping, Kept } from '../http/endpoint.ts'
import { findIssuerName } from '../http/host.ts'
import { unwrapResult } from '../http/large-body.ts'
import { tooMany } from '../limits/budgets.ts'
import { findNode } from '../nodes/store.ts'
import { computeUserId } from '../nodes/user-id.ts'
import { verifyAssertion } from '../passkeys/assertion.ts'
import { issueReceipt, type Presence } from '../receipts/issue.ts'
import { issuePresenceToken } from '../receipts/token.ts'
import type { Service } from '../service.ts'
import { type Binding, settleAudience } from './binding.ts'
import { giveBackTry, takeTry } from './budget.ts'
import { type IssuedChallenge, openChallenge } from './challenge.ts'
import { CHECK_GONE, refuseCheck, withRefusedCheck } from './check.ts'
import type { Commitments } from './commitments.ts'
import { holdsSeal, openTemplate, type ReadEnrollment } from './enrollment.ts'
import { settleLive } from './live.ts'
import { recall } from './memory.ts'
import {
  challengeProblem,
  enrollmentFits,
  isTooEarly,
  NO_FACTORS,
  computeInterval,
  findMissingAssurance,
  quantizeScores,
  reachAssurance,
  type ReachedAssurance,
  type RejectionReason,
  rejectionWords,
  TOO_LONG_WORDS,
} from './rules.ts'
import { currentEnrollment, useChallenge } from './store.ts'
import { type EnrolledMotion, type ReadAnswer, scoreAnswer, traceAnswer } from './worker-tasks.ts'

/** A genuine answer that is worth judging, or why it is not. */
type Admission =
  | { refused: RejectionReason; words?: string }
  | { retryAfterSeconds: number }
  | {
      issued: IssuedChallenge
      /** For whom and for what, as the receipt will say it. */
      binding: Binding
      /** Of a live challenge. */
      commitments: Commitments | null
      /** A private token was redeemed for the challenge. */
      hasToken: boolean
      userId: string
      enrolled: EnrolledMotion
      calibration: ActiveCalibration | null
      /** In a sandbox, and for a site that tests. */
      isTest: boolean
    }

type Admitted = Extract<Admission, { userId: string }>

/** Judges the answer to a challenge; 401 where AUTH_MODE asks for a token, 429 when a user was refused too often. */
export async function verifyAnswer(
  service: Service,
  answer: ReadAnswer,
  { request, keep, keepAfterwards }: Keeping<Verification> & { request: FastifyRequest },
): Promise<Kept<Verification>> {
  const admission = await service.db.transaction((tx) => admit(tx, service, { answer, request }))
  // The challenge is used up: a repetition is refused, and counts nothing again.
  if ('refused' in admission) return keepAfterwards(refusal(admission, answer))
  // After the commit: the challenge is used up, and the first use of a token closes the node.
  if ('retryAfterSeconds' in admission) throw tooMany(admission.retryAfterSeconds, 'This user was refused too often.')
  const { issued } = admission
  const refuse = async (refused: Verification) =>
    keepAfterwards(issued.check ? await refuseCheck(service, refused, issued.check) : refused)
  const judged = await score(service, answer, admission)
  if ('refused' in judged) return refuse(refusal(judged, answer))
  const shown = describeVerification(judged.scored, admission.calibration)
  if (!shown.verified) return refuse(shown)
  return service.db.transaction(async (tx) => {
    const check = issued.check && (await lockScanned(tx, issued.check))
    if (issued.check && !check) return keep(tx, withholdReceipt(shown, CHECK_GONE))
    const signed = await judgeDevice(tx, service, { answer, admission, chain: judged.chain })
    const reached = 'refused' in signed ? signed : judgeAssurance(service, issued, signed.device)
    // Committed all the same: a passkey that was copied is closed by it.
    if ('refused' in reached)
      return keep(tx, await withRefusedCheck(tx, service, withholdReceipt(shown, reached), issued.check))
    const verified = { answer, admission, scored: judged.scored, demand: shown, assurance: reached }
    const receipt = await attest(tx, service, verified)
    const short = await shorten(tx, service, { receipt, request })
    const told =
      check && (await passByScan(tx, service, { check, passed: { receipt, ...short, level: reached.level } }))
    return keep(tx, { ...shown, assurance: reached, receipt, ...short, ...(told && { check: told }) })
  })
}

/** What the answer reached; refused where more was asked for. */
function judgeAssurance(
  { settings }: Service,
  { pace, assurance: asked = 1 }: IssuedChallenge,
  device: ReachedAssurance['device'],
): ReachedAssurance | Refused {
  const reached = reachAssurance({ pace: pace ?? 'batch', device })
  const missing = findMissingAssurance(asked, reached, settings)
  return missing === null ? reached : { refused: 'assurance_not_reached', words: missing }
}

type Verified = {
  answer: ReadAnswer
  admission: Admitted
  scored: ScoredPresence
  demand: Presence['demand']
  assurance: ReachedAssurance
}

type SignedScan = { answer: ReadAnswer; admission: Admitted; chain: string | null }

/** Which device signed this very scan; one that was shown and does not count is refused, never ignored. */
async function judgeDevice(
  tx: Transaction,
  service: Service,
  { answer, admission: { issued, hasToken }, chain }: SignedScan,
): Promise<{ device: ReachedAssurance['device'] } | Refused> {
  if (answer.passkey === undefined || chain === null) return { device: 'none' }
  const { id, node } = issued
  if (node === null) return { refused: 'device_attestation_failed', words: 'A passkey counts for its own node only.' }
  const challenge = Buffer.from(computeScanDigest(id, chain), 'hex')
  const asserted = await verifyAssertion(tx, service, { nodeId: node.id, challenge, response: answer.passkey })
  if ('device' in asserted) return hasToken ? { device: 'attested' } : asserted
  return { refused: 'device_attestation_failed', words: `The passkey did not sign this scan. ${asserted.refused}` }
}

/** The motion was good enough, but not what was asked for beside it. */
function withholdReceipt(shown: Verification, { refused, words }: Refused): Verification {
  const reasons = { rejection_reason: refused, explanation: words ?? rejectionWords(refused) }
  return { ...shown, verified: false, ...reasons, assurance: null }
}

/** What a verified person gets: the try back, and a receipt. */
async function attest(tx: Transaction, service: Service, verified: Verified): Promise<Receipt> {
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
async function shorten(
  tx: Transaction,
  service: Service,
  { receipt, request }: { receipt: Receipt; request: FastifyRequest },
): Promise<Pick<Verification, 'token'>> {
  const issuer = findIssuerName(service.settings, request)
  if (receipt.audience === undefined || issuer === undefined) return {}
  return { token: await issuePresenceToken(tx, service, { receipt, issuer }) }
}

type Given = { answer: ReadAnswer; request: FastifyRequest }

async function admit(tx: Transaction, service: Service, { answer, request }: Given): Promise<Admission> {
  const sealed = openChallenge(service.secrets, answer.challenge.token)
  const problem = challengeProblem(sealed, { id: answer.challenge.id, purpose: 'verify', now: tx.now })
  if (problem || sealed === null) return { refused: problem ?? 'challenge_invalid' }
  if (!(await isNodeThere(tx, service, { issued: sealed, request }))) return { refused: 'challenge_invalid' }
  const audience = await settleAudience(tx, service, { binding: sealed.binding, audience: answer.audience, request })
  if (!(await useChallenge(tx, sealed))) return { refused: 'challenge_replayed' }
  const check = sealed.check && (await lockScanned(tx, sealed.check))
  if (sealed.check && !check) return CHECK_GONE
  const live = sealed.pace === 'live' ? await settleLive(tx, service, sealed.id) : null
  if (isTooEarly(sealed, { spansMs: [answer.spanMs], now: tx.now })) return { refused: 'challenge_too_early' }
  if (answer.answered !== sealed.id) return { refused: 'challenge_mismatch' }
  if (live && 'words' in live) return { refused: 'challenge_mismatch', words: live.words }
  const issued = live ? { ...sealed, challenge: live.challenge } : sealed
  const enrollment = await acceptEnrollment(tx, service, { answer, issued })
  if (enrollment === null) return { refused: 'enrollment_invalid' }
  const { userId } = enrollment
  const isTest = service.settings.sandbox || (check?.test ?? false)
  if (answer.isMarked && !isTest) return { refused: 'test_motion' }
  if (answer.isTooLong) return { refused: 'insufficient_signal', words: TOO_LONG_WORDS }
  const taken = await takeTry(tx, service, userId)
  if (!taken.ok) return taken
  const enrolled = openEnrolledMotion(service, enrollment)
  // By what was enrolled, not by what came: nobody may choose by which thresholds they are judged.
  const calibration = await activeCalibration(tx, enrolled.strokes === null ? 'landmarks' : 'strokes')
  return {
    issued,
    binding: { ...sealed.binding, ...(audience && { audience }) },
    commitments: live?.commitments ?? null,
    hasToken: live?.hasToken ?? false,
    userId,
    enrolled,
    calibration,
    isTest,
  }
}

/** Whether the challenge's node still exists; 401 where AUTH_MODE asks for its token. */
async function isNodeThere(
  tx: Transaction,
  service: Service,
  { issued: { node }, request }: { issued: IssuedChallenge; request: FastifyRequest },
): Promise<boolean> {
  if (node === null) return true
  const found = await findNode(tx, node.emailKey)
  if (found?.id !== node.id) return false
  await authorizeNode(tx, service, { node: found, request })
  return true
}

/** The enrollment, if this service sealed it, it fits the challenge, and the node has no newer one; or null. */
async function acceptEnrollment(
  tx: Transaction,
  { secrets }: Service,
  { answer, issued: { node } }: { answer: ReadAnswer; issued: IssuedChallenge },
): Promise<ReadEnrollment | null> {
  const { enrollment, claimedUser } = answer
  if (enrollment === null || !holdsSeal(secrets, enrollment)) return null
  const owner = node && computeUserId(secrets, node.id)
  if (!enrollmentFits(enrollment, { owner, claimedUser, now: tx.now })) return null
  const isNewest = node === null || enrollment.number === (await currentEnrollment(tx, node.id))
  return isNewest ? enrollment : null
}

function openEnrolledMotion({ secrets }: Service, enrollment: ReadEnrollment): EnrolledMotion {
  const { vector, variance, missing, statistics, strokes = null } = openTemplate(secrets, enrollment)
  const { version, sampleCount } = enrollment
  return { signature: { vector, version }, variance, sample_count: sampleCount, missing, statistics, strokes }
}

/** Only here motion is read: whoever has no genuine challenge and enrollment gets none of it computed. */
async function score(service: Service, answer: ReadAnswer, admitted: Admitted): Promise<Judged> {
  const { threads } = service
  const { calibration, enrolled, commitments } = admitted
  const { challenge, id: challengeId } = admitted.issued
  const isSigned = answer.passkey !== undefined
  const given = { bytes: answer.bytes, challenge, challengeId, commitments, isSigned }
  const { bytes, traces, uncommitted, chain } = unwrapResult(
    await threads.run(traceAnswer, given, [answer.bytes.buffer]),
  )
  if (uncommitted !== null) return { refused: 'challenge_mismatch', words: uncommitted }
  // Whatever comes of it: a capture that was judged once must not be of use to anybody later.
  const recalled = await recall(service, traces)
  const refusesSimulation = service.settings.refusesSimulation && !admitted.isTest
  const question = { bytes, recalled, challenge, calibration, enrolled, refusesSimulation }
  return { scored: await threads.run(scoreAnswer, question, [bytes.buffer]), chain }
}

/** What the engine finds, and the last commitment to the samples where a passkey signed it; or why they are not judged. */
type Judged = Refused | { scored: ScoredPresence; chain: string | null }

function describeVerification(scored: ScoredPresence, calibration: ActiveCalibration | null): Verification {
  const { verified, risk_level, threshold, threshold_source, rejection_reason, explanation } = scored
  const source = threshold_source === 'calibration' && calibration ? `calibration:${calibration.id}` : 'default'
  const reasons = { rejection_reason, explanation }
  return {
    verified,
    ...quantizeScores(scored),
    risk_level,
    threshold,
    threshold_source: source,
    ...reasons,
    assurance: null,
  }
}

type Refused = Extract<Admission, { refused: unknown }>

function refusal({ refused: reason, words }: Refused, { riskLevel }: ReadAnswer): Verification {
  return {
    verified: false,
    presence_score: 0,
    factors: NO_FACTORS,
    risk_level: riskLevel,
    threshold: DEFAULT_THRESHOLDS[riskLevel],
    threshold_source: 'default',
    rejection_reason: reason,
    explanation: words ?? rejectionWords(reason),
    assurance: null,
  }
}
