import { type BodyOf, enrollPerson, verifyPresence } from '@stillhere/contract'
import {
  type Capture,
  type Challenge,
  type ChallengeScore,
  explainRejection,
  isReplay,
  type MotionSignature,
  motionSignature,
  presenceScore,
  REJECTION_WORDS,
  responseCapture,
  scoreChallenge,
  threatReport,
} from '@stillhere/engine'
import { isTestMotion } from '@stillhere/engine/synthetic'
import { RequestProblem } from '../../platform/problem.ts'
import type { Trace } from '../memory/traces.ts'
import { type RejectionReason, explainReason } from './challenge.ts'

const ALIVE_FROM = 0.5

/**
 * Finds the round whose strokes the sensor samples of a capture follow best, and returns it with its score. `place` is the index of the capture
 * among those of the answer: if several rounds have the best score, the round with this index wins, otherwise the first. Rounds may be answered in
 * any order, and repeatedly.
 */
export function findNearestRound(rounds: readonly Challenge[], { imu = [] }: Capture, place: number): RoundScore {
  const scores = rounds.map((round) => ({ round, score: scoreChallenge(round, imu) }))
  const better = (best: RoundScore, one: RoundScore) => (one.score.value > best.score.value ? one : best)
  return scores.reduce(better, scores[place] ?? (scores[0] as RoundScore))
}

export type RoundScore = { round: Challenge; score: ChallengeScore }

/** The stream from which motion signatures are computed: landmarks if every capture has them, otherwise the motion sensors. */
export type ComparedStreams = 'landmarks' | 'sensors'

/** Computes the motion signature of one stream of a capture: of its landmarks or of its sensor samples, as `compared` says. */
export function computeSignature({ imu = [], frames = [] }: Capture, compared: ComparedStreams): MotionSignature {
  return motionSignature(compared === 'landmarks' ? { frames } : { imu })
}

type OneCapture = {
  capture: Capture
  compared: ComparedStreams
  signature: MotionSignature | undefined
  similarity: number
}

/** A reason to refuse a capture regardless of its strokes and of other captures; `words` is the sentence for the person. */
type OwnProblem = { reason: 'insufficient_signal' | 'liveness_failed' | 'replay_detected'; words: string }

/**
 * Checks a capture by itself: that it has enough signal, comes from a living person and isn't a replay. Its strokes are not checked. Returns the
 * first problem, or null. `similarity` (0 to 1) is that to the most similar earlier capture.
 */
export function checkCapture({ capture, compared, signature, similarity }: OneCapture): OwnProblem | null {
  if (signature?.status !== 'ok') return describeCaptureProblem('insufficient_signal', signature?.reason)
  const presence = presenceScore(capture)
  if (presence.status !== 'ok') return describeCaptureProblem('insufficient_signal', presence.reason)
  const { overallVerdict } = threatReport(capture, { presence })
  if (presence.score < ALIVE_FROM || overallVerdict === 'likely_synthetic')
    return describeCaptureProblem('liveness_failed')
  if (compared === 'landmarks' && !isSeenAlive(capture)) return describeCaptureProblem('liveness_failed')
  return isReplay(similarity) ? describeCaptureProblem('replay_detected') : null
}

/** Creates the problem of a capture with the sentence for the person. `signal` is the engine's reason why the signal is insufficient. */
export function describeCaptureProblem(reason: OwnProblem['reason'], signal: string | null = null): OwnProblem {
  return { reason, words: explainRejection(reason, signal) }
}

/** Returns whether the landmarks alone look alive. Sensor samples prove nothing about landmarks, which could be invented and sent with them. */
function isSeenAlive({ frames = [] }: Capture): boolean {
  return presenceScore({ frames }).score >= ALIVE_FROM
}

/** Returns the sentence that tells a person why the capture doesn't follow its strokes, with the detail that the engine found, if any. */
export function explainMismatch({ reason }: ChallengeScore): string {
  const words = REJECTION_WORDS.challenge_mismatch
  if (reason === null) return words
  return reason.endsWith('.') ? `${words} ${reason}` : `${words} In the capture that came nearest, ${reason}.`
}

/** Reads the capture from a response. Returns an empty capture if it is too long, since processing it would block a thread for seconds. */
export function readCapture(response: unknown): Capture {
  const capture = responseCapture(response)
  return isCaptureTooLong(capture) ? {} : capture
}

const MAX_SAMPLES = 6_000
const MAX_FRAMES = 1_800
/** Three times as long as the longest challenge. */
const MAX_SPAN_MS = 30_000

