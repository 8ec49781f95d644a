import type { CameraSample, ImuSample, LandmarkFrame } from '../capture.ts'
import { normal, type Random } from '../random.ts'
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
import { drawBandNoise, computeBand, type Velocity } from './velocity.ts'

const CAMERA_HZ = 30

/**
 * Returns the positions of the hand as tracked by a camera, with noise, at 30 frames a second: meters, x to the right,
 * y up, z away. The camera's angle to the person is random.
 */
export function trackHand({ hand, rateHz }: Path, random: Random): CameraSample[] {
  const yaw = 0.4 * normal(random)
  const noise = 0.0015 + 0.0015 * random()
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  return frameTimes(hand[0].length, rateHz).map((t) => {
    const [x, y, z] = hand.map((axis) => axis[Math.round((t / 1000) * rateHz)])
    const seen = [c * x + s * y, z, c * y - s * x].map((value) => value + noise * normal(random))
    return { t, x: seen[0], y: seen[1], z: 2 + seen[2] }
  })
}

function frameTimes(n: number, rateHz: number): number[] {
  const count = Math.floor(((n - 1) / rateHz) * CAMERA_HZ) + 1
  return Array.from({ length: count }, (_, k) => (k * 1000) / CAMERA_HZ)
}

type Bone = { x: number; y: number; z: number }

/**
 * Returns the 18 joints of a body whose hand follows the path, with noise, at 30 frames a second and in the order of
 * the research upload: meters, x to the person's left, y up, z forward. If `walking`, the legs swing and the hand
 * stays.
 */
export function trackBody(
  path: Path,
  { person, walking }: { person: SyntheticPerson; walking: boolean },
  random: Random,
): LandmarkFrame[] {
  const still: Velocity = { n: path.hand[0].length, rateHz: path.rateHz, axes: [] }
  const sways = [0, 1, 2, 3].map(() =>
    drawBandNoise(still, computeBand(still, { hz: 0.2 + 0.3 * random(), width: 0.3 }), random),
  )
  return frameTimes(still.n, path.rateHz).map((t) => {
    const i = Math.round((t / 1000) * path.rateHz)
    const hand = path.hand.map((axis) => axis[i])
    const stride = walking ? Math.sin((2 * Math.PI * t) / 1000 / person.gait.strideS) * person.gait.swing : 0
    const joints = bodyAt({ person, hand: walking ? [0, 0, 0] : hand, sway: sways.map((sway) => sway[i]), stride })
    const blurred = joints.map(({ x, y, z }) => ({
      x: x + 0.002 * normal(random),
      y: y + 0.002 * normal(random),
      z: z + 0.003 * normal(random),
    }))
    return { t, joints: blurred }
  })
}

type Moment = { person: SyntheticPerson; hand: readonly number[]; sway: readonly number[]; stride: number }

function bodyAt({ person: { body, sway: habit }, hand, sway, stride }: Moment): Bone[] {
  const h = body.heightM
  const lean = 0.3 * habit.speed * sway[0]
  const nod = 0.3 * habit.speed * sway[1]
  const at = (x: number, y: number, z: number): Bone => ({ x: x * h + lean * y, y: y * h, z: z * h + nod * y })
  const shoulder = (side: number) => at(0.115 * side, 0.815, 0)
  const own = body.rightHanded ? -1 : 1
  // The hand that holds the phone works in front of the chest; the other hangs and swings against the stride.
  const holding: Bone = { x: 0.08 * h * own - hand[0], y: 0.62 * h + hand[2], z: 0.24 * h + hand[1] }
  const hanging: Bone = {
    x: -0.14 * h * own + 0.01 * sway[2],
    y: 0.46 * h,
    z: h * (0.03 + 0.3 * stride) + 0.01 * sway[3],
  }
  const wristOf = (side: number) => (side === own ? holding : hanging)
  const elbowOf = (side: number) => elbow(shoulder(side), wristOf(side), { length: 0.172 * h, side })
  const hip = (side: number) => at(0.055 * side, 0.53, 0)
  const knee = (side: number) => swung(hip(side), 0.245 * h, side * stride)
  const ankle = (side: number) => swung(knee(side), 0.235 * h, side * stride - Math.abs(stride) * 0.5)
  const pair = (joint: (side: number) => Bone) => [joint(1), joint(-1)]
  return [
    at(0, 0.9, 0.02),
    at(0, 0.835, 0),
    at(0, 0.66, 0),
    ...pair(shoulder),
    ...pair(elbowOf),
    ...pair(wristOf),
    ...pair(hip),
    ...pair(knee),
    ...pair(ankle),
    at(0, 0.535, 0),
    at(0, 0.75, 0),
    at(0, 0.96, 0.03),
  ]
}

function swung(from: Bone, length: number, angle: number): Bone {
  return { x: from.x, y: from.y - length * Math.cos(angle), z: from.z + length * Math.sin(angle) }
}

/** Two links of equal length between shoulder and wrist, bent downwards and outwards. */
function elbow(shoulder: Bone, wrist: Bone, { length, side }: { length: number; side: number }): Bone {
  const middle = { x: (shoulder.x + wrist.x) / 2, y: (shoulder.y + wrist.y) / 2, z: (shoulder.z + wrist.z) / 2 }
  const half = Math.hypot(wrist.x - shoulder.x, wrist.y - shoulder.y, wrist.z - shoulder.z) / 2
  const bend = Math.sqrt(Math.max(0, length ** 2 - half ** 2))
  return { x: middle.x + 0.4 * side * bend, y: middle.y - 0.85 * bend, z: middle.z - 0.3 * bend }
}

/** Positions of hand and phone at each moment, and the phone's attitude. */
export type Path = { rateHz: number; hand: Float64Array[]; phone: Float64Array[]; attitudes: Attitude[] }

/**
 * Integrates the hand's velocity to the positions of hand and phone and the phone's attitude, for a phone held as this
 * person holds it.
 */
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

/** Settings of a device: samples a second, and rounding in m/s² and °/s (0 doesn't round). */
export type Delivery = { rateHz: number; rounding: { acceleration: number; rotation: number } }

/**
 * Returns the exact readings of a phone's sensors at each moment of the path except the first and the last, in six
 * series: acceleration with gravity, R⁻¹(a + g) in m/s², then turning rate in rad/s.
 */
export function computeExactReadings({ rateHz, phone, attitudes }: Path): Float64Array[] {
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

/**
 * Returns the samples that a phone would deliver on this path: exact readings, averaged over each interval, with the
 * gain, bias and noise of the person's device, and rounded.
 */
export function toSamples(
  path: Path,
  { device }: SyntheticPerson,
  { rateHz, rounding }: Delivery,
  random: Random,
): ImuSample[] {
  const exact = computeExactReadings(path)
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
