import { type BodyOf, type Enrollment, enrollPerson, verifyPresence } from '@stillhere/contract'
import {
  type ActiveCalibration,
  type Capture,
  type Challenge,
  type EnrolledWindow,
  type ReactionTimes,
  type RiskLevel,
  responseCapture,
  type ScoredPresence,
  type StrokeTemplate,
  scorePresence,
} from '@stillhere/engine'
import { isSimulated } from '@stillhere/engine/simulation'
import { type CaughtProblem, toTaskResult, readBody, readBodyLeniently } from '../../platform/http/body.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import {
  captureIn,
  isMarked,
  isTooLong,
  judgeCaptures,
  type Judgment,
  measureCaptures,
  type MeasuredCaptures,
  measureSpan,
  nearestRound,
} from './captures.ts'
import { type ReadEnrollment, readEnrollment } from './enrollment.ts'
import { type Commitments, findCommitmentProblem } from './live.ts'
import { nearestSimilarities, type Recalled } from './memory.ts'
import { type Trace, makeTraces } from './traces.ts'

type Bytes = Uint8Array<ArrayBuffer>

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

/** What the memory needs of each capture in a body; the bytes come back. */
type TracedCaptures = { bytes: Bytes; traces: Trace[][] }

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

function traceEach(bytes: Bytes, makeAll: () => Trace[][]): TaskResult<CaughtProblem<TracedCaptures>> {
  return { ...toTaskResult(() => ({ bytes, traces: makeAll() })), transfer: [bytes.buffer] }
}

/** A genuine answer, to be judged. */
export type Question = Genuine & {
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

/** A body of POST /api/enroll as far as the event loop must know it. */
export type EnrollmentBody = MeasuredCaptures & {
  bytes: Bytes
  challenge: { token: string; id: string }
  email: string | undefined
  deviceInfo: Enrollment['device_info']
}

/** The first part of POST /api/enroll: skims the body. */
export function readEnrollmentBody(bytes: Bytes): TaskResult<CaughtProblem<EnrollmentBody>> {
  return { ...toTaskResult(() => summarizeEnrollment(bytes)), transfer: [bytes.buffer] }
}

function summarizeEnrollment(bytes: Bytes): EnrollmentBody {
  const { challenge, captures, email, device_info: device } = readBodyLeniently(enrollPerson, bytes)
  return {
    bytes,
    challenge: { token: challenge.challenge_token, id: challenge.challenge_id },
    email,
    deviceInfo: device ? toDevice(device) : null,
    ...measureCaptures(captures),
  }
}

function toDevice({ os, browser, model }: NonNullable<Enrollment['device_info']>): Enrollment['device_info'] {
  return {
    ...(os === undefined ? {} : { os }),
    ...(browser === undefined ? {} : { browser }),
    ...(model === undefined ? {} : { model }),
  }
}

/** A body that names a genuine challenge to enroll, and its rounds. */
type Enrolling = { bytes: Bytes; rounds: Challenge[] }

/** The same, to be judged. */
type EnrollmentQuestion = Enrolling & { recalled: Recalled[][]; refusesSimulation: boolean }

/** The second part of POST /api/enroll, for a genuine challenge only. */
export function traceEnrollment({ bytes, rounds }: Enrolling): TaskResult<CaughtProblem<TracedCaptures>> {
  const trace = (capture: Capture, place: number) => makeTraces(capture, nearestRound(rounds, capture, place).round)
  return traceEach(bytes, () => readBody(enrollPerson, bytes).captures.map(captureIn).map(trace))
}

/** The last part of POST /api/enroll: a template, or what is wrong with which capture. */
export function judgeEnrollment({
  bytes,
  rounds,
  recalled,
  refusesSimulation,
}: EnrollmentQuestion): TaskResult<Judgment> {
  const captures = readAgain<typeof enrollPerson>(bytes).captures.map(captureIn)
  const similarities = nearestSimilarities(recalled).map((similarity) => similarity ?? 0)
  return { answer: judgeCaptures(captures, rounds, { similarities, refusesSimulation }) }
}

const decoder = new TextDecoder()

/** The second part has held these bytes to the contract. */
function readAgain<One extends typeof verifyPresence | typeof enrollPerson>(bytes: Bytes): BodyOf<One> {
  return JSON.parse(decoder.decode(bytes)) as BodyOf<One>
}
