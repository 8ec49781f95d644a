import { type ImuSample, type ImuStream, insufficient, type Insufficient, readImu } from '../capture.ts'
import { type GestureChallenge, isMade, seeAnswer, type SeenAnswer, seeSoFar, seeStrokes } from './answer.ts'
import { type Challenge, type CommandedStroke, STROKES } from './challenge.ts'
import { CHALLENGE, type ChallengeParameters, type JudgedStroke, judgeStrokes, type StrokeOutcome } from './judge.ts'

export type ChallengeScore = {
  /** 1 only if the commanded strokes were performed in time; otherwise under 1, about 0 for an answer to another challenge. */
  value: number
  strokes: JudgedStroke[]
  status: 'ok' | 'insufficient'
  /** Why the value is under 1, in words. */
  reason: string | null
}

const MOST_UNCLEAR = 1
// What an answer that misses something can reach at most.
const MOST_PARTIAL = 0.9

/**
 * Judges from raw samples alone whether the commanded strokes were performed in time (EE-003). The challenge began at
 * `startMs` on the samples' clock, or else with the first sample. Returns a value of 1 only for all of them; never throws.
 *
 * @example
 * scoreChallenge(challenge, samples).value === 1
 */
export function scoreChallenge(
  challenge: Challenge | GestureChallenge,
  imu: readonly ImuSample[],
  startMs?: number,
): ChallengeScore {
  return judgeSeen(CHALLENGE, seeAnswer(challenge, readImu(imu), startMs))
}

/** The same of samples that were read and of strokes alone, also by other parameters, for those who learn and test them. */
export function judgeAnswer(
  parameters: ChallengeParameters,
  challenge: Challenge,
  imu: ImuStream,
  startMs?: number,
): ChallengeScore {
  return judgeSeen(parameters, seeStrokes(challenge, imu, startMs))
}

/** Judges what was seen of an answer. */
export function judgeSeen(parameters: ChallengeParameters, answer: SeenAnswer | Insufficient): ChallengeScore {
  if (answer.status !== 'ok') return toUnanswered(answer.reason)
  if ('pieces' in answer) return scoreGestures(answer)
  return scoreAnswer(judgeStrokes(answer.strokes, answer.seen, parameters))
}

function scoreGestures({ motion, start, pieces }: Extract<SeenAnswer, { pieces: unknown }>): ChallengeScore {
  const missed = pieces.filter((piece) => !isMade(motion, piece, start))
  const value = (MOST_PARTIAL * (pieces.length - missed.length)) / pieces.length
  if (missed.length === 0) return { value: 1, strokes: [], status: 'ok', reason: null }
  const names = missed.map(({ gesture }) => gesture).join(', ')
  return { value, strokes: [], status: 'ok', reason: `nothing moved in the time of ${names}` }
}

/** The score of an answer that cannot be judged. */
export function toUnanswered(reason: string): ChallengeScore {
  return { value: 0, strokes: [], ...insufficient(reason) }
}

function scoreAnswer(strokes: JudgedStroke[]): ChallengeScore {
  const clear = strokes.filter(({ outcome }) => outcome === 'clear').length
  const unclear = strokes.filter(({ outcome }) => outcome === 'unclear').length
  if (clear + unclear === STROKES && unclear <= MOST_UNCLEAR) return { value: 1, strokes, status: 'ok', reason: null }
  const wrong = strokes.filter(({ outcome }) => outcome === 'wrong').length
  // Wrong strokes count against right ones, so that guessing, which is mostly wrong, comes out at nothing.
  const value = (MOST_PARTIAL * Math.max(0, clear + unclear / 2 - wrong)) / STROKES
  return { value, strokes, status: 'ok', reason: failure(strokes) }
}

function failure(strokes: readonly JudgedStroke[]): string {
  const faults = strokes.flatMap(({ outcome, direction, explanation }, i) =>
    outcome === 'clear' ? [] : [`stroke ${i + 1} (${direction}) ${explanation}`],
  )
  return faults.join('; ')
}

/**
 * A first look at strokes while the answer is still being made, to show the person how it goes. It decides nothing: the whole answer
 * is judged by `scoreChallenge`, which knows how the phone was held throughout and may come to another outcome. The challenge began
 * at `startMs` on the samples' clock, or else with the first sample. Returns `missing` for all where nothing can be seen yet; never throws.
 *
 * @example
 * glanceStrokes(challenge.strokes.slice(0, 2), samples) // ['clear', 'missing']
 */
export function glanceStrokes(
  strokes: readonly CommandedStroke[],
  imu: readonly ImuSample[],
  startMs?: number,
): StrokeOutcome[] {
  const seen = seeSoFar(strokes, readImu(imu), startMs)
  return judgeStrokes(strokes, seen, CHALLENGE).map(({ outcome }) => outcome)
}
