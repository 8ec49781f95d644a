import { insufficient } from '../insufficient.ts'
import { isFiniteNumber } from '../members.ts'
import { type ImuStream, readImu } from '../streams/imu.ts'
import { type EvenMotion, evenMotion } from '../timeline.ts'
import type { ImuSample } from '../types.ts'
import { type Challenge, challengeProblem, type Direction, STROKES } from './challenge.ts'
import { levelMotion } from './frame.ts'
import { type JudgedStroke, judgeStrokes } from './judge.ts'
import { CHALLENGE, type ChallengeParameters } from './parameters.ts'
import { type SeenStroke, findStroke } from './seen.ts'

export type ChallengeScore = {
  /** 1 only if the commanded strokes were performed in time; otherwise under 1, about 0 for an answer to another challenge. */
  value: number
  strokes: JudgedStroke[]
  status: 'ok' | 'insufficient'
  /** Why the value is under 1, in words. */
  reason: string | null
}

const MIN_MS = 3000
// What is looked at around a cue: from rest or the stroke before to the end of the slowest answer.
const BEFORE_CUE_MS = 1000
const AFTER_CUE_MS = 2000
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
export function scoreChallenge(challenge: Challenge, imu: readonly ImuSample[], startMs?: number): ChallengeScore {
  return judgeAnswer(CHALLENGE, challenge, readImu(imu), startMs)
}

/** The same of samples that were read, also by other parameters, for those who learn and test them. */
export function judgeAnswer(
  parameters: ChallengeParameters,
  challenge: Challenge,
  imu: ImuStream,
  startMs?: number,
): ChallengeScore {
  const problem = challengeProblem(challenge)
  if (problem !== null) return toUnanswered(problem)
  const motion = evenMotion(imu, MIN_MS)
  if (motion.status !== 'ok') return toUnanswered(motion.reason)
  if (!motion.hasGravity) return toUnanswered('acceleration without gravity does not tell which way is up')
  const seen = findStrokes(challenge, motion, findStart(imu, startMs))
  return scoreAnswer(judgeStrokes(challenge.strokes, seen, parameters))
}

/** When the challenge began on the samples' clock: at the time given, or else with the first sample. */
function findStart({ firstMs }: ImuStream, startMs?: number): number {
  return isFiniteNumber(startMs) ? startMs : (firstMs ?? 0)
}

/** What is seen after each cue of the challenge. */
function findStrokes({ strokes }: Challenge, motion: EvenMotion, start: number): (SeenStroke | null)[] {
  return strokes.map(({ atMs }) => strokeAfter(motion, start + atMs))
}

/** A stroke that answers a cue, and when the hand set out on the samples' clock. */
type AnsweredStroke = { direction: Direction; onsetMs: number }

/** The strokes that answer a cue and the motion they are in; null where the challenge or the motion cannot be judged. */
export function findAnswers(
  challenge: Challenge,
  imu: ImuStream,
  startMs?: number,
): { motion: EvenMotion; answers: AnsweredStroke[] } | null {
  if (challengeProblem(challenge) !== null) return null
  const motion = evenMotion(imu, MIN_MS)
  if (motion.status !== 'ok' || !motion.hasGravity) return null
  const start = findStart(imu, startMs)
  const answers = findStrokes(challenge, motion, start).flatMap((seen, i) => {
    const { direction, atMs } = challenge.strokes[i]
    return seen === null ? [] : [{ direction, onsetMs: start + atMs + seen.onsetMs }]
  })
  return { motion, answers }
}

function strokeAfter(motion: EvenMotion, cueMs: number): SeenStroke | null {
  const held = levelMotion(motion, cueMs - BEFORE_CUE_MS, cueMs + AFTER_CUE_MS)
  return held && findStroke(held, cueMs)
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
