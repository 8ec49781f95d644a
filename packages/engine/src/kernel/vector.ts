import type { f64, i32 } from './portable.ts'

// The inner loops, for which the compiled kernel uses two numbers per register (assembly/vector.ts). Sums use the same
// partial sums as its registers and join them in the same order, so that both kernels agree to the last bit.

/** Below this sum of squares a series counts as constant. */
const TINY: f64 = 1e-12

/** Σ x[from+i]·y[start+i] over n terms. */
export function dot(x: Float64Array, from: i32, y: Float64Array, start: i32, n: i32): f64 {
  let s0: f64 = 0
  let s1: f64 = 0
  let s2: f64 = 0
  let s3: f64 = 0
  const whole: i32 = n & ~3
  for (let i: i32 = 0; i < whole; i += 4) {
    s0 += x[from + i] * y[start + i]
    s1 += x[from + i + 1] * y[start + i + 1]
    s2 += x[from + i + 2] * y[start + i + 2]
    s3 += x[from + i + 3] * y[start + i + 3]
  }
  let total: f64 = s0 + s2 + (s1 + s3)
  for (let i: i32 = whole; i < n; i++) total += x[from + i] * y[start + i]
  return total
}

/** Σ x[from+i] over n terms. */
export function sum(x: Float64Array, from: i32, n: i32): f64 {
  let s0: f64 = 0
  let s1: f64 = 0
  let s2: f64 = 0
  let s3: f64 = 0
  const whole: i32 = n & ~3
  for (let i: i32 = 0; i < whole; i += 4) {
    s0 += x[from + i]
    s1 += x[from + i + 1]
    s2 += x[from + i + 2]
    s3 += x[from + i + 3]
  }
  let total: f64 = s0 + s2 + (s1 + s3)
  for (let i: i32 = whole; i < n; i++) total += x[from + i]
  return total
}

/** y[start+i] += scale·x[from+i] for n terms. */
export function addScaled(x: Float64Array, from: i32, scale: f64, y: Float64Array, start: i32, n: i32): void {
  for (let i: i32 = 0; i < n; i++) y[start + i] += scale * x[from + i]
}

/** Pearson's correlation of x[from+i] and y[start+i] over n terms; 0 if one of them is constant. */
export function correlation(x: Float64Array, from: i32, y: Float64Array, start: i32, n: i32): f64 {
  const mx: f64 = sum(x, from, n) / (n as f64)
  const my: f64 = sum(y, start, n) / (n as f64)
  let xx0: f64 = 0
  let xx1: f64 = 0
  let yy0: f64 = 0
  let yy1: f64 = 0
  let xy0: f64 = 0
  let xy1: f64 = 0
  const whole: i32 = n & ~1
  for (let i: i32 = 0; i < whole; i += 2) {
    const a0: f64 = x[from + i] - mx
    const a1: f64 = x[from + i + 1] - mx
    const b0: f64 = y[start + i] - my
    const b1: f64 = y[start + i + 1] - my
    xx0 += a0 * a0
    xx1 += a1 * a1
    yy0 += b0 * b0
    yy1 += b1 * b1
    xy0 += a0 * b0
    xy1 += a1 * b1
  }
  if (n > whole) {
    const a: f64 = x[from + whole] - mx
    const b: f64 = y[start + whole] - my
    xx0 += a * a
    yy0 += b * b
    xy0 += a * b
  }
  const xx: f64 = xx0 + xx1
  const yy: f64 = yy0 + yy1
  return xx > TINY && yy > TINY ? (xy0 + xy1) / Math.sqrt(xx * yy) : 0
}

/** Writes Σ (x - mean)², Σ (x - mean)³ and Σ (x - mean)⁴ over n terms to the first three elements of `sums`. */
export function centralSums(x: Float64Array, from: i32, n: i32, sums: Float64Array): void {
  const mean: f64 = sum(x, from, n) / (n as f64)
  let second0: f64 = 0
  let second1: f64 = 0
  let third0: f64 = 0
  let third1: f64 = 0
  let fourth0: f64 = 0
  let fourth1: f64 = 0
  const whole: i32 = n & ~1
  for (let i: i32 = 0; i < whole; i += 2) {
    const d0: f64 = x[from + i] - mean
    const d1: f64 = x[from + i + 1] - mean
    const q0: f64 = d0 * d0
    const q1: f64 = d1 * d1
    second0 += q0
    second1 += q1
    third0 += q0 * d0
    third1 += q1 * d1
    fourth0 += q0 * q0
    fourth1 += q1 * q1
  }
  if (n > whole) {
    const d: f64 = x[from + whole] - mean
    second0 += d * d
    third0 += d * d * d
    fourth0 += d * d * (d * d)
  }
  sums[0] = second0 + second1
  sums[1] = third0 + third1
  sums[2] = fourth0 + fourth1
}

/** One block of a stage of `fft`: joins the transforms of `reach` numbers at `start` and at `start + reach`. */
export function butterflies(re: Float64Array, im: Float64Array, start: i32, reach: i32, table: Float64Array): void {
  const factors: i32 = 2 * (reach - 1)
  for (let k: i32 = 0; k < reach; k++) {
    const c: f64 = table[factors + k]
    const s: f64 = table[factors + reach + k]
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
