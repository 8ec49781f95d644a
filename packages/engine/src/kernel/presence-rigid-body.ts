import { bandPassAxes, movingMean } from './filters.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import { selectQuantile } from './statistics.ts'
import { addScaled, dot } from './vector.ts'

// Gravity rotates against the device: dg/dt = -ω×g. How well this steadies the acceleration is compared with gyroscopes
// that must be wrong: none, inverted, exchanged axes, half and double the rate. A gyroscope of another person, or one
// that is reversed, stretched or mounted wrongly, is no better than these.

export const GRAVITY_FEATURES: i32 = 14

const PULL: f64 = 0.012
const SMOOTH: f64 = 0.17
const CONTROLS: i32 = 7

/** ∫-ω×a for each axis: the change of the measured acceleration that rotation alone would cause. */
export function integrateTurning(raw: Float64Array, n: i32, turned: Float64Array): void {
  const step: f64 = 0.5 / 50
  for (let c: i32 = 0; c < 3; c++) {
    const d: i32 = c === 2 ? 0 : c + 1
    const e: i32 = c === 0 ? 2 : c - 1
    let before: f64 = 0
    turned[c * n] = 0
    for (let i: i32 = 0; i < n; i++) {
      const rate: f64 = raw[(3 + e) * n + i] * raw[d * n + i] - raw[(3 + d) * n + i] * raw[e * n + i]
      if (i > 0) turned[c * n + i] = turned[c * n + i - 1] + step * (rate + before)
      before = rate
    }
  }
}

/** Correlation and slope of a(t+τ)-a(t) on the turned acceleration for four τ, then the comparisons; `rest` is a without gravity. */
export function gravityFeatures(
  raw: Float64Array,
  turned: Float64Array,
  n: i32,
  rest: Float64Array,
  out: Float64Array,
  at: i32,
): void {
  for (let k: i32 = 0; k < 4; k++) {
    const lag: i32 = 3 << k
    let both: f64 = 0
    let seen: f64 = 0.02 * (n as f64)
    let told: f64 = seen
    for (let c: i32 = 0; c < 3; c++) {
      for (let i: i32 = lag; i < n; i++) {
        const a: f64 = raw[c * n + i] - raw[c * n + i - lag]
        const b: f64 = turned[c * n + i] - turned[c * n + i - lag]
        both += a * b
        seen += a * a
        told += b * b
      }
    }
    out[at + 2 * k] = both / Math.sqrt(seen * told)
    out[at + 2 * k + 1] = both / told
  }
  const left = new Float64Array(2 * CONTROLS)
  for (let control: i32 = 0; control < CONTROLS; control++) withoutGravity(raw, n, control, rest, left)
  out[at + 8] = left[0] - left[2]
  out[at + 9] = left[0] - left[4]
  out[at + 10] = left[0] - 0.5 * (left[6] + left[8])
  out[at + 11] = left[1] - 0.25 * (left[3] + left[5] + left[7] + left[9])
  out[at + 12] = left[0] - left[10]
  out[at + 13] = left[0] - left[12]
}

/**
 * Acceleration minus a gravity that turns with -ω×g and is pulled towards the acceleration with a time constant of 1.7 s.
 * Controls: 0 as measured (kept in rest), 1 none, 2 the other sign, 3 and 4 exchanged axes, 5 half, 6 double.
 */
