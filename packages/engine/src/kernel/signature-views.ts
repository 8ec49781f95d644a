import { lengthAt, measureLengths } from './lengths.ts'
import { movingMean } from './moving-mean.ts'
import type { f64, i32 } from './portable.ts'

// Series in which the way the device is mounted does not show: |a| without gravity, a along gravity, |ω|, ω about gravity.

/** The four views and, behind them, |a| with gravity, of which the levels of the first view are taken. */
export const VIEW_SERIES: i32 = 5

/** Half width of the moving average that stands for gravity: 0.7 s. */
const SLOW: i32 = 35
/** A slow acceleration below this is no gravity: the device or the recording took it out. */
const MIN_GRAVITY: f64 = 4.5
const STANDARD_GRAVITY: f64 = 9.80665

/** The series of n samples, one after the other; those of the rotation stay 0 without a gyroscope. */
export function signatureViews(channels: Float64Array, n: i32, hasGyro: i32, views: Float64Array): void {
  const gravity = new Float64Array(3 * n)
  const moved = new Float64Array(3 * n)
  for (let c: i32 = 0; c < 3; c++) movingMean(channels, c * n, n, SLOW, gravity, c * n)
  for (let i: i32 = 0; i < 3 * n; i++) moved[i] = channels[i] - gravity[i]
  measureLengths(moved, 0, n, views, 0)
  measureLengths(channels, 0, n, views, 4 * n)
  if (hasGyro) measureLengths(channels, 3 * n, n, views, 2 * n)
  if (meanLength(gravity, n) < MIN_GRAVITY) {
    alongMainAxis(moved, 0, n, views, n)
    if (hasGyro) alongMainAxis(channels, 3 * n, n, views, 3 * n)
    return
  }
  alongGravity(channels, 0, n, gravity, views, n)
  for (let i: i32 = 0; i < n; i++) views[n + i] -= STANDARD_GRAVITY
  if (hasGyro) alongGravity(channels, 3 * n, n, gravity, views, 3 * n)
}

function meanLength(x: Float64Array, n: i32): f64 {
  let total: f64 = 0
  for (let i: i32 = 0; i < n; i++) total += lengthAt(x, 0, n, i)
  return total / (n as f64)
}

function alongGravity(x: Float64Array, from: i32, n: i32, gravity: Float64Array, out: Float64Array, start: i32): void {
  for (let i: i32 = 0; i < n; i++) {
    const length: f64 = lengthAt(gravity, 0, n, i)
    const inner: f64 =
      x[from + i] * gravity[i] + x[from + n + i] * gravity[n + i] + x[from + 2 * n + i] * gravity[2 * n + i]
    out[start + i] = length > 0 ? inner / length : 0
  }
}

/** The series along its direction of greatest power (power method), turned so that its third moment is not negative. */
function alongMainAxis(x: Float64Array, from: i32, n: i32, out: Float64Array, start: i32): void {
  const axis = mainAxis(x, from, n)
  let third: f64 = 0
  for (let i: i32 = 0; i < n; i++) {
    const value: f64 = x[from + i] * axis[0] + x[from + n + i] * axis[1] + x[from + 2 * n + i] * axis[2]
    out[start + i] = value
    third += value * value * value
  }
  if (third < 0) for (let i: i32 = 0; i < n; i++) out[start + i] = -out[start + i]
}

function mainAxis(x: Float64Array, from: i32, n: i32): Float64Array {
  const power = new Float64Array(9)
  for (let a: i32 = 0; a < 3; a++) {
    for (let b: i32 = 0; b < 3; b++) {
      let total: f64 = 0
      for (let i: i32 = 0; i < n; i++) total += x[from + a * n + i] * x[from + b * n + i]
      power[3 * a + b] = total
    }
  }
  const axis = new Float64Array(3)
  axis[0] = 1
  axis[1] = 0.9
  axis[2] = 1.1
  for (let round: i32 = 0; round < 40; round++) turnTowards(power, axis)
  return axis
}

function turnTowards(power: Float64Array, axis: Float64Array): void {
  const x: f64 = power[0] * axis[0] + power[1] * axis[1] + power[2] * axis[2]
  const y: f64 = power[3] * axis[0] + power[4] * axis[1] + power[5] * axis[2]
  const z: f64 = power[6] * axis[0] + power[7] * axis[1] + power[8] * axis[2]
  const length: f64 = Math.sqrt(x * x + y * y + z * z)
  if (length === 0) return
  axis[0] = x / length
  axis[1] = y / length
  axis[2] = z / length
}
