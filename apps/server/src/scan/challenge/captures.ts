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

/** Finds the round that a capture follows best; of equals, that in its own place. Rounds may come in any order, and repeatedly. */
export function findNearestRound(rounds: readonly Challenge[], { imu = [] }: Capture, place: number): RoundScore {
  const scores = rounds.map((round) => ({ round, score: scoreChallenge(round, imu) }))
  const better = (best: RoundScore, one: RoundScore) => (one.score.value > best.score.value ? one : best)
  return scores.reduce(better, scores[place] ?? (scores[0] as RoundScore))
}

export type RoundScore = { round: Challenge; score: ChallengeScore }

/** The streams that are compared: landmarks if every capture has them, otherwise the motion sensors. */
export type ComparedStreams = 'landmarks' | 'sensors'

export function computeSignature({ imu = [], frames = [] }: Capture, compared: ComparedStreams): MotionSignature {
  return motionSignature(compared === 'landmarks' ? { frames } : { imu })
}

type OneCapture = {
  capture: Capture
  compared: ComparedStreams
  signature: MotionSignature | undefined
  similarity: number
}

/** Why a capture is refused by itself; `words` are for the person. */
type OwnProblem = { reason: 'insufficient_signal' | 'liveness_failed' | 'replay_detected'; words: string }

/** Finds the problem of a capture by itself, without looking at its strokes; null if there is none. */
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

export function describeCaptureProblem(reason: OwnProblem['reason'], signal: string | null = null): OwnProblem {
  return { reason, words: explainRejection(reason, signal) }
}

/** Live sensors prove nothing about landmarks, which may be invented beside them. */
function isSeenAlive({ frames = [] }: Capture): boolean {
  return presenceScore({ frames }).score >= ALIVE_FROM
}

/** Explains what a person can do who didn't follow the strokes. */
export function explainMismatch({ reason }: ChallengeScore): string {
  const words = REJECTION_WORDS.challenge_mismatch
  if (reason === null) return words
  return reason.endsWith('.') ? `${words} ${reason}` : `${words} In the capture that came nearest, ${reason}.`
}

/** Reads the capture of a response. One that is too long would keep a thread busy for seconds, so it counts as empty. */
export function readCapture(response: unknown): Capture {
  const capture = responseCapture(response)
  return isCaptureTooLong(capture) ? {} : capture
}

const MAX_SAMPLES = 6_000
const MAX_FRAMES = 1_800
/** The longest challenge takes 10 s. */
const MAX_SPAN_MS = 30_000

/** Returns whether a capture is longer than any challenge needs. */
export function isCaptureTooLong(capture: Capture): boolean {
  const { imu = [], frames = [], camera = [] } = capture
  return (
    imu.length > MAX_SAMPLES ||
    Math.max(frames.length, camera.length) > MAX_FRAMES ||
    measureSpan(capture) > MAX_SPAN_MS
  )
}

/** What the event loop needs of captures before they are processed. */
export type MeasuredCaptures = {
  /** The span of each capture. */
  spansMs: number[]
  /** Indexes of captures that are too long. */
  tooLong: number[]
  /** Indexes of captures with the mark of the testing kit. */
  marked: number[]
}

export function measureCaptures(captures: readonly unknown[]): MeasuredCaptures {
  const given = captures.map(responseCapture)
  const numbersOf = (is: (capture: Capture) => boolean) => [...given.keys()].filter((index) => is(given[index] ?? {}))
  return { spansMs: given.map(measureSpan), tooLong: numbersOf(isCaptureTooLong), marked: numbersOf(isTestCapture) }
}

/** Returns whether the motion has the mark of the testing kit. Captures that are too long aren't read for it. */
export function isTestCapture(capture: Capture): boolean {
  return !isCaptureTooLong(capture) && isTestMotion(capture.imu ?? [])
}

/** Measures the time from the first to the last sample of the longest stream, in ms. */
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

/** The problem of one capture of an enrollment, or of all of them together (null). */
export type CaptureProblem = { capture: number | null; reason: RejectionReason; words: string }

export const TOO_LONG_WORDS =
  'The capture is longer than 30 seconds, 6,000 samples or 1,800 frames. Send only the scan.'

/** Lists captures that are refused before they are judged: too long for a thread, or made by the testing kit. */
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

/** Describes refused captures: the first reason, and the reason of each capture. */
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

/** Refuses captures, each with its own reason. */
export function refuseCaptures(problems: readonly CaptureProblem[]): RequestProblem {
  const { detail, errors } = describeCaptureProblems(problems)
  return new RequestProblem('CHALLENGE_REFUSED', detail, { errors })
}

export type Bytes = Uint8Array<ArrayBuffer>

/** Traces of each capture in a body; the bytes come back for the next task. */
export type TracedCaptures = { bytes: Bytes; traces: Trace[][] }

const decoder = new TextDecoder()

/** Parses a body once more, which an earlier task has checked against the contract. */
export function parseCheckedBody<One extends typeof verifyPresence | typeof enrollPerson>(bytes: Bytes): BodyOf<One> {
  return JSON.parse(decoder.decode(bytes)) as BodyOf<One>
}
