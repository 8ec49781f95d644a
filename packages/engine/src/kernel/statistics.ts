import type { f64, i32 } from './portable.ts'
import { centralSums, correlation, sum } from './vector.ts'

// Moments and correlations of parts of an array. A constant part gives 0, never NaN.

const TINY: f64 = 1e-12

/** Returns the mean of n values from x[from] on; 0 for none. */
export function computeMean(x: Float64Array, from: i32, n: i32): f64 {
  return n > 0 ? sum(x, from, n) / (n as f64) : 0
}

/** Into out: variance, m3 / m2^1.5 and m4 / m2² (3 for a normal distribution) about the mean. */
export function computeMoments(x: Float64Array, from: i32, n: i32, out: Float64Array): void {
  centralSums(x, from, n, out)
  const second: f64 = out[0]
  const isFlat: boolean = second <= TINY
  out[0] = n > 0 ? second / (n as f64) : 0
  out[1] = isFlat ? 0 : (out[1] * Math.sqrt(n as f64)) / (second * Math.sqrt(second))
  out[2] = isFlat ? 0 : (out[2] * (n as f64)) / (second * second)
}

/** Returns the variance of n values from x[from] on; 0 for none. */
export function computeVariance(x: Float64Array, from: i32, n: i32): f64 {
  const mean: f64 = computeMean(x, from, n)
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const d: f64 = x[from + i] - mean
    total += d * d
  }
  return n > 0 ? total / (n as f64) : 0
}

/**
 * Returns the correlation at zero lag minus the mean of those at lags of first, first+step, … last in both directions.
 */
export function simultaneity(
  x: Float64Array,
  from: i32,
  y: Float64Array,
  start: i32,
  n: i32,
  first: i32,
  last: i32,
  step: i32,
): f64 {
  let others: f64 = 0
  let count: f64 = 0
  for (let lag: i32 = first; lag <= last && lag + 8 < n; lag += step) {
    others += correlation(x, from, y, start + lag, n - lag)
    others += correlation(x, from + lag, y, start, n - lag)
    count += 2
  }
  const now: f64 = correlation(x, from, y, start, n)
  return count > 0 ? now - others / count : now
}

/** Returns the value of the first n terms below which the given share lies; reorders them. */
export function selectQuantile(x: Float64Array, n: i32, share: f64): f64 {
  return n > 0 ? selectInPlace(x, 0, n - 1, Math.floor(share * ((n - 1) as f64) + 0.5) as i32) : 0
}

// Half of the rest is discarded in each round on average; this limit protects against crafted captures.
const MOST_ROUNDS: i32 = 60

/**
 * Returns the value that would be at `place` if x[first..last] were sorted (Hoare 1961). Reorders x: smaller values end
 * up before it, larger ones after.
 */
export function selectInPlace(x: Float64Array, first: i32, last: i32, place: i32): f64 {
  let low: i32 = first
  let high: i32 = last
  for (let round: i32 = 0; low < high; round++) {
    if (round === MOST_ROUNDS) {
      sortInPlace(x, low, high)
      break
    }
    const pivot: f64 = x[place]
    let i: i32 = low
    let j: i32 = high
    while (i <= j) {
      while (x[i] < pivot) i++
      while (pivot < x[j]) j--
      if (i > j) break
      const value: f64 = x[i]
      x[i++] = x[j]
      x[j--] = value
    }
    if (j < place) low = i
    if (place < i) high = j
  }
  return x[place]
}

/** Shell's method with the gaps of Gonnet and Baeza-Yates. */
export function sortInPlace(x: Float64Array, first: i32, last: i32): void {
  for (let gap: i32 = last - first; gap > 0; gap = narrow(gap)) {
    for (let i: i32 = first + gap; i <= last; i++) {
      const value: f64 = x[i]
      let j: i32 = i
      while (j >= first + gap && x[j - gap] > value) {
        x[j] = x[j - gap]
        j -= gap
      }
      x[j] = value
    }
  }
}

function narrow(gap: i32): i32 {
  return gap === 2 ? 1 : (Math.floor((5 * (gap as f64) - 1) / 11) as i32)
}
