import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { computeMean, computeVariance, selectQuantile } from './presence-statistics.ts'
import { correlation } from './vector.ts'

// A recording that was re-timed and interpolated loses its highest frequencies wherever a new sample falls between two old
// ones, on every channel at the same moment (Gallagher 2005 on interpolation in pictures). Sensors do not do that.

export const INTERPOLATION_FEATURES: i32 = 9

const PIECE: i32 = 20
const HOP: i32 = 5

/** Level and ups and downs of log(power near 25 Hz / power near 12.5 Hz), of both sensors and in common. */
export function interpolationFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const pieces: i32 = Math.floor(((n - 4 - PIECE) as f64) / (HOP as f64)) as i32
  const ratio = new Float64Array(2 * pieces)
  for (let c: i32 = 0; c < 6; c++) addRatios(x, c * n, n, pieces, c < 3 ? 1e-6 : 4e-8, ratio, c < 3 ? 0 : pieces)
  const common = new Float64Array(pieces)
  for (let p: i32 = 0; p < pieces; p++) common[p] = 0.5 * (ratio[p] + ratio[pieces + p])
  out[at] = computeMean(ratio, 0, pieces)
  out[at + 1] = computeMean(ratio, pieces, pieces)
  out[at + 2] = Math.sqrt(computeVariance(ratio, 0, pieces))
  out[at + 3] = Math.sqrt(computeVariance(ratio, pieces, pieces))
  out[at + 4] = correlation(ratio, 0, ratio, pieces, pieces)
  out[at + 5] = out[at + 4] * out[at + 2] * out[at + 3]
  out[at + 6] = Math.sqrt(computeVariance(common, 0, pieces))
  const median: f64 = selectQuantile(common, pieces, 0.5)
  out[at + 7] = selectQuantile(common, pieces, 0) - median
  out[at + 8] = selectQuantile(common, pieces, 0.1) - median
}

/** A third of each piece's log ratio is added, so that the three axes of a sensor give their mean. */
function addRatios(x: Float64Array, from: i32, n: i32, pieces: i32, floor: f64, ratio: Float64Array, start: i32): void {
  const top = new Float64Array(n)
  const middle = new Float64Array(n)
  for (let i: i32 = 2; i < n - 2; i++) {
    const k: i32 = from + i
    const a: f64 = (6 * x[k] - 4 * (x[k - 1] + x[k + 1]) + x[k - 2] + x[k + 2]) / 16
    const b: f64 = (2 * x[k] - x[k - 2] - x[k + 2]) / 4
    top[i] = a * a
    middle[i] = b * b
  }
  for (let p: i32 = 0; p < pieces; p++) {
    let high: f64 = floor
    let low: f64 = floor
    for (let i: i32 = p * HOP + 2; i < p * HOP + 2 + PIECE; i++) {
      high += top[i]
      low += middle[i]
    }
    ratio[start + p] += log(high / low) / 3
  }
}
