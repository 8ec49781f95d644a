import { lengthAt, measureLengths, movingMean } from './filters.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { commonPeriod, controlFeatures, standardize } from './signature-rhythm.ts'
import { spectralFeatures } from './spectrum.ts'
import { selectInPlace } from './statistics.ts'
import { sum } from './vector.ts'

/** Four groups (kinematic, control, spectral, complexity) of eight features on four views. */
export const SIGNATURE_FEATURES: i32 = 128

const GROUP: i32 = 32

/**
 * Writes the unscaled signature of n samples on the 50 Hz grid: channels ax, ay, az in m/s² and, with a gyroscope, ωx,
 * ωy, ωz in rad/s. Dimension 32·group + 4·feature + view. Without a gyroscope the views of the rotation are
 * meaningless.
 */
export function signatureFeatures(channels: Float64Array, n: i32, hasGyro: i32, out: Float64Array): void {
  const views = new Float64Array(VIEW_SERIES * n)
  signatureViews(channels, n, hasGyro, views)
  viewFeatures(views, n, out)
}

/**
 * Writes the signature of any four series of n ≥ 100 samples at 50 Hz, one after the other, followed by a fifth that
 * gives the levels of the first.
 */
export function viewFeatures(views: Float64Array, n: i32, out: Float64Array): void {
  const z = new Float64Array(4 * n)
  const moments = new Float64Array(8)
  for (let view: i32 = 0; view < 4; view++) standardize(views, view, n, z, moments)
  const period: i32 = commonPeriod(z, n)
  kinematicFeatures(views, n, moments, out, 0)
  controlFeatures(z, n, period, out, GROUP)
  spectralFeatures(z, n, period, moments, out, 2 * GROUP)
  complexityFeatures(z, n, out, 3 * GROUP)
  for (let i: i32 = 0; i < SIGNATURE_FEATURES; i++) if (!(Math.abs(out[i]) <= 1e9)) out[i] = 0
}

// Series that don't depend on how the device is mounted: |a| without gravity, a along gravity, |ω|, ω about gravity.

/** The four views and, behind them, |a| with gravity, of which the levels of the first view are taken. */
export const VIEW_SERIES: i32 = 5

/** Half width of the moving average that estimates gravity: 0.7 s. */
const SLOW: i32 = 35
/** A slow acceleration below this isn't gravity: the device or the recording removed it. */
const MIN_GRAVITY: f64 = 4.5
const STANDARD_GRAVITY: f64 = 9.80665

/** Writes the views of n samples, one after the other; those of the rotation stay 0 without a gyroscope. */
export function signatureViews(channels: Float64Array, n: i32, hasGyro: i32, views: Float64Array): void {
  const gravity = new Float64Array(3 * n)
  const moved = new Float64Array(3 * n)
  for (let c: i32 = 0; c < 3; c++) movingMean(channels, c * n, n, SLOW, gravity, c * n)
  for (let i: i32 = 0; i < 3 * n; i++) moved[i] = channels[i] - gravity[i]
  measureLengths(moved, 0, n, views, 0)
  measureLengths(channels, 0, n, views, 4 * n)
  if (hasGyro) measureLengths(channels, 3 * n, n, views, 2 * n)
  if (meanLength(gravity, n) < MIN_GRAVITY) {
    alongMainAxis(moved, 0, n, views, n)
    if (hasGyro) alongMainAxis(channels, 3 * n, n, views, 3 * n)
    return
  }
  alongGravity(channels, 0, n, gravity, views, n)
  for (let i: i32 = 0; i < n; i++) views[n + i] -= STANDARD_GRAVITY
  if (hasGyro) alongGravity(channels, 3 * n, n, gravity, views, 3 * n)
}

function meanLength(x: Float64Array, n: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) total += lengthAt(x, 0, n, i)
  return total / (n as f64)
}

function alongGravity(x: Float64Array, from: i32, n: i32, gravity: Float64Array, out: Float64Array, start: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const length: f64 = lengthAt(gravity, 0, n, i)
    const inner: f64 =
      x[from + i] * gravity[i] + x[from + n + i] * gravity[n + i] + x[from + 2 * n + i] * gravity[2 * n + i]
    out[start + i] = length > 0 ? inner / length : 0
  }
}

