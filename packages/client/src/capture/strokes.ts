import { type Challenge, strokeWords } from '@stillhere/engine'
import type { StrokeProgress } from './progress.ts'

// Long enough to read the arrow, short enough not to start early: a stroke counts from 150 ms after its cue.
const COMING_MS = 700
// A stroke begins up to 900 ms after its cue; until then no other arrow takes its place.
const ALONE_MS = 950
const NOW_MS = 1100

/** The stroke to show this long after the start of the challenge; null before the first one comes. `of` are asked for in all. */
export function strokeAt(
  { strokes }: Pick<Challenge, 'strokes'>,
  elapsedMs: number,
  of: number = strokes.length,
): StrokeProgress | null {
  const index = strokes.findLastIndex(({ atMs }, i) => {
    const alone = i === 0 ? 0 : (strokes[i - 1]?.atMs ?? 0) + ALONE_MS
    return elapsedMs >= Math.max(atMs - COMING_MS, alone)
  })
  const stroke = strokes[index]
  if (stroke === undefined) return null
  const { direction, atMs } = stroke
  const state = elapsedMs < atMs ? 'coming' : elapsedMs < atMs + NOW_MS ? 'now' : 'over'
  return { index, of, direction, words: strokeWords(direction), state }
}
