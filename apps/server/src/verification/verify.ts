import type { Verification } from '@stillhere/contract'
import { DEFAULT_THRESHOLDS, NO_FACTORS, type ScoredPresence } from '@stillhere/engine'
import type { FastifyRequest } from 'fastify'
import type { ActiveCalibration } from '../calibration/active.ts'
import type { Keeping } from '../http/endpoint.ts'
import { unwrapResult } from '../http/large-body.ts'
import { tooMany } from '../limits/budgets.ts'
import type { Service } from '../service.ts'
import { admit, type Admitted, type Refused } from './admit.ts'
import { attest, judgeAssurance, judgeDevice, shorten } from './attest.ts'
import { recall } from './memory.ts'
import { quantizeScores, rejectionWords } from './rules.ts'
import { type ScanTarget, TARGET_GONE } from './target.ts'
import { type ReadAnswer, scoreAnswer, traceAnswer } from './worker-tasks.ts'

/** Judges the answer to a challenge; 401 where AUTH_MODE asks for a token, 429 when a user was refused too often. */
export async function verifyAnswer(
  service: Service,
  answer: ReadAnswer,
  {
    request,
    scanTarget,
    keep,
    keepAfterwards,
  }: Keeping<Verification> & {
    request: FastifyRequest
    scanTarget: ScanTarget
  },
): Promise<Verification> {
  const admission = await service.db.transaction((tx) => admit(tx, service, { answer, request, scanTarget }))
  // The challenge is used up: a repetition is refused, and counts nothing again.
  if ('refused' in admission) return keepAfterwards(refusal(admission, answer))
  // After the commit: the challenge is used up, and the first use of a token closes the node.
  if ('retryAfterSeconds' in admission) throw tooMany(admission.retryAfterSeconds, 'This user was refused too often.')
  const { issued } = admission
  const { target } = issued
  const refuse = async (refused: Verification) =>
    keepAfterwards({
      ...refused,
      ...(target && (await service.db.transaction((tx) => scanTarget.refuse(tx, service, target)))),
    })
  const judged = await score(service, answer, admission)
  if ('refused' in judged) return refuse(refusal(judged, answer))
  const shown = describeVerification(judged.scored, admission.calibration)
  if (!shown.verified) return refuse(shown)
  return service.db.transaction(async (tx) => {
    const locked = target && (await scanTarget.lock(tx, service, target))
    if (target && !locked) return keep(tx, withholdReceipt(shown, TARGET_GONE))
    const signed = await judgeDevice(tx, service, { answer, admission, chain: judged.chain })
    const reached = 'refused' in signed ? signed : judgeAssurance(issued, signed.device)
    // Committed all the same: a passkey that was copied is closed by it.
    if ('refused' in reached)
      return keep(tx, {
        ...withholdReceipt(shown, reached),
        ...(target && (await scanTarget.refuse(tx, service, target))),
      })
    const verified = { answer, admission, scored: judged.scored, demand: shown, assurance: reached }
    const receipt = await attest(tx, service, verified)
    const short = await shorten(tx, service, { receipt, request })
    const granted = await locked?.grant({ receipt, ...short, level: reached.level })
    return keep(tx, { ...shown, assurance: reached, receipt, ...short, ...granted })
  })
}

/** The motion was good enough, but not what was asked for beside it. */
function withholdReceipt(shown: Verification, { refused, words }: Refused): Verification {
  const reasons = { rejection_reason: refused, explanation: words ?? rejectionWords(refused) }
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
