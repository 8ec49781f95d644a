import {
  type Challenge,
  cutStrokes,
  enroll,
  enrollStrokes,
  type ImuSample,
  isReplay,
  type MotionSignature,
  matchScore,
  motionSignature,
  presenceScore,
  type RejectionReason,
  type RiskLevel,
  scoreChallenge,
  scorePresence,
  strokeSignature,
  threatReport,
} from '../../../packages/engine/src/index.ts'
import { isTestMotion } from '../../../packages/engine/src/synthetic/index.ts'
import { compareWithMemory, type Trace, traceCapture } from './memory.ts'

/** Samples, and the challenge that they are meant to answer. */
export type Answer = { challenge: Challenge; imu: readonly ImuSample[] }

/** Why something is refused, in the service's words. */
export type Reason = RejectionReason | 'test_motion'

/** What an enrollment holds, as scorePresence reads it. */
export type Enrolled = Record<string, unknown>

export type EnrollmentVerdict = { enrolled: Enrolled } | { refused: Reason }

// As in the service's judgment of captures.
const ALIVE_FROM = 0.5
const CONSISTENT_FROM = 0.001

/** Judges the rounds of an enrollment as POST /api/enroll does: each by itself, then the strokes, then whether one person made them. */
export function judgeEnrollment(rounds: readonly Answer[], memory: readonly Trace[]): EnrollmentVerdict {
  if (rounds.some(({ imu }) => isTestMotion(imu))) return { refused: 'test_motion' }
  const signatures = rounds.map(({ imu }) => motionSignature({ imu }))
  const traces = rounds.map(({ imu, challenge }) => traceCapture(imu, challenge))
  for (const [i, { imu }] of rounds.entries()) {
    const others = traces.filter((trace, j) => j !== i && trace !== null) as Trace[]
    const similarity = compareWithMemory(traces[i], [...memory, ...others]) ?? 0
    const refused = findProblem(imu, signatures[i], similarity)
    if (refused !== null) return { refused }
  }
  const followed = rounds.filter(({ imu, challenge }) => scoreChallenge(challenge, imu).value === 1)
  if (followed.length === 0) return { refused: 'challenge_mismatch' }
  if (!areConsistent(signatures)) return { refused: 'motion_signature_mismatch' }
  return { enrolled: learn(signatures, followed) }
}

function findProblem(imu: readonly ImuSample[], signature: MotionSignature, similarity: number): Reason | null {
  const presence = presenceScore({ imu })
  if (signature.status !== 'ok' || presence.status !== 'ok') return 'insufficient_signal'
  const { overallVerdict } = threatReport({ imu }, { presence })
  if (presence.score < ALIVE_FROM || overallVerdict === 'likely_synthetic') return 'liveness_failed'
  return isReplay(similarity) ? 'replay_detected' : null
}

function areConsistent(signatures: readonly MotionSignature[]): boolean {
  return signatures.every(
    (signature, i) => matchScore(enroll(signatures.filter((_, j) => j !== i)), signature) >= CONSISTENT_FROM,
  )
}

function learn(signatures: readonly MotionSignature[], followed: readonly Answer[]): Enrolled {
  const { mean, variance, count, missing, version, statistics } = enroll(signatures)
  const strokes = enrollStrokes(
    followed.flatMap(({ challenge, imu }) => cutStrokes(challenge, imu)).map((stroke) => strokeSignature(stroke)),
  )
  return {
    signature: { vector: mean, version },
    variance,
    sample_count: count,
    missing,
    statistics,
    strokes: strokes.gestures.length > 0 ? strokes : null,
  }
}

/** What became of one answer at one risk level; `score` is presence_score. */
type Verdict = { passed: boolean; reason: Reason | null; score: number }

export const RISK_LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high']

export type Verdicts = Readonly<Record<RiskLevel, Verdict>>

/** Judges an answer as POST /api/verify does at level 1, for each risk level; docs/injections.md says where it differs. */
export function judgeAnswer(
  { challenge, imu }: Answer,
  { enrolled, memory }: { enrolled: Enrolled; memory: readonly Trace[] },
): Verdicts {
  if (isTestMotion(imu)) return refuseAll('test_motion')
  const nearest = compareWithMemory(traceCapture(imu, challenge), memory)
  const judgeAt = (riskLevel: RiskLevel): Verdict => {
    const options = { riskLevel, ...(nearest === null ? {} : { nearest }) }
    // A signature that claims nothing: the service computes its own.
    const scored = scorePresence(enrolled, challenge, toResponse(imu), {}, options)
    return { passed: scored.verified, reason: scored.rejection_reason, score: scored.presence_score }
  }
  return { low: judgeAt('low'), medium: judgeAt('medium'), high: judgeAt('high') }
}

/** The same refusal at every risk level. */
export function refuseAll(reason: Reason): Verdicts {
  const refusal = { passed: false, reason, score: 0 }
  return { low: refusal, medium: refusal, high: refusal }
}

function toResponse(imu: readonly ImuSample[]): unknown {
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({ t, accel: [ax, ay, az], gyro: [rx, ry, rz] }))
  return { imu_sequence: { samples } }
}
