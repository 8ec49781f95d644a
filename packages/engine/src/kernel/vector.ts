import type { f64, i32 } from './portable.ts'

// The three inner loops that the compiled kernel does two lanes at a time; see assembly/vector.ts.

/** Σ x[from+i]·y[start+i] over n terms. */
export function dot(x: Float64Array, from: i32, y: Float64Array, start: i32, n: i32): f64 {
  let even: f64 = 0
  let odd: f64 = 0
  const pairs: i32 = n & ~1
  for (let i: i32 = 0; i < pairs; i += 2) {
    even += x[from + i] * y[start + i]
    odd += x[from + i + 1] * y[start + i + 1]
  }
  if (n > pairs) even += x[from + pairs] * y[start + pairs]
  return even + odd
}

/** Σ x[from+i] over n terms. */
export function sum(x: Float64Array, from: i32, n: i32): f64 {
  let even: f64 = 0
  let odd: f64 = 0
  const pairs: i32 = n & ~1
  for (let i: i32 = 0; i < pairs; i += 2) {
    even += x[from + i]
    odd += x[from + i + 1]
  }
  if (n > pairs) even += x[from + pairs]
  return even + odd
}

/** y[start+i] += scale·x[from+i] for n terms. */
export function addScaled(x: Float64Array, from: i32, scale: f64, y: Float64Array, start: i32, n: i32): void {
  for (let i: i32 = 0; i < n; i++) y[start + i] += scale * x[from + i]
}
