import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { correlateAtLag, fisher } from './signature-rhythm.ts'
import { butterflies } from './vector.ts'

// Shape of the power spectrum (Welch, 2.56 s pieces) of each sensor, summed over its axes, which makes it independent
// of the mounting.

export const SPECTRUM_FEATURES: i32 = 18

const PRESENCE_SIZE: i32 = 128
const PRESENCE_BINS: i32 = 64

/** For each sensor: slope, entropy, flatness, peak, and the shares of five bands (log). */
export function spectrumFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const table = twiddles(PRESENCE_SIZE)
  const length: i32 = n < PRESENCE_SIZE ? n : PRESENCE_SIZE
  const window = hannWindow(length)
  const power = new Float64Array(2 * PRESENCE_BINS)
  const re = new Float64Array(PRESENCE_SIZE)
  const im = new Float64Array(PRESENCE_SIZE)
  const last: i32 = n - length
  const pieces: i32 = last > 0 ? (Math.ceil((last as f64) / (PRESENCE_BINS as f64)) as i32) + 1 : 1
  for (let p: i32 = 0; p < pieces; p++) {
    const begin: i32 = pieces > 1 ? (Math.floor(((last * p) as f64) / ((pieces - 1) as f64)) as i32) : 0
    // Each channel of the acceleration is the real part, the same channel of the rotation the imaginary part.
    for (let c: i32 = 0; c < 3; c++) {
      cutPiece(x, c * n + begin, window, length, re)
      cutPiece(x, (3 + c) * n + begin, window, length, im)
      fft(re, im, PRESENCE_SIZE, table)
      addPowers(re, im, power)
    }
  }
  describeSpectrum(power, 0, 1e-4, out, at)
  describeSpectrum(power, PRESENCE_BINS, 3e-7, out, at + 9)
}

function addPowers(re: Float64Array, im: Float64Array, power: Float64Array): void {
  for (let k: i32 = 1; k < PRESENCE_BINS; k++) {
    const a: f64 = 0.5 * (re[k] + re[PRESENCE_SIZE - k])
    const b: f64 = 0.5 * (im[k] - im[PRESENCE_SIZE - k])
    const c: f64 = 0.5 * (im[k] + im[PRESENCE_SIZE - k])
    const d: f64 = 0.5 * (re[PRESENCE_SIZE - k] - re[k])
    power[k] += a * a + b * b
    power[PRESENCE_BINS + k] += c * c + d * d
  }
}

/** The piece without its mean and trend, under the window, zeros after it. */
function cutPiece(x: Float64Array, from: i32, window: Float64Array, length: i32, piece: Float64Array): void {
  const middle: f64 = ((length - 1) as f64) / 2
  let mean: f64 = 0
  let slope: f64 = 0
  let spread: f64 = 0
  for (let i: i32 = 0; i < length; i++) {
    const d: f64 = (i as f64) - middle
    mean += x[from + i]
    slope += d * x[from + i]
    spread += d * d
  }
  mean /= length as f64
  slope /= spread
  for (let i: i32 = length; i < PRESENCE_SIZE; i++) piece[i] = 0
  for (let i: i32 = 0; i < length; i++) piece[i] = window[i] * (x[from + i] - mean - slope * ((i as f64) - middle))
}

function describeSpectrum(power: Float64Array, from: i32, floor: f64, out: Float64Array, at: i32): void {
  let total: f64 = 0
  for (let k: i32 = 1; k < PRESENCE_BINS; k++) total += power[from + k] + floor
  let entropy: f64 = 0
  let logs: f64 = 0
  let peak: f64 = 0
  let sx: f64 = 0
  let sy: f64 = 0
  let sxx: f64 = 0
  let sxy: f64 = 0
  let count: f64 = 0
  for (let k: i32 = 1; k < PRESENCE_BINS; k++) {
    const share: f64 = (power[from + k] + floor) / total
    const level: f64 = log(share)
    entropy -= share * level
    logs += level
    peak = Math.max(peak, share)
    if (k < 3 || k > 56) continue
    const f: f64 = log(k as f64)
    sx += f
    sy += level
    sxx += f * f
    sxy += f * level
    count += 1
  }
  out[at] = (count * sxy - sx * sy) / (count * sxx - sx * sx)
  out[at + 1] = entropy
  out[at + 2] = logs / 63
  out[at + 3] = log(peak)
  // Bins are 0.39 Hz wide.
  out[at + 4] = computeBandShare(power, from, 1, 3, floor, total)
  out[at + 5] = computeBandShare(power, from, 4, 8, floor, total)
  out[at + 6] = computeBandShare(power, from, 9, 18, floor, total)
  out[at + 7] = computeBandShare(power, from, 19, 31, floor, total)
  out[at + 8] = computeBandShare(power, from, 49, 63, floor, total)
}