function withoutGravity(raw: Float64Array, n: i32, control: i32, rest: Float64Array, left: Float64Array): void {
  const turn: i32 = control === 3 ? 1 : control === 4 ? 2 : 0
  const scale: f64 = control === 1 ? 0 : control === 2 ? -0.02 : control === 5 ? 0.01 : control === 6 ? 0.04 : 0.02
  const x: i32 = (3 + (turn % 3)) * n
  const y: i32 = (3 + ((1 + turn) % 3)) * n
  const z: i32 = (3 + ((2 + turn) % 3)) * n
  let gx: f64 = 0
  let gy: f64 = 0
  let gz: f64 = 0
  for (let i: i32 = 0; i < 25; i++) {
    gx += raw[i] / 25
    gy += raw[n + i] / 25
    gz += raw[2 * n + i] / 25
  }
  let sx: f64 = 0
  let sy: f64 = 0
  let sz: f64 = 0
  let slow: f64 = 0
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const ex: f64 = raw[i] - gx
    const ey: f64 = raw[n + i] - gy
    const ez: f64 = raw[2 * n + i] - gz
    sx += SMOOTH * (ex - sx)
    sy += SMOOTH * (ey - sy)
    sz += SMOOTH * (ez - sz)
    slow += sx * sx + sy * sy + sz * sz
    total += ex * ex + ey * ey + ez * ez
    if (control === 0) {
      rest[i] = ex
      rest[n + i] = ey
      rest[2 * n + i] = ez
    }
    const wx: f64 = scale * raw[x + i]
    const wy: f64 = scale * raw[y + i]
    const wz: f64 = scale * raw[z + i]
    const hx: f64 = gx - (wy * gz - wz * gy) + PULL * ex
    const hy: f64 = gy - (wz * gx - wx * gz) + PULL * ey
    gz = gz - (wx * gy - wy * gx) + PULL * ez
    gx = hx
    gy = hy
  }
  left[2 * control] = log(slow / (n as f64) + 1e-3)
  left[2 * control + 1] = log(total / (n as f64) + 1e-3)
}

// A sensor at r from the joint about which it swings measures α×r + ω×(ω×r). One r must explain both terms, better than
// with exchanged gyroscope axes, and products of ω explain what no linear copy can.

export const LEVER_FEATURES: i32 = 10

const TERMS: i32 = 12

/** Features of the lever arm between 0.7 and 8 Hz; `rest` is the acceleration without gravity. */
export function leverFeatures(raw: Float64Array, rest: Float64Array, n: i32, out: Float64Array, at: i32): void {
  // Rows: ω (0-2), α (3-5), ωxωx ωyωy ωzωz (6-8), ωxωy ωyωz ωzωx (9-11), acceleration (12-14).
  const x = new Float64Array((TERMS + 3) * n)
  for (let c: i32 = 0; c < 3; c++) {
    const w: i32 = (3 + c) * n
    const v: i32 = c === 2 ? 3 * n : w + n
    for (let i: i32 = 0; i < n; i++) {
      x[c * n + i] = raw[w + i]
      x[(3 + c) * n + i] = 25 * (raw[w + (i < n - 1 ? i + 1 : i)] - raw[w + (i > 0 ? i - 1 : i)])
      x[(6 + c) * n + i] = raw[w + i] * raw[w + i]
      x[(9 + c) * n + i] = raw[w + i] * raw[v + i]
      x[(TERMS + c) * n + i] = rest[c * n + i]
    }
  }
  for (let k: i32 = 0; k < TERMS + 3; k += 3) bandPassAxes(x, k * n, n, 0.7 / 50, 8 / 50, x, k * n)
  compareLevers(x, n, out, at)
  explainByLever(x, n, out, at + 6)
}

/** Shares explained by the swing (α×r) and by the pull (ω×(ω×r)), likeness and length of the two r, gains over exchanged axes. */
function compareLevers(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const fit = new Float64Array(8)
  const swing = new Float64Array(3)
  const pull = new Float64Array(3)
  for (let turn: i32 = 2; turn >= 0; turn--) {
    leverFit(x, n, turn, fit)
    swing[turn] = fit[6]
    pull[turn] = fit[7]
  }
  const one: f64 = Math.sqrt(fit[0] * fit[0] + fit[1] * fit[1] + fit[2] * fit[2])
  const other: f64 = Math.sqrt(fit[3] * fit[3] + fit[4] * fit[4] + fit[5] * fit[5])
  out[at] = swing[0]
  out[at + 1] = pull[0]
  out[at + 2] = (fit[0] * fit[3] + fit[1] * fit[4] + fit[2] * fit[5]) / (one * other + 1e-4)
  out[at + 3] = log(one * other + 1e-4)
  out[at + 4] = swing[0] - 0.5 * (swing[1] + swing[2])
  out[at + 5] = pull[0] - 0.5 * (pull[1] + pull[2])
}

