import { log } from './logarithm.ts'
import { movingMean } from './moving-mean.ts'
import type { f64, i32 } from './portable.ts'
import { selectQuantile } from './presence-statistics.ts'

// Where pieces were put together, all channels break at one sample, and the device has turned without a rotation being felt.

export const JOINT_FEATURES: i32 = 5

const BOX: i32 = 20
const REACH: i32 = 12

/** Largest common break of the second difference; how far the mean acceleration jumps beyond what the rotation explains. */
export function jointFeatures(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const m: i32 = n - 2
  const breaks = new Float64Array(m)
  for (let i: i32 = 0; i < m; i++) {
    let product: f64 = 1
    for (let c: i32 = 0; c < 6; c++) {
      const k: i32 = c * n + i
      product *= Math.abs(raw[k] - 2 * raw[k + 1] + raw[k + 2]) + (c < 3 ? 0.03 : 0.002)
    }
    breaks[i] = log(product) / 6
  }
  const local = new Float64Array(m)
  movingMean(breaks, 0, m, REACH, local, 0)
  for (let i: i32 = 0; i < m; i++) local[i] = breaks[i] - local[i]
  out[at] = selectQuantile(local, m, 1)
  out[at + 1] = out[at] - selectQuantile(local, m, 0.98)
  turnBreaks(raw, turned, n, out, at + 2)
}

/** `turned` is ∫-ω×a; of its and the acceleration's steps between neighboring boxes: largest, above median, median ratio. */
function turnBreaks(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const count: i32 = (n - 2 * BOX) >> 2
  const steps = new Float64Array(count)
  const plain = new Float64Array(count)
  for (let c: i32 = 0; c < 3; c++) {
    for (let p: i32 = 0; p < count; p++) {
      const k: i32 = c * n + 4 * p
      let a: f64 = 0
      let b: f64 = 0
      for (let i: i32 = k; i < k + BOX; i++) {
        a += raw[i + BOX] - raw[i]
        b += turned[i + BOX] - turned[i]
      }
      a /= BOX as f64
      b /= BOX as f64
      steps[p] += (a - b) * (a - b)
      plain[p] += a * a
    }
  }
  const largest: f64 = 0.5 * log(selectQuantile(steps, count, 1) + 0.01)
  const median: f64 = 0.5 * log(selectQuantile(steps, count, 0.5) + 0.01)
  out[at] = largest
  out[at + 1] = largest - median
  out[at + 2] = median - 0.5 * log(selectQuantile(plain, count, 0.5) + 0.01)
}
