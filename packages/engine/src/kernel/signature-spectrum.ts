import { fft, twiddles } from './fft.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { fisher, lagged } from './signature-series.ts'

// At which frequencies: bands of the spectrum and harmonics of the common period.

const LENGTH: i32 = 512
const HALF: i32 = 256
/** Eight seconds, half overlapping: a longer capture is averaged, not stretched. */
const SEGMENT: i32 = 400
/** Bins per hertz. */
const BINS: f64 = 10.24
const LOWEST: i32 = 3
const HIGHEST: i32 = 250
const FLOOR: f64 = 1e-7

/** Eight features on four standardised views at out[start + 4·feature + view]. */
export function spectralFeatures(
  z: Float64Array,
  n: i32,
  period: i32,
  moments: Float64Array,
  out: Float64Array,
  start: i32,
): void {
  const table = twiddles(LENGTH)
  const window = hann(n < SEGMENT ? n : SEGMENT)
  const power = new Float64Array(HALF)
  for (let view: i32 = 0; view < 4; view++) {
    const from: i32 = view * n
    welch(z, from, n, window, table, power)
    const total: f64 = between(power, LOWEST, HIGHEST) + 1e-9
    const deviation: f64 = moments[2 * view + 1]
    const at: i32 = start + view
    out[at] = log(around(power, period, 4) / total + 1e-5)
    out[at + 4] = log(around(power, period, 6) / total + 1e-5)
    out[at + 8] = log(band(power, 8.8, 11.5) * deviation * deviation + FLOOR)
    out[at + 12] = log(band(power, 5.2, 6.8) / total + FLOOR)
    out[at + 16] = log(band(power, 3, 4) / total + FLOOR)
    out[at + 20] = fisher(lagged(z, from, from, n, 5))
    out[at + 24] = oddToEven(power, period)
    out[at + 28] = log(band(power, 1.6, 2.2) * deviation * deviation + FLOOR)
  }
}

/** Mean power of Hann-weighted segments. */
function welch(
  z: Float64Array,
  from: i32,
  n: i32,
  window: Float64Array,
  table: Float64Array,
  power: Float64Array,
): void {
  const length: i32 = n < SEGMENT ? n : SEGMENT
  for (let k: i32 = 0; k < HALF; k++) power[k] = 0
  let segments: f64 = 0
  for (let first: i32 = 0; first + length <= n; first += SEGMENT >> 1) {
    addSegment(z, from + first, length, window, table, power)
    segments += 1
  }
  const scale: f64 = 1 / (segments * (length as f64))
  for (let k: i32 = 0; k < HALF; k++) power[k] *= scale
}

function hann(length: i32): Float64Array {
  const window = new Float64Array(length)
  for (let i: i32 = 0; i < length; i++) {
    window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * ((i as f64) + 0.5)) / (length as f64))
  }
  return window
}

function addSegment(
  z: Float64Array,
  from: i32,
  length: i32,
  window: Float64Array,
  table: Float64Array,
  power: Float64Array,
): void {
  const re = new Float64Array(LENGTH)
  const im = new Float64Array(LENGTH)
  for (let i: i32 = 0; i < length; i++) re[i] = z[from + i] * window[i]
  fft(re, im, LENGTH, table)
  for (let k: i32 = 0; k < HALF; k++) power[k] += re[k] * re[k] + im[k] * im[k]
}

function between(power: Float64Array, first: i32, end: i32): f64 {
  let total: f64 = 0
  for (let k: i32 = first; k < end; k++) total += power[k]
  return total
}

/** Mean power from `low` to under `high` hertz. */
function band(power: Float64Array, low: f64, high: f64): f64 {
  const first: i32 = Math.ceil(low * BINS) as i32
  const end: i32 = Math.ceil(high * BINS) as i32
  return between(power, first, end) / ((end - first) as f64)
}

/** Power within two bins of a harmonic of the period. */
function around(power: Float64Array, period: i32, harmonic: i32): f64 {
  const centre: f64 = ((harmonic as f64) * (LENGTH as f64)) / (period as f64)
  const first: i32 = Math.max(1, Math.floor(centre - 2)) as i32
  const last: i32 = Math.min(HIGHEST as f64, Math.ceil(centre + 2)) as i32
  return between(power, first, last + 1)
}

/** Log ratio of odd to even harmonics: how much the left step differs from the right one. */
function oddToEven(power: Float64Array, period: i32): f64 {
  let odd: f64 = 1e-9
  let even: f64 = 1e-9
  for (let harmonic: i32 = 1; harmonic <= 10; harmonic += 2) {
    odd += around(power, period, harmonic)
    even += around(power, period, harmonic + 1)
  }
  return log(odd / even)
}