/** r of the swing (0-2) and of the pull (3-5), each fitted alone with axes moved on by `turn`, and the shares they explain (6, 7). */
function leverFit(x: Float64Array, n: i32, turn: i32, fit: Float64Array): void {
  const first: i32 = turn % 3
  const second: i32 = (1 + turn) % 3
  const third: i32 = (2 + turn) % 3
  const m = new Float64Array(9)
  const b = new Float64Array(3)
  const p = new Float64Array(9)
  const q = new Float64Array(3)
  let total: f64 = 1e-3 * (n as f64)
  for (let i: i32 = 0; i < n; i++) {
    const ax: f64 = x[(3 + first) * n + i]
    const ay: f64 = x[(3 + second) * n + i]
    const az: f64 = x[(3 + third) * n + i]
    const ux: f64 = x[12 * n + i]
    const uy: f64 = x[13 * n + i]
    const uz: f64 = x[14 * n + i]
    total += ux * ux + uy * uy + uz * uz
    // Normal equations of α×r: the matrix |α|²·1 - α αᵀ and the right side u×α.
    m[0] += ay * ay + az * az
    m[4] += ax * ax + az * az
    m[8] += ax * ax + ay * ay
    m[1] -= ax * ay
    m[2] -= ax * az
    m[5] -= ay * az
    b[0] += uy * az - uz * ay
    b[1] += uz * ax - ux * az
    b[2] += ux * ay - uy * ax
    // Those of S r with S = ω ωᵀ - |ω|²·1, band-passed entry by entry.
    const xx: f64 = x[(6 + first) * n + i]
    const yy: f64 = x[(6 + second) * n + i]
    const zz: f64 = x[(6 + third) * n + i]
    const xy: f64 = x[(9 + first) * n + i]
    const yz: f64 = x[(9 + second) * n + i]
    const xz: f64 = x[(9 + third) * n + i]
    const s0: f64 = -yy - zz
    const s4: f64 = -xx - zz
    const s8: f64 = -xx - yy
    p[0] += s0 * s0 + xy * xy + xz * xz
    p[4] += xy * xy + s4 * s4 + yz * yz
    p[8] += xz * xz + yz * yz + s8 * s8
    p[1] += s0 * xy + xy * s4 + xz * yz
    p[2] += s0 * xz + xy * yz + xz * s8
    p[5] += xy * xz + s4 * yz + yz * s8
    q[0] += s0 * ux + xy * uy + xz * uz
    q[1] += xy * ux + s4 * uy + yz * uz
    q[2] += xz * ux + yz * uy + s8 * uz
  }
  fit[6] = solve3(m, b, fit, 0, 0.3 * (n as f64)) / total
  fit[7] = solve3(p, q, fit, 3, 0.3 * (n as f64)) / total
}

/** Solves the symmetric (m + ridge) r = b by Cramer's rule into r[at..]; returns b·r, the explained sum of squares. */
function solve3(m: Float64Array, b: Float64Array, r: Float64Array, at: i32, ridge: f64): f64 {
  const a: f64 = m[0] + ridge
  const d: f64 = m[4] + ridge
  const f: f64 = m[8] + ridge
  const p: f64 = m[1]
  const q: f64 = m[2]
  const s: f64 = m[5]
  const c00: f64 = d * f - s * s
  const c01: f64 = q * s - p * f
  const c02: f64 = p * s - q * d
  const c11: f64 = a * f - q * q
  const c12: f64 = p * q - a * s
  const c22: f64 = a * d - p * p
  const det: f64 = a * c00 + p * c01 + q * c02
  r[at] = (c00 * b[0] + c01 * b[1] + c02 * b[2]) / det
  r[at + 1] = (c01 * b[0] + c11 * b[1] + c12 * b[2]) / det
  r[at + 2] = (c02 * b[0] + c12 * b[1] + c22 * b[2]) / det
  return r[at] * b[0] + r[at + 1] * b[1] + r[at + 2] * b[2]
}

