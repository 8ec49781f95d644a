import { type ImuStream, insufficient, type Insufficient, TOO_STILL, tooSlow } from '../capture.ts'
import { type EvenMotion, evenMotion, GRID_HZ } from '../timeline.ts'

/** A stretch with both sensors that is judged as a whole. */
export type MotionWindow = { channels: Float64Array; n: number; hasGravity: boolean }

/** Slower sensors leave nothing of the quick residual by which people are told. */
const MIN_HZ = 40
/** In rad/s: people at rest turn a device less, strokes turn a phone at least half as much again. */
const STILL_ROTATION = (10 * Math.PI) / 180
/** In m/s²: nine in ten of those who turn a device as little push it less, strokes push a phone twice as much. */
const STILL_ACCELERATION = 1
const WINDOW = 8 * GRID_HZ
const HOP = 4 * GRID_HZ
// A second window for a few samples more would judge the same motion twice.
const LONGEST = 8.5 * GRID_HZ
// Enough for a minute without gaps; of hours, samples.
const MAX_WINDOWS = 14

/** The even stretch of sensor samples that can be judged: both sensors, quick enough, long enough, and not at rest. */
export function presenceMotion(imu: ImuStream, minMs: number): EvenMotion | Insufficient {
  const motion = evenMotion(imu, minMs)
  if (motion.status === 'insufficient') return motion
  if (!motion.hasGyro)
    return insufficient('there is no gyroscope, and without rotation rates a forgery cannot be told from a person')
  if (motion.sourceHz < MIN_HZ) return tooSlow(motion.sourceHz)
  return isStill(motion) ? insufficient(TOO_STILL) : motion
}

/** Whether the phone hardly turns and is hardly pushed. A gyroscope that stands still under a shaken phone is judged. */
function isStill({ channels, n }: EvenMotion): boolean {
  return meanSize(channels.subarray(3 * n), n) < STILL_ROTATION && spread(channels, n) < STILL_ACCELERATION
}

/** Mean length of the vectors in the first three channels. */
function meanSize(channels: Float64Array, n: number): number {
  let total = 0
  for (let i = 0; i < n; i++) total += Math.sqrt(channels[i] ** 2 + channels[n + i] ** 2 + channels[2 * n + i] ** 2)
  return total / n
}

/** Standard deviation of the vectors in the first three channels. */
function spread(channels: Float64Array, n: number): number {
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

/** The whole of up to eight and a half seconds; of more, up to fourteen windows of eight, the last one at the very end. */
export function windowsOfMotion({ channels, n, hasGravity }: EvenMotion): MotionWindow[] {
  if (n <= LONGEST) return [{ channels, n, hasGravity }]
  const count = Math.min(MAX_WINDOWS, Math.ceil((n - WINDOW) / HOP) + 1)
  return Array.from({ length: count }, (_, k) => {
    const from = Math.round((k * (n - WINDOW)) / (count - 1))
    const cut = new Float64Array(6 * WINDOW)
    for (let c = 0; c < 6; c++) cut.set(channels.subarray(c * n + from, c * n + from + WINDOW), c * WINDOW)
    return { channels: cut, n: WINDOW, hasGravity }
  })
}
