import type { Verification } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS, NO_FACTORS, type ScoredPresence } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { FastifyRequest } from 'fastify'
import { type SignedStatement, verifyStatement } from '../../identity/passkeys/assertion.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { requireResult } from '../../platform/http/body.ts'
import { findIssuerName } from '../../platform/http/origin.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { ActiveCalibration } from '../calibration/run.ts'
import { issueReceipt, type Presence } from '../receipts/issue.ts'
import { activeSigningKey, chooseKeyUse, issuePresenceToken, type SigningKey } from '../receipts/issuer.ts'
import { admit, type Admitted, giveBackTry, type Rejection } from './admit.ts'
import type { IssuedChallenge } from './challenge.ts'
import { growEnrollment } from './enrollment.ts'
import { recall } from './memory.ts'
import {
  chooseMotionRule,
  computeInterval,
  findMissingAssurance,
  quantizeScores,
  reachAssurance,
  type ReachedAssurance,
  rejectionWords,
  reportMotion,
} from './rules.ts'
import { type ScanTarget, TARGET_GONE } from './target.ts'
import { type ReadAnswer, scoreAnswer, traceAnswer } from './worker-tasks.ts'

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
