import { fft, hannWindow, twiddles } from './fft.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'

// Shape of the power spectrum (Welch, 2.56 s pieces) of each sensor, summed over its axes so that mounting does not matter.

export const SPECTRUM_FEATURES: i32 = 18

const SIZE: i32 = 128
const HALF: i32 = 64

/** For each sensor: slope, entropy, flatness, peak, and the shares of five bands (log). */
export function spectrumFeatures(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const table = twiddles(SIZE)
  const length: i32 = n < SIZE ? n : SIZE
  const window = hannWindow(length)
  const power = new Float64Array(2 * HALF)
  const re = new Float64Array(SIZE)
  const im = new Float64Array(SIZE)
  const last: i32 = n - length
  const pieces: i32 = last > 0 ? (Math.ceil((last as f64) / (HALF as f64)) as i32) + 1 : 1
  for (let p: i32 = 0; p < pieces; p++) {
    const begin: i32 = pieces > 1 ? (Math.floor(((last * p) as f64) / ((pieces - 1) as f64)) as i32) : 0
    // Each channel of the acceleration rides as the real part, the same one of the rotation as the imaginary part.
    for (let c: i32 = 0; c < 3; c++) {
      cutPiece(x, c * n + begin, window, length, re)
      cutPiece(x, (3 + c) * n + begin, window, length, im)
      fft(re, im, SIZE, table)
      addPowers(re, im, power)
    }
  }
  shape(power, 0, 1e-4, out, at)
  shape(power, HALF, 3e-7, out, at + 9)
}

function addPowers(re: Float64Array, im: Float64Array, power: Float64Array): void {
  for (let k: i32 = 1; k < HALF; k++) {
    const a: f64 = 0.5 * (re[k] + re[SIZE - k])
    const b: f64 = 0.5 * (im[k] - im[SIZE - k])
    const c: f64 = 0.5 * (im[k] + im[SIZE - k])
    const d: f64 = 0.5 * (re[SIZE - k] - re[k])
    power[k] += a * a + b * b
    power[HALF + k] += c * c + d * d
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
  for (let i: i32 = length; i < SIZE; i++) piece[i] = 0
  for (let i: i32 = 0; i < length; i++) piece[i] = window[i] * (x[from + i] - mean - slope * ((i as f64) - middle))
}

function shape(power: Float64Array, from: i32, floor: f64, out: Float64Array, at: i32): void {
  let total: f64 = 0
  for (let k: i32 = 1; k < HALF; k++) total += power[from + k] + floor
  let entropy: f64 = 0
  let logs: f64 = 0
  let peak: f64 = 0
  let sx: f64 = 0
  let sy: f64 = 0
  let sxx: f64 = 0
  let sxy: f64 = 0
  let count: f64 = 0
  for (let k: i32 = 1; k < HALF; k++) {
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
  out[at + 4] = bandShare(power, from, 1, 3, floor, total)
  out[at + 5] = bandShare(power, from, 4, 8, floor, total)
  out[at + 6] = bandShare(power, from, 9, 18, floor, total)
  out[at + 7] = bandShare(power, from, 19, 31, floor, total)
  out[at + 8] = bandShare(power, from, 49, 63, floor, total)
}

function bandShare(power: Float64Array, from: i32, first: i32, last: i32, floor: f64, total: f64): f64 {
  let band: f64 = 0
  for (let k: i32 = first; k <= last; k++) band += power[from + k] + floor
  return log(band / total)
}
