import type { f64, i32 } from './portable.ts'

/** The mean of x[from..] over `reach` neighbors on either side, or as many as there are, into out[start..]; n numbers. */
export function movingMean(x: Float64Array, from: i32, n: i32, reach: i32, out: Float64Array, start: i32): void {
  let total: f64 = 0
  let first: i32 = 0
  let last: i32 = 0
  for (let i: i32 = 0; i < n; i++) {
    while (last < n && last <= i + reach) total += x[from + last++]
    while (first < i - reach) total -= x[from + first++]
    out[start + i] = total / ((last - first) as f64)
  }
}
