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
  captureIn,
  isMarked,
  isTooLong,
  measureSpan,
  readAgain,
  type TracedCaptures,
} from '../challenge/captures.ts'
import { type Commitments, findCommitmentProblem } from '../challenge/live.ts'
import { type ReadEnrollment, readEnrollment } from '../enrollment/enrollment.ts'
import { nearestSimilarities, type Recalled } from '../memory/memory.ts'
import { makeTraces } from '../memory/traces.ts'

/** A body of POST /api/verify as far as the event loop must know it. The bytes come back for the rest of the work. */
export type ReadAnswer = {
  bytes: Bytes
  challenge: { token: string; id: string }
  /** Which challenge the response says it answers. */
  answered: string | null
  /** Whom the response names; undefined where it names nobody. */
  claimedUser: string | undefined
  /** Null for one that cannot be read, undefined where none came: a first visit. */
  enrollment: ReadEnrollment | null | undefined
  riskLevel: RiskLevel
  audience: string | undefined
  spanMs: number
  isTooLong: boolean
  /** Whether the testing kit made the motion. */
  isMarked: boolean
  /** An assertion of WebAuthn, to be judged where it is used; undefined where none came. */
  passkey: unknown
}

/** The first part of POST /api/verify: skims the body, and of the motion only how long it is. */
export function readAnswer(bytes: Bytes): TaskResult<CaughtProblem<ReadAnswer>> {
  return { ...toTaskResult(() => summarizeAnswer(bytes)), transfer: [bytes.buffer] }
}

function summarizeAnswer(bytes: Bytes): ReadAnswer {
  const {
    challenge,
    response,
    enrollment,
    risk_level: riskLevel = 'medium',
    audience,
    passkey,
  } = readBodyLeniently(verifyPresence, bytes)
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
    isTooLong: isTooLong(capture),
    isMarked: isMarked(capture),
    passkey,
  }
}

/** The second part of POST /api/verify, for a genuine challenge and enrollment only: the trace by which the memory knows motion again. */
export function traceAnswer(given: GenuineAnswer): TaskResult<CaughtProblem<TracedAnswer>> {
  return { ...toTaskResult(() => traceCommitted(given)), transfer: [given.bytes.buffer] }
}

/** An answer to a genuine challenge; `commitments` are those of a live one. */
type GenuineAnswer = Genuine & { challengeId: string; commitments: Commitments | null }

/** Beside the traces: why the samples are not those that were committed. */
type TracedAnswer = TracedCaptures & { uncommitted: string | null }

function traceCommitted({ bytes, challenge, challengeId, commitments }: GenuineAnswer): TracedAnswer {
  const { response } = readBody(verifyPresence, bytes)
  const uncommitted = commitments && findCommitmentProblem(challengeId, response, commitments)
  const traces = uncommitted === null ? [makeTraces(captureIn(response), challenge)] : []
  return { bytes, traces, uncommitted }
}

/** A body that names a genuine challenge, and the challenge whose strokes are looked for in it. */
type Genuine = { bytes: Bytes; challenge: Challenge }

/** A genuine answer, to be judged. */
type Question = Genuine & {
  recalled: Recalled[][]
  calibration: ActiveCalibration | null
  /** Null on a first visit. */
  enrolled: EnrolledMotion | null
  isLive: boolean
  refusesSimulation: boolean
}

/** An opened enrollment, in the form that the engine knows. */
export type EnrolledMotion = {
  signature: { vector: number[]; version: string }
  variance: number[]
  sample_count: number
  missing: number[]
  /** None in an enrollment that is older, or of landmarks or of a phone without a gyroscope. */
  statistics?: number[]
  /** None in an enrollment that is older, either. */
  windows?: EnrolledWindow[]
  reaction?: ReactionTimes
  /** None in an enrollment that is older than the comparison of strokes, or of landmarks. */
  strokes: StrokeTemplate | null
}

/** The last part of POST /api/verify: the samples against the challenge, the enrollment and the memory. */
export function scoreAnswer({
  bytes,
  recalled,
  challenge,
  calibration,
  enrolled,
  isLive,
  refusesSimulation,
}: Question): TaskResult<ScoredPresence> {
  const { response, signature, risk_level: riskLevel = 'medium' } = readAgain<typeof verifyPresence>(bytes)
  const bounded = isTooLong(responseCapture(response)) ? {} : response
  const [nearest = null] = nearestSimilarities(recalled)
  const simulated = refusesSimulation && isSimulated(responseCapture(bounded))
  const enrollmentState = enrolled === null ? ('none' as const) : ('ok' as const)
  const known = { simulated, isLive, enrollmentState, ...(nearest === null ? {} : { nearest }) }
  const options = { riskLevel, calibration, ...known }
  return { answer: scorePresence(enrolled, challenge, bounded, signature, options) }
}
