import { randomBytes } from 'node:crypto'
import type { SubjectKind, Verification } from '@stillhere/contract'
import type { ScoredPresence } from '@stillhere/engine'
import type { FastifyRequest } from 'fastify'
import { requireNodeAccess } from '../../identity/access/authorize.ts'
import { computeUserId, findNode } from '../../identity/node-store.ts'
import { type SignedStatement, verifyStatement } from '../../identity/passkeys/assertion.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { requireResult } from '../../platform/http/body.ts'
import { findIssuerName } from '../../platform/http/origin.ts'
import { createAddressBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import { type Budget, cancelSpending, spendExactly } from '../../platform/limits/store.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { type ActiveCalibration, findActiveCalibration } from '../calibration/run.ts'
import { TOO_LONG_WORDS } from '../challenge/captures.ts'
import { checkChallenge, type IssuedChallenge, isTooEarly, openChallenge } from '../challenge/challenge.ts'
import { type Commitments, spendLiveChallenge } from '../challenge/live.ts'
import { spendChallenge } from '../challenge/store.ts'
import { canUseEnrollment, addStrokes, hasValidSeal, openTemplate } from '../enrollment/enrollment.ts'
import { findEnrollmentNumber } from '../enrollment/store.ts'
import { findSimilarMotion } from '../memory/memory.ts'
import { issueReceipt } from '../receipts/issue.ts'
import { openSigningKey, selectKeyUse, issuePresenceToken, type SigningKey } from '../receipts/issuer.ts'
import { type Binding, type ScanTarget, TARGET_GONE } from '../target.ts'
import {
  selectMotionRule,
  computeInterval,
  describeRejection,
  describeScore,
  findMissingAssurance,
  computeAssurance,
  type ReachedAssurance,
  type Rejection,
  removeSimilarity,
  toFailedVerification,
} from './rules.ts'
import { type EnrolledMotion, type AnswerInput, scoreAnswer, computeAnswerTraces } from './tasks.ts'

/** The request of POST /api/verify, and access to the check or approval that its scan may answer. */
type ScanCall = { request: FastifyRequest; scanTarget: ScanTarget }

/** A scored answer: its response (`shown`) and, unless its motion was refused, what a receipt needs. */
type ScoredAnswer = {
  answer: AnswerInput
  shown: Verification
  target?: IssuedChallenge['target']
  passed?: { claim: Claim; scored: ScoredPresence }
}

/**
 * Spends the challenge of an answer and scores its motion, before the transaction that issues a receipt. Returns the response so far, also for a
 * refused answer. Throws 401 if AUTH_MODE requires a token and, after the challenge is spent, 429 for a user who was refused too often.
 */
export async function verifyAnswer(service: Service, answer: AnswerInput, call: ScanCall): Promise<ScoredAnswer> {
  const { riskLevel } = answer
  const claim = await service.db.transaction((tx) => claimAnswer(tx, service, { answer, ...call }))
  if (claim instanceof RequestProblem) throw claim
  if ('rejection' in claim) return { answer, shown: describeRejection(claim, riskLevel) }
  const { target } = claim.issued
  const scored = await scoreMotion(service, answer, claim)
  if ('rejection' in scored) return { answer, shown: describeRejection(scored, riskLevel), target }
  const shown = describeScore(scored, claim.calibration)
  // A signature may make up for weak similarity: see selectMotionRule.
  const mayPass = scored.verified || (answer.passkey !== undefined && removeSimilarity(scored).verified)
  return { answer, shown, target, ...(mayPass && { passed: { claim, scored } }) }
}

/** The facts about an answer that are known once its challenge is spent. */
type Claim = {
  issued: IssuedChallenge
  /** Audience and action of the receipt. */
  binding: Binding
  /** Null unless the challenge is live. */
  commitments: Commitments | null
  userId: string
  subjectKind: SubjectKind
  /** Null on a first visit: no enrollment to compare with. */
  enrolled: EnrolledMotion | null
  /** Spent before the answer is scored, and returned if it is verified. */
  tries: Budget[]
  calibration: ActiveCalibration | null
  /** Whether the receipt proves nothing: in a sandbox, and for sites that test. */
  isTest: boolean
}

const REFUSED_TOO_OFTEN: Readonly<Record<SubjectKind, string>> = {
  same: 'This user was refused too often.',
  once: 'Scans without an enrollment were refused too often from this network.',
}

/** Spends the challenge and one try. Returns why the answer isn't worth scoring; throws 401 if AUTH_MODE requires a token. */
async function claimAnswer(
  tx: Transaction,
  service: Service,
  { answer, request, scanTarget }: ScanCall & { answer: AnswerInput },
): Promise<Claim | Rejection | RequestProblem> {
  const sealed = openChallenge(service.secrets, answer.challenge.token)
  const problem = checkChallenge(sealed, { id: answer.challenge.id, purpose: 'verify', now: tx.now })
  if (problem || sealed === null) return { rejection: problem ?? 'challenge_invalid' }
  if (!(await isNodeStored(tx, service, { node: sealed.node, request }))) return { rejection: 'challenge_invalid' }
  const audience = selectAudience(sealed, answer)
  // Since the challenge was issued, the site may have been removed or the token revoked.
  await scanTarget.requireAccess(tx, service, { target: sealed.target, audience, request })
  if (!(await spendChallenge(tx, sealed))) return { rejection: 'challenge_replayed' }
  const target = sealed.target && (await scanTarget.lock(tx, service, sealed.target))
  if (sealed.target && !target) return TARGET_GONE
  const live = sealed.pace === 'live' ? await spendLiveChallenge(tx, service, sealed.id) : null
  if (isTooEarly(sealed, { spansMs: [answer.spanMs], now: tx.now })) return { rejection: 'challenge_too_early' }
  if (answer.answered !== sealed.id) return { rejection: 'challenge_mismatch' }
  if (live && 'words' in live) return { rejection: 'challenge_mismatch', words: live.words }
  const issued = live ? { ...sealed, challenge: live.challenge } : sealed
  const person = await findPerson(tx, service, { answer, issued, takesFirstVisit: target?.takesFirstVisit === true })
  if ('rejection' in person) return person
  const isTest = service.settings.sandbox || target?.test === true
  if (answer.isMarked && !isTest) return { rejection: 'test_motion' }
  if (answer.isTooLong) return { rejection: 'insufficient_signal', words: TOO_LONG_WORDS }
  const tries = await spendTry(tx, service, { person, request })
  if (tries instanceof RequestProblem) return tries
  const { enrolled } = person
  // The enrollment decides, not the answer: callers must not choose the thresholds that they are judged by.
  const calibration = enrolled && (await findActiveCalibration(tx, enrolled.strokes === null ? 'landmarks' : 'strokes'))
  const binding = { ...sealed.binding, ...(audience && { audience }) }
  return { issued, binding, commitments: live?.commitments ?? null, ...person, tries, calibration, isTest }
}

/** Returns whether the challenge's node still exists; throws 401 if AUTH_MODE requires its token. */
async function isNodeStored(
  tx: Transaction,
  service: Service,
  { node, request }: { node: IssuedChallenge['node']; request: FastifyRequest },
): Promise<boolean> {
  if (node === null) return true
  const found = await findNode(tx, node.emailKey)
  if (found?.id !== node.id) return false
  await requireNodeAccess(tx, service, { node: found, request })
  return true
}

/** Returns the audience of the challenge or, if it has none and no passkey signed that, of the answer; throws 400 if they differ. */
function selectAudience({ binding }: IssuedChallenge, { audience, passkey }: AnswerInput): string | undefined {
  const sealed = binding?.audience
  const isFixed = sealed !== undefined || passkey !== undefined
  if (audience !== undefined && isFixed && audience !== sealed)
    throw refuseField('/audience', 'must be the one that the challenge was asked for with')
  return sealed ?? audience
}

/** The person whose motion an answer must show. */
type ClaimedPerson = Pick<Claim, 'userId' | 'subjectKind' | 'enrolled'>

/** Finds the person of the enrollment, if it is genuine, fits the challenge and is the newest; without one, a first visitor. */
async function findPerson(
  tx: Transaction,
  { secrets }: Service,
  { answer, issued, takesFirstVisit }: { answer: AnswerInput; issued: IssuedChallenge; takesFirstVisit: boolean },
): Promise<ClaimedPerson | Rejection> {
  const { enrollment, claimedUser } = answer
  const { node, assurance = 1 } = issued
  if (enrollment === undefined) {
    // The user is drawn for each visit, so its subject is never that of a person.
    if (takesFirstVisit && node === null && assurance === 1)
      return { userId: `once-${randomBytes(32).toString('base64url')}`, subjectKind: 'once', enrolled: null }
    return { rejection: 'enrollment_invalid', words: 'This scan needs an enrollment. Enroll first, and scan again.' }
  }
  if (!enrollment || !hasValidSeal(secrets, enrollment)) return { rejection: 'enrollment_invalid' }
  const owner = node && computeUserId(secrets, node.id)
  if (!canUseEnrollment(enrollment, { owner, claimedUser, now: tx.now })) return { rejection: 'enrollment_invalid' }
  if (node !== null && enrollment.number !== (await findEnrollmentNumber(tx, node.id)))
    return { rejection: 'enrollment_invalid' }
  const { vector, variance, strokes = null, ...more } = openTemplate(secrets, enrollment)
  const { userId, version, sampleCount } = enrollment
  const enrolled = { signature: { vector, version }, variance, sample_count: sampleCount, strokes, ...more }
  return { userId, subjectKind: 'same', enrolled }
}

/**
 * Spends one of the refusals that a user may have, or a network address on a first visit. It is spent before the answer is scored, so that
 * parallel answers can't pass the limit together; a verified answer gets it back.
 */
async function spendTry(
  tx: Transaction,
  service: Service,
  { person: { userId, subjectKind }, request }: { person: ClaimedPerson; request: FastifyRequest },
): Promise<Budget[] | RequestProblem> {
  const { secrets, settings } = service
  // The shorter one first: its budget is the one that is empty most often.
  const names = ['verify.refused.user', 'verify.refused.user.day'] as const satisfies LimitName[]
  const tries =
    subjectKind === 'once'
      ? [createAddressBudget(tx, service, 'verify.refused.address', request)]
      : names.map((name) => {
          return { name, key: secrets.hash('budget', `${name}:${userId}`), limit: settings.limits[name], now: tx.now }
        })
  for (const [index, budget] of tries.entries()) {
    const result = await spendExactly(tx, budget)
    if (result.ok) continue
    for (const spent of tries.slice(0, index)) await cancelSpending(tx, spent)
    return refuseTooMany(result.retryAfterSeconds, REFUSED_TOO_OFTEN[subjectKind])
  }
  return tries
}

/** Scores the motion of a claimed answer. Only here it is read, so callers without a genuine challenge and enrollment cause no work. */
async function scoreMotion(service: Service, answer: AnswerInput, claim: Claim): Promise<ScoredPresence | Rejection> {
  const { threads } = service
  const { calibration, enrolled, commitments, isTest } = claim
  const { challenge, id: challengeId } = claim.issued
  const input = { bytes: answer.bytes, challenge, challengeId, commitments }
  const { bytes, traces, uncommitted } = requireResult(
    await threads.run(computeAnswerTraces, input, [answer.bytes.buffer]),
  )
  if (uncommitted !== null) return { rejection: 'challenge_mismatch', words: uncommitted }
  // The memory keeps every scored capture, also a refused one: it must not be of use a second time.
  const recalled = await findSimilarMotion(service, traces)
  const refusesSimulation = service.settings.refusesSimulation && !isTest
  const isLive = commitments !== null
  const scoreInput = { bytes, recalled, challenge, calibration, enrolled, isLive, refusesSimulation }
  return threads.run(scoreAnswer, scoreInput, [bytes.buffer])
}

/**
 * Issues the receipt of a scored answer that passes and grants the check or approval that the scan answers. For an answer that fails, counts the
 * refusal there. Returns the response.
 */
export async function issueVerification(
  tx: Transaction,
  service: Service,
  { answer, shown, target, passed, request, scanTarget }: ScoredAnswer & ScanCall,
): Promise<Verification> {
  const refuseTarget = () => target && scanTarget.refuse(tx, service, target)
  if (!passed) return { ...shown, ...(await refuseTarget()) }
  const { claim } = passed
  const locked = target && (await scanTarget.lock(tx, service, target))
  if (target && !locked) return toFailedVerification(shown, TARGET_GONE)
  const evidence = await verifyAssurance(tx, service, { answer, claim, signedFor: locked?.signedFor ?? null })
  // Committed all the same: it suspends a passkey that was copied.
  if ('rejection' in evidence) return { ...toFailedVerification(shown, evidence), ...(await refuseTarget()) }
  const { assurance } = evidence
  const isReported = selectMotionRule(assurance, shown.risk_level) === 'reported'
  const scored = isReported ? removeSimilarity(passed.scored) : passed.scored
  if (!scored.verified) return { ...shown, ...(await refuseTarget()) }
  for (const budget of claim.tries) await cancelSpending(tx, budget)
  const verified = describeScore(scored, claim.calibration)
  const sharesKey = locked?.sharesKey === true
  const issued = await issueScanReceipt(tx, service, { answer, claim, verified, scored, evidence, sharesKey, request })
  const { level } = assurance
  const granted = await locked?.grant({ ...issued, level, subjectKind: claim.subjectKind })
  const { grown } = passed.scored
  const enrollment = answer.enrollment && grown && addStrokes(service.secrets, answer.enrollment, grown)
  return { ...verified, assurance, ...issued, ...granted, ...(enrollment && { enrollment }) }
}

/** The assurance that a scan reached, and the passkey signature that counts toward it; null without one. */
type DeviceEvidence = {
  assurance: ReachedAssurance
  signature: (SignedStatement & { level: 2 | 3; key: SigningKey }) | null
}

/** Returns the assurance of an answer, or a rejection if it is lower than required. A signature that does not verify is refused, never ignored. */
async function verifyAssurance(
  tx: Transaction,
  service: Service,
  { answer, claim, signedFor }: { answer: AnswerInput; claim: Claim; signedFor: SignedFor },
): Promise<DeviceEvidence | Rejection> {
  const { issued, commitments, isTest } = claim
  const { node, statement: template, pace = 'batch', assurance: required = 1 } = issued
  const refuseSignature = (words: string) => ({ rejection: 'device_attestation_failed' as const, words })
  let signature: DeviceEvidence['signature'] = null
  if (answer.passkey !== undefined) {
    if (node === null || !template || !commitments)
      return refuseSignature('A passkey signs live scans only, for its own node, which had it when the scan began.')
    const key = await openSigningKey(tx, service, selectKeyUse(service.settings, isTest))
    // The signed statement names the earlier key, so no receipt of this key could carry it.
    if (key.issuer.publicKey !== template.issuer)
      return { rejection: 'challenge_expired', words: 'The key of this service has changed. Scan and sign once more.' }
    const statement = { ...template, chain: commitments.chain }
    const input = { nodeId: node.id, statement, response: answer.passkey, signedFor }
    const signed = await verifyStatement(tx, service, input)
    if (signed instanceof RequestProblem)
      return refuseSignature(`The passkey did not sign this scan. ${signed.message}`)
    signature = { ...signed, level: template.level, key }
  }
  const reached = computeAssurance({ pace, device: signature?.device ?? 'none' })
  const missing = findMissingAssurance(required, reached)
  if (missing !== null) return { rejection: 'assurance_not_reached', words: missing }
  // Never above the level in the signed statement, even if the passkey would give more.
  return { assurance: { ...reached, level: signature?.level ?? reached.level }, signature }
}

type PassedScan = {
  answer: AnswerInput
  claim: Claim
  verified: Verification
  scored: ScoredPresence
  evidence: DeviceEvidence
  sharesKey: boolean
  request: FastifyRequest
}

/** Issues the receipt of a scan and, if it has an audience, the presence token of the receipt. */
async function issueScanReceipt(
  tx: Transaction,
  service: Service,
  { answer, claim, verified, scored, evidence: { assurance, signature }, sharesKey, request }: PassedScan,
) {
  const { userId, subjectKind, issued, binding, isTest } = claim
  const { risk_level, threshold, threshold_source } = verified
  const receipt = await issueReceipt(tx, service, {
    userId,
    subjectKind,
    nodeId: issued.node?.id ?? null,
    evidence: scored.evidence,
    interval: computeInterval({ end: tx.now, spanMs: answer.spanMs }),
    ...binding,
    isTest,
    confidence: scored.presence_score,
    demand: { risk_level, threshold, threshold_source },
    motion: selectMotionRule(assurance, risk_level),
    assurance,
    ...(signature && { approval: { ...signature, isShared: sharesKey } }),
  })
  // Without PUBLIC_URL the service doesn't know its name behind a proxy.
  const issuer = findIssuerName(service.settings, request)
  if (receipt.audience === undefined || issuer === undefined) return { receipt }
  return { receipt, token: await issuePresenceToken(tx, service, { receipt, issuer }) }
}
