import { randomBytes } from 'node:crypto'
import type { SubjectKind, Verification } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS, NO_FACTORS, type ScoredPresence } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import { requireNodeAccess } from '../../identity/access/authorize.ts'
import { computeUserId, findNode } from '../../identity/node-store.ts'
import { type SignedStatement, verifyStatement } from '../../identity/passkeys/assertion.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { requireResult } from '../../platform/http/body.ts'
import { findIssuerName } from '../../platform/http/origin.ts'
import { createAddressBudget, refuseTooMany } from '../../platform/limits/budgets.ts'
import { type Budget, type BudgetResult, cancelSpending, spendExactly } from '../../platform/limits/store.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { type ActiveCalibration, activeCalibration } from '../calibration/run.ts'
import { TOO_LONG_WORDS } from '../challenge/captures.ts'
import {
  challengeProblem,
  type IssuedChallenge,
  isTooEarly,
  openChallenge,
  type RejectionReason,
  rejectionWords,
} from '../challenge/challenge.ts'
import { type Commitments, settleLive } from '../challenge/live.ts'
import { useChallenge } from '../challenge/store.ts'
import {
  enrollmentFits,
  growEnrollment,
  holdsSeal,
  openTemplate,
  type ReadEnrollment,
} from '../enrollment/enrollment.ts'
import { currentEnrollment } from '../enrollment/store.ts'
import { recall } from '../memory/memory.ts'
import { issueReceipt, type Presence } from '../receipts/issue.ts'
import { activeSigningKey, chooseKeyUse, issuePresenceToken, type SigningKey } from '../receipts/issuer.ts'
import { type Binding, type ScanTarget, TARGET_GONE } from '../target.ts'
import {
  chooseMotionRule,
  computeInterval,
  drawVisitor,
  findMissingAssurance,
  quantizeScores,
  reachAssurance,
  type ReachedAssurance,
  reportMotion,
} from './rules.ts'
import { type EnrolledMotion, type ReadAnswer, scoreAnswer, traceAnswer } from './tasks.ts'

/** How an answer was judged: what is shown of it and, where the motion may be good enough, what a receipt needs. */
type Judgment = {
  answer: ReadAnswer
  shown: Verification
  target?: IssuedChallenge['target']
  passed?: { admission: Admitted; scored: ScoredPresence }
}

type Asked = { request: FastifyRequest; scanTarget: ScanTarget }

/**
 * Uses up a challenge and judges its answer, outside of a transaction. Throws 401 where AUTH_MODE asks for a token, and 429 where a user
 * was refused too often; the challenge is used up all the same.
 */
export async function judgeAnswer(service: Service, answer: ReadAnswer, asked: Asked): Promise<Judgment> {
  const admission = await service.db.transaction((tx) => admit(tx, service, { answer, ...asked }))
  if (admission instanceof RequestProblem) throw admission
  if ('rejection' in admission) return { answer, shown: refusal(admission, answer) }
  const { target } = admission.issued
  const scored = await score(service, answer, admission)
  if ('rejection' in scored) return { answer, shown: refusal(scored, answer), target }
  const shown = describeVerification(scored, admission.calibration)
  // A weak likeness may turn out not to count: see chooseMotionRule.
  const mayPass = scored.verified || (answer.passkey !== undefined && reportMotion(scored).verified)
  return { answer, shown, target, ...(mayPass && { passed: { admission, scored } }) }
}

