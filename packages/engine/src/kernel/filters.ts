import type { f64, i32 } from './portable.ts'

/**
 * Band-pass of three rows of n at x[from..] into y[start..]: a second-order Butterworth high pass and low pass by the
 * bilinear transform, run forwards once, starting as if the first value had been constant before. Corners are shares of
 * the sampling rate. Each step waits for its predecessor, so three rows together take hardly longer than one.
 */
export function bandPassAxes(
  x: Float64Array,
  from: i32,
  n: i32,
  low: f64,
  high: f64,
  y: Float64Array,
  start: i32,
): void {
  highPassAxes(x, from, n, low, y, start)
  lowPassAxes(y, start, n, high)
}

/** High pass of rows u, v, w: their two previous inputs, and their two previous outputs (p). */
function highPassAxes(x: Float64Array, from: i32, n: i32, low: f64, y: Float64Array, start: i32): void {
  const h: f64 = Math.sin(Math.PI * low) / Math.cos(Math.PI * low)
  const h0: f64 = 1 / (1 + Math.SQRT2 * h + h * h)
  const h1: f64 = 2 * (h * h - 1) * h0
  const h2: f64 = (1 - Math.SQRT2 * h + h * h) * h0
  let u1: f64 = x[from]
  let u2: f64 = u1
  let v1: f64 = x[from + n]
  let v2: f64 = v1
  let w1: f64 = x[from + 2 * n]
  let w2: f64 = w1
  let up1: f64 = 0
  let up2: f64 = 0
  let vp1: f64 = 0
  let vp2: f64 = 0
  let wp1: f64 = 0
  let wp2: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const u0: f64 = x[from + i]
    const v0: f64 = x[from + n + i]
    const w0: f64 = x[from + 2 * n + i]
    const up0: f64 = h0 * (u0 - 2 * u1 + u2) - h1 * up1 - h2 * up2
    const vp0: f64 = h0 * (v0 - 2 * v1 + v2) - h1 * vp1 - h2 * vp2
    const wp0: f64 = h0 * (w0 - 2 * w1 + w2) - h1 * wp1 - h2 * wp2
    y[start + i] = up0
    y[start + n + i] = vp0
    y[start + 2 * n + i] = wp0
    u2 = u1
    u1 = u0
    v2 = v1
    v1 = v0
    w2 = w1
    w1 = w0
    up2 = up1
    up1 = up0
    vp2 = vp1
    vp1 = vp0
    wp2 = wp1
    wp1 = wp0
  }
}

/** Low pass of the same rows, in place: p is the input, q the output, both 0 before the first value. */
function lowPassAxes(y: Float64Array, start: i32, n: i32, high: f64): void {
  const l: f64 = Math.sin(Math.PI * high) / Math.cos(Math.PI * high)
  const norm: f64 = 1 / (1 + Math.SQRT2 * l + l * l)
  const l0: f64 = l * l * norm
  const l1: f64 = 2 * (l * l - 1) * norm
  const l2: f64 = (1 - Math.SQRT2 * l + l * l) * norm
  let up1: f64 = 0
  let up2: f64 = 0
  let uq1: f64 = 0
  let uq2: f64 = 0
  let vp1: f64 = 0
  let vp2: f64 = 0
  let vq1: f64 = 0
  let vq2: f64 = 0
  let wp1: f64 = 0
  let wp2: f64 = 0
  let wq1: f64 = 0
  let wq2: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const up0: f64 = y[start + i]
    const vp0: f64 = y[start + n + i]
    const wp0: f64 = y[start + 2 * n + i]
    const uq0: f64 = l0 * (up0 + 2 * up1 + up2) - l1 * uq1 - l2 * uq2
    const vq0: f64 = l0 * (vp0 + 2 * vp1 + vp2) - l1 * vq1 - l2 * vq2
    const wq0: f64 = l0 * (wp0 + 2 * wp1 + wp2) - l1 * wq1 - l2 * wq2
    y[start + i] = uq0
    y[start + n + i] = vq0
    y[start + 2 * n + i] = wq0
    up2 = up1
    up1 = up0
    uq2 = uq1
    uq1 = uq0
    vp2 = vp1
    vp1 = vp0
    vq2 = vq1
    vq1 = vq0
    wp2 = wp1
    wp1 = wp0
    wq2 = wq1
    wq1 = wq0
  }
}

/** Low pass of one row of n at x[from..] into y[start..]. */
export function lowPass(x: Float64Array, from: i32, n: i32, high: f64, y: Float64Array, start: i32): void {
  const k: f64 = Math.sin(Math.PI * high) / Math.cos(Math.PI * high)
  const norm: f64 = 1 / (1 + Math.SQRT2 * k + k * k)
  const b: f64 = k * k * norm
  const a1: f64 = 2 * (k * k - 1) * norm
  const a2: f64 = (1 - Math.SQRT2 * k + k * k) * norm
  let x1: f64 = x[from]
  let x2: f64 = x1
  let y1: f64 = x1
  let y2: f64 = x1
  for (let i: i32 = 0; i < n; i++) {
    const x0: f64 = x[from + i]
    const y0: f64 = b * (x0 + 2 * x1 + x2) - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x0
    y2 = y1
    y1 = y0
    y[start + i] = y0
  }
}

/**
 * Writes the mean of x[from..] over `reach` neighbors on either side, or as many as exist, to out[start..]; n values.
 */
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

/** Writes the lengths of n vectors, whose axes lie n apart from x[from] on, to out[start..]. */
export function measureLengths(x: Float64Array, from: i32, n: i32, out: Float64Array, start: i32): void {
  for (let i: i32 = 0; i < n; i++) out[start + i] = lengthAt(x, from, n, i)
}

/** Returns the length of vector i of those that start at x[from]. */
export function lengthAt(x: Float64Array, from: i32, n: i32, i: i32): f64 {
  const a: f64 = x[from + i]
  const b: f64 = x[from + n + i]
  const c: f64 = x[from + 2 * n + i]
  return Math.sqrt(a * a + b * b + c * c)
}
