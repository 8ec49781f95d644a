import { type ImuSample, type ImuStream, createInsufficient, type Insufficient } from '../capture.ts'
import { computeGravitySign, computeHolderAxes } from '../challenge/frame.ts'
import { type EvenMotion, toEvenMotion, GRID_HZ } from '../timeline.ts'

/**
 * One movement in the holder's frame on the engine's grid: acceleration without gravity (m/s²) and rotation (rad/s) to
 * the right, up and towards the person, one after the other.
 */
export type StrokeViews = {
  status: 'ok'
  n: number
  /** False if the sensor removed gravity; the axes are then the phone's axes at the start. */
  hasGravity: boolean
  acceleration: Float64Array
  rotation: Float64Array
}

const MIN_MS = 350
/** Only this many samples are used; beyond, the gyroscope's drift would show. */
const MOST_SAMPLES = 256
const LEAST_SAMPLES = 8
/** Share of the energy that is cut off before and after the movement. */
const CUT_SHARE = 0.02
/** An acceleration of 2 m/s² counts as much as a rotation of 1 rad/s. */
export const ROTATION_WEIGHT = 4

/**
 * Returns acceleration and rotation of one movement, from its start to its end, in the axes of the person who holds the
 * phone. Returns the reason instead if the samples are too short or have no rotation. `hasGravity` says whether the
 * samples contain gravity; by default `feelsGravity` decides.
 */
export function computeStrokeViews(imu: ImuStream, hasGravity = feelsGravity(imu.samples)): StrokeViews | Insufficient {
  const motion = toEvenMotion(imu, MIN_MS)
  if (motion.status !== 'ok') return motion
  if (!motion.hasGyro) return createInsufficient('a stroke is compared by its rotation too, and the samples have none')
  return trim(toHolderViews(smoothChannels(motion), hasGravity))
}

/**
 * Returns the first seconds of each channel, averaged over three samples twice: a low pass at 6 Hz, which keeps the
 * movement of hands.
 */
function smoothChannels({ channels, n: all }: EvenMotion): { n: number; channels: Float64Array } {
  const n = Math.min(all, MOST_SAMPLES)
  const out = new Float64Array(6 * n)
  for (let c = 0; c < 6; c++) {
    const own = out.subarray(c * n, (c + 1) * n)
    own.set(channels.subarray(c * all, c * all + n))
    averageThree(own)
    averageThree(own)
  }
  return { n, channels: out }
}

function averageThree(x: Float64Array): void {
  let before = x[0]
  for (let i = 0; i < x.length; i++) {
    const here = x[i]
    x[i] = (before + here + (x[i + 1] ?? here)) / 3
    before = here
  }
}

function toHolderViews({ n, channels }: { n: number; channels: Float64Array }, isGiven: boolean): StrokeViews {
  const turned = rotateToStart(channels, n)
  const gravity = [0, 1, 2].map((c) => computeMeanBetween(turned, c * n, (c + 1) * n)) as [number, number, number]
  const axes = isGiven ? computeHolderAxes(gravity) : null
  const [acceleration, rotation] = [turned.subarray(0, 3 * n), turned.subarray(3 * n)]
  if (axes === null) return { status: 'ok', n, hasGravity: false, acceleration, rotation }
  for (let c = 0; c < 3; c++) for (let i = c * n; i < (c + 1) * n; i++) acceleration[i] -= gravity[c]
  const sign = computeGravitySign(gravity)
  project(acceleration, n, axes, 1)
  project(rotation, n, axes, sign)
  return { status: 'ok', n, hasGravity: true, acceleration, rotation }
}

function computeMeanBetween(x: Float64Array, from: number, to: number): number {
  let total = 0
  for (let i = from; i < to; i++) total += x[i]
  return total / (to - from)
}

type Vector = readonly [number, number, number]

/** Replaces x, y, z by their components along three axes, times `sign`. */
function project(values: Float64Array, n: number, axes: readonly Vector[], sign: number): void {
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [sign * values[i], sign * values[n + i], sign * values[2 * n + i]]
    for (let c = 0; c < 3; c++) values[c * n + i] = axes[c][0] * x + axes[c][1] * y + axes[c][2] * z
  }
}

