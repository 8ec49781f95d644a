import { fft, hannWindow, twiddles } from './fft.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { fisher, correlateAtLag } from './signature-series.ts'

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

/** Eight features on four standardized views at out[start + 4·feature + view]. */
export function spectralFeatures(
  z: Float64Array,
  n: i32,
  period: i32,
  moments: Float64Array,
  out: Float64Array,
  start: i32,
): void {
  const power = new Float64Array(2 * HALF)
  for (let pair: i32 = 0; pair < 4; pair += 2) {
    welch(z, pair * n, n, power)
    describe(z, n, pair, power, 0, period, moments, out, start)
    describe(z, n, pair + 1, power, HALF, period, moments, out, start)
  }
}

function describe(
  z: Float64Array,
  n: i32,
  view: i32,
  power: Float64Array,
  base: i32,
  period: i32,
  moments: Float64Array,
  out: Float64Array,
  start: i32,
): void {
  const total: f64 = between(power, base + LOWEST, base + HIGHEST) + 1e-9
  const variance: f64 = moments[2 * view + 1] * moments[2 * view + 1]
  const at: i32 = start + view
  out[at] = log(around(power, base, period, 4) / total + 1e-5)
  out[at + 4] = log(around(power, base, period, 6) / total + 1e-5)
  out[at + 8] = log(band(power, base, 8.8, 11.5) * variance + FLOOR)
  out[at + 12] = log(band(power, base, 5.2, 6.8) / total + FLOOR)
  out[at + 16] = log(band(power, base, 3, 4) / total + FLOOR)
  out[at + 20] = fisher(correlateAtLag(z, view * n, view * n, n, 5))
  out[at + 24] = oddToEven(power, base, period)
  out[at + 28] = log(band(power, base, 1.6, 2.2) * variance + FLOOR)
}

/** Mean power of Hann-weighted segments of the views at `from` and n samples later, one after the other. */
function welch(z: Float64Array, from: i32, n: i32, power: Float64Array): void {
  const length: i32 = n < SEGMENT ? n : SEGMENT
  const table = twiddles(LENGTH)
  const hann = hannWindow(length)
  for (let k: i32 = 0; k < 2 * HALF; k++) power[k] = 0
  let segments: f64 = 0
  for (let first: i32 = 0; first + length <= n; first += SEGMENT >> 1) {
    addSegment(z, from + first, n, hann, length, table, power)
    segments += 1
  }
  const scale: f64 = 1 / (segments * (length as f64))
  for (let k: i32 = 0; k < 2 * HALF; k++) power[k] *= scale
}

/** One transform serves two real series x and y: that of x + iy falls apart by symmetry. */
function addSegment(
  z: Float64Array,
  from: i32,
  n: i32,
  hann: Float64Array,
  length: i32,
  table: Float64Array,
  power: Float64Array,
): void {
  const re = new Float64Array(LENGTH)
  const im = new Float64Array(LENGTH)
  for (let i: i32 = 0; i < length; i++) {
    re[i] = z[from + i] * hann[i]
    im[i] = z[from + n + i] * hann[i]
  }
  fft(re, im, LENGTH, table)
  for (let k: i32 = 1; k < HALF; k++) {
    const a: f64 = re[k] + re[LENGTH - k]
    const b: f64 = im[k] - im[LENGTH - k]
    const c: f64 = im[k] + im[LENGTH - k]
    const d: f64 = re[k] - re[LENGTH - k]
    power[k] += 0.25 * (a * a + b * b)
    power[HALF + k] += 0.25 * (c * c + d * d)
  }
}

function between(power: Float64Array, first: i32, end: i32): f64 {
  let total: f64 = 0
  for (let k: i32 = first; k < end; k++) total += power[k]
  return total
}

/** Mean power from `low` to under `high` hertz of the spectrum that starts at `base`. */
function band(power: Float64Array, base: i32, low: f64, high: f64): f64 {
  const first: i32 = Math.ceil(low * BINS) as i32
  const end: i32 = Math.ceil(high * BINS) as i32
  return between(power, base + first, base + end) / ((end - first) as f64)
}

/** Power within two bins of a harmonic of the period. */
function around(power: Float64Array, base: i32, period: i32, harmonic: i32): f64 {
  const centre: f64 = ((harmonic as f64) * (LENGTH as f64)) / (period as f64)
  const first: i32 = Math.max(1, Math.floor(centre - 2)) as i32
  const last: i32 = Math.min(HIGHEST as f64, Math.ceil(centre + 2)) as i32
  return between(power, base + first, base + last + 1)
}

/** Log ratio of odd to even harmonics: how much the left step differs from the right one. */
function oddToEven(power: Float64Array, base: i32, period: i32): f64 {
  let odd: f64 = 1e-9
  let even: f64 = 1e-9
  for (let harmonic: i32 = 1; harmonic <= 10; harmonic += 2) {
    odd += around(power, base, period, harmonic)
    even += around(power, base, period, harmonic + 1)
  }
  return log(odd / even)
}
