import type { f64, i32 } from './portable.ts'
import { bandPassAxes } from './presence-filters.ts'
import { addScaled, dot } from './vector.ts'

// One rigid body carries both sensors. Its specific force a turns with it: da/dt = -ω×a + the jerk of the motion itself,
// and away from the centre of rotation a holds terms in dω/dt and in products of ω. A stranger's gyroscope, a reversed or
// stretched time and every linear copy break this.

export const PHYSICS_FEATURES: i32 = 12
/** Those of them that only say something with gravity in the acceleration. */
export const GRAVITY_FEATURES: i32 = 8

const TERMS: i32 = 12

/** Agreement (correlation, slope) of a(t+τ)-a(t) with -∫ω×a for four τ, then how far ω explains a, linearly and not. */
export function physicsFeatures(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  turningFeatures(raw, turned, n, out, at)
  leverFeatures(raw, n, out, at + GRAVITY_FEATURES)
}

function turningFeatures(raw: Float64Array, turned: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const step: f64 = 0.5 / 50
  for (let i: i32 = 1; i < n; i++) {
    for (let c: i32 = 0; c < 3; c++) {
      const rate: f64 = turnRate(raw, n, i, c) + turnRate(raw, n, i - 1, c)
      turned[c * n + i] = turned[c * n + i - 1] + step * rate
    }
  }
  for (let k: i32 = 0; k < 4; k++) {
    const lag: i32 = 3 << k
    let both: f64 = 0
    let seen: f64 = 0
    let told: f64 = 0
    for (let c: i32 = 0; c < 3; c++) {
      for (let i: i32 = lag; i < n; i++) {
        const a: f64 = raw[c * n + i] - raw[c * n + i - lag]
        const b: f64 = turned[c * n + i] - turned[c * n + i - lag]
        both += a * b
        seen += a * a
        told += b * b
      }
    }
    const floor: f64 = 0.02 * (n as f64)
    out[at + 2 * k] = both / Math.sqrt((seen + floor) * (told + floor))
    out[at + 2 * k + 1] = both / (told + floor)
  }
}

/** Component c of -ω×a at sample i. */
function turnRate(raw: Float64Array, n: i32, i: i32, c: i32): f64 {
  const d: i32 = c === 2 ? 0 : c + 1
  const e: i32 = c === 0 ? 2 : c - 1
  return raw[(3 + e) * n + i] * raw[d * n + i] - raw[(3 + d) * n + i] * raw[e * n + i]
}

/** Share of a's variance (0.7-8 Hz) explained by ω and dω/dt, and the share of the rest explained by products of ω. */
function leverFeatures(raw: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const x = new Float64Array((TERMS + 3) * n)
  for (let c: i32 = 0; c < 3; c++) {
    const w: i32 = (3 + c) * n
    for (let i: i32 = 0; i < n; i++) {
      x[c * n + i] = raw[w + i]
      x[(3 + c) * n + i] = 25 * (raw[w + (i < n - 1 ? i + 1 : i)] - raw[w + (i > 0 ? i - 1 : i)])
      const d: i32 = c === 2 ? 0 : c + 1
      x[(6 + c) * n + i] = raw[w + i] * raw[w + i]
      x[(9 + c) * n + i] = raw[w + i] * raw[(3 + d) * n + i]
      x[(TERMS + c) * n + i] = raw[c * n + i]
    }
  }
  for (let k: i32 = 0; k < TERMS + 3; k += 3) bandPassAxes(x, k * n, n, 0.7 / 50, 8 / 50, x, k * n)
  explained(x, n, out, at)
}

/** Orthogonalise term by term (modified Gram and Schmidt); each new direction takes its share out of the three axes of a. */
function explained(x: Float64Array, n: i32, out: Float64Array, at: i32): void {
  let total: f64 = 1e-6 * (n as f64) + dot(x, TERMS * n, x, TERMS * n, 3 * n)
  let rest: f64 = total
  for (let k: i32 = 0; k < TERMS; k++) {
    const size: f64 = dot(x, k * n, x, k * n, n)
    if (k === 3) out[at] = 1 - rest / total
    if (k === 6) out[at + 1] = 1 - rest / total
    if (k === 6) total = rest
    if (k === 9) out[at + 2] = 1 - rest / total
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
