import { bandPassAxes, lowPass } from './presence-filters.ts'
import type { f64, i32 } from './portable.ts'
import { log } from './logarithm.ts'

// One rigid body carries both sensors. What the accelerometer feels is gravity, which turns against ω, and α×r + ω×(ω×r)
// for a sensor at r from the joint it swings about. How well that holds is compared with gyroscopes that cannot be right:
// the same one with its sign or its axes exchanged. A stranger's, a reversed or a wrongly mounted gyroscope gains nothing.

export const RIGID_FEATURES: i32 = 10
/** Those of them that only say something with gravity in the acceleration. */
export const GRAVITY_FEATURES: i32 = 4

const PULL: f64 = 0.012

export function rigidFeatures(raw: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const w = new Float64Array(3 * n)
  const rest = new Float64Array(3 * n)
  const left = new Float64Array(5)
  const slow = new Float64Array(5)
  const u = new Float64Array(3 * n)
  for (let control: i32 = 0; control < 5; control++) {
    chosenRotation(raw, n, control, w)
    withoutGravity(raw, w, n, rest)
    if (control === 1) for (let i: i32 = 0; i < 3 * n; i++) u[i] = rest[i]
    left[control] = log(power(rest, 3 * n))
    for (let c: i32 = 0; c < 3; c++) lowPass(rest, c * n, n, 1.5 / 50, rest, c * n)
    slow[control] = log(power(rest, 3 * n))
  }
  out[at] = slow[1] - slow[0]
  out[at + 1] = slow[1] - slow[2]
  out[at + 2] = slow[1] - 0.5 * (slow[3] + slow[4])
  out[at + 3] = left[1] - 0.25 * (left[0] + left[2] + left[3] + left[4])
  leverFeatures(raw, u, n, out, at + GRAVITY_FEATURES)
}

function power(x: Float64Array, n: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) total += x[i] * x[i]
  return total / (n as f64) + 1e-4
}

/** 0 no rotation, 1 as measured, 2 the other sign, 3 and 4 axes in the wrong order. */
function chosenRotation(raw: Float64Array, n: i32, control: i32, w: Float64Array): void {
  const sign: f64 = control === 0 ? 0 : control === 2 ? -1 : 1
  const turn: i32 = control === 3 ? 1 : control === 4 ? 2 : 0
  for (let c: i32 = 0; c < 3; c++) {
    const from: i32 = (3 + ((c + turn) % 3)) * n
    for (let i: i32 = 0; i < n; i++) w[c * n + i] = sign * raw[from + i]
  }
}

/** Acceleration minus a gravity that turns with -ω×g and is pulled towards the acceleration with a time constant of 1.7 s. */
function withoutGravity(raw: Float64Array, w: Float64Array, n: i32, rest: Float64Array): void {
  let gx: f64 = 0
  let gy: f64 = 0
  let gz: f64 = 0
  for (let i: i32 = 0; i < 25; i++) {
    gx += raw[i] / 25
    gy += raw[n + i] / 25
    gz += raw[2 * n + i] / 25
  }
  for (let i: i32 = 0; i < n; i++) {
    const ex: f64 = raw[i] - gx
    const ey: f64 = raw[n + i] - gy
    const ez: f64 = raw[2 * n + i] - gz
    rest[i] = ex
    rest[n + i] = ey
    rest[2 * n + i] = ez
    const wx: f64 = w[i] / 50
    const wy: f64 = w[n + i] / 50
    const wz: f64 = w[2 * n + i] / 50
    const hx: f64 = gx - (wy * gz - wz * gy) + PULL * ex
    const hy: f64 = gy - (wz * gx - wx * gz) + PULL * ey
    gz = gz - (wx * gy - wy * gx) + PULL * ez
    gx = hx
    gy = hy
  }
}

/** Shares of the acceleration (0.7-8 Hz) explained by α×r and by ω×(ω×r), the likeness of their two r, and controls. */
function leverFeatures(raw: Float64Array, u: Float64Array, n: i32, out: Float64Array, at: i32): void {
  bandPassAxes(u, 0, n, 0.7 / 50, 8 / 50, u, 0)
  const w = new Float64Array(3 * n)
  const terms = new Float64Array(9 * n)
  const fit = new Float64Array(8)
  let best: f64 = 0
  for (let control: i32 = 1; control < 5; control++) {
    if (control === 2) continue
    chosenRotation(raw, n, control, w)
    leverTerms(w, n, terms)
    leverFit(u, terms, n, fit)
    if (control === 1) {
      out[at] = fit[6]
      out[at + 1] = fit[7]
      const lengths: f64 = Math.sqrt((fit[0] * fit[0] + fit[1] * fit[1] + fit[2] * fit[2]) * (fit[3] * fit[3] + fit[4] * fit[4] + fit[5] * fit[5]))
      out[at + 2] = (fit[0] * fit[3] + fit[1] * fit[4] + fit[2] * fit[5]) / (lengths + 1e-4)
      out[at + 3] = log(lengths + 1e-4)
    } else {
      best += 0.5 * fit[6]
      if (control === 4) out[at + 5] = out[at + 1] - fit[7]
    }
  }
  out[at + 4] = out[at] - best
}

