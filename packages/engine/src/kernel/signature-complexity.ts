import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'

// How involved: order of neighboring values, tails and asymmetry of increments at several lags, uneven effort.

/** Eight features on four standardized views at out[start + 4·feature + view]. */
export function complexityFeatures(z: Float64Array, n: i32, out: Float64Array, start: i32): void {
  const increments = new Float64Array(3)
  for (let view: i32 = 0; view < 4; view++) {
    const from: i32 = view * n
    const at: i32 = start + view
    out[at] = orderEntropy(z, from, n, 1)
    incrementSums(z, from, n, 4, increments)
    out[at + 4] = asymmetry(increments)
    incrementSums(z, from, n, 3, increments)
    out[at + 8] = peakedness(increments)
    incrementSums(z, from, n, 12, increments)
    out[at + 12] = peakedness(increments)
    incrementSums(z, from, n, 24, increments)
    out[at + 16] = peakedness(increments)
    out[at + 20] = log(pairMeanPower(z, from, n) + 1e-5)
    out[at + 24] = hjorthComplexity(z, from, n)
    out[at + 28] = effortVariation(z, from, n)
  }
}

/** Entropy of the order of three values `scale` samples apart (Bandt and Pompe 2002). */
function orderEntropy(z: Float64Array, from: i32, n: i32, scale: i32): f64 {
  const counts = new Float64Array(6)
  const total: i32 = n - 2 * scale
  for (let i: i32 = 0; i < total; i++)
    counts[rankTriple(z[from + i], z[from + i + scale], z[from + i + 2 * scale])] += 1
  let entropy: f64 = 0
  for (let k: i32 = 0; k < 6; k++) {
    const share: f64 = counts[k] / (total as f64)
    if (share > 0) entropy -= share * log(share)
  }
  return entropy
}

function rankTriple(a: f64, b: f64, c: f64): i32 {
  if (a < b) return b < c ? 0 : a < c ? 1 : 2
  return a < c ? 3 : b < c ? 4 : 5
}

/** Means of |d|, d² and d³ for the increments d over `lag` samples. */
function incrementSums(z: Float64Array, from: i32, n: i32, lag: i32, sums: Float64Array): void {
  let absolute: f64 = 0
  let square: f64 = 0
  let cube: f64 = 0
  for (let i: i32 = from + lag; i < from + n; i++) {
    const d: f64 = z[i] - z[i - lag]
    absolute += Math.abs(d)
    square += d * d
    cube += d * d * d
  }
  const share: f64 = 1 / (n as f64)
  sums[0] = absolute * share
  sums[1] = square * share
  sums[2] = cube * share
}

/** Skewness of the increments, which is 0 for whatever looks the same backwards in time. */
function asymmetry(sums: Float64Array): f64 {
  return sums[2] / (sums[1] * Math.sqrt(sums[1]) + 1e-6)
}

/** Log ratio of mean absolute to root mean square increment: small where rests and bursts take turns. */
function peakedness(sums: Float64Array): f64 {
  return log((sums[0] + 1e-9) / Math.sqrt(sums[1] + 1e-9))
}

/** Mean square of the means of two neighbors: what is left when the quickest changes are averaged away. */
function pairMeanPower(z: Float64Array, from: i32, n: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i + 2 <= n; i += 2) {
    const mean: f64 = 0.5 * (z[from + i] + z[from + i + 1])
    total += mean * mean
  }
  return total / ((n >> 1) as f64)
}

/** Log of Hjorth's complexity (1970): how far the series is from a pure oscillation. */
function hjorthComplexity(z: Float64Array, from: i32, n: i32): f64 {
  let first: f64 = 0
  let second: f64 = 0
  for (let i: i32 = from + 1; i < from + n; i++) {
    const d: f64 = z[i] - z[i - 1]
    first += d * d
    if (i + 1 < from + n) {
      const dd: f64 = z[i + 1] - 2 * z[i] + z[i - 1]
      second += dd * dd
    }
  }
  first = first / (n as f64) + 1e-12
  return log(Math.sqrt(second / (n as f64) / first) / (Math.sqrt(first) + 1e-9) + 1e-6)
}

/** Log deviation of the log power of one-second pieces. */
function effortVariation(z: Float64Array, from: i32, n: i32): f64 {
  let count: f64 = 0
  let total: f64 = 0
  let squares: f64 = 0
  for (let first: i32 = 0; first + 50 <= n; first += 25) {
    let power: f64 = 0
    for (let i: i32 = from + first; i < from + first + 50; i++) power += z[i] * z[i]
    const effort: f64 = log(power / 50 + 1e-6)
    count += 1
    total += effort
    squares += effort * effort
  }
  const variance: f64 = squares / count - (total / count) * (total / count)
  return log(Math.sqrt(Math.max(0, variance)) + 0.02)
}
