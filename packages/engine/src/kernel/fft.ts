import type { f64, i32 } from './portable.ts'

/** cos and sin of 2πk/n for k < n/2, the table that `fft` of the same n needs. */
export function twiddles(n: i32): Float64Array {
  const half: i32 = n >> 1
  const table = new Float64Array(n)
  for (let k: i32 = 0; k < half; k++) {
    const angle: f64 = (2 * Math.PI * (k as f64)) / (n as f64)
    table[k] = Math.cos(angle)
    table[half + k] = Math.sin(angle)
  }
  return table
}

/** In-place radix-2 transform (Cooley and Tukey 1965) of n = 2^k complex numbers; Σ x[t]·exp(-2πi·kt/n). */
export function fft(re: Float64Array, im: Float64Array, n: i32, table: Float64Array): void {
  reverseBits(re, im, n)
  const half: i32 = n >> 1
  for (let size: i32 = 2; size <= n; size <<= 1) {
    const reach: i32 = size >> 1
    const step: i32 = n / size
    for (let start: i32 = 0; start < n; start += size) {
      for (let k: i32 = 0; k < reach; k++) {
        const c: f64 = table[k * step]
        const s: f64 = table[half + k * step]
        const a: i32 = start + k
        const b: i32 = a + reach
        const tr: f64 = re[b] * c + im[b] * s
        const ti: f64 = im[b] * c - re[b] * s
        re[b] = re[a] - tr
        im[b] = im[a] - ti
        re[a] += tr
        im[a] += ti
      }
    }
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
