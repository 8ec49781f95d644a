import { movingMean } from './moving-mean.ts'
import type { f64, i32 } from './portable.ts'
import { fisher, correlateAtLag } from './signature-series.ts'

// How it is steered: how the views follow each other in time, how alike steps and half steps are, how even the peaks.

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