/** Issues the receipt of an answer that was judged well, and tells what the scan is for, if it is for something. */
export async function concludeAnswer(
  tx: Transaction,
  service: Service,
  { answer, shown, target, passed, request, scanTarget }: Judgment & Asked,
): Promise<Verification> {
  const refuseTarget = () => target && scanTarget.refuse(tx, service, target)
  if (!passed) return { ...shown, ...(await refuseTarget()) }
  const { admission } = passed
  const locked = target && (await scanTarget.lock(tx, service, target))
  if (target && !locked) return withholdReceipt(shown, TARGET_GONE)
  const reached = await judgeAssurance(tx, service, { answer, admission, signedFor: locked?.signedFor ?? null })
  // Committed all the same: a passkey that was copied is closed by it.
  if ('rejection' in reached) return { ...withholdReceipt(shown, reached), ...(await refuseTarget()) }
  const { assurance } = reached
  const isReported = chooseMotionRule(assurance, shown.risk_level) === 'reported'
  const scored = isReported ? reportMotion(passed.scored) : passed.scored
  if (!scored.verified) return { ...shown, ...(await refuseTarget()) }
  const verified = describeVerification(scored, admission.calibration)
  const { risk_level, threshold, threshold_source } = verified
  const demand = { risk_level, threshold, threshold_source }
  const sharesKey = locked?.sharesKey === true
  const receipt = await attest(tx, service, { answer, admission, scored, demand, reached, sharesKey })
  const short = await shorten(tx, service, { receipt, request })
  const { subjectKind } = admission
  const granted = await locked?.grant({ receipt, ...short, level: assurance.level, subjectKind })
  return { ...verified, assurance, receipt, ...short, ...granted, ...growSent(service, answer, passed.scored) }
}

/** A signature that counts: the level that it says, and the key of this service that it names. */
type SignedScan = SignedStatement & { level: 2 | 3; key: SigningKey }

/** What an answer reached, and what the key of the person signed; null where no key did. */
type Reached = { assurance: ReachedAssurance; signed: SignedScan | null }

type Answered = { answer: ReadAnswer; admission: Admitted }
type Signing = Answered & { signedFor: SignedFor }

