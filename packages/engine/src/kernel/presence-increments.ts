import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { computeMoments } from './presence-statistics.ts'

// Increments over several lags. Their skewness is a test of time reversal (Ramsey and Rothman 1996), their kurtosis
// shows how the motion is made of bursts and rests; both depend on phase, which copies of the spectrum do not keep.

export const INCREMENT_FEATURES: i32 = 30

const LAGS: i32 = 5

/** Tails and asymmetry of x[t+lag] - x[t], lag 1, 2, 4, 8, 16: axes of each sensor, then the two norms with their sign. */
export function incrementFeatures(x: Float64Array, norms: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const d = new Float64Array(n)
  const moments = new Float64Array(3)
  for (let k: i32 = 0; k < LAGS; k++) {
    const lag: i32 = 1 << k
    const m: i32 = n - lag
    for (let sensor: i32 = 0; sensor < 2; sensor++) {
      let tails: f64 = 0
      let asymmetry: f64 = 0
      for (let c: i32 = 3 * sensor; c < 3 * sensor + 3; c++) {
        for (let i: i32 = 0; i < m; i++) d[i] = x[c * n + i + lag] - x[c * n + i]
        computeMoments(d, 0, m, moments)
        tails += log(1 + moments[2]) / 3
        asymmetry += Math.abs(moments[1]) / 3
      }
      out[at + 2 * k + sensor] = tails
      out[at + 2 * LAGS + 2 * k + sensor] = asymmetry
      for (let i: i32 = 0; i < m; i++) d[i] = norms[sensor * n + i + lag] - norms[sensor * n + i]
      computeMoments(d, 0, m, moments)
      out[at + 4 * LAGS + 2 * k + sensor] = moments[1]
    }
  }
}
