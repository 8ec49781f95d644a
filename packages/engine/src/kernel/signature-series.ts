import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { dot, sum } from './vector.ts'

const TINY: f64 = 1e-9
/** Strides of a walk and repetitions of a gesture last between 0.7 and 1.8 s. */
const SHORTEST_PERIOD: i32 = 35
const LONGEST_PERIOD: i32 = 90

/** x with mean 0 and variance 1 into z (all 0 where x is constant); its mean and deviation into `moments`. */
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

/** Fisher's transform, which makes correlations additive; held off ±1. */
export function fisher(r: f64): f64 {
  const held: f64 = Math.max(-0.999, Math.min(0.999, r))
  return 0.5 * log((1 + held) / (1 - held))
}

/** The lag at which all views together repeat themselves best; in samples. */
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
