import type { f64, i32 } from './portable.ts'
import { kurtosisFrom, meanOf, skewnessFrom, varianceOf } from './presence-statistics.ts'
import { addScaled, centralSums, correlation, dot } from './vector.ts'
import { log } from './logarithm.ts'

// What a linear process of the same spectrum cannot carry (Theiler et al., Physica D 58, 1992): people's prediction
// errors come in bursts, and the bursts meet on several axes at once. Phase-randomised, IAAFT and VAR copies have neither.

export const INNOVATION_FEATURES: i32 = 18

const ORDER: i32 = 8

/** Errors of one autoregressive model a channel, and how they are distributed, clustered and shared between channels. */
export function innovationFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const m: i32 = n - ORDER
  const errors = new Float64Array(6 * m)
  const sizes = new Float64Array(6 * m)
  const sums = new Float64Array(3)
  for (let c: i32 = 0; c < 6; c++) {
    predictionErrors(x, c * n, n, errors, c * m)
    for (let i: i32 = 0; i < m; i++) sizes[c * m + i] = Math.abs(errors[c * m + i])
    const mean: f64 = meanOf(sizes, c * m, m)
    for (let i: i32 = 0; i < m; i++) sizes[c * m + i] -= mean
  }
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    const first: i32 = 3 * sensor
    const o: i32 = at + 6 * sensor
    for (let k: i32 = 0; k < 6; k++) out[o + k] = 0
    for (let c: i32 = first; c < first + 3; c++) {
      centralSums(errors, c * m, m, sums)
      const tails: f64 = log(1 + kurtosisFrom(sums, m))
      out[o] += tails / 3
      out[o + 1] += Math.abs(skewnessFrom(sums, m)) / 3
      addClustering(sizes, c * m, m, out, o + 2)
      out[o + 4] += log((sums[0] / (m as f64) + 1e-9) / (varianceOf(x, c * n, n) + 1e-9)) / 3
      out[o + 5] = Math.max(out[o + 5], tails)
    }
  }
  sharing(errors, sizes, m, out, at + 12)
}

/** Levinson and Durbin's recursion on the tapered autocorrelation; a hair of white noise keeps rounded input solvable. */
function predictionErrors(x: Float64Array, from: i32, n: i32, errors: Float64Array, start: i32): void {
  const r = new Float64Array(ORDER + 1)
  for (let lag: i32 = 0; lag <= ORDER; lag++) r[lag] = dot(x, from + lag, x, from, n - lag)
  const a = new Float64Array(ORDER + 1)
  const before = new Float64Array(ORDER + 1)
  let power: f64 = r[0] * (1 + 1e-6) + 1e-9
  for (let k: i32 = 1; k <= ORDER; k++) {
    let sum: f64 = r[k]
    for (let j: i32 = 1; j < k; j++) sum -= a[j] * r[k - j]
    const reflection: f64 = sum / power
    for (let j: i32 = 1; j < k; j++) before[j] = a[j]
    for (let j: i32 = 1; j < k; j++) a[j] = before[j] - reflection * before[k - j]
    a[k] = reflection
    power *= 1 - reflection * reflection
  }
  const m: i32 = n - ORDER
  for (let i: i32 = 0; i < m; i++) errors[start + i] = x[from + ORDER + i]
  for (let j: i32 = 1; j <= ORDER; j++) addScaled(x, from + ORDER - j, -a[j], errors, start, m)
}

/** Adds a third of the mean autocorrelation over lags 1 to 4 and over lags 5 to 16; the sizes have no mean any more. */
function addClustering(sizes: Float64Array, from: i32, m: i32, out: Float64Array, at: i32): void {
  let headSum: f64 = 0
  let tailSum: f64 = 0
  let headPower: f64 = dot(sizes, from, sizes, from, m)
  let tailPower: f64 = headPower
  for (let lag: i32 = 1; lag <= 16; lag++) {
    const first: f64 = sizes[from + lag - 1]
    const last: f64 = sizes[from + m - lag]
    headSum -= last
    headPower -= last * last
    tailSum -= first
    tailPower -= first * first
    const n: f64 = (m - lag) as f64
    const xx: f64 = headPower - (headSum * headSum) / n
    const yy: f64 = tailPower - (tailSum * tailSum) / n
    const xy: f64 = dot(sizes, from, sizes, from + lag, m - lag) - (headSum * tailSum) / n
    const r: f64 = xx > 1e-12 && yy > 1e-12 ? xy / Math.sqrt(xx * yy) : 0
    if (lag <= 4) out[at] += r / 12
    else out[at + 1] += r / 36
  }
}

/** Linear correlation of the errors, and how much more their sizes go together than it explains: acc, gyro, between. */
function sharing(errors: Float64Array, sizes: Float64Array, m: i32, out: Float64Array, at: i32): void {
  for (let k: i32 = 0; k < 6; k++) out[at + k] = 0
  for (let c: i32 = 0; c < 6; c++) {
    for (let d: i32 = c + 1; d < 6; d++) {
      const kind: i32 = d < 3 ? 0 : c < 3 ? 2 : 1
      const weight: f64 = kind === 2 ? 1 / 9 : 1 / 3
      const rho: f64 = correlation(errors, c * m, errors, d * m, m)
      out[at + kind] += weight * rho * rho
      out[at + 3 + kind] += weight * (correlation(sizes, c * m, sizes, d * m, m) - sizeCorrelation(rho))
    }
  }
}

/** Correlation of |x| and |y| for jointly normal x and y of correlation rho. */
function sizeCorrelation(rho: f64): f64 {
  const s: f64 = Math.sqrt(Math.max(0, 1 - rho * rho))
  return (2 / (Math.PI - 2)) * (rho * Math.atan2(rho, s) + s - 1)
}
