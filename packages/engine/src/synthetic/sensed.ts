import { normal, type Random } from '../random.ts'
import type { ImuSample } from '../types.ts'
import type { SyntheticPerson } from './person.ts'
import {
  type Attitude,
  multiplyAttitudes,
  rotateVector,
  STANDARD_GRAVITY,
  toBody,
  turnAbout,
  turnBy,
} from './rigid-body.ts'
import type { Velocity } from './velocity.ts'

/** Where the hand and the phone are at each moment, and how the phone is turned. */
export type Path = { rateHz: number; hand: Float64Array[]; phone: Float64Array[]; attitudes: Attitude[] }

/** The path of a phone held as the person holds it. */
export function computePath(velocity: Velocity, { holding }: SyntheticPerson): Path {
  const { n, rateHz, axes } = velocity
  const hand = axes.slice(0, 3).map((axis) => accumulate(axis, 1 / rateHz))
  const held = multiplyAttitudes(turnAbout([0, 1, 0], holding.roll), turnAbout([1, 0, 0], holding.pitch))
  const attitudes: Attitude[] = []
  let wrist: Attitude = [1, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    if (i > 0) wrist = turnBy(wrist, [axes[3][i], axes[4][i], axes[5][i]], 1 / rateHz)
    attitudes.push(multiplyAttitudes(wrist, held))
  }
  const phone = hand.map((axis) => axis.slice())
  attitudes.forEach((attitude, i) => {
    rotateVector(attitude, holding.lever).forEach((offset, axis) => {
      phone[axis][i] += offset
    })
  })
  return { rateHz, hand, phone, attitudes }
}

function accumulate(x: Float64Array, step: number): Float64Array {
  let total = 0
  return x.map((value) => (total += value * step))
}

/** How a device delivers: so many samples a second, rounded to so many m/s² and °/s (0 rounds nothing). */
export type Delivery = { rateHz: number; rounding: { acceleration: number; rotation: number } }

/** Exact readings at each moment of the path but the first and the last: R⁻¹(a + g) in m/s², true turning in rad/s. */
export function exactReadings({ rateHz, phone, attitudes }: Path): Float64Array[] {
  const n = Math.max(0, attitudes.length - 2)
  const out = Array.from({ length: 6 }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const a = phone.map((axis) => (axis[i + 2] - 2 * axis[i + 1] + axis[i]) * rateHz * rateHz)
    const felt = toBody(attitudes[i + 1], [a[0], a[1], a[2] + STANDARD_GRAVITY])
    const turning = turningBetween(attitudes[i], attitudes[i + 2], 2 / rateHz)
    for (let axis = 0; axis < 3; axis++) {
      out[axis][i] = felt[axis]
      out[3 + axis][i] = turning[axis]
    }
  }
  return out
}

/** The constant body rate that leads from one attitude to the next. */
function turningBetween(from: Attitude, to: Attitude, seconds: number): number[] {
  const [w, x, y, z] = multiplyAttitudes([from[0], -from[1], -from[2], -from[3]], to)
  const sin = Math.hypot(x, y, z)
  const angle = 2 * Math.atan2(sin, Math.abs(w)) * (w < 0 ? -1 : 1)
  const scale = sin > 1e-15 ? angle / sin / seconds : 2 / seconds
  return [x * scale, y * scale, z * scale]
}

const DEGREES = 180 / Math.PI

/** The samples a phone would deliver: exact readings averaged over each interval, with the errors of its sensors, rounded. */
export function samplesOfPath(
  path: Path,
  { device }: SyntheticPerson,
  { rateHz, rounding }: Delivery,
  random: Random,
): ImuSample[] {
  const exact = exactReadings(path)
  const every = Math.round(path.rateHz / rateHz)
  return Array.from({ length: Math.floor(exact[0].length / every) }, (_, k) => {
    const value = (c: number) => {
      let total = 0
      for (let i = k * every; i < (k + 1) * every; i++) total += exact[c][i]
      const noise = (c < 3 ? device.noise : device.turnNoise) * normal(random)
      const read = (device.gain[c] * total) / every + device.bias[c] + noise
      return c < 3 ? roundTo(read, rounding.acceleration) : roundTo(read * DEGREES, rounding.rotation)
    }
    return {
      t: (k * 1000) / rateHz,
      ax: value(0),
      ay: value(1),
      az: value(2),
      rx: value(3),
      ry: value(4),
      rz: value(5),
    }
  })
}

function roundTo(value: number, step: number): number {
  return step > 0 ? Math.round(value / step) * step : value
}