function computeBandShare(power: Float64Array, from: i32, first: i32, last: i32, floor: f64, total: f64): f64 {
  let band: f64 = 0
  for (let k: i32 = first; k <= last; k++) band += power[from + k] + floor
  return log(band / total)
}

// Frequencies: bands of the spectrum and harmonics of the common period.

const SIGNATURE_SIZE: i32 = 512
const SIGNATURE_BINS: i32 = 256
/** Eight seconds, half overlapping: a longer capture is averaged, not stretched. */
const SEGMENT: i32 = 400
/** Bins per hertz. */
const BINS_PER_HZ: f64 = 10.24
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
  const power = new Float64Array(2 * SIGNATURE_BINS)
  for (let pair: i32 = 0; pair < 4; pair += 2) {
    welch(z, pair * n, n, power)
    describeView(z, n, pair, power, 0, period, moments, out, start)
    describeView(z, n, pair + 1, power, SIGNATURE_BINS, period, moments, out, start)
  }
}

function describeView(
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
  const total: f64 = computePower(power, base + LOWEST, base + HIGHEST) + 1e-9
  const variance: f64 = moments[2 * view + 1] * moments[2 * view + 1]
  const at: i32 = start + view
  out[at] = log(computeHarmonicPower(power, base, period, 4) / total + 1e-5)
  out[at + 4] = log(computeHarmonicPower(power, base, period, 6) / total + 1e-5)
  out[at + 8] = log(computeBandPower(power, base, 8.8, 11.5) * variance + FLOOR)
  out[at + 12] = log(computeBandPower(power, base, 5.2, 6.8) / total + FLOOR)
  out[at + 16] = log(computeBandPower(power, base, 3, 4) / total + FLOOR)
  out[at + 20] = fisher(correlateAtLag(z, view * n, view * n, n, 5))
  out[at + 24] = compareOddToEven(power, base, period)
  out[at + 28] = log(computeBandPower(power, base, 1.6, 2.2) * variance + FLOOR)
}

/** Mean power of Hann-weighted segments of the views at `from` and n samples later, one after the other. */
function welch(z: Float64Array, from: i32, n: i32, power: Float64Array): void {
  const length: i32 = n < SEGMENT ? n : SEGMENT
  const table = twiddles(SIGNATURE_SIZE)
  const hann = hannWindow(length)
  for (let k: i32 = 0; k < 2 * SIGNATURE_BINS; k++) power[k] = 0
  let segments: f64 = 0
  for (let first: i32 = 0; first + length <= n; first += SEGMENT >> 1) {
    addSegment(z, from + first, n, hann, length, table, power)
    segments += 1
  }
  const scale: f64 = 1 / (segments * (length as f64))
  for (let k: i32 = 0; k < 2 * SIGNATURE_BINS; k++) power[k] *= scale
}

/** One transform serves two real series x and y: that of x + iy is separated by symmetry. */
function addSegment(
  z: Float64Array,
  from: i32,
  n: i32,
  hann: Float64Array,
  length: i32,
  table: Float64Array,
  power: Float64Array,
): void {
  const re = new Float64Array(SIGNATURE_SIZE)
  const im = new Float64Array(SIGNATURE_SIZE)
  for (let i: i32 = 0; i < length; i++) {
    re[i] = z[from + i] * hann[i]
    im[i] = z[from + n + i] * hann[i]
  }
  fft(re, im, SIGNATURE_SIZE, table)
  for (let k: i32 = 1; k < SIGNATURE_BINS; k++) {
    const a: f64 = re[k] + re[SIGNATURE_SIZE - k]
    const b: f64 = im[k] - im[SIGNATURE_SIZE - k]
    const c: f64 = im[k] + im[SIGNATURE_SIZE - k]
    const d: f64 = re[k] - re[SIGNATURE_SIZE - k]
    power[k] += 0.25 * (a * a + b * b)
    power[SIGNATURE_BINS + k] += 0.25 * (c * c + d * d)
  }
}

