import { insufficient } from '../insufficient.ts'
import type { ImuStream } from '../streams/imu.ts'
import { type EvenMotion, evenMotion, GRID_HZ } from '../timeline.ts'
import type { Insufficient } from '../types.ts'

/** A stretch with both sensors that is judged as a whole. */
export type MotionWindow = { channels: Float64Array; n: number; hasGravity: boolean }

const WINDOW = 8 * GRID_HZ
const HOP = 4 * GRID_HZ
// A second window for a few samples more would judge the same motion twice.
const LONGEST = 8.5 * GRID_HZ
// Enough for a minute without gaps; of hours, samples.
const MAX_WINDOWS = 14

/** The even stretch of sensor samples that can be judged: both sensors, long enough. */
export function presenceMotion(imu: ImuStream, minMs: number): EvenMotion | Insufficient {
  const motion = evenMotion(imu, minMs)
  if (motion.status === 'insufficient' || motion.hasGyro) return motion
  const reason = 'there is no gyroscope, and without rotation rates a forgery cannot be told from a person'
  return insufficient(reason)
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
