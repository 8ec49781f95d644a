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
import { type CaughtProblem, toTaskResult } from '../../platform/http/body.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import type { Trace } from '../memory/traces.ts'
import { type RejectionReason, rejectionWords } from './challenge.ts'

const ALIVE_FROM = 0.5

/** The round that a capture comes nearest to, of equals that in its own place. Rounds may come in any order, and one of them more often. */
export function nearestRound(rounds: readonly Challenge[], { imu = [] }: Capture, place: number): RoundScore {
  const scores = rounds.map((round) => ({ round, score: scoreChallenge(round, imu) }))
  const better = (best: RoundScore, one: RoundScore) => (one.score.value > best.score.value ? one : best)
  return scores.reduce(better, scores[place] ?? (scores[0] as RoundScore))
}

export type RoundScore = { round: Challenge; score: ChallengeScore }

/** What is enrolled: landmarks where every capture has them, otherwise the motion sensors. */
export type Compared = 'landmarks' | 'sensors'

export function signatureIn({ imu = [], frames = [] }: Capture, compared: Compared): MotionSignature {
  return motionSignature(compared === 'landmarks' ? { frames } : { imu })
}

type OneCapture = {
  capture: Capture
  compared: Compared
  signature: MotionSignature | undefined
  similarity: number
}

/** Why a capture is refused by itself, and in words for the person. */
type OwnProblem = { reason: 'insufficient_signal' | 'liveness_failed' | 'replay_detected'; words: string }

/** What is wrong with a capture by itself, whatever strokes were asked for; null where nothing is. */
export function findProblem({ capture, compared, signature, similarity }: OneCapture): OwnProblem | null {
  if (signature?.status !== 'ok') return describe('insufficient_signal', signature?.reason)
  const presence = presenceScore(capture)
  if (presence.status !== 'ok') return describe('insufficient_signal', presence.reason)
  const { overallVerdict } = threatReport(capture, { presence })
  if (presence.score < ALIVE_FROM || overallVerdict === 'likely_synthetic') return describe('liveness_failed')
  if (compared === 'landmarks' && !isSeenAlive(capture)) return describe('liveness_failed')
  return isReplay(similarity) ? describe('replay_detected') : null
}

export function describe(reason: OwnProblem['reason'], signal: string | null = null): OwnProblem {
  return { reason, words: explainRejection(reason, signal) }
}

/** Sensors that are alive say nothing about landmarks that were made up beside them. */
function isSeenAlive({ frames = [] }: Capture): boolean {
  return presenceScore({ frames }).score >= ALIVE_FROM
}

/** What a person can do who did not follow the strokes. */
export function mismatchWords({ reason }: ChallengeScore): string {
  const words = REJECTION_WORDS.challenge_mismatch
  if (reason === null) return words
  return reason.endsWith('.') ? `${words} ${reason}` : `${words} In the capture that came nearest, ${reason}.`
}

/** The capture in a response; nothing of one that no challenge asks for and that would keep a thread busy for seconds. */
export function captureIn(response: unknown): Capture {
  const capture = responseCapture(response)
  return isTooLong(capture) ? {} : capture
}

const MAX_SAMPLES = 6_000
const MAX_FRAMES = 1_800
/** The longest challenge takes 10 s. */
const MAX_SPAN_MS = 30_000

/** Whether a capture holds more than any challenge asks for. */
export function isTooLong(capture: Capture): boolean {
  const { imu = [], frames = [], camera = [] } = capture
  return (
    imu.length > MAX_SAMPLES ||
    Math.max(frames.length, camera.length) > MAX_FRAMES ||
    measureSpan(capture) > MAX_SPAN_MS
  )
}

/** What must be known of captures before they are read. */
export type MeasuredCaptures = {
  /** Of each capture. */
  spansMs: number[]
  /** The numbers of captures that are too long. */
  tooLong: number[]
  /** The numbers of captures that carry the mark of the testing kit. */
  marked: number[]
}

export function measureCaptures(captures: readonly unknown[]): MeasuredCaptures {
  const given = captures.map(responseCapture)
  const numbersOf = (is: (capture: Capture) => boolean) => [...given.keys()].filter((index) => is(given[index] ?? {}))
  return { spansMs: given.map(measureSpan), tooLong: numbersOf(isTooLong), marked: numbersOf(isMarked) }
}

/** Whether the motion is of the testing kit's people, as it says itself. What is too long is not read for it. */
export function isMarked(capture: Capture): boolean {
  return !isTooLong(capture) && isTestMotion(capture.imu ?? [])
}

/** From the first to the last time that the longest stream names, in ms. */
export function measureSpan({ imu = [], frames = [], camera = [] }: Capture): number {
  return Math.max(...[imu, frames, camera].map(spanOfTimes))
}

function spanOfTimes(stream: readonly { t: number }[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const sample of stream) {
    const t = sample?.t
    if (!Number.isFinite(t)) continue
    first = Math.min(first, t)
    last = Math.max(last, t)
  }
  return last > first ? last - first : 0
}

/** What is wrong with one capture of an enrollment, or with all of them together (null). */
export type CaptureProblem = { capture: number | null; reason: RejectionReason; words: string }

export const TOO_LONG_WORDS =
  'The capture is longer than 30 seconds, 6,000 samples or 1,800 frames. Send only the scan.'

/** Why captures are refused before anything of them is judged: they would keep a thread busy, or the testing kit made them. */
export function listUnacceptable(
  { tooLong, marked }: { tooLong: readonly number[]; marked: readonly number[] },
  { sandbox }: { sandbox: boolean },
): CaptureProblem[] {
  return [
    ...tooLong.map((capture) => ({ capture, reason: 'insufficient_signal' as const, words: TOO_LONG_WORDS })),
    ...(sandbox ? [] : marked).map((capture) => ({
      capture,
      reason: 'test_motion' as const,
      words: rejectionWords('test_motion'),
    })),
  ]
}

/** What a caller reads about refused captures: the first reason, and each capture with its own. */
export function describeRefusal(problems: readonly CaptureProblem[]): {
  detail: string
  errors: { pointer: string; message: string }[]
} {
  const errors = problems.map(({ capture, reason, words }) => ({
    pointer: capture === null ? '/captures' : `/captures/${capture}`,
    message: `${reason}: ${words}`,
  }))
  return { detail: errors[0]?.message ?? '', errors }
}

/** Captures that cannot be taken, each with its own reason. */
export function capturesRefused(problems: readonly CaptureProblem[]): RequestProblem {
  const { detail, errors } = describeRefusal(problems)
  return new RequestProblem('CHALLENGE_REFUSED', detail, { errors })
}

export type Bytes = Uint8Array<ArrayBuffer>

/** What the memory needs of each capture in a body; the bytes come back. */
export type TracedCaptures = { bytes: Bytes; traces: Trace[][] }

export function traceEach(bytes: Bytes, makeAll: () => Trace[][]): TaskResult<CaughtProblem<TracedCaptures>> {
  return { ...toTaskResult(() => ({ bytes, traces: makeAll() })), transfer: [bytes.buffer] }
}

const decoder = new TextDecoder()

/** The second part has held these bytes to the contract. */
export function readAgain<One extends typeof verifyPresence | typeof enrollPerson>(bytes: Bytes): BodyOf<One> {
  return JSON.parse(decoder.decode(bytes)) as BodyOf<One>
}
