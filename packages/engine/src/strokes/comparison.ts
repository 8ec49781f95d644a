import { dot } from '../kernel/vector.ts'
import { decodeStroke } from './digest.ts'
import type { StrokeMotion } from './motion.ts'
import { STROKES_LEARNED } from './parameters.ts'
import { MARGIN, strokeSeries } from './series.ts'

/** Each good for 1 % around it: copies that took from 0.8 to 1.25 times as long as their original. */
const SPEEDS: readonly number[] = Array.from({ length: 24 }, (_, i) => 0.79 + 0.02 * i)
const LAGS = 2 * MARGIN + 1
// A digest holds 1.1 s. Only the first 0.6 s are compared: what follows is the next stroke, another one in a copy that was cut out and slowed down.
const COMPARED = 30

/** Compares one stroke with remembered ones: the mean correlation of their series at the best speed and lag, up to 1. */
export type StrokeComparer = (digest: Uint8Array) => number

/** A stroke at one speed: its series, and for each of them the energy that a digest meets at each lag. */
type Played = { values: Float64Array[]; energies: Float64Array[] }

/** A stroke at all speeds, ready to be compared with many digests. */
export function strokeComparer(motion: StrokeMotion): StrokeComparer {
  const played: (Played | undefined)[] = SPEEDS.map(() => undefined)
  // Half of the speeds are looked at only beside the best of the others.
  const playAt = (s: number): Played => (played[s] ??= resampleAtSpeed(motion, SPEEDS[s]))
  return (digest) => {
    const stored = decodeStroke(digest)
    return stored === null ? 0 : Math.max(0, bestOverSpeeds(stored, playAt))
  }
}

/** Whether a similarity is one that a new stroke of the same person hardly ever reaches. */
export function isSameStroke(similarity: number): boolean {
  return similarity >= STROKES_LEARNED.threshold
}

function resampleAtSpeed(motion: StrokeMotion, speed: number): Played {
  const { values } = strokeSeries(motion, speed)
  return { values, energies: values.map(computeEnergies) }
}

function computeEnergies(x: Float64Array): Float64Array {
  const energies = new Float64Array(LAGS)
  for (let lag = 0; lag < LAGS; lag++) energies[lag] = dot(x, lag, x, lag, COMPARED)
  return energies
}

/** Every second speed first, then the neighbors of the best one. */
function bestOverSpeeds(stored: readonly Float64Array[], playAt: (s: number) => Played): number {
  const own = stored.map((x) => dot(x, 0, x, 0, COMPARED))
  let [best, at] = [-1, 0]
  for (let s = 0; s < SPEEDS.length; s += 2) {
    const correlation = bestOverLags(stored, own, playAt(s))
    if (correlation > best) [best, at] = [correlation, s]
  }
  const beside = [at - 1, at + 1].filter((s) => s >= 0 && s < SPEEDS.length)
  return Math.max(best, ...beside.map((s) => bestOverLags(stored, own, playAt(s))))
}

/** Series in which either stroke is still count as unlike. */
function bestOverLags(stored: readonly Float64Array[], own: readonly number[], { values, energies }: Played): number {
  const shared = Math.min(stored.length, values.length)
  let best = -1
  for (let lag = 0; lag < LAGS; lag++) {
    let total = 0
    for (let k = 0; k < shared; k++) {
      const squares = own[k] * energies[k][lag]
      if (squares > 0) total += dot(stored[k], 0, values[k], lag, COMPARED) / Math.sqrt(squares)
    }
    best = Math.max(best, total / shared)
  }
  return best
}
