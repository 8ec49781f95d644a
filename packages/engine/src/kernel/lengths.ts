import type { f64, i32 } from './portable.ts'

/** The lengths of n vectors, whose axes lie n apart from x[from] on, into out[start..]. */
export function measureLengths(x: Float64Array, from: i32, n: i32, out: Float64Array, start: i32): void {
  for (let i: i32 = 0; i < n; i++) out[start + i] = lengthAt(x, from, n, i)
}

/** The length of the vector at i of those that start at x[from]. */
export function lengthAt(x: Float64Array, from: i32, n: i32, i: i32): f64 {
  const a: f64 = x[from + i]
  const b: f64 = x[from + n + i]
  const c: f64 = x[from + 2 * n + i]
  return Math.sqrt(a * a + b * b + c * c)
}