/** Cuts off the first and the last 2 % of the energy. */
function trim(views: StrokeViews): StrokeViews {
  const { n, acceleration, rotation } = views
  const energy = new Float64Array(n + 1)
  for (let i = 0; i < n; i++)
    energy[i + 1] = energy[i] + computeSquareAt(acceleration, n, i) + ROTATION_WEIGHT * computeSquareAt(rotation, n, i)
  const whole = energy[n]
  const first = Math.max(0, findReach(energy, CUT_SHARE * whole) - 1)
  const last = Math.min(n, findReach(energy, (1 - CUT_SHARE) * whole) + 2)
  const from = Math.max(0, Math.min(first, last - LEAST_SAMPLES))
  const to = Math.min(n, Math.max(last, from + LEAST_SAMPLES))
  const cut = (x: Float64Array) => {
    const out = new Float64Array(3 * (to - from))
    for (let c = 0; c < 3; c++) out.set(x.subarray(c * n + from, c * n + to), c * (to - from))
    return out
  }
  return { ...views, n: to - from, acceleration: cut(acceleration), rotation: cut(rotation) }
}

function computeSquareAt(x: Float64Array, n: number, i: number): number {
  return x[i] ** 2 + x[n + i] ** 2 + x[2 * n + i] ** 2
}

/** Returns the first index at which the running sum reaches a value. */
function findReach(sums: Float64Array, value: number): number {
  let i = 0
  while (i < sums.length - 2 && sums[i + 1] < value) i++
  return i
}

/** Share of the samples used: those in which the hand turns least. */
const QUIET_SHARE = 0.1
// For 50 people in development the quietest tenth reads at least 9.4 m/s² with gravity and at most 3.5 without.
const LEAST_GRAVITY = 6

/**
 * Returns whether the sensor reports gravity, judged by the quietest tenth of the samples. Pass the samples of a whole
 * capture, because in a single fast stroke the hand's own acceleration hides gravity.
 */
export function feelsGravity(samples: readonly ImuSample[]): boolean {
  const readings = samples.map(({ ax, ay, az, rx = 0, ry = 0, rz = 0 }) => ({
    turning: Math.hypot(rx, ry, rz),
    size: Math.hypot(ax, ay, az),
  }))
  const quiet = readings
    .toSorted((a, b) => a.turning - b.turning)
    .slice(0, Math.ceil(QUIET_SHARE * readings.length))
    .map(({ size }) => size)
    .toSorted((a, b) => a - b)
  return quiet[quiet.length >> 1] >= LEAST_GRAVITY
}

const SMALL_ANGLE = 1e-9

/**
 * Rotates acceleration and rotation into the sensor's axes at the first sample, according to the gyroscope. This
 * separates how the hand moves from how it turns. `channels` holds six channels of n samples each, one after the other;
 * the result is a new array of the same form.
 */
export function rotateToStart(channels: Float64Array, n: number): Float64Array {
  const out = new Float64Array(6 * n)
  const attitude = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
  for (let i = 0; i < n; i++) {
    if (i > 0)
      turn(
        attitude,
        computeMeanAngle(channels, 3 * n + i),
        computeMeanAngle(channels, 4 * n + i),
        computeMeanAngle(channels, 5 * n + i),
      )
    for (let row = 0; row < 3; row++) {
      const [a, b, c] = [attitude[3 * row], attitude[3 * row + 1], attitude[3 * row + 2]]
      out[row * n + i] = a * channels[i] + b * channels[n + i] + c * channels[2 * n + i]
      out[(3 + row) * n + i] = a * channels[3 * n + i] + b * channels[4 * n + i] + c * channels[5 * n + i]
    }
  }
  return out
}

/** Returns the angle turned between a sample and its predecessor. */
function computeMeanAngle(rates: Float64Array, at: number): number {
  return (rates[at - 1] + rates[at]) / (2 * GRID_HZ)
}

/** Rotates the attitude about its own axes by this vector of angles (Rodrigues 1840). */
function turn(attitude: Float64Array, x: number, y: number, z: number): void {
  const angle = Math.sqrt(x * x + y * y + z * z)
  const sine = angle < SMALL_ANGLE ? 1 : Math.sin(angle) / angle
  const cosine = angle < SMALL_ANGLE ? 0.5 : (1 - Math.cos(angle)) / (angle * angle)
  for (let row = 0; row < 9; row += 3) {
    const [a, b, c] = [attitude[row], attitude[row + 1], attitude[row + 2]]
    const along = a * x + b * y + c * z
    const square = x * x + y * y + z * z
    attitude[row] = a + sine * (b * z - c * y) + cosine * (along * x - a * square)
    attitude[row + 1] = b + sine * (c * x - a * z) + cosine * (along * y - b * square)
    attitude[row + 2] = c + sine * (a * y - b * x) + cosine * (along * z - c * square)
  }
}
