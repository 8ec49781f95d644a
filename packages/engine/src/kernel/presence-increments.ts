import type { f64, i32 } from './portable.ts'
import { kurtosisFrom, skewnessFrom, skewnessOf } from './presence-statistics.ts'
import { centralSums } from './vector.ts'
import { log } from './logarithm.ts'

// Increments over several lags. Their skewness is a test of time reversal (Ramsey and Rothman 1996), their kurtosis
// shows how the motion is made of bursts and rests; both depend on phase, which copies of the spectrum do not keep.

export const INCREMENT_FEATURES: i32 = 30

const LAGS: i32 = 5

/** Tails and asymmetry of x[t+lag] - x[t], lag 1, 2, 4, 8, 16: axes of each sensor, then the two norms with their sign. */
export function incrementFeatures(x: Float64Array, norms: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const d = new Float64Array(n)
  const sums = new Float64Array(3)
  for (let k: i32 = 0; k < LAGS; k++) {
    const lag: i32 = 1 << k
    const m: i32 = n - lag
    for (let sensor: i32 = 0; sensor < 2; sensor++) {
      let tails: f64 = 0
      let asymmetry: f64 = 0
      for (let c: i32 = 3 * sensor; c < 3 * sensor + 3; c++) {
        difference(x, c * n, m, lag, d)
        centralSums(d, 0, m, sums)
        tails += log(1 + kurtosisFrom(sums, m)) / 3
        asymmetry += Math.abs(skewnessFrom(sums, m)) / 3
      }
      out[at + 2 * k + sensor] = tails
      out[at + 2 * LAGS + 2 * k + sensor] = asymmetry
      difference(norms, sensor * n, m, lag, d)
      out[at + 4 * LAGS + 2 * k + sensor] = skewnessOf(d, 0, m)
    }
  }
}

function difference(x: Float64Array, from: i32, m: i32, lag: i32, d: Float64Array): void {
  for (let i: i32 = 0; i < m; i++) d[i] = x[from + i + lag] - x[from + i]
}
