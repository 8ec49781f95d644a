import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'

// How strongly: mean, deviation and quantiles of each view.

/** Where the level scale turns from even steps to even ratios; under it lies the rounding of browsers. */
const KNEE: f64 = 0.05

/** Eight features on four views at out[start + 4·feature + view]; `moments` holds mean and deviation of each view. */
export function kinematicFeatures(x: Float64Array, n: i32, moments: Float64Array, out: Float64Array, start: i32): void {
  const sorted = new Float64Array(n)
  for (let view: i32 = 0; view < 4; view++) {
    for (let i: i32 = 0; i < n; i++) sorted[i] = x[view * n + i]
    sort(sorted, n)
    const at: i32 = start + view
    const deviation: f64 = Math.max(moments[2 * view + 1], 1e-6)
    const middle: f64 = quantile(sorted, n, 0.5)
    out[at] = level(moments[2 * view])
    out[at + 4] = level(quantile(sorted, n, 0.1))
    out[at + 8] = level(middle)
    out[at + 12] = level(quantile(sorted, n, 0.9))
    out[at + 16] = level(quantile(sorted, n, 0.98))
    out[at + 20] = level(deviation)
    out[at + 24] = (quantile(sorted, n, 0.3) - middle) / deviation
    out[at + 28] = (quantile(sorted, n, 0.9) - middle) / deviation
  }
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

/** Shell sort with Ciura's gaps. */
function sort(x: Float64Array, n: i32): void {
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
