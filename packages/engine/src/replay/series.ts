import { type EvenMotion, evenMotion, GRID_HZ } from '../timeline.ts'
import type { Capture, Insufficient } from '../types.ts'
import { landmarkSeries } from './landmark-series.ts'
import { scaled, smoothed } from './smoothing.ts'

/** What a digest is made of: four series on an even grid that do not change when the device is held otherwise. */
export type ReplaySeries = {
  status: 'ok'
  kind: 'imu' | 'landmarks'
  /** Samples a series. */
  n: number
  /** Four series of n values each, of unit size, one after the other. */
  values: Float64Array
  /** Bit k is set where series k could be calculated. */
  present: number
  /** How well the capture repeats itself, 0 … 1; known once it is a digest. */
  repetition: number
}

export const SERIES_HZ = 25
export const SERIES_COUNT = 4
/** Less than this is no evidence that two captures are the same. */
export const MIN_CAPTURE_MS = 2_400

/** Slower than this counts as gravity or posture; it changes with the crop and the mounting. */
const POSTURE_SECONDS = 0.4
const NOISE_SECONDS = 0.025
const DRIFT_SECONDS = 0.3

/** The rotation-invariant series of a capture: of its motion sensors, or of its landmarks where there are none. */
export function replaySeries(capture: Capture): ReplaySeries | Insufficient {
  const imu = imuSeries(capture?.imu)
  if (imu.status === 'ok' || !Array.isArray(capture?.frames)) return imu
  return landmarkSeries(capture.frames)
}

function imuSeries(samples: unknown): ReplaySeries | Insufficient {
  const even = evenMotion(samples, MIN_CAPTURE_MS)
  return even.status === 'ok' ? motionSeries(even) : even
}

/** Vertical acceleration, size of the acceleration, size of the rotation, rotation about the vertical. */
export function motionSeries({ n, channels, hasGyro, hasGravity }: EvenMotion): ReplaySeries | Insufficient {
  const quick: Float64Array[] = []
  const slow: Float64Array[] = []
  for (let c = 0; c * n < channels.length; c++) {
    const channel = channels.subarray(c * n, (c + 1) * n)
    quick.push(smoothed(channel, NOISE_SECONDS * GRID_HZ))
    slow.push(smoothed(channel, POSTURE_SECONDS * GRID_HZ))
  }
  const series = Array.from({ length: SERIES_COUNT }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const [gx, gy, gz] = [slow[0][i], slow[1][i], slow[2][i]]
    const gravity = Math.hypot(gx, gy, gz) || 1
    const [x, y, z] = [quick[0][i] - gx, quick[1][i] - gy, quick[2][i] - gz]
    if (hasGravity) series[0][i] = (x * gx + y * gy + z * gz) / gravity
    series[1][i] = Math.hypot(x, y, z)
    if (!hasGyro) continue
    series[2][i] = Math.hypot(quick[3][i], quick[4][i], quick[5][i])
    if (hasGravity) series[3][i] = (quick[3][i] * gx + quick[4][i] * gy + quick[5][i] * gz) / gravity
  }
  return assembled('imu', series)
}

/** Drift removed, every second sample kept, each series of unit size. */
export function assembled(kind: ReplaySeries['kind'], grid: readonly Float64Array[]): ReplaySeries | Insufficient {
  const n = Math.floor((grid[0].length + 1) / 2)
  const values = new Float64Array(SERIES_COUNT * n)
  let present = 0
  for (let k = 0; k < SERIES_COUNT; k++) {
    const drift = smoothed(grid[k], DRIFT_SECONDS * GRID_HZ)
    const kept = values.subarray(k * n, (k + 1) * n)
    for (let i = 0; i < n; i++) kept[i] = grid[k][2 * i] - drift[2 * i]
    if (scaled(kept)) present |= 1 << k
  }
  return present === 0
    ? { status: 'insufficient', reason: 'there is no motion to remember' }
    : { status: 'ok', kind, n, values, present, repetition: 0 }
}
