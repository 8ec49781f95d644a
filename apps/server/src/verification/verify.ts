import type { Verification } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS, NO_FACTORS, type ScoredPresence } from '@stillhere/engine'
import type { FastifyRequest } from 'fastify'
import type { ActiveCalibration } from '../calibration/active.ts'
import type { Transaction } from '../database/pool.ts'
import { unwrapResult } from '../http/large-body.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { admit, type Admitted, type Rejection } from './admit.ts'
import { attest, judgeAssurance, judgeDevice, shorten } from './attest.ts'
import type { IssuedChallenge } from './challenge.ts'
import { recall } from './memory.ts'
import { quantizeScores, rejectionWords } from './rules.ts'
import { type ScanTarget, TARGET_GONE } from './target.ts'
import { type ReadAnswer, scoreAnswer, traceAnswer } from './worker-tasks.ts'

/** How an answer was judged: what is shown of it and, where the motion was good enough, what a receipt needs. */
export type Judgment = {
  answer: ReadAnswer
  shown: Verification
  target?: IssuedChallenge['target']
  passed?: { admission: Admitted; scored: ScoredPresence; chain: string | null }
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
  const judged = await score(service, answer, admission)
  if ('rejection' in judged) return { answer, shown: refusal(judged, answer), target }
  const shown = describeVerification(judged.scored, admission.calibration)
  return { answer, shown, target, ...(shown.verified && { passed: { admission, ...judged } }) }
}

/** Issues the receipt of an answer that was judged well, and tells what the scan is for, if it is for something. */
export async function concludeAnswer(
  tx: Transaction,
  service: Service,
  { answer, shown, target, passed, request, scanTarget }: Judgment & Asked,
): Promise<Verification> {
  const refuseTarget = () => target && scanTarget.refuse(tx, service, target)
  if (!passed) return { ...shown, ...(await refuseTarget()) }
  const { admission, scored, chain } = passed
  const locked = target && (await scanTarget.lock(tx, service, target))
  if (target && !locked) return withholdReceipt(shown, TARGET_GONE)
  const signed = await judgeDevice(tx, service, { answer, admission, chain })
  const reached = 'rejection' in signed ? signed : judgeAssurance(admission.issued, signed.device)
  // Committed all the same: a passkey that was copied is closed by it.
  if ('rejection' in reached) return { ...withholdReceipt(shown, reached), ...(await refuseTarget()) }
  const receipt = await attest(tx, service, { answer, admission, scored, demand: shown, assurance: reached })
  const short = await shorten(tx, service, { receipt, request })
  const granted = await locked?.grant({ receipt, ...short, level: reached.level })
  return { ...shown, assurance: reached, receipt, ...short, ...granted }
}

/** The motion was good enough, but not what was asked for beside it. */
function withholdReceipt(shown: Verification, { rejection, words }: Rejection): Verification {
  const reasons = { rejection_reason: rejection, explanation: words ?? rejectionWords(rejection) }
  return { ...shown, verified: false, ...reasons, assurance: null }
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
  if (uncommitted !== null) return { rejection: 'challenge_mismatch', words: uncommitted }
  // Whatever comes of it: a capture that was judged once must not be of use to anybody later.
  const recalled = await recall(service, traces)
  const refusesSimulation = service.settings.refusesSimulation && !admitted.isTest
  const question = { bytes, recalled, challenge, calibration, enrolled, refusesSimulation }
  return { scored: await threads.run(scoreAnswer, question, [bytes.buffer]), chain }
}

/** What the engine finds, and the last commitment to the samples where a passkey signed it; or why they are not judged. */
type Judged = Rejection | { scored: ScoredPresence; chain: string | null }

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