/** What the answer reached; refused where more was asked for. A signature that does not count is refused, never ignored. */
async function judgeAssurance(
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
async function attest(tx: Transaction, service: Service, verified: Verified): Promise<Receipt> {
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
async function shorten(
  tx: Transaction,
  service: Service,
  { receipt, request }: { receipt: Receipt; request: FastifyRequest },
): Promise<Pick<Verification, 'token'>> {
  const issuer = findIssuerName(service.settings, request)
  if (receipt.audience === undefined || issuer === undefined) return {}
  return { token: await issuePresenceToken(tx, service, { receipt, issuer }) }
}

/** The enrollment that was sent, with what was learned from an answer that was clearly its person's. The service keeps none of it. */
function growSent(
  { secrets }: Service,
  { enrollment }: ReadAnswer,
  { grown }: ScoredPresence,
): Pick<Verification, 'enrollment'> {
  return enrollment && grown ? { enrollment: growEnrollment(secrets, enrollment, grown) } : {}
}

/** The motion was good enough, but not what was asked for beside it. */
function withholdReceipt(shown: Verification, { rejection, words }: Rejection): Verification {
  const reasons = { rejection_reason: rejection, explanation: words ?? rejectionWords(rejection) }
  return { ...shown, verified: false, ...reasons, assurance: null }
}

/** Only here motion is read: whoever has no genuine challenge and enrollment gets none of it computed. */
async function score(service: Service, answer: ReadAnswer, admitted: Admitted): Promise<ScoredPresence | Rejection> {
  const { threads } = service
  const { calibration, enrolled, commitments } = admitted
  const { challenge, id: challengeId } = admitted.issued
  const given = { bytes: answer.bytes, challenge, challengeId, commitments }
  const { bytes, traces, uncommitted } = requireResult(await threads.run(traceAnswer, given, [answer.bytes.buffer]))
  if (uncommitted !== null) return { rejection: 'challenge_mismatch', words: uncommitted }
  // Whatever comes of it: a capture that was judged once must not be of use to anybody later.
  const recalled = await recall(service, traces)
  const refusesSimulation = service.settings.refusesSimulation && !admitted.isTest
  const isLive = commitments !== null
  const question = { bytes, recalled, challenge, calibration, enrolled, isLive, refusesSimulation }
  return threads.run(scoreAnswer, question, [bytes.buffer])
}

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

function refusal({ rejection: reason, words }: Rejection, { riskLevel }: ReadAnswer): Verification {
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

/** A genuine answer that is worth judging, or why it is not. */
type Admission =
  | { rejection: RejectionReason; words?: string }
  | RequestProblem
  | {
      issued: IssuedChallenge
      /** For whom and for what, as the receipt will say it. */
      binding: Binding
      /** Of a live challenge. */
      commitments: Commitments | null
      userId: string
      subjectKind: SubjectKind
      /** Null on a first visit: no one is recognized. */
      enrolled: EnrolledMotion | null
      /** Taken before the answer is judged, and given back where it is verified. */
      tries: Budget[]
      calibration: ActiveCalibration | null
      /** In a sandbox, and for a site that tests. */
      isTest: boolean
    }

type Admitted = Extract<Admission, { userId: string }>

/** Why an answer gets no receipt. */
type Rejection = Extract<Admission, { rejection: unknown }>

type Given = { answer: ReadAnswer; request: FastifyRequest; scanTarget: ScanTarget }

/** Uses the challenge up, and finds whether its answer is worth judging; 401 where AUTH_MODE asks for a token. */
async function admit(tx: Transaction, service: Service, { answer, request, scanTarget }: Given): Promise<Admission> {
  const sealed = openChallenge(service.secrets, answer.challenge.token)
  const problem = challengeProblem(sealed, { id: answer.challenge.id, purpose: 'verify', now: tx.now })
  if (problem || sealed === null) return { rejection: problem ?? 'challenge_invalid' }
  if (!(await isNodeThere(tx, service, { issued: sealed, request }))) return { rejection: 'challenge_invalid' }
  const audience = chooseAudience(sealed, answer)
  // It may have been asked for when the site was still registered, or the token has been revoked since.
  await scanTarget.requireAccess(tx, service, { target: sealed.target, audience, request })
  if (!(await useChallenge(tx, sealed))) return { rejection: 'challenge_replayed' }
  const target = sealed.target && (await scanTarget.lock(tx, service, sealed.target))
  if (sealed.target && !target) return TARGET_GONE
  const live = sealed.pace === 'live' ? await settleLive(tx, service, sealed.id) : null
  if (isTooEarly(sealed, { spansMs: [answer.spanMs], now: tx.now })) return { rejection: 'challenge_too_early' }
  if (answer.answered !== sealed.id) return { rejection: 'challenge_mismatch' }
  if (live && 'words' in live) return { rejection: 'challenge_mismatch', words: live.words }
  const issued = live ? { ...sealed, challenge: live.challenge } : sealed
  const mover = await findMover(tx, service, { answer, issued, takesFirstVisit: target?.takesFirstVisit === true })
  if ('rejection' in mover) return mover
  const { userId, subjectKind, enrolled } = mover
  const isTest = service.settings.sandbox || target?.test === true
  if (answer.isMarked && !isTest) return { rejection: 'test_motion' }
  if (answer.isTooLong) return { rejection: 'insufficient_signal', words: TOO_LONG_WORDS }
  const tries = subjectKind === 'once' ? listVisitorTries(tx, service, request) : listUserTries(tx, service, userId)
  const taken = await takeTry(tx, tries)
  if (!taken.ok) return refuseTooMany(taken.retryAfterSeconds, REFUSED_TOO_OFTEN[subjectKind])
  // By what was enrolled, not by what came: nobody may choose by which thresholds they are judged.
  const calibration = enrolled && (await activeCalibration(tx, enrolled.strokes === null ? 'landmarks' : 'strokes'))
  return {
    issued,
    binding: { ...sealed.binding, ...(audience && { audience }) },
    commitments: live?.commitments ?? null,
    userId,
    subjectKind,
    enrolled,
    tries,
    calibration,
    isTest,
  }
}

const REFUSED_TOO_OFTEN: Readonly<Record<SubjectKind, string>> = {
  same: 'This user was refused too often.',
  once: 'Scans without an enrollment were refused too often from this network.',
}

type Mover = Pick<Admitted, 'userId' | 'subjectKind' | 'enrolled'>

/** Whose motion it is to be: that of the enrollment or, without one, of a person whom a check takes without knowing them. */
async function findMover(
  tx: Transaction,
  service: Service,
  { answer, issued, takesFirstVisit }: { answer: ReadAnswer; issued: IssuedChallenge; takesFirstVisit: boolean },
): Promise<Mover | Rejection> {
  if (answer.enrollment === undefined) {
    const { node, assurance = 1 } = issued
    if (takesFirstVisit && node === null && assurance === 1)
      return { userId: drawVisitor(randomBytes(32)), subjectKind: 'once', enrolled: null }
    return { rejection: 'enrollment_invalid', words: 'This scan needs an enrollment. Enroll first, and scan again.' }
  }
  const enrollment = await acceptEnrollment(tx, service, { answer, issued })
  if (enrollment === null) return { rejection: 'enrollment_invalid' }
  return { userId: enrollment.userId, subjectKind: 'same', enrolled: openEnrolledMotion(service, enrollment) }
}

/** For whom the receipt is: as the challenge says or, where it says nothing and no passkey signed so, as the answer does. 400 otherwise. */
function chooseAudience({ binding }: IssuedChallenge, { audience, passkey }: ReadAnswer): string | undefined {
  const sealed = binding?.audience
  const isFixed = sealed !== undefined || passkey !== undefined
  if (audience !== undefined && isFixed && audience !== sealed)
    throw refuseField('/audience', 'must be the one that the challenge was asked for with')
  return sealed ?? audience
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
  await requireNodeAccess(tx, service, { node: found, request })
  return true
}

/** The enrollment, if this service sealed it, it fits the challenge, and the node has no newer one; or null. */
async function acceptEnrollment(
  tx: Transaction,
  { secrets }: Service,
  { answer, issued: { node } }: { answer: ReadAnswer; issued: IssuedChallenge },
): Promise<ReadEnrollment | null> {
  const { enrollment, claimedUser } = answer
  if (!enrollment || !holdsSeal(secrets, enrollment)) return null
  const owner = node && computeUserId(secrets, node.id)
  if (!enrollmentFits(enrollment, { owner, claimedUser, now: tx.now })) return null
  const isNewest = node === null || enrollment.number === (await currentEnrollment(tx, node.id))
  return isNewest ? enrollment : null
}

function openEnrolledMotion({ secrets }: Service, enrollment: ReadEnrollment): EnrolledMotion {
  const { vector, variance, strokes = null, ...more } = openTemplate(secrets, enrollment)
  const { version, sampleCount } = enrollment
  return { signature: { vector, version }, variance, sample_count: sampleCount, strokes, ...more }
}

/** The refusals that a user may have. The shorter one first: its budget is the one that is empty most often. */
function listUserTries({ now }: Transaction, { secrets, settings }: Service, userId: string): Budget[] {
  const names = ['verify.refused.user', 'verify.refused.user.day'] as const satisfies LimitName[]
  return names.map((name) => {
    return { name, key: secrets.hash('budget', `${name}:${userId}`), limit: settings.limits[name], now }
  })
}

/** Those of a first visit: nothing is known of the person but the network address. */
function listVisitorTries(tx: Transaction, service: Service, request: FastifyRequest): Budget[] {
  return [createAddressBudget(tx, service, 'verify.refused.address', request)]
}

/**
 * Takes one of the refusals that are left, before the answer is judged: else any number of parallel answers would be
 * judged while none of them is counted yet. A verified answer gives it back.
 */
async function takeTry(tx: Transaction, tries: readonly Budget[]): Promise<BudgetResult> {
  let result: BudgetResult = { ok: true, remaining: 0 }
  for (const [index, budget] of tries.entries()) {
    result = await spendExactly(tx, budget)
    if (!result.ok) {
      await giveBackTry(tx, tries.slice(0, index))
      return result
    }
  }
  return result
}

async function giveBackTry(tx: Transaction, tries: readonly Budget[]): Promise<void> {
  for (const budget of tries) await cancelSpending(tx, budget)
}
