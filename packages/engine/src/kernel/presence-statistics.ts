import type { f64, i32 } from './portable.ts'
import { centralSums, sum } from './vector.ts'

export { correlation as correlationOf } from './vector.ts'

// Moments of stretches of an array. A stretch without variation answers 0, never NaN.

const TINY: f64 = 1e-12

export function meanOf(x: Float64Array, from: i32, n: i32): f64 {
  return n > 0 ? sum(x, from, n) / (n as f64) : 0
}

/** Central moment ratio m4 / m2² (3 for a normal distribution). */
export function kurtosisOf(x: Float64Array, from: i32, n: i32): f64 {
  const sums = new Float64Array(3)
  centralSums(x, from, n, sums)
  return kurtosisFrom(sums, n)
}

/** Central moment ratio m3 / m2^1.5. */
export function skewnessOf(x: Float64Array, from: i32, n: i32): f64 {
  const sums = new Float64Array(3)
  centralSums(x, from, n, sums)
  return skewnessFrom(sums, n)
}

/** The same from sums that `centralSums` made of n terms. */
export function kurtosisFrom(sums: Float64Array, n: i32): f64 {
  return sums[0] > TINY ? (sums[2] * (n as f64)) / (sums[0] * sums[0]) : 0
}

/** The same from sums that `centralSums` made of n terms. */
export function skewnessFrom(sums: Float64Array, n: i32): f64 {
  return sums[0] > TINY ? (sums[1] * Math.sqrt(n as f64)) / (sums[0] * Math.sqrt(sums[0])) : 0
}

export function varianceOf(x: Float64Array, from: i32, n: i32): f64 {
  const mean: f64 = meanOf(x, from, n)
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const d: f64 = x[from + i] - mean
    total += d * d
  }
  return n > 0 ? total / (n as f64) : 0
}

/** The value below which the given share of the n terms lies; x is sorted in place (shell sort, n is small). */
export function quantileInPlace(x: Float64Array, n: i32, share: f64): f64 {
  if (n === 0) return 0
  for (let gap: i32 = n >> 1; gap > 0; gap >>= 1) {
    for (let i: i32 = gap; i < n; i++) {
      const value: f64 = x[i]
      let j: i32 = i
      while (j >= gap && x[j - gap] > value) {
        x[j] = x[j - gap]
        j -= gap
      }
      x[j] = value
    }
  }
  return x[Math.floor(share * ((n - 1) as f64) + 0.5) as i32]
}
