import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { bandPassAxes } from './presence-filters.ts'
import { simultaneity, computeVariance } from './presence-statistics.ts'
import { correlation } from './vector.ts'

// Effort rises and falls together: in all frequency bands, on all axes and on both sensors of one body.

export const ENVELOPE_FEATURES: i32 = 21

const BANDS: i32 = 4
const SMOOTH: i32 = 12
const HOP: i32 = 3

/** Log envelopes of four bands (0.7-3-7-12-22 Hz) of each sensor: how much they vary and how they go together. */
export function envelopeFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const m: i32 = Math.floor(((n - SMOOTH) as f64) / (HOP as f64)) as i32
  const envelopes = new Float64Array(2 * BANDS * m)
  const cuts = new Float64Array(BANDS + 1)
  cuts[0] = 0.7 / 50
  cuts[1] = 3 / 50
  cuts[2] = 7 / 50
  cuts[3] = 12 / 50
  cuts[4] = 22 / 50
  const band = new Float64Array(3 * n)
  const power = new Float64Array(n)
  let o: i32 = at
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    for (let b: i32 = 0; b < BANDS; b++) {
      bandPassAxes(x, 3 * sensor * n, n, cuts[b], cuts[b + 1], band, 0)
      for (let i: i32 = 0; i < n; i++) {
        power[i] = band[i] * band[i] + band[n + i] * band[n + i] + band[2 * n + i] * band[2 * n + i]
      }
      smoothLog(power, m, sensor === 0 ? 1e-3 : 3e-6, envelopes, (sensor * BANDS + b) * m)
      out[o++] = Math.sqrt(computeVariance(envelopes, (sensor * BANDS + b) * m, m))
    }
  }
  for (let b: i32 = 0; b < BANDS; b++) out[o++] = correlation(envelopes, b * m, envelopes, (BANDS + b) * m, m)
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    const first: i32 = sensor * BANDS
    for (let b: i32 = 0; b < BANDS - 1; b++)
      out[o++] = correlation(envelopes, (first + b) * m, envelopes, (first + b + 1) * m, m)
    out[o++] = correlation(envelopes, first * m, envelopes, (first + 3) * m, m)
  }
  // The 3-7 Hz envelopes of the two sensors, now against 0.3 to 1 s apart.
  out[o] = simultaneity(envelopes, m, envelopes, (BANDS + 1) * m, m, 5, 17, 3)
}

/** log of the mean over SMOOTH samples, every HOP; the floor is the power of the rounding that browsers do. */
function smoothLog(power: Float64Array, m: i32, floor: f64, y: Float64Array, start: i32): void {
  for (let p: i32 = 0; p < m; p++) {
    let total: f64 = 0
    for (let i: i32 = p * HOP; i < p * HOP + SMOOTH; i++) total += power[i]
    y[start + p] = log(total / (SMOOTH as f64) + floor)
  }
}
