import type { f64, i32 } from './portable.ts'

// Second-order Butterworth sections by the bilinear transform, run forwards once, starting as if the first value had stood for ever.

/** y[start..] = low-passed x[from..]; `cut` is the corner as a share of the sampling rate. */
export function lowPass(x: Float64Array, from: i32, n: i32, cut: f64, y: Float64Array, start: i32): void {
  const k: f64 = Math.sin(Math.PI * cut) / Math.cos(Math.PI * cut)
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

/** y[start..] = high-passed x[from..]; `cut` is the corner as a share of the sampling rate. */
export function highPass(x: Float64Array, from: i32, n: i32, cut: f64, y: Float64Array, start: i32): void {
  const k: f64 = Math.sin(Math.PI * cut) / Math.cos(Math.PI * cut)
  const norm: f64 = 1 / (1 + Math.SQRT2 * k + k * k)
  const a1: f64 = 2 * (k * k - 1) * norm
  const a2: f64 = (1 - Math.SQRT2 * k + k * k) * norm
  let x1: f64 = x[from]
  let x2: f64 = x1
  let y1: f64 = 0
  let y2: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const x0: f64 = x[from + i]
    const y0: f64 = norm * (x0 - 2 * x1 + x2) - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x0
    y2 = y1
    y1 = y0
    y[start + i] = y0
  }
}

/** High-passed at one corner and low-passed at another, as above: three rows of n at once, which keeps the processor busy. */
export function bandPassAxes(
  x: Float64Array,
  from: i32,
  n: i32,
  lowCut: f64,
  highCut: f64,
  y: Float64Array,
  start: i32,
): void {
  const hk: f64 = Math.sin(Math.PI * lowCut) / Math.cos(Math.PI * lowCut)
  const hb: f64 = 1 / (1 + Math.SQRT2 * hk + hk * hk)
  const ha1: f64 = 2 * (hk * hk - 1) * hb
  const ha2: f64 = (1 - Math.SQRT2 * hk + hk * hk) * hb
  const lk: f64 = Math.sin(Math.PI * highCut) / Math.cos(Math.PI * highCut)
  const norm: f64 = 1 / (1 + Math.SQRT2 * lk + lk * lk)
  const lb: f64 = lk * lk * norm
  const la1: f64 = 2 * (lk * lk - 1) * norm
  const la2: f64 = (1 - Math.SQRT2 * lk + lk * lk) * norm
  // u, v, w: the three rows. Per row the two last inputs, the two last of the high pass h, the two last of the low pass l.
  let u1: f64 = x[from]
  let u2: f64 = u1
  let v1: f64 = x[from + n]
  let v2: f64 = v1
  let w1: f64 = x[from + 2 * n]
  let w2: f64 = w1
  let uh1: f64 = 0
  let uh2: f64 = 0
  let vh1: f64 = 0
  let vh2: f64 = 0
  let wh1: f64 = 0
  let wh2: f64 = 0
  let ul1: f64 = 0
  let ul2: f64 = 0
  let vl1: f64 = 0
  let vl2: f64 = 0
  let wl1: f64 = 0
  let wl2: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const u0: f64 = x[from + i]
    const v0: f64 = x[from + n + i]
    const w0: f64 = x[from + 2 * n + i]
    const uh0: f64 = hb * (u0 - 2 * u1 + u2) - ha1 * uh1 - ha2 * uh2
    const vh0: f64 = hb * (v0 - 2 * v1 + v2) - ha1 * vh1 - ha2 * vh2
    const wh0: f64 = hb * (w0 - 2 * w1 + w2) - ha1 * wh1 - ha2 * wh2
    const ul0: f64 = lb * (uh0 + 2 * uh1 + uh2) - la1 * ul1 - la2 * ul2
    const vl0: f64 = lb * (vh0 + 2 * vh1 + vh2) - la1 * vl1 - la2 * vl2
    const wl0: f64 = lb * (wh0 + 2 * wh1 + wh2) - la1 * wl1 - la2 * wl2
    y[start + i] = ul0
    y[start + n + i] = vl0
    y[start + 2 * n + i] = wl0
    u2 = u1
    u1 = u0
    v2 = v1
    v1 = v0
    w2 = w1
    w1 = w0
    uh2 = uh1
    uh1 = uh0
    vh2 = vh1
    vh1 = vh0
    wh2 = wh1
    wh1 = wh0
    ul2 = ul1
    ul1 = ul0
    vl2 = vl1
    vl1 = vl0
    wl2 = wl1
    wl1 = wl0
  }
}
