import { insufficient } from '../insufficient.ts'
import { smoothGaussian } from '../math/smoothing.ts'
import { scaleToUnit } from '../math/vectors.ts'
import { GRID_HZ } from '../timeline.ts'
import type { Insufficient } from '../types.ts'

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

/** Changes slower than this are taken for drift. */
const DRIFT_SECONDS = 0.3

/** Drift removed, every second sample kept, each series of unit size. */
export function assembleSeries(kind: ReplaySeries['kind'], grid: readonly Float64Array[]): ReplaySeries | Insufficient {
  const n = Math.floor((grid[0].length + 1) / 2)
  const values = new Float64Array(SERIES_COUNT * n)
  let present = 0
  for (let k = 0; k < SERIES_COUNT; k++) {
    const drift = smoothGaussian(grid[k], DRIFT_SECONDS * GRID_HZ)
    const kept = values.subarray(k * n, (k + 1) * n)
    for (let i = 0; i < n; i++) kept[i] = grid[k][2 * i] - drift[2 * i]
    if (scaleToUnit(kept)) present |= 1 << k
  }
  return present === 0
    ? insufficient('there is no motion to remember')
    : { status: 'ok', kind, n, values, present, repetition: 0 }
}
