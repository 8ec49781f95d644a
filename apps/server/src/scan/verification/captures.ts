import {
  type Capture,
  type Challenge,
  type ChallengeScore,
  cutStrokes,
  enroll,
  enrollReactions,
  enrollStrokes,
  explainRejection,
  isReplay,
  matchScore,
  type MotionSignature,
  motionSignature,
  presenceScore,
  type ReactionTimes,
  REJECTION_WORDS,
  responseCapture,
  scoreChallenge,
  strokeSignature,
  type StrokeTemplate,
  threatReport,
} from '@stillhere/engine'
import { isSimulated } from '@stillhere/engine/simulation'
import { isTestMotion } from '@stillhere/engine/synthetic'
import type { CaptureProblem } from './rules.ts'

/** What was learned of a person: of their motion as a whole, and of each stroke, unless landmarks are enrolled. */
export type Learned = {
  template: ReturnType<typeof enroll>
  strokes: StrokeTemplate | null
  /** How quickly cues were answered; as strokes. */
  reaction: ReactionTimes | null
}

/** What came of the captures of an enrollment. */
export type Judgment = Learned | { problems: CaptureProblem[] }

const ALIVE_FROM = 0.5
/**
 * A thousand to one against one person. Three captures of one phone in one place fell below it in 0 to 0.4 of 100 trials with
 * real recordings, two captures of one person and one of another in 12 to 66. It is no proof, only a stop to carelessness.
 */
const CONSISTENT_FROM = 0.001

/** Judges each capture by itself, then whether one follows the strokes, then whether they can be of one person. */
export function judgeCaptures(
  captures: readonly Capture[],
  rounds: readonly Challenge[],
  { similarities, refusesSimulation }: { similarities: readonly number[]; refusesSimulation: boolean },
): Judgment {
  const compared: Compared = captures.every(({ frames }) => frames !== undefined) ? 'landmarks' : 'sensors'
  const signatures = captures.map((capture) => signatureIn(capture, compared))
  const single = captures.flatMap((capture, index) => {
    const judged = { capture, compared, signature: signatures[index], similarity: similarities[index] ?? 0 }
    const problem =
      findProblem(judged) ?? (refusesSimulation && isSimulated(capture) ? describe('liveness_failed') : null)
    return problem === null ? [] : [{ capture: index, ...problem }]
  })
  if (single.length > 0) return { problems: single }
  const answers = captures.map((capture, place) => ({ capture, ...nearestRound(rounds, capture, place) }))
  const together = findUnanswered(answers) ?? unlike(signatures)
  if (together) return { problems: [together] }
  const template = enroll(signatures)
  if (compared === 'landmarks') return { template, strokes: null, reaction: null }
  const followed = answers.filter(({ score }) => score.value === 1)
  const reaction = enrollReactions(followed.flatMap(({ score }) => score.strokes))
  return { template, strokes: learnStrokes(followed), reaction }
}

/** The round that a capture comes nearest to, of equals that in its own place. Rounds may come in any order, and one of them more often. */
export function nearestRound(rounds: readonly Challenge[], { imu = [] }: Capture, place: number): RoundScore {
  const scores = rounds.map((round) => ({ round, score: scoreChallenge(round, imu) }))
  const better = (best: RoundScore, one: RoundScore) => (one.score.value > best.score.value ? one : best)
  return scores.reduce(better, scores[place] ?? (scores[0] as RoundScore))
}

type RoundScore = { round: Challenge; score: ChallengeScore }
/** A capture, and how well it follows the round that it comes nearest to. */
type Answer = RoundScore & { capture: Capture }

/** Only strokes that were made as asked: any other would be enrolled under a wrong name. */
function learnStrokes(followed: readonly Answer[]): StrokeTemplate | null {
  const strokes = followed.flatMap(({ capture, round }) => cutStrokes(round, capture.imu ?? []))
  const template = enrollStrokes(strokes.map(strokeSignature))
  return template.gestures.length > 0 ? template : null
}

/** What is enrolled: landmarks where every capture has them, otherwise the motion sensors. */
type Compared = 'landmarks' | 'sensors'

function signatureIn({ imu = [], frames = [] }: Capture, compared: Compared): MotionSignature {
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

function describe(reason: OwnProblem['reason'], signal: string | null = null): OwnProblem {
  return { reason, words: explainRejection(reason, signal) }
}

/** Sensors that are alive say nothing about landmarks that were made up beside them. */
function isSeenAlive({ frames = [] }: Capture): boolean {
  return presenceScore({ frames }).score >= ALIVE_FROM
}

function findUnanswered(answers: readonly Answer[]): CaptureProblem | null {
  const scores = answers.map(({ score }) => score)
  if (scores.some(({ value }) => value === 1)) return null
  const nearest = scores.reduce((best, score) => (score.value > best.value ? score : best))
  return { capture: null, reason: 'challenge_mismatch', words: mismatchWords(nearest) }
}

/** What a person can do who did not follow the strokes. */
export function mismatchWords({ reason }: ChallengeScore): string {
  const words = REJECTION_WORDS.challenge_mismatch
  if (reason === null) return words
  return reason.endsWith('.') ? `${words} ${reason}` : `${words} In the capture that came nearest, ${reason}.`
}

/** The capture that resembles the others least, if it resembles them too little. */
function unlike(signatures: readonly MotionSignature[]): CaptureProblem | null {
  if (signatures.length < 2) return null
  const scores = signatures.map((signature, i) => matchScore(enroll(signatures.filter((_, j) => j !== i)), signature))
  const least = Math.min(...scores)
  if (least >= CONSISTENT_FROM) return null
  const words = 'This capture does not resemble the others. All captures must be of one person, doing the same.'
  return { capture: scores.indexOf(least), reason: 'motion_signature_mismatch', words }
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
