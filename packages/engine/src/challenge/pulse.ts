import { addScaled, dot } from '../kernel/vector.ts'
import { STROKE_STEP_MS } from './frame.ts'

/**
 * The shape of one straight stroke in the acceleration along it: rest, then a minimum-jerk movement (Flash and Hogan 1985:
 * speeding up, then slowing down alike), on top of a constant and of the slow shift that gravity makes when the arm tilts
 * the phone on the way. The three parts are orthonormal, so that each is fitted by one product.
 */
export type Pulse = {
  durationMs: number
  /** Grid points of rest before the onset. */
  rest: number
  /** Grid points from the onset until the hand slows down. */
  push: number
  length: number
  tilt: Float64Array
  stroke: Float64Array
  /** Root mean square acceleration over the stroke for a fitted amount of one. */
  scale: number
}

/** Where the hand is at a share u of the time, as a share of the way. */
type Path = (u: number) => number

const REST_MS = 160
const THERE_MS = [320, 400, 520, 640, 800, 1000, 1240]
const EARLY_MS = [440, 640, 920]
const BACK_MS = [520, 680, 880, 1160]

const there: Path = (u) => {
  const w = Math.min(1, Math.max(0, u))
  return w * w * w * (10 - 15 * w + 6 * w * w)
}

// Quick strokes are sooner at their highest speed than halfway, and slow down for longer.
const thereEarly: Path = (u) => there(Math.max(0, u) ** 0.7)

// For those who come back without a stop: the way back starts before the way there ends.
const ONE_WAY = 0.65
const thereAndBack: Path = (u) => there(u / ONE_WAY) - there((u - 1 + ONE_WAY) / ONE_WAY)

/** `stiffness` says how far the tilt is held back: the higher, the less of a one-sided push is taken for tilt. */
export function pulses(stiffness: number): Pulse[] {
  return [
    ...THERE_MS.map((durationMs) => pulse(durationMs, there, stiffness)),
    ...EARLY_MS.map((durationMs) => pulse(durationMs, thereEarly, stiffness)),
    ...BACK_MS.map((durationMs) => pulse(durationMs, thereAndBack, stiffness)),
  ]
}

function pulse(durationMs: number, path: Path, stiffness: number): Pulse {
  const rest = REST_MS / STROKE_STEP_MS
  const moving = durationMs / STROKE_STEP_MS
  const length = rest + moving
  // One more place than samples: holding back a part is the same as having seen it be zero once.
  const constant = new Float64Array(length + 1).fill(1 / Math.sqrt(length), 0, length)
  const tilt = new Float64Array(length + 1)
  const stroke = new Float64Array(length + 1)
  for (let i = 0; i < moving; i++) {
    tilt[rest + i] = path((i + 0.5) / moving)
    stroke[rest + i] = path((i + 1.5) / moving) - 2 * path((i + 0.5) / moving) + path((i - 0.5) / moving)
  }
  const push = stroke.findIndex((value) => value < 0) - rest
  tilt[length] = Math.sqrt(stiffness)
  const size = norm(stroke)
  makeOrthonormal(tilt, [constant])
  const kept = makeOrthonormal(stroke, [constant, tilt])
  return { durationMs, rest, push, length, tilt, stroke, scale: size / kept / Math.sqrt(moving) }
}

/** Takes the parts out of x and scales it to length one; answers the length that was left. */
function makeOrthonormal(x: Float64Array, parts: readonly Float64Array[]): number {
  for (const part of parts) {
    const share = dot(x, 0, part, 0, x.length)
    addScaled(part, 0, -share, x, 0, x.length)
  }
  const size = norm(x)
  for (let i = 0; i < x.length; i++) x[i] /= size
  return size
}

function norm(x: Float64Array): number {
  return Math.sqrt(dot(x, 0, x, 0, x.length))
}