/**
 * Shares of the acceleration explained by any mixture of ω, then of ω and α, then of what is left by squares and by all
 * products. Modified Gram and Schmidt: each new direction is taken out of the later terms and of the acceleration.
 */
function explainByLever(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  let total: f64 = 1e-6 * (n as f64) + dot(x, TERMS * n, x, TERMS * n, 3 * n)
  let rest: f64 = total
  for (let k: i32 = 0; k < TERMS; k++) {
    if (k === 3) out[at] = 1 - rest / total
    if (k === 6) {
      out[at + 1] = 1 - rest / total
      total = rest
    }
    if (k === 9) out[at + 2] = 1 - rest / total
    const size: f64 = dot(x, k * n, x, k * n, n)
    if (size < 1e-9) continue
    for (let j: i32 = k + 1; j < TERMS + 3; j++) {
      const both: f64 = dot(x, k * n, x, j * n, n)
      const share: f64 = both / size
      addScaled(x, k * n, -share, x, j * n, n)
      if (j >= TERMS) rest -= both * share
    }
  }
  out[at + 3] = 1 - rest / total
}

// At a splice all channels break at the same sample, and the device has turned without a measured rotation.

export const JOINT_FEATURES: i32 = 5

const BOX: i32 = 20
const REACH: i32 = 12

/** Largest common break of the second difference; how far the mean acceleration jumps beyond what the rotation explains. */
export function jointFeatures(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const m: i32 = n - 2
  const breaks = new Float64Array(m)
  for (let i: i32 = 0; i < m; i++) {
    let product: f64 = 1
    for (let c: i32 = 0; c < 6; c++) {
      const k: i32 = c * n + i
      product *= Math.abs(raw[k] - 2 * raw[k + 1] + raw[k + 2]) + (c < 3 ? 0.03 : 0.002)
    }
    breaks[i] = log(product) / 6
  }
  const local = new Float64Array(m)
  movingMean(breaks, 0, m, REACH, local, 0)
  for (let i: i32 = 0; i < m; i++) local[i] = breaks[i] - local[i]
  out[at] = selectQuantile(local, m, 1)
  out[at + 1] = out[at] - selectQuantile(local, m, 0.98)
  turnBreaks(raw, turned, n, out, at + 2)
}

/** `turned` is ∫-ω×a; of its and the acceleration's steps between neighboring boxes: largest, above median, median ratio. */
function turnBreaks(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const count: i32 = (n - 2 * BOX) >> 2
  const steps = new Float64Array(count)
  const plain = new Float64Array(count)
  for (let c: i32 = 0; c < 3; c++) {
    for (let p: i32 = 0; p < count; p++) {
      const k: i32 = c * n + 4 * p
      let a: f64 = 0
      let b: f64 = 0
      for (let i: i32 = k; i < k + BOX; i++) {
        a += raw[i + BOX] - raw[i]
        b += turned[i + BOX] - turned[i]
      }
      a /= BOX as f64
      b /= BOX as f64
      steps[p] += (a - b) * (a - b)
      plain[p] += a * a
    }
  }
  const largest: f64 = 0.5 * log(selectQuantile(steps, count, 1) + 0.01)
  const median: f64 = 0.5 * log(selectQuantile(steps, count, 0.5) + 0.01)
  out[at] = largest
  out[at + 1] = largest - median
  out[at + 2] = median - 0.5 * log(selectQuantile(plain, count, 0.5) + 0.01)
}