function computePower(power: Float64Array, first: i32, end: i32): f64 {
  let total: f64 = 0
  for (let k: i32 = first; k < end; k++) total += power[k]
  return total
}

/** Mean power from `low` to under `high` hertz of the spectrum that starts at `base`. */
function computeBandPower(power: Float64Array, base: i32, low: f64, high: f64): f64 {
  const first: i32 = Math.ceil(low * BINS_PER_HZ) as i32
  const end: i32 = Math.ceil(high * BINS_PER_HZ) as i32
  return computePower(power, base + first, base + end) / ((end - first) as f64)
}

/** Power within two bins of a harmonic of the period. */
function computeHarmonicPower(power: Float64Array, base: i32, period: i32, harmonic: i32): f64 {
  const centre: f64 = ((harmonic as f64) * (SIGNATURE_SIZE as f64)) / (period as f64)
  const first: i32 = Math.max(1, Math.floor(centre - 2)) as i32
  const last: i32 = Math.min(HIGHEST as f64, Math.ceil(centre + 2)) as i32
  return computePower(power, base + first, base + last + 1)
}

/** Log ratio of odd to even harmonics: how much the left step differs from the right one. */
function compareOddToEven(power: Float64Array, base: i32, period: i32): f64 {
  let odd: f64 = 1e-9
  let even: f64 = 1e-9
  for (let harmonic: i32 = 1; harmonic <= 10; harmonic += 2) {
    odd += computeHarmonicPower(power, base, period, harmonic)
    even += computeHarmonicPower(power, base, period, harmonic + 1)
  }
  return log(odd / even)
}

/**
 * Returns the table that `fft` needs for n = 2^k. The stage that joins blocks of r numbers reads cos(πk/r) and then
 * sin(πk/r) for k < r, starting at 2(r - 1), in sequence, so that the compiled kernel can load two at a time.
 */
export function twiddles(n: i32): Float64Array {
  const table = new Float64Array(2 * n)
  const half: i32 = n >> 1
  const last: i32 = 2 * (half - 1)
  for (let k: i32 = 0; k < half; k++) {
    const angle: f64 = (Math.PI * (k as f64)) / (half as f64)
    table[last + k] = Math.cos(angle)
    table[last + half + k] = Math.sin(angle)
  }
  for (let reach: i32 = half >> 1; reach > 0; reach >>= 1) {
    for (let k: i32 = 0; k < 2 * reach; k++) table[2 * (reach - 1) + k] = table[2 * (2 * reach - 1) + 2 * k]
  }
  return table
}

/** Returns Hann's window of this length. */
function hannWindow(length: i32): Float64Array {
  const window = new Float64Array(length)
  for (let i: i32 = 0; i < length; i++)
    window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * ((i as f64) + 0.5)) / (length as f64))
  return window
}

/** In-place radix-2 transform (Cooley and Tukey 1965) of n = 2^k complex numbers; Σ x[t]·exp(-2πi·kt/n). */
export function fft(re: Float64Array, im: Float64Array, n: i32, table: Float64Array): void {
  reverseBits(re, im, n)
  joinPairs(re, im, n)
  for (let reach: i32 = 2; reach < n; reach <<= 1) {
    for (let start: i32 = 0; start < n; start += 2 * reach) butterflies(re, im, start, reach, table)
  }
}

// The first stage: its factors are all 1.
function joinPairs(re: Float64Array, im: Float64Array, n: i32): void {
  for (let a: i32 = 0; a < n - 1; a += 2) {
    const tr: f64 = re[a + 1]
    const ti: f64 = im[a + 1]
    re[a + 1] = re[a] - tr
    im[a + 1] = im[a] - ti
    re[a] += tr
    im[a] += ti
  }
}

function reverseBits(re: Float64Array, im: Float64Array, n: i32): void {
  let j: i32 = 0
  for (let i: i32 = 0; i < n - 1; i++) {
    if (i < j) {
      const r: f64 = re[i]
      re[i] = re[j]
      re[j] = r
      const m: f64 = im[i]
      im[i] = im[j]
      im[j] = m
    }
    let bit: i32 = n >> 1
    while (j & bit) {
      j ^= bit
      bit >>= 1
    }
    j |= bit
  }
}
