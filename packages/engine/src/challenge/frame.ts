import { type EvenMotion, GRID_HZ } from '../timeline.ts'

/** Strokes take a third of a second or longer, so this grid captures them. */
export const STROKE_STEP_MS = 40

/**
 * Acceleration in the holder's frame, in m/s², with gravity included in `up`: to the right, up, and towards the person.
 */
export type HeldMotion = { startMs: number; n: number; right: Float64Array; up: Float64Array; towards: Float64Array }

const GRID_MS = 1000 / GRID_HZ
const THINNING = STROKE_STEP_MS / GRID_MS

type Vector = readonly [number, number, number]

// Above this share of x along the vertical (45°) the phone is held in landscape, and right is along its long side.
const LANDSCAPE = Math.SQRT1_2

/**
 * Converts the samples from `fromMs` to `toMs` to the axes of the person who holds the phone: right, up (against
 * gravity) and towards the person. Gravity is the mean acceleration, because a stroke starts and ends at rest. Null
 * without gravity or with fewer than two samples.
 */
export function toHolderFrame(motion: EvenMotion, fromMs: number, toMs: number): HeldMotion | null {
  const from = Math.max(0, Math.ceil((fromMs - motion.startMs) / GRID_MS))
  const to = Math.min(motion.n, Math.floor((toMs - motion.startMs) / GRID_MS) + 1)
  if (to - from < 2) return null
  const axes = computeHolderAxes(measureMeanAcceleration(motion, from, to))
  if (axes === null) return null
  const [right, up, towards] = axes.map((axis) => decimate(projectOnAxis(motion, axis, from, to)))
  return { startMs: motion.startMs + from * GRID_MS, n: right.length, right, up, towards }
}

function measureMeanAcceleration({ channels, n }: EvenMotion, from: number, to: number): Vector {
  const mean = (channel: number) => {
    let total = 0
    for (let i = from; i < to; i++) total += channels[channel * n + i]
    return total / (to - from)
  }
  return [mean(0), mean(1), mean(2)]
}

/**
 * Returns the directions right, up and towards the person as unit vectors in the phone's axes, or null if `gravity` is
 * zero. Corrects the sign of the sensor: at rest Android reports +9.8 m/s² along the axis that points up, iOS -9.8.
 */
export function computeHolderAxes(gravity: Vector): [Vector, Vector, Vector] | null {
  const size = Math.hypot(...gravity)
  if (!(size > 0)) return null
  const sign = computeGravitySign(gravity)
  // The vectors keep the sign: along them, an inverted sensor reads like an upright one.
  const up = scale(gravity, sign / size)
  const right = Math.abs(up[0]) > LANDSCAPE ? cross(up, [0, 0, 1]) : removeVertical([1, 0, 0], up)
  const unitRight = scale(right, 1 / Math.hypot(...right))
  const towards = cross(unitRight, up)
  return [scale(unitRight, sign), scale(up, sign), scale(towards, sign)]
}

/**
 * Returns -1 if the sensor reports gravity inverted, as iOS does, otherwise 1. Assumes that a person looks at the
 * screen, so that its face or its upper edge points up.
 */
export function computeGravitySign(gravity: Vector): number {
  return gravity[1] + gravity[2] < 0 ? -1 : 1
}

function removeVertical(v: Vector, up: Vector): Vector {
  const share = v[0] * up[0] + v[1] * up[1] + v[2] * up[2]
  return [v[0] - share * up[0], v[1] - share * up[1], v[2] - share * up[2]]
}

function scale([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function projectOnAxis({ channels, n }: EvenMotion, [x, y, z]: Vector, from: number, to: number): Float64Array {
  const out = new Float64Array(to - from)
  for (let i = from; i < to; i++) out[i - from] = x * channels[i] + y * channels[n + i] + z * channels[2 * n + i]
  return out
}

/**
 * Returns every second point as the mean of three. This smooths sensors that repeat values, and is short compared with
 * a stroke.
 */
function decimate(x: Float64Array): Float64Array {
  const last = x.length - 1
  const out = new Float64Array(Math.ceil(x.length / THINNING))
  for (let k = 0; k < out.length; k++) {
    const i = k * THINNING
    out[k] = (x[Math.max(0, i - 1)] + x[i] + x[Math.min(last, i + 1)]) / 3
  }
  return out
}