/** The series along its direction of greatest power (power method), turned so that its third moment is not negative. */
function alongMainAxis(x: Float64Array, from: i32, n: i32, out: Float64Array, start: i32): void {
  const axis = mainAxis(x, from, n)
  let third: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const value: f64 = x[from + i] * axis[0] + x[from + n + i] * axis[1] + x[from + 2 * n + i] * axis[2]
    out[start + i] = value
    third += value * value * value
  }
  if (third < 0) for (let i: i32 = 0; i < n; i++) out[start + i] = -out[start + i]
}

function mainAxis(x: Float64Array, from: i32, n: i32): Float64Array {
  const power = new Float64Array(9)
  for (let a: i32 = 0; a < 3; a++) {
    for (let b: i32 = 0; b < 3; b++) {
      let total: f64 = 0
      for (let i: i32 = 0; i < n; i++) total += x[from + a * n + i] * x[from + b * n + i]
      power[3 * a + b] = total
    }
  }
  const axis = new Float64Array(3)
  axis[0] = 1
  axis[1] = 0.9
  axis[2] = 1.1
  for (let round: i32 = 0; round < 40; round++) turnTowards(power, axis)
  return axis
}

function turnTowards(power: Float64Array, axis: Float64Array): void {
  const x: f64 = power[0] * axis[0] + power[1] * axis[1] + power[2] * axis[2]
  const y: f64 = power[3] * axis[0] + power[4] * axis[1] + power[5] * axis[2]
  const z: f64 = power[6] * axis[0] + power[7] * axis[1] + power[8] * axis[2]
  const length: f64 = Math.sqrt(x * x + y * y + z * z)
  if (length === 0) return
  axis[0] = x / length
  axis[1] = y / length
  axis[2] = z / length
}

// Strength: mean, deviation and quantiles of each view.

/** Where the level scale changes from linear to logarithmic; below it is the rounding of browsers. */
const KNEE: f64 = 0.05

/**
 * Eight features on four views at out[start + 4·feature + view]; `moments` holds mean and deviation of each view. The
 * first three are taken of |a| with gravity where the view is |a| without.
 */
export function kinematicFeatures(x: Float64Array, n: i32, moments: Float64Array, out: Float64Array, start: i32): void {
  const values = new Float64Array(n)
  for (let view: i32 = 0; view < 4; view++) {
    const at: i32 = start + view
    const mean: f64 = moments[2 * view]
    const deviation: f64 = moments[2 * view + 1] + 1e-6
    levels(x, view === 0 ? 4 * n : view * n, n, values, out, at)
    if (view === 0) copySeries(x, 0, n, values)
    const median: f64 = quantile(values, n, 0, 0.5)
    const high: f64 = quantile(values, n, 0.5, 0.9)
    out[at + 12] = level(high)
    out[at + 16] = level(quantile(values, n, 0.9, 0.98))
    out[at + 20] = log(deviation)
    out[at + 24] = log(Math.max(Math.abs(mean), 1e-9))
    out[at + 28] = (high - median) / deviation
  }
}

/** Mean, median and upper quartile of x[from] at out[at], out[at + 4] and out[at + 8]. */
function levels(x: Float64Array, from: i32, n: i32, values: Float64Array, out: Float64Array, at: i32): void {
  copySeries(x, from, n, values)
  out[at] = level(sum(x, from, n) / (n as f64))
  out[at + 4] = level(quantile(values, n, 0, 0.5))
  out[at + 8] = level(quantile(values, n, 0.5, 0.75))
}

function copySeries(x: Float64Array, from: i32, n: i32, out: Float64Array): void {
  for (let i: i32 = 0; i < n; i++) out[i] = x[from + i]
}

/** The inverse hyperbolic sine: a logarithm that preserves the sign and passes through 0. */
function level(value: f64): f64 {
  const ratio: f64 = Math.abs(value) / KNEE
  const size: f64 = log(ratio + Math.sqrt(ratio * ratio + 1))
  return value < 0 ? -size : size
}

/** The value of n below which the given share lies; the values change places, larger ones stay behind it. */
function quantile(x: Float64Array, n: i32, below: f64, share: f64): f64 {
  return selectInPlace(x, placeOf(n, below), n - 1, placeOf(n, share))
}

function placeOf(n: i32, share: f64): i32 {
  return Math.floor(share * ((n - 1) as f64)) as i32
}

// Complexity: order of neighboring values, tails and asymmetry of increments at several lags, uneven effort.

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

/** Skewness of the increments; 0 for a series that looks the same reversed in time. */
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
