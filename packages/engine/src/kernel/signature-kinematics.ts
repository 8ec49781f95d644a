import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { sum } from './vector.ts'

// How strongly: mean, deviation and quantiles of each view.

/** Where the level scale turns from even steps to even ratios; under it lies the rounding of browsers. */
const KNEE: f64 = 0.05

/**
 * Eight features on four views at out[start + 4·feature + view]; `moments` holds mean and deviation of each view. The
 * first three are taken of |a| with gravity where the view is |a| without.
 */
export function kinematicFeatures(x: Float64Array, n: i32, moments: Float64Array, out: Float64Array, start: i32): void {
  const sorted = new Float64Array(n)
  for (let view: i32 = 0; view < 4; view++) {
    const at: i32 = start + view
    const mean: f64 = moments[2 * view]
    const deviation: f64 = moments[2 * view + 1] + 1e-6
    levels(x, view === 0 ? 4 * n : view * n, n, sorted, out, at)
    if (view === 0) copySorted(x, 0, n, sorted)
    out[at + 12] = level(quantile(sorted, n, 0.9))
    out[at + 16] = level(quantile(sorted, n, 0.98))
    out[at + 20] = log(deviation)
    out[at + 24] = log(Math.max(Math.abs(mean), 1e-9))
    out[at + 28] = (quantile(sorted, n, 0.9) - quantile(sorted, n, 0.5)) / deviation
  }
}

/** Mean, median and upper quartile of x[from] at out[at], out[at + 4] and out[at + 8]. */
function levels(x: Float64Array, from: i32, n: i32, sorted: Float64Array, out: Float64Array, at: i32): void {
  copySorted(x, from, n, sorted)
  out[at] = level(sum(x, from, n) / (n as f64))
  out[at + 4] = level(quantile(sorted, n, 0.5))
  out[at + 8] = level(quantile(sorted, n, 0.75))
}

/** The inverse hyperbolic sine: a logarithm that keeps the sign and passes through 0. */
function level(value: f64): f64 {
  const ratio: f64 = Math.abs(value) / KNEE
  const size: f64 = log(ratio + Math.sqrt(ratio * ratio + 1))
  return value < 0 ? -size : size
}

function quantile(sorted: Float64Array, n: i32, share: f64): f64 {
  return sorted[Math.floor(share * ((n - 1) as f64)) as i32]
}

/** x[from] in rising order, by Shell's method with Ciura's gaps. */
function copySorted(source: Float64Array, from: i32, n: i32, x: Float64Array): void {
  for (let i: i32 = 0; i < n; i++) x[i] = source[from + i]
  let gap: i32 = 701
  while (gap > 0) {
    for (let i: i32 = gap; i < n; i++) {
      const value: f64 = x[i]
      let j: i32 = i
      while (j >= gap && x[j - gap] > value) {
        x[j] = x[j - gap]
        j -= gap
      }
      x[j] = value
    }
    gap = narrower(gap)
  }
}

function narrower(gap: i32): i32 {
  if (gap > 301) return 301
  if (gap > 132) return 132
  if (gap > 57) return 57
  if (gap > 23) return 23
  if (gap > 10) return 10
  if (gap > 4) return 4
  return gap > 1 ? 1 : 0
}
