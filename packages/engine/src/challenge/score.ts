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
 * Judges from raw samples whether the commanded strokes of a challenge were made in time (evidence EE-003). Returns the
 * value 1 only if they were; otherwise `reason` says why not. The challenge began at `startMs` on the samples' clock
 * (default: the first sample). Never throws.
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

/**
 * Scores the answer to a challenge of strokes like `scoreChallenge`, but with given parameters and from samples that
 * have been read. For training, tests and a part of a capture.
 */
export function judgeAnswer(
  parameters: ChallengeParameters,
  challenge: Challenge,
  imu: ImuStream,
  startMs?: number,
): ChallengeScore {
  return judgeSeen(parameters, detectStrokes(challenge, imu, startMs))
}

/**
 * Scores the movements that `detectAnswer` found in an answer to a challenge: 1 if all commanded movements were made in
 * time. If `answer` is insufficient, returns the value 0 with its reason.
 */
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

/** Returns the score of an answer that cannot be judged: value 0, status 'insufficient' and the given reason. */
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
 * Returns a preliminary outcome for each of the given strokes while the answer is still being recorded, to give the
 * person feedback; `missing` for a stroke that isn't visible yet. It decides nothing: `scoreChallenge` judges the whole
 * answer and may reach other outcomes. The challenge began at `startMs` on the samples' clock (default: the first
 * sample). Never throws.
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
