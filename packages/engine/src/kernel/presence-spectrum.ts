import { fft, twiddles } from './fft.ts'
import type { f64, i32 } from './portable.ts'
import { dot, sum } from './vector.ts'
import { log } from './logarithm.ts'

// Shape of the power spectrum (Welch, 2.56 s pieces) of each sensor, summed over its axes so that mounting does not matter.

export const SPECTRUM_FEATURES: i32 = 18

const SIZE: i32 = 128
const HALF: i32 = 64

/** For each sensor: slope, entropy, flatness, peak share, and the share of five bands (log). */
export function spectrumFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const table = twiddles(SIZE)
  const length: i32 = n < SIZE ? n : SIZE
  const window = hann(length)
  const ramp = new Float64Array(length)
  for (let i: i32 = 0; i < length; i++) ramp[i] = (i as f64) - ((length - 1) as f64) / 2
  const re = new Float64Array(SIZE)
  const im = new Float64Array(SIZE)
  const power = new Float64Array(HALF)
  const last: i32 = n - length
  const pieces: i32 = (Math.ceil((last as f64) / (HALF as f64)) as i32) + 1
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    for (let k: i32 = 0; k < HALF; k++) power[k] = 0
    // Two pieces share a transform, one as its real and one as its imaginary part.
    for (let j: i32 = 0; j < 3 * pieces; j += 2) {
      takePiece(x, pieceStart(3 * sensor * n, n, last, pieces, j), length, window, ramp, re)
      if (j + 1 < 3 * pieces) takePiece(x, pieceStart(3 * sensor * n, n, last, pieces, j + 1), length, window, ramp, im)
      else for (let i: i32 = 0; i < SIZE; i++) im[i] = 0
      fft(re, im, SIZE, table)
      addPower(re, im, power)
    }
    shape(power, sensor === 0 ? 1e-4 : 3e-7, out, at + 9 * sensor)
  }
}

function hann(n: i32): Float64Array {
  const window = new Float64Array(n)
  for (let i: i32 = 0; i < n; i++) window[i] = 0.5 - 0.5 * Math.cos((2 * Math.PI * ((i as f64) + 0.5)) / (n as f64))
  return window
}

/** Where the j-th of 3·pieces stretches begins: all pieces of one axis, then of the next. */
function pieceStart(from: i32, n: i32, last: i32, pieces: i32, j: i32): i32 {
  const axis: i32 = j < pieces ? 0 : j < 2 * pieces ? 1 : 2
  const p: i32 = j - axis * pieces
  return from + axis * n + (pieces > 1 ? (Math.floor(((last * p) as f64) / ((pieces - 1) as f64)) as i32) : 0)
}

/** Hann-windowed piece without its mean and trend, padded with zeros to SIZE. */
function takePiece(x: Float64Array, from: i32, n: i32, window: Float64Array, ramp: Float64Array, y: Float64Array): void {
  const mean: f64 = sum(x, from, n) / (n as f64)
  // Σ (i - middle)² = n(n² - 1)/12
  const slope: f64 = dot(x, from, ramp, 0, n) / (((n as f64) * ((n as f64) * (n as f64) - 1)) / 12)
  for (let i: i32 = 0; i < n; i++) y[i] = window[i] * (x[from + i] - mean - slope * ramp[i])
  for (let i: i32 = n; i < SIZE; i++) y[i] = 0
}

/** |X[k]|² + |Y[k]|² of the two real pieces x and y that were transformed as x + iy. */
function addPower(re: Float64Array, im: Float64Array, power: Float64Array): void {
  for (let k: i32 = 1; k < HALF; k++) {
    const m: i32 = SIZE - k
    power[k] += 0.5 * (re[k] * re[k] + im[k] * im[k] + re[m] * re[m] + im[m] * im[m])
  }
}

function shape(power: Float64Array, floor: f64, out: Float64Array, at: i32): void {
  let total: f64 = 0
  for (let k: i32 = 1; k < HALF; k++) {
    power[k] += floor
    total += power[k]
  }
  let entropy: f64 = 0
  let logs: f64 = 0
  let peak: f64 = 0
  let sx: f64 = 0
  let sy: f64 = 0
  let sxx: f64 = 0
  let sxy: f64 = 0
  let count: f64 = 0
  for (let k: i32 = 1; k < HALF; k++) {
    const share: f64 = power[k] / total
    entropy -= share * log(share)
    logs += log(share)
    peak = Math.max(peak, share)
    if (k < 3 || k > 56) continue
    const f: f64 = log(k as f64)
    sx += f
    sy += log(share)
    sxx += f * f
    sxy += f * log(share)
    count += 1
  }
  out[at] = (count * sxy - sx * sy) / (count * sxx - sx * sx)
  out[at + 1] = entropy
  out[at + 2] = logs / 63
  out[at + 3] = log(peak)
  // Bins of 0.39 Hz: up to 1.2, 3.1, 7, 12 and 19 Hz.
  out[at + 4] = log(bandShare(power, 1, 3) / total)
  out[at + 5] = log(bandShare(power, 4, 8) / total)
  out[at + 6] = log(bandShare(power, 9, 18) / total)
  out[at + 7] = log(bandShare(power, 19, 31) / total)
  out[at + 8] = log(bandShare(power, 49, 63) / total)
}

function bandShare(power: Float64Array, first: i32, last: i32): f64 {
  let total: f64 = 0
  for (let k: i32 = first; k <= last; k++) total += power[k]
  return total
}
