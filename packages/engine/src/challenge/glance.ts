import { readImu } from '../streams/imu.ts'
import type { ImuSample } from '../types.ts'
import { seeSoFar } from './answer.ts'
import type { CommandedStroke } from './challenge.ts'
import { judgeStrokes, type StrokeOutcome } from './judge.ts'
import { CHALLENGE } from './parameters.ts'

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
