import { type ImuStream, createInsufficient, type Insufficient, TOO_STILL, createTooSlow } from '../capture.ts'
import { type EvenMotion, toEvenMotion, GRID_HZ } from '../timeline.ts'

/** A stretch of both sensors that is judged as a whole. */
export type MotionWindow = { channels: Float64Array; n: number; hasGravity: boolean }

/** Slower sensors lose the high-frequency residual that distinguishes people. */
const MIN_HZ = 40
/** In rad/s. People at rest turn a device less than this; strokes turn a phone at least 1.5 times as much. */
const STILL_ROTATION = (10 * Math.PI) / 180
/** In m/s². Nine in ten people at rest push a device less than this; strokes push a phone twice as much. */
const STILL_ACCELERATION = 1
const WINDOW = 8 * GRID_HZ
const HOP = 4 * GRID_HZ
// A second window for a few samples more would judge the same motion twice.
const LONGEST = 8.5 * GRID_HZ
// Covers a minute without gaps; longer motion is sampled.
const MAX_WINDOWS = 14

/**
 * Resamples motion samples to the even grid for the presence score. Returns the reason instead if there is no
 * gyroscope, fewer than 40 samples a second, less than `minMs` without a gap, or a phone at rest.
 */
export function selectPresenceMotion(imu: ImuStream, minMs: number): EvenMotion | Insufficient {
  const motion = toEvenMotion(imu, minMs)
  if (motion.status === 'insufficient') return motion
  if (!motion.hasGyro)
    return createInsufficient(
      'there is no gyroscope, and without rotation rates a forgery cannot be told from a person',
    )
  if (motion.sourceHz < MIN_HZ) return createTooSlow(motion.sourceHz)
  return isStill(motion) ? createInsufficient(TOO_STILL) : motion
}

/** Returns whether the phone hardly turns and is hardly pushed. A constant gyroscope on a shaken phone isn't still. */
function isStill({ channels, n }: EvenMotion): boolean {
  return (
    measureMeanSize(channels.subarray(3 * n), n) < STILL_ROTATION && measureSpread(channels, n) < STILL_ACCELERATION
  )
}

/** Mean length of the vectors in the first three channels. */
function measureMeanSize(channels: Float64Array, n: number): number {
  let total = 0
  for (let i = 0; i < n; i++) total += Math.sqrt(channels[i] ** 2 + channels[n + i] ** 2 + channels[2 * n + i] ** 2)
  return total / n
}

/** Standard deviation of the vectors in the first three channels. */
function measureSpread(channels: Float64Array, n: number): number {
  let total = 0
  for (let c = 0; c < 3; c++) {
    let sum = 0
    let squares = 0
    for (let i = c * n; i < (c + 1) * n; i++) {
      sum += channels[i]
      squares += channels[i] ** 2
    }
    total += squares / n - (sum / n) ** 2
  }
  return Math.sqrt(Math.max(0, total))
}

/**
 * Splits motion into windows, in order: one window for up to 8.5 seconds, otherwise up to fourteen windows of 8
 * seconds, which may overlap; the last one ends with the motion.
 */
export function splitWindows({ channels, n, hasGravity }: EvenMotion): MotionWindow[] {
  if (n <= LONGEST) return [{ channels, n, hasGravity }]
  const count = Math.min(MAX_WINDOWS, Math.ceil((n - WINDOW) / HOP) + 1)
  return Array.from({ length: count }, (_, k) => {
    const from = Math.round((k * (n - WINDOW)) / (count - 1))
    const cut = new Float64Array(6 * WINDOW)
    for (let c = 0; c < 6; c++) cut.set(channels.subarray(c * n + from, c * n + from + WINDOW), c * WINDOW)
    return { channels: cut, n: WINDOW, hasGravity }
  })
}