/** Rows 0-2 α, rows 3-8 ωxωx, ωyωy, ωzωz, ωxωy, ωxωz, ωyωz, all in the band of u. */
function leverTerms(w: Float64Array, n: i32, terms: Float64Array): void {
  for (let i: i32 = 0; i < n; i++) {
    const before: i32 = i > 0 ? i - 1 : i
    const after: i32 = i < n - 1 ? i + 1 : i
    const x: f64 = w[i]
    const y: f64 = w[n + i]
    const z: f64 = w[2 * n + i]
    terms[i] = 25 * (w[after] - w[before])
    terms[n + i] = 25 * (w[n + after] - w[n + before])
    terms[2 * n + i] = 25 * (w[2 * n + after] - w[2 * n + before])
    terms[3 * n + i] = x * x
    terms[4 * n + i] = y * y
    terms[5 * n + i] = z * z
    terms[6 * n + i] = x * y
    terms[7 * n + i] = x * z
    terms[8 * n + i] = y * z
  }
  for (let k: i32 = 0; k < 9; k += 3) bandPassAxes(terms, k * n, n, 0.7 / 50, 8 / 50, terms, k * n)
}

/** r of the tangential (0-2) and of the centripetal (3-5) part, each fitted alone, and the shares they explain (6, 7). */
function leverFit(u: Float64Array, terms: Float64Array, n: i32, fit: Float64Array): void {
  const m = new Float64Array(9)
  const b = new Float64Array(3)
  const m2 = new Float64Array(9)
  const b2 = new Float64Array(3)
  let total: f64 = 1e-3 * (n as f64)
  for (let i: i32 = 0; i < n; i++) {
    const ax: f64 = terms[i]
    const ay: f64 = terms[n + i]
    const az: f64 = terms[2 * n + i]
    const ux: f64 = u[i]
    const uy: f64 = u[n + i]
    const uz: f64 = u[2 * n + i]
    total += ux * ux + uy * uy + uz * uz
    // α×r = r·(columns): x (0 az -ay), with the normal matrix |α|²·1 - α αᵀ and the right side u×α.
    const aa: f64 = ax * ax + ay * ay + az * az
    m[0] += aa - ax * ax
    m[4] += aa - ay * ay
    m[8] += aa - az * az
    m[1] -= ax * ay
    m[2] -= ax * az
    m[5] -= ay * az
    b[0] += uy * az - uz * ay
    b[1] += uz * ax - ux * az
    b[2] += ux * ay - uy * ax
    const xx: f64 = terms[3 * n + i]
    const yy: f64 = terms[4 * n + i]
    const zz: f64 = terms[5 * n + i]
    const xy: f64 = terms[6 * n + i]
    const xz: f64 = terms[7 * n + i]
    const yz: f64 = terms[8 * n + i]
    // ω×(ω×r) = S r with S = ω ωᵀ - |ω|²·1, here already band-passed entry by entry.
    const s0: f64 = -yy - zz
    const s4: f64 = -xx - zz
    const s8: f64 = -xx - yy
    m2[0] += s0 * s0 + xy * xy + xz * xz
    m2[4] += xy * xy + s4 * s4 + yz * yz
    m2[8] += xz * xz + yz * yz + s8 * s8
    m2[1] += s0 * xy + xy * s4 + xz * yz
    m2[2] += s0 * xz + xy * yz + xz * s8
    m2[5] += xy * xz + s4 * yz + yz * s8
    b2[0] += s0 * ux + xy * uy + xz * uz
    b2[1] += xy * ux + s4 * uy + yz * uz
    b2[2] += xz * ux + yz * uy + s8 * uz
  }
  fit[6] = solve3(m, b, fit, 0, 0.3 * (n as f64)) / total
  fit[7] = solve3(m2, b2, fit, 3, 0.3 * (n as f64)) / total
}

/** Solves the symmetric (m + ridge) r = b by Cramer's rule into r[at..]; answers b·r, the explained sum of squares. */
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
  const det: f64 = a * c00 + p * c01 + q * c02
  const c11: f64 = a * f - q * q
  const c12: f64 = p * q - a * s
  const c22: f64 = a * d - p * p
  r[at] = (c00 * b[0] + c01 * b[1] + c02 * b[2]) / det
  r[at + 1] = (c01 * b[0] + c11 * b[1] + c12 * b[2]) / det
  r[at + 2] = (c02 * b[0] + c12 * b[1] + c22 * b[2]) / det
  return r[at] * b[0] + r[at + 1] * b[1] + r[at + 2] * b[2]
}
