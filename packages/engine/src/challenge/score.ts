import { type ImuSample, type ImuStream, createInsufficient, type Insufficient, readImu } from '../capture.ts'
import {
  type GestureChallenge,
  isMade,
  detectAnswer,
  type DetectedAnswer,
  detectStrokesSoFar,
  detectStrokes,
} from './answer.ts'
import { type Challenge, type CommandedStroke, STROKES } from './challenge.ts'
import { CHALLENGE, type ChallengeParameters, type JudgedStroke, judgeStrokes, type StrokeOutcome } from './judge.ts'

export type ChallengeScore = {
  /** 1 only if the commanded strokes were made in time; otherwise less, about 0 for an answer to another challenge. */
  value: number
  strokes: JudgedStroke[]
  status: 'ok' | 'insufficient'
  /** Why the value is less than 1, or null. */
  reason: string | null
}

const MOST_UNCLEAR = 1
// Upper limit for an answer that misses something.
const MOST_PARTIAL = 0.9

/**
 * Judges from raw samples alone whether the commanded strokes were made in time (EE-003). The challenge began at
 * `startMs` on the samples' clock, or by default with the first sample. Returns a value of 1 only if all were. Never
 * throws.
 *
 * @example
 * scoreChallenge(challenge, samples).value === 1
 */
export function scoreChallenge(
  challenge: Challenge | GestureChallenge,
  imu: readonly ImuSample[],
  startMs?: number,
): ChallengeScore {
  return judgeSeen(CHALLENGE, detectAnswer(challenge, readImu(imu), startMs))
}

/** Judges samples that have been read, for strokes alone and with given parameters. For training and tests. */
export function judgeAnswer(
  parameters: ChallengeParameters,
  challenge: Challenge,
  imu: ImuStream,
  startMs?: number,
): ChallengeScore {
  return judgeSeen(parameters, detectStrokes(challenge, imu, startMs))
}

/** Judges the movements detected in an answer. */
export function judgeSeen(parameters: ChallengeParameters, answer: DetectedAnswer | Insufficient): ChallengeScore {
  if (answer.status !== 'ok') return toUnanswered(answer.reason)
  if ('pieces' in answer) return scoreGestures(answer)
  return scoreAnswer(judgeStrokes(answer.strokes, answer.seen, parameters))
}

function scoreGestures({ motion, start, pieces }: Extract<DetectedAnswer, { pieces: unknown }>): ChallengeScore {
  const missed = pieces.filter((piece) => !isMade(motion, piece, start))
  const value = (MOST_PARTIAL * (pieces.length - missed.length)) / pieces.length
  if (missed.length === 0) return { value: 1, strokes: [], status: 'ok', reason: null }
  const names = missed.map(({ gesture }) => gesture).join(', ')
  return { value, strokes: [], status: 'ok', reason: `nothing moved in the time of ${names}` }
}

/** Returns the score of an answer that cannot be judged. */
export function toUnanswered(reason: string): ChallengeScore {
  return { value: 0, strokes: [], ...createInsufficient(reason) }
}

function scoreAnswer(strokes: JudgedStroke[]): ChallengeScore {
  const clear = strokes.filter(({ outcome }) => outcome === 'clear').length
  const unclear = strokes.filter(({ outcome }) => outcome === 'unclear').length
  if (clear + unclear === STROKES && unclear <= MOST_UNCLEAR) return { value: 1, strokes, status: 'ok', reason: null }
  const wrong = strokes.filter(({ outcome }) => outcome === 'wrong').length
  // Wrong strokes count against right ones, so guessing, which is mostly wrong, scores about zero.
  const value = (MOST_PARTIAL * Math.max(0, clear + unclear / 2 - wrong)) / STROKES
  return { value, strokes, status: 'ok', reason: explainFaults(strokes) }
}

function explainFaults(strokes: readonly JudgedStroke[]): string {
  const faults = strokes.flatMap(({ outcome, direction, explanation }, i) =>
    outcome === 'clear' ? [] : [`stroke ${i + 1} (${direction}) ${explanation}`],
  )
  return faults.join('; ')
}

/**
 * Takes a first look at the strokes of an unfinished answer, to give the person feedback. It decides nothing:
 * `scoreChallenge` judges the whole answer, knows how the phone was held throughout, and may reach other outcomes. The
 * challenge began at `startMs` on the samples' clock, or by default with the first sample. Returns `missing` for each
 * stroke that isn't visible yet. Never throws.
 *
 * @example
 * glanceStrokes(challenge.strokes.slice(0, 2), samples) // ['clear', 'missing']
 */
export function glanceStrokes(
  strokes: readonly CommandedStroke[],
  imu: readonly ImuSample[],
  startMs?: number,
): StrokeOutcome[] {
  const seen = detectStrokesSoFar(strokes, readImu(imu), startMs)
  return judgeStrokes(strokes, seen, CHALLENGE).map(({ outcome }) => outcome)
}
