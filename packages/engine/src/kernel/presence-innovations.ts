import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { computeMoments, simultaneity, computeVariance } from './presence-statistics.ts'
import { addScaled, dot, sum } from './vector.ts'

// What a linear process of the same spectrum cannot carry (Theiler et al., Physica D 58, 1992): people's prediction
// errors come in bursts, and the bursts meet on several axes at once. Phase-randomized, IAAFT and VAR copies have neither.

export const INNOVATION_FEATURES: i32 = 20

const ORDER: i32 = 8

/** Errors of one autoregressive model a channel, and how they are distributed, clustered and shared between channels. */
export function innovationFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const m: i32 = n - ORDER
  const errors = new Float64Array(6 * m)
  const sizes = new Float64Array(6 * m)
  const moments = new Float64Array(3)
  for (let k: i32 = 0; k < 12; k++) out[at + k] = 0
  for (let c: i32 = 0; c < 6; c++) {
    const o: i32 = at + (c < 3 ? 0 : 6)
    predictionErrors(x, c * n, n, errors, c * m)
    computeMoments(errors, c * m, m, moments)
    const tails: f64 = log(1 + moments[2])
    out[o] += tails / 3
    out[o + 1] += Math.abs(moments[1]) / 3
    out[o + 4] += log((moments[0] + 1e-9) / (computeVariance(x, c * n, n) + 1e-9)) / 3
    out[o + 5] = Math.max(out[o + 5], tails)
    for (let i: i32 = 0; i < m; i++) sizes[c * m + i] = Math.abs(errors[c * m + i])
    standardize(errors, c * m, m)
    standardize(sizes, c * m, m)
    out[o + 2] +=
      (autocovariance(sizes, c * m, m, 1) + autocovariance(sizes, c * m, m, 2) + autocovariance(sizes, c * m, m, 4)) / 9
    out[o + 3] +=
      (autocovariance(sizes, c * m, m, 6) + autocovariance(sizes, c * m, m, 10) + autocovariance(sizes, c * m, m, 15)) /
      9
  }
  sharing(errors, sizes, m, out, at + 12)
  out[at + 19] = burstsTogether(sizes, m)
}

/** Levinson and Durbin's recursion on the tapered autocorrelation; a hair of white noise keeps rounded input solvable. */
function predictionErrors(x: Float64Array, from: i32, n: i32, errors: Float64Array, start: i32): void {
  const r = new Float64Array(ORDER + 1)
  for (let lag: i32 = 0; lag <= ORDER; lag++) r[lag] = dot(x, from + lag, x, from, n - lag)
  const a = new Float64Array(ORDER + 1)
  const before = new Float64Array(ORDER + 1)
  let power: f64 = r[0] * (1 + 1e-6) + 1e-9
  for (let k: i32 = 1; k <= ORDER; k++) {
    let rest: f64 = r[k]
    for (let j: i32 = 1; j < k; j++) rest -= a[j] * r[k - j]
    const reflection: f64 = rest / power
    for (let j: i32 = 1; j < k; j++) before[j] = a[j]
    for (let j: i32 = 1; j < k; j++) a[j] = before[j] - reflection * before[k - j]
    a[k] = reflection
    power *= 1 - reflection * reflection
  }
  const m: i32 = n - ORDER
  for (let i: i32 = 0; i < m; i++) errors[start + i] = x[from + ORDER + i]
  for (let j: i32 = 1; j <= ORDER; j++) addScaled(x, from + ORDER - j, -a[j], errors, start, m)
}

/** Mean 0 and sum of squares 1, so that sums of products are correlations; a flat stretch becomes 0. */
function standardize(x: Float64Array, from: i32, n: i32): void {
  const mean: f64 = sum(x, from, n) / (n as f64)
  for (let i: i32 = 0; i < n; i++) x[from + i] -= mean
  const squares: f64 = dot(x, from, x, from, n)
  const scale: f64 = squares > 1e-12 ? 1 / Math.sqrt(squares) : 0
  for (let i: i32 = 0; i < n; i++) x[from + i] *= scale
}

function autocovariance(x: Float64Array, from: i32, n: i32, lag: i32): f64 {
  return dot(x, from + lag, x, from, n - lag)
}

/** Squared correlation of the errors, how much more their sizes go together than it explains (acc, gyro, between), log determinant. */
function sharing(errors: Float64Array, sizes: Float64Array, m: i32, out: Float64Array, at: i32): void {
  const matrix = new Float64Array(36)
  for (let k: i32 = 0; k < 6; k++) out[at + k] = 0
  for (let c: i32 = 0; c < 6; c++) {
    matrix[7 * c] = 1 + 1e-4
    for (let d: i32 = c + 1; d < 6; d++) {
      const kind: i32 = d < 3 ? 0 : c < 3 ? 2 : 1
      const weight: f64 = kind === 2 ? 1 / 9 : 1 / 3
      const rho: f64 = dot(errors, c * m, errors, d * m, m)
      const together: f64 = dot(sizes, c * m, sizes, d * m, m)
      matrix[6 * d + c] = rho
      out[at + kind] += weight * rho * rho
      out[at + 3 + kind] += weight * (together - sizeCorrelation(rho))
    }
  }
  out[at + 6] = logDeterminant(matrix)
}

/** Correlation of |x| and |y| for jointly normal x and y of correlation rho. */
function sizeCorrelation(rho: f64): f64 {
  const s: f64 = Math.sqrt(Math.max(0, 1 - rho * rho))
  return (2 / (Math.PI - 2)) * (rho * Math.atan2(rho, s) + s - 1)
}

/** log det of a symmetric 6×6 matrix given by its lower half, by Cholesky in place. */
function logDeterminant(a: Float64Array): f64 {
  let total: f64 = 0
  for (let j: i32 = 0; j < 6; j++) {
    for (let i: i32 = j; i < 6; i++) {
      let rest: f64 = a[6 * i + j]
      for (let k: i32 = 0; k < j; k++) rest -= a[6 * i + k] * a[6 * j + k]
      a[6 * i + j] = i === j ? Math.sqrt(Math.max(rest, 1e-4)) : rest / a[7 * j]
    }
    total += 2 * log(a[7 * j])
  }
  return total
}

/** How much better the bursts of both sensors agree at no delay than at delays of 0.2 to 0.8 s. */
function burstsTogether(sizes: Float64Array, m: i32): f64 {
  const both = new Float64Array(2 * m)
  for (let i: i32 = 0; i < m; i++) {
    both[i] = sizes[i] + sizes[m + i] + sizes[2 * m + i]
    both[m + i] = sizes[3 * m + i] + sizes[4 * m + i] + sizes[5 * m + i]
  }
  return simultaneity(both, 0, both, m, m, 10, 40, 10)
}
