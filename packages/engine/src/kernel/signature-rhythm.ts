import { movingMean } from './filters.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { dot, sum } from './vector.ts'

// Control: how the views follow each other in time, how similar steps and half steps are, how even the peaks.

/** A peak of the smoothed series counts above this many of its deviations. */
const PEAK_HEIGHT: f64 = 0.3
const PEAK_DISTANCE: i32 = 6
const HALF_WIDTH: i32 = 3

/** Eight features on four views of standardized series at out[start + 4·feature + view]. */
export function controlFeatures(z: Float64Array, n: i32, period: i32, out: Float64Array, start: i32): void {
  for (let view: i32 = 0; view < 4; view++) {
    const here: i32 = view * n
    const next: i32 = ((view + 1) & 3) * n
    const across: i32 = ((view + 2) & 3) * n
    const at: i32 = start + view
    out[at] = fisher(correlateAtLag(z, here, next, n, 0))
    out[at + 4] = fisher(correlateAtLag(z, here, next, n, 6))
    out[at + 8] = fisher(correlateAtLag(z, here, next, n, -6))
    out[at + 12] = fisher(correlateAtLag(z, here, next, n, 12))
    out[at + 16] = fisher(correlateAtLag(z, here, across, n, 16))
    out[at + 20] = stepRegularity(z, here, n)
    out[at + 24] = correlateAtLag(z, here, here, n, period >> 1)
    out[at + 28] = peakUnevenness(z, here, n)
  }
}

/** The highest maximum of the autocorrelation between 0.3 and 0.9 s. */
function stepRegularity(z: Float64Array, from: i32, n: i32): f64 {
  let best: f64 = -1
  let before: f64 = correlateAtLag(z, from, from, n, 14)
  let here: f64 = correlateAtLag(z, from, from, n, 15)
  for (let lag: i32 = 15; lag <= 45; lag++) {
    const after: f64 = correlateAtLag(z, from, from, n, lag + 1)
    if (here > best && here >= before && here >= after) best = here
    before = here
    here = after
  }
  return best > -1 ? best : 0
}

/** Deviation of the heights of the peaks of the series, smoothed over 140 ms. */
function peakUnevenness(z: Float64Array, from: i32, n: i32): f64 {
  const smooth = new Float64Array(n)
  movingMean(z, from, n, HALF_WIDTH, smooth, 0)
  const floor: f64 = PEAK_HEIGHT * computeDeviation(smooth, n)
  let last: i32 = -PEAK_DISTANCE
  let lastHeight: f64 = 0
  let count: f64 = 0
  let total: f64 = 0
  let squares: f64 = 0
  for (let i: i32 = 1; i < n - 1; i++) {
    const height: f64 = smooth[i]
    if (!(height > smooth[i - 1] && height >= smooth[i + 1] && height > floor)) continue
    const close: boolean = i - last < PEAK_DISTANCE
    if (close && height <= lastHeight) continue
    if (close) {
      total -= lastHeight
      squares -= lastHeight * lastHeight
    } else count += 1
    total += height
    squares += height * height
    last = i
    lastHeight = height
  }
  if (count === 0) return 1
  return Math.sqrt(Math.max(0, squares / count - (total / count) * (total / count)))
}

function computeDeviation(x: Float64Array, n: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) total += x[i] * x[i]
  return Math.sqrt(total / (n as f64))
}

const TINY: f64 = 1e-9
/** Strides of a walk and repetitions of a gesture last between 0.7 and 1.8 s. */
const SHORTEST_PERIOD: i32 = 35
const LONGEST_PERIOD: i32 = 90

/** Writes x with mean 0 and variance 1 to z (all 0 if x is constant), and its mean and deviation to `moments`. */
export function standardize(x: Float64Array, view: i32, n: i32, z: Float64Array, moments: Float64Array): void {
  const from: i32 = view * n
  const mean: f64 = sum(x, from, n) / (n as f64)
  for (let i: i32 = 0; i < n; i++) z[from + i] = x[from + i] - mean
  const deviation: f64 = Math.sqrt(dot(z, from, z, from, n) / (n as f64))
  const scale: f64 = deviation > TINY ? 1 / deviation : 0
  for (let i: i32 = 0; i < n; i++) z[from + i] *= scale
  moments[2 * view] = mean
  moments[2 * view + 1] = deviation
}

/** Correlation of z[from] with z[start] `lag` samples earlier; a negative lag looks ahead. */
export function correlateAtLag(z: Float64Array, from: i32, start: i32, n: i32, lag: i32): f64 {
  if (lag < 0) return correlateAtLag(z, start, from, n, -lag)
  return lag < n ? dot(z, from + lag, z, start, n - lag) / ((n - lag) as f64) : 0
}

/** Fisher's transform, which makes correlations additive; kept off ±1. */
export function fisher(r: f64): f64 {
  const held: f64 = Math.max(-0.999, Math.min(0.999, r))
  return 0.5 * log((1 + held) / (1 - held))
}

/** Returns the lag in samples at which all views together repeat best. */
export function commonPeriod(z: Float64Array, n: i32): i32 {
  let period: i32 = SHORTEST_PERIOD
  let best: f64 = -5
  let before: f64 = jointCorrelation(z, n, SHORTEST_PERIOD - 1)
  let here: f64 = jointCorrelation(z, n, SHORTEST_PERIOD)
  for (let lag: i32 = SHORTEST_PERIOD; lag <= LONGEST_PERIOD; lag++) {
    const after: f64 = jointCorrelation(z, n, lag + 1)
    if (here > best && here >= before && here >= after) {
      best = here
      period = lag
    }
    before = here
    here = after
  }
  return period
}

function jointCorrelation(z: Float64Array, n: i32, lag: i32): f64 {
  let total: f64 = 0
  for (let view: i32 = 0; view < 4; view++) total += correlateAtLag(z, view * n, view * n, n, lag)
  return total
}
