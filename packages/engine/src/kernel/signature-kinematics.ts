import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { selectInPlace } from './selection.ts'
import { sum } from './vector.ts'

// How strongly: mean, deviation and quantiles of each view.

/** Where the level scale turns from even steps to even ratios; under it lies the rounding of browsers. */
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

/** The inverse hyperbolic sine: a logarithm that keeps the sign and passes through 0. */
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
