import { verifyPresence } from '@stillhere/contract'
import {
  type ActiveCalibration,
  type Challenge,
  type EnrolledWindow,
  type ReactionTimes,
  responseCapture,
  type RiskLevel,
  type ScoredPresence,
  scorePresence,
  type StrokeTemplate,
} from '@stillhere/engine'
import { isSimulated } from '@stillhere/engine/simulation'
import { type CaughtProblem, readBody, readBodyLeniently, toTaskResult } from '../../platform/http/body.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import {
  type Bytes,
  readCapture,
  isTestCapture,
  isCaptureTooLong,
  measureSpan,
  parseCheckedBody,
  type TracedCaptures,
} from '../challenge/captures.ts'
import { type Commitments, checkCommitments } from '../challenge/live.ts'
import { type UnverifiedEnrollment, readEnrollment } from '../enrollment/enrollment.ts'
import { computeSimilarities, type RecalledStream } from '../memory/memory.ts'
import { computeTraces } from '../memory/traces.ts'

/** A body of POST /api/verify as the event loop needs it. The bytes are returned for the next tasks. */
export type AnswerInput = {
  bytes: Bytes
  challenge: { token: string; id: string }
  /** The challenge that the response names; null if it names none. */
  answered: string | null
  /** The user that the response names; undefined if it names none. */
  claimedUser: string | undefined
  /** Null if it is malformed, undefined on a first visit. */
  enrollment: UnverifiedEnrollment | null | undefined
  riskLevel: RiskLevel
  audience: string | undefined
  spanMs: number
  isTooLong: boolean
  /** Whether the testing kit made the motion. */
  isMarked: boolean
  /** An unverified WebAuthn assertion; undefined if the answer has none. */
  passkey: unknown
}

/**
 * Parses a body of POST /api/verify and measures its capture, without scoring it. First of three tasks in a worker thread. If the body violates the
 * contract, the result is its refusal as data.
 */
export function readAnswer(bytes: Bytes): TaskResult<CaughtProblem<AnswerInput>> {
  const result = toTaskResult((): AnswerInput => {
    const body = readBodyLeniently(verifyPresence, bytes)
    const { challenge, response, enrollment, risk_level: riskLevel = 'medium', audience, passkey } = body
    const { challenge_id: answered, user_id: user } = response as Record<string, unknown>
    const capture = responseCapture(response)
    return {
      bytes,
      challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
      answered: typeof answered === 'string' ? answered : null,
      // No enrollment has an empty name, so one that is no text fits none.
      claimedUser: user === undefined || user === null ? undefined : typeof user === 'string' ? user : '',
      enrollment: enrollment === undefined ? undefined : readEnrollment(enrollment),
      riskLevel,
      audience,
      spanMs: measureSpan(capture),
      isTooLong: isCaptureTooLong(capture),
      isMarked: isTestCapture(capture),
      passkey,
    }
  })
  return { ...result, transfer: [bytes.buffer] }
}

/** Input of the second task. The challenge is genuine; `commitments` is null unless the challenge is live. */
type TraceInput = { bytes: Bytes; challenge: Challenge; challengeId: string; commitments: Commitments | null }

/** The traces of an answer; `uncommitted` explains why its samples are not the committed ones and is null if they are. */
type TracedAnswer = TracedCaptures & { uncommitted: string | null }

/**
 * Computes the traces of an answer, by which the replay memory recognizes it, and checks its samples against the commitments of a live challenge.
 * Second task of POST /api/verify in a worker thread, run only for a genuine challenge and enrollment.
 */
export function computeAnswerTraces(input: TraceInput): TaskResult<CaughtProblem<TracedAnswer>> {
  const { bytes, challenge, challengeId, commitments } = input
  const result = toTaskResult(() => {
    const { response } = readBody(verifyPresence, bytes)
    const uncommitted = commitments && checkCommitments(challengeId, response, commitments)
    const traces = uncommitted === null ? [computeTraces(readCapture(response), challenge)] : []
    return { bytes, traces, uncommitted }
  })
  return { ...result, transfer: [bytes.buffer] }
}

/** The template of an enrollment, as the engine reads it. */
export type EnrolledMotion = {
  signature: { vector: number[]; version: string }
  variance: number[]
  sample_count: number
  missing: number[]
  /** Absent in older enrollments, and in those of landmarks or of phones without a gyroscope. */
  statistics?: number[]
  /** Absent in older enrollments. */
  windows?: EnrolledWindow[]
  reaction?: ReactionTimes
  /** Null in enrollments of landmarks, and in those made before strokes were compared. */
  strokes: StrokeTemplate | null
}

/** Input of the last task; `recalled` is the result of findSimilarMotion. */
type ScoreInput = {
  bytes: Bytes
  challenge: Challenge
  recalled: RecalledStream[][]
  calibration: ActiveCalibration | null
  /** Null on a first visit. */
  enrolled: EnrolledMotion | null
  isLive: boolean
  refusesSimulation: boolean
}

/**
 * Scores the motion of an answer against the challenge, the enrollment (null on a first visit) and the similar motion in the replay memory. Last
 * task of POST /api/verify in a worker thread.
 */
export function scoreAnswer(input: ScoreInput): TaskResult<ScoredPresence> {
  const { bytes, recalled, challenge, calibration, enrolled, isLive, refusesSimulation } = input
  const { response, signature, risk_level: riskLevel = 'medium' } = parseCheckedBody<typeof verifyPresence>(bytes)
  const bounded = isCaptureTooLong(responseCapture(response)) ? {} : response
  const [nearest = null] = computeSimilarities(recalled)
  const simulated = refusesSimulation && isSimulated(responseCapture(bounded))
  const enrollmentState = enrolled === null ? ('none' as const) : ('ok' as const)
  const findings = { simulated, isLive, enrollmentState, ...(nearest === null ? {} : { nearest }) }
  const options = { riskLevel, calibration, ...findings }
  return { answer: scorePresence(enrolled, challenge, bounded, signature, options) }
}
