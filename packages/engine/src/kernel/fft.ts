import type { f64, i32 } from './portable.ts'
import { butterflies } from './vector.ts'

/**
 * The table that `fft` of the same n = 2^k needs. The stage that joins blocks of r numbers reads cos(πk/r) and then sin(πk/r)
 * for k < r, starting at 2(r - 1): one after the other, so that the compiled kernel can load two at a time.
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

/** Hann's window over this many samples. */
export function hannWindow(length: i32): Float64Array {
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
