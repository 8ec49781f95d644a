import { bandPassAxes, lowPass, measureLengths } from './filters.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { computeMean, computeMoments, computeVariance, simultaneity } from './statistics.ts'
import { correlation, dot } from './vector.ts'

// Submovements: the bumps of the size of rotation and of acceleration (without its mean), and when they come.

export const TIMING_FEATURES: i32 = 12

/** For each sensor: peaks a second, interval CV, height CV, rise/fall asymmetry, height-duration correlation, neighbors' likeness. */
export function timingFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const size = new Float64Array(n)
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    measureLengths(x, 3 * sensor * n, n, size, 0)
    lowPass(size, 0, n, 4 / 50, size, 0)
    bumps(size, n, out, at + 6 * sensor)
  }
}

function bumps(size: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const least: f64 = 0.15 * computeMean(size, 0, n)
  const lengths = new Float64Array(n)
  const heights = new Float64Array(n)
  let count: i32 = 0
  let asymmetry: f64 = 0
  let valley: i32 = 0
  let top: i32 = 0
  let rising: i32 = 1
  for (let i: i32 = 1; i < n; i++) {
    if (rising === 1) {
      if (size[i] > size[top]) top = i
      if (size[top] - size[i] > least) rising = 0
      if (size[i] < size[valley] && top <= valley) {
        valley = i
        top = i
      }
      if (rising === 0) {
        // From here on `next` valley is looked for below the top.
        lengths[count] = (top - valley) as f64
        heights[count] = size[top]
        valley = i
      }
    } else {
      if (size[i] < size[valley]) valley = i
      if (size[i] - size[valley] > least) {
        const rise: f64 = lengths[count]
        const fall: f64 = (valley - top) as f64
        asymmetry += (rise - fall) / (rise + fall + 1)
        lengths[count] = rise + fall
        count++
        rising = 1
        top = i
      }
    }
  }
  out[at] = log((50 * ((count + 1) as f64)) / (n as f64))
  out[at + 1] = variation(lengths, count)
  out[at + 2] = variation(heights, count)
  out[at + 3] = count > 0 ? asymmetry / (count as f64) : 0
  out[at + 4] = correlatePairs(lengths, heights, 0, count)
  out[at + 5] = correlatePairs(heights, heights, 1, count - 1)
}

/** Standard deviation over mean. */
function variation(x: Float64Array, n: i32): f64 {
  if (n < 2) return 0
  const mean: f64 = computeMean(x, 0, n)
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) total += (x[i] - mean) * (x[i] - mean)
  return Math.sqrt(total / (n as f64)) / (mean + 1e-9)
}

/** Correlation of x[i] and y[i + shift], 0 for fewer than four pairs. */
function correlatePairs(x: Float64Array, y: Float64Array, shift: i32, n: i32): f64 {
  if (n < 4) return 0
  const mx: f64 = computeMean(x, 0, n)
  const my: f64 = computeMean(y, shift, n)
  let xx: f64 = 1e-9
  let yy: f64 = 1e-9
  let xy: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    xx += (x[i] - mx) * (x[i] - mx)
    yy += (y[i + shift] - my) * (y[i + shift] - my)
    xy += (x[i] - mx) * (y[i + shift] - my)
  }
  return xy / Math.sqrt(xx * yy)
}

// Walking repeats, but no step is exactly like the previous one: an average cycle played repeatedly is too regular.

export const RHYTHM_FEATURES: i32 = 4

/** For each sensor: the best likeness to itself 0.4 to 2 s later, and how much lower it is one more repetition on. */
export function rhythmFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const half: i32 = n >> 1
  const y = new Float64Array(3 * half)
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    for (let c: i32 = 0; c < 3; c++) {
      const from: i32 = (3 * sensor + c) * n
      for (let i: i32 = 0; i < half; i++) y[c * half + i] = 0.5 * (x[from + 2 * i] + x[from + 2 * i + 1])
    }
    const energy = energyUpTo(y, half)
    let best: f64 = -1
    let period: i32 = 10
    for (let lag: i32 = 10; lag <= 50; lag++) {
      const likeness: f64 = likenessAt(y, energy, half, lag)
      if (likeness > best) {
        best = likeness
        period = lag
      }
    }
    out[at + 2 * sensor] = best
    out[at + 2 * sensor + 1] = best - likenessAt(y, energy, half, 2 * period)
  }
}

/** Sum of squares of all three axes over the first i samples, for i = 0 … n. */
function energyUpTo(y: Float64Array, n: i32): Float64Array {
  const energy = new Float64Array(n + 1)
  for (let i: i32 = 0; i < n; i++) {
    energy[i + 1] = energy[i] + y[i] * y[i] + y[n + i] * y[n + i] + y[2 * n + i] * y[2 * n + i]
  }
  return energy
}

/** Vector autocorrelation over the three axes; 0 where fewer than 20 pairs are left. */
function likenessAt(y: Float64Array, energy: Float64Array, n: i32, lag: i32): f64 {
  const pairs: i32 = n - lag
  if (pairs < 20) return 0
  let both: f64 = 0
  for (let c: i32 = 0; c < 3; c++) both += dot(y, c * n, y, c * n + lag, pairs)
  return both / Math.sqrt((energy[pairs] + 1e-6) * (energy[n] - energy[lag] + 1e-6))
}

// Increments over several lags. Their skewness tests time reversal (Ramsey and Rothman 1996), their kurtosis shows
// bursts and rests. Both depend on phase, which copies of the spectrum lose.

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

// Effort rises and falls together in all frequency bands, on all axes and on both sensors of one body.

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
