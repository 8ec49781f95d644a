import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'

// Gravity turns against the rotation: dg/dt = -ω×g. How well that steadies the acceleration is compared with gyroscopes
// that cannot be right: none, the other sign, exchanged axes, half and double the rate. A stranger's, a reversed, a
// stretched or a wrongly mounted gyroscope gains nothing over them.

export const GRAVITY_FEATURES: i32 = 14

const PULL: f64 = 0.012
const SMOOTH: f64 = 0.17
const CONTROLS: i32 = 7

/** ∫-ω×a for each axis: what turning alone would do to the measured acceleration. */
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
