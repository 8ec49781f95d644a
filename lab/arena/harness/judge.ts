import {
  judgeCaptures,
  type ReachedAssurance,
  reachAssurance,
  type RejectionReason,
  type ScanEvidence,
} from '../../../apps/server/src/scan/verification/arena.ts'
import { type Challenge, type ImuSample, type RiskLevel, scorePresence } from '../../../packages/engine/src/index.ts'
import { isSimulated } from '../../../packages/engine/src/simulation/index.ts'
import { isTestMotion } from '../../../packages/engine/src/synthetic/index.ts'
import { compareWithMemory, type Trace, traceCapture } from './memory.ts'
import { toResponse } from './response.ts'

/** Samples, and the challenge that they answer: revealed at once, or live. */
export type Answer = { challenge: Challenge; imu: readonly ImuSample[]; isLive?: boolean }

/** An enrollment, as scorePresence reads it. */
export type Enrolled = Record<string, unknown>

export type EnrollmentVerdict = { enrolled: Enrolled } | { refused: RejectionReason }

/** What is remembered; and whether simulations are refused, which they are not where one stands for a person who is attacked. */
export type Service = { memory: readonly Trace[]; refusesSimulation: boolean }

/** Judges the rounds of an enrollment as POST /api/enroll does. */
export function judgeEnrollment(rounds: readonly Answer[], { memory, refusesSimulation }: Service): EnrollmentVerdict {
  if (rounds.some(({ imu }) => isTestMotion(imu))) return { refused: 'test_motion' }
  const traces = rounds.map(({ imu, challenge }) => traceCapture(imu, challenge))
  const similarities = traces.map((trace, i) => {
    const others = traces.filter((other, j) => j !== i && other !== null) as Trace[]
    return compareWithMemory(trace, [...memory, ...others]) ?? 0
  })
  const captures = rounds.map(({ imu }) => ({ imu: [...imu] }))
  const challenges = rounds.map(({ challenge }) => challenge)
  const judgment = judgeCaptures(captures, challenges, { similarities, refusesSimulation })
  if ('problems' in judgment) return { refused: judgment.problems[0].reason }
  const { template, strokes, reaction } = judgment
  const { mean, variance, count, missing, version, statistics, windows } = template
  const signature = { vector: mean, version }
  return {
    enrolled: { signature, variance, sample_count: count, missing, statistics, windows, strokes, reaction },
  }
}

/** The outcome of one answer at one risk level; `score` is presence_score. */
type Verdict = { passed: boolean; reason: RejectionReason | null; score: number }

export const RISK_LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high']

export type Verdicts = Readonly<Record<RiskLevel, Verdict>>

/** Whom an answer is compared with: who enrolled, and what the service remembers. */
type Known = Service & { enrolled: Enrolled }

/**
 * Judges the motion of an answer as POST /api/verify does, for each risk level; docs/internals/injections.md says where it differs. What passes
 * at a higher level passes at a lower one, so that not every level is judged.
 */
export function judgeAnswer(
  answer: Answer,
  { enrolled, memory, refusesSimulation }: Known,
  trace = traceCapture(answer.imu, answer.challenge),
): Verdicts {
  if (isTestMotion(answer.imu)) return refuseAll('test_motion')
  const nearest = compareWithMemory(trace, memory)
  const simulated = refusesSimulation && isSimulated({ imu: [...answer.imu] })
  const judgeAt = (riskLevel: RiskLevel) => judgeMotion(answer, enrolled, { riskLevel, nearest, simulated })
  const high = judgeAt('high')
  const low = high.passed ? high : judgeAt('low')
  return { low, medium: high.passed === low.passed ? low : judgeAt('medium'), high }
}

/** Returns whether an answer is refused even at the lowest risk level, without being a replay. */
export function judgeAsNew(answer: Answer, { enrolled, refusesSimulation }: Known): Verdict {
  if (isTestMotion(answer.imu)) return refuseAll('test_motion').low
  const simulated = refusesSimulation && isSimulated({ imu: [...answer.imu] })
  return judgeMotion(answer, enrolled, { riskLevel: 'low', nearest: 0, simulated })
}

type Judging = { riskLevel: RiskLevel; nearest: number | null; simulated: boolean }

function judgeMotion(answer: Answer, enrolled: Enrolled, { nearest, ...judging }: Judging): Verdict {
  const { challenge, imu, isLive = false } = answer
  const options = { ...judging, isLive, ...(nearest === null ? {} : { nearest }) }
  // A signature that claims nothing: the service computes its own.
  const scored = scorePresence(enrolled, challenge, toResponse(imu), {}, options)
  return { passed: scored.verified, reason: scored.rejection_reason, score: scored.presence_score }
}

/** The same refusal at every risk level. */
export function refuseAll(reason: RejectionReason): Verdicts {
  const refusal = { passed: false, reason, score: 0 }
  return { low: refusal, medium: refusal, high: refusal }
}

/** Refuses what was verified where the level asked for is not reached, as the service does after everything else. */
export function holdToLevel(verdicts: Verdicts, asked: ReachedAssurance['level'], shown: ScanEvidence): Verdicts {
  if (reachAssurance(shown).level >= asked) return verdicts
  const hold = (verdict: Verdict): Verdict =>
    verdict.passed ? { ...verdict, passed: false, reason: 'assurance_not_reached' } : verdict
  return { low: hold(verdicts.low), medium: hold(verdicts.medium), high: hold(verdicts.high) }
}
