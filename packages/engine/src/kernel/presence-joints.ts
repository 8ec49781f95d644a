import { meanOf, quantileInPlace } from './presence-statistics.ts'
import type { f64, i32 } from './portable.ts'
import { log } from './logarithm.ts'

// Where pieces were put together, all channels break at one sample, and the device has turned without a rotation being felt.

export const JOINT_FEATURES: i32 = 5

const BOX: i32 = 20

/** Largest common break of the second difference; how far the mean acceleration jumps beyond what the rotation explains. */
export function jointFeatures(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const m: i32 = n - 2
  const breaks = new Float64Array(m)
  for (let i: i32 = 0; i < m; i++) {
    // The mean of the six logarithms, for the price of one.
    let product: f64 = 1
    for (let c: i32 = 0; c < 6; c++) {
      const k: i32 = c * n + i
      product *= Math.abs(raw[k] - 2 * raw[k + 1] + raw[k + 2]) + (c < 3 ? 0.03 : 0.002)
    }
    breaks[i] = log(product) / 6
  }
  const local = new Float64Array(m)
  let total: f64 = 0
  let lo: i32 = 0
  let hi: i32 = 0
  for (let i: i32 = 0; i < m; i++) {
    while (hi < m && hi <= i + 12) total += breaks[hi++]
    while (lo < i - 12) total -= breaks[lo++]
    local[i] = breaks[i] - total / ((hi - lo) as f64)
  }
  const top: f64 = quantileInPlace(local, m, 0.98)
  out[at] = local[m - 1]
  out[at + 1] = local[m - 1] - top
  turnBreaks(raw, turned, n, out, at + 2)
}

/** `turned` is ∫-ω×a; of its and the acceleration's steps between neighbouring boxes: largest, median, and median ratio. */
function turnBreaks(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const count: i32 = Math.floor(((n - 2 * BOX) as f64) / 4) as i32
  const steps = new Float64Array(count)
  const plain = new Float64Array(count)
  for (let p: i32 = 0; p < count; p++) {
    let told: f64 = 0
    let seen: f64 = 0
    for (let c: i32 = 0; c < 3; c++) {
      const k: i32 = c * n + 4 * p
      const a: f64 = meanOf(raw, k + BOX, BOX) - meanOf(raw, k, BOX)
      const b: f64 = meanOf(turned, k + BOX, BOX) - meanOf(turned, k, BOX)
      told += (a - b) * (a - b)
      seen += a * a
    }
    steps[p] = 0.5 * log(told + 0.01)
    plain[p] = 0.5 * log(seen + 0.01)
  }
  const median: f64 = quantileInPlace(steps, count, 0.5)
  out[at] = steps[count - 1]
  out[at + 1] = steps[count - 1] - median
  out[at + 2] = median - quantileInPlace(plain, count, 0.5)
}