/** Returns whether a capture has more than 30 seconds, 6,000 sensor samples, or 1,800 landmark or camera frames. No challenge needs as much. */
export function isCaptureTooLong(capture: Capture): boolean {
  const { imu = [], frames = [], camera = [] } = capture
  return (
    imu.length > MAX_SAMPLES ||
    Math.max(frames.length, camera.length) > MAX_FRAMES ||
    measureSpan(capture) > MAX_SPAN_MS
  )
}

/** Measurements of captures that are needed before any capture is processed. */
export type MeasuredCaptures = {
  /** Length of each capture. */
  spansMs: number[]
  /** Indexes of captures that are too long. */
  tooLong: number[]
  /** Indexes of captures with the mark of the testing kit. */
  marked: number[]
}

/** Measures captures without judging them: the length of each, which are too long, and which were made by the testing kit. */
export function measureCaptures(captures: readonly unknown[]): MeasuredCaptures {
  const given = captures.map(responseCapture)
  const numbersOf = (is: (capture: Capture) => boolean) => [...given.keys()].filter((index) => is(given[index] ?? {}))
  return { spansMs: given.map(measureSpan), tooLong: numbersOf(isCaptureTooLong), marked: numbersOf(isTestCapture) }
}

/** Returns whether the testing kit made the motion, recognized by the mark in its sensor samples. Returns false for a capture that is too long. */
export function isTestCapture(capture: Capture): boolean {
  return !isCaptureTooLong(capture) && isTestMotion(capture.imu ?? [])
}

/**
 * Measures the length of a capture in ms: from the earliest to the latest sample of its longest stream. Samples without a finite time are skipped;
 * without samples the length is 0.
 */
export function measureSpan({ imu = [], frames = [], camera = [] }: Capture): number {
  const spans = [imu, frames, camera].map((stream: readonly { t: number }[]) => {
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const sample of stream) {
      const t = sample?.t
      if (!Number.isFinite(t)) continue
      first = Math.min(first, t)
      last = Math.max(last, t)
    }
    return last > first ? last - first : 0
  })
  return Math.max(...spans)
}

/** The problem of one capture of an enrollment, by index; `capture` is null if the problem concerns all captures together. */
export type CaptureProblem = { capture: number | null; reason: RejectionReason; words: string }

export const TOO_LONG_WORDS =
  'The capture is longer than 30 seconds, 6,000 samples or 1,800 frames. Send only the scan.'

/**
 * Lists the captures that are refused without judging them: those that are too long and, outside a sandbox, those made by the testing kit.
 * `tooLong` and `marked` are the indexes from measureCaptures.
 */
export function listUnacceptableCaptures(
  { tooLong, marked }: { tooLong: readonly number[]; marked: readonly number[] },
  { sandbox }: { sandbox: boolean },
): CaptureProblem[] {
  return [
    ...tooLong.map((capture) => ({ capture, reason: 'insufficient_signal' as const, words: TOO_LONG_WORDS })),
    ...(sandbox ? [] : marked).map((capture) => ({
      capture,
      reason: 'test_motion' as const,
      words: explainReason('test_motion'),
    })),
  ]
}

/** Describes refused captures for a response: the first problem as `detail`, and each problem with a pointer to its capture as `errors`. */
export function describeCaptureProblems(problems: readonly CaptureProblem[]): {
  detail: string
  errors: { pointer: string; message: string }[]
} {
  const errors = problems.map(({ capture, reason, words }) => ({
    pointer: capture === null ? '/captures' : `/captures/${capture}`,
    message: `${reason}: ${words}`,
  }))
  return { detail: errors[0]?.message ?? '', errors }
}

/** Returns the problem CHALLENGE_REFUSED with the reason of each refused capture. */
export function refuseCaptures(problems: readonly CaptureProblem[]): RequestProblem {
  const { detail, errors } = describeCaptureProblems(problems)
  return new RequestProblem('CHALLENGE_REFUSED', detail, { errors })
}

export type Bytes = Uint8Array<ArrayBuffer>

/** Traces of each capture in a body. The bytes of the body are returned for the next task. */
export type TracedCaptures = { bytes: Bytes; traces: Trace[][] }

const decoder = new TextDecoder()

/** Parses the JSON of a body that an earlier task has checked against the contract. Does not check it again. */
export function parseCheckedBody<One extends typeof verifyPresence | typeof enrollPerson>(bytes: Bytes): BodyOf<One> {
  return JSON.parse(decoder.decode(bytes)) as BodyOf<One>
}
