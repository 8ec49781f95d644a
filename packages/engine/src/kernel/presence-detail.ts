import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { computeMean, computeMoments, computeVariance, selectQuantile, simultaneity } from './statistics.ts'
import { addScaled, correlation, dot, sum } from './vector.ts'

// Properties that a linear process with the same spectrum cannot have (Theiler et al., Physica D 58, 1992): people's
// prediction errors come in bursts, and the bursts coincide on several axes. Phase-randomized, IAAFT and VAR copies
// have neither.

export const INNOVATION_FEATURES: i32 = 20

const ORDER: i32 = 8

/**
 * Prediction errors of one autoregressive model per channel: how they are distributed, clustered and shared between
 * channels.
 */
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

/**
 * Levinson and Durbin's recursion on the tapered autocorrelation; a little white noise keeps rounded input solvable.
 */
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

// Motor noise grows with the movement that it belongs to (Harris and Wolpert, Nature 394, 1998); sensor noise, and
// noise added by a forger, do not. Measured in pieces of 0.2 s.

export const RESIDUAL_FEATURES: i32 = 23

const PIECE: i32 = 10
const HOP: i32 = 5

/** High-frequency residual of each sensor: level, spread, floor, color, dependence on the movement's size and change. */
export function residualFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const pieces: i32 = Math.floor(((n - PIECE - 4) as f64) / (HOP as f64)) as i32
  const quick = new Float64Array(2 * pieces)
  const slow = new Float64Array(2 * pieces)
  const change = new Float64Array(2 * pieces)
  const r = new Float64Array(3 * n)
  let o: i32 = at
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    const from: i32 = 3 * sensor * n
    for (let c: i32 = 0; c < 3; c++) residual(x, from + c * n, n, r, c * n)
    pieceEnergies(x, from, r, n, sensor, pieces, quick, slow, change)
    o = levelFeatures(quick, slow, sensor * pieces, pieces, out, o)
    out[o++] = color(r, n)
    out[o++] = balance(r, n)
  }
  out[o++] = correlation(quick, 0, quick, pieces, pieces)
  out[o++] = correlation(quick, 0, slow, pieces, pieces)
  out[o++] = correlation(quick, pieces, slow, 0, pieces)
  // Zero lag against lags of 0.6 to 2.4 s: detail copied from another person doesn't follow this movement.
  out[o++] = simultaneity(quick, 0, change, 0, pieces, 6, 24, 6)
  out[o++] = simultaneity(quick, pieces, change, pieces, pieces, 6, 24, 6)
  out[o++] = simultaneity(quick, 0, change, pieces, pieces, 6, 24, 6)
  out[o] = simultaneity(quick, pieces, change, 0, pieces, 6, 24, 6)
}

/** x minus its binomial mean (1 4 6 4 1)/16, 0 at both ends. */
function residual(x: Float64Array, from: i32, n: i32, r: Float64Array, start: i32): void {
  r[start] = 0
  r[start + 1] = 0
  for (let i: i32 = 2; i < n - 2; i++) {
    const k: i32 = from + i
    r[start + i] = (10 * x[k] - 4 * (x[k - 1] + x[k + 1]) - x[k - 2] - x[k + 2]) / 16
  }
  r[start + n - 2] = 0
  r[start + n - 1] = 0
}

/** Log energy of the residual, of the smooth part and of its change, over the three axes. */
function pieceEnergies(
  x: Float64Array,
  from: i32,
  r: Float64Array,
  n: i32,
  sensor: i32,
  pieces: i32,
  quick: Float64Array,
  slow: Float64Array,
  change: Float64Array,
): void {
  const floor: f64 = sensor === 0 ? 1e-4 : 3e-7
  for (let p: i32 = 0; p < pieces; p++) {
    let high: f64 = 0
    let low: f64 = 0
    let moved: f64 = 0
    for (let c: i32 = 0; c < 3; c++) {
      let before: f64 = x[from + c * n + p * HOP + 1] - r[c * n + p * HOP + 1]
      for (let i: i32 = p * HOP + 2; i < p * HOP + 2 + PIECE; i++) {
        const e: f64 = r[c * n + i]
        const s: f64 = x[from + c * n + i] - e
        high += e * e
        low += s * s
        moved += (s - before) * (s - before)
        before = s
      }
    }
    quick[sensor * pieces + p] = log(high / (PIECE as f64) + floor)
    slow[sensor * pieces + p] = log(low / (PIECE as f64) + floor)
    change[sensor * pieces + p] = log(moved / (PIECE as f64) + floor)
  }
}

function levelFeatures(
  quick: Float64Array,
  slow: Float64Array,
  from: i32,
  pieces: i32,
  out: Float64Array,
  at: i32,
): i32 {
  const levels = new Float64Array(pieces)
  for (let p: i32 = 0; p < pieces; p++) levels[p] = quick[from + p]
  const median: f64 = selectQuantile(levels, pieces, 0.5)
  const meanSlow: f64 = computeMean(slow, from, pieces)
  let steep: f64 = 0
  let spread: f64 = 0.01
  for (let p: i32 = 0; p < pieces; p++) {
    const d: f64 = slow[from + p] - meanSlow
    steep += d * quick[from + p]
    spread += d * d
  }
  out[at] = median
  out[at + 1] = selectQuantile(levels, pieces, 0.1) - median
  out[at + 2] = selectQuantile(levels, pieces, 0.9) - median
  out[at + 3] = correlation(quick, from, slow, from, pieces)
  out[at + 4] = steep / spread
  out[at + 5] = median - meanSlow
  return at + 6
}

/** Autocorrelation of the residual at lag 1, over the axes. */
function color(r: Float64Array, n: i32): f64 {
  let total: f64 = 1e-9
  let both: f64 = 0
  for (let c: i32 = 0; c < 3; c++) {
    for (let i: i32 = c * n + 1; i < (c + 1) * n; i++) {
      total += r[i] * r[i]
      both += r[i] * r[i - 1]
    }
  }
  return both / total
}

/** log of the ratio of the largest to the smallest axis power. */
function balance(r: Float64Array, n: i32): f64 {
  let largest: f64 = 0
  let smallest: f64 = 1e300
  for (let c: i32 = 0; c < 3; c++) {
    let total: f64 = 0
    for (let i: i32 = c * n; i < (c + 1) * n; i++) total += r[i] * r[i]
    largest = Math.max(largest, total)
    smallest = Math.min(smallest, total)
  }
  return log((largest + 1e-6) / (smallest + 1e-6))
}

// A recording that was re-timed and interpolated loses its highest frequencies where a new sample falls between two old
// ones, on all channels at the same moment (Gallagher 2005 on interpolation in images). Sensors don't do that.

export const INTERPOLATION_FEATURES: i32 = 9

const RATIO_PIECE: i32 = 20
const RATIO_HOP: i32 = 5

/** Level and ups and downs of log(power near 25 Hz / power near 12.5 Hz), of both sensors and in common. */
export function interpolationFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const pieces: i32 = Math.floor(((n - 4 - RATIO_PIECE) as f64) / (RATIO_HOP as f64)) as i32
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
    for (let i: i32 = p * RATIO_HOP + 2; i < p * RATIO_HOP + 2 + RATIO_PIECE; i++) {
      high += top[i]
      low += middle[i]
    }
    ratio[start + p] += log(high / low) / 3
  }
}
