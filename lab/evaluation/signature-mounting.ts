import { VIEW_COUNT } from '../../packages/engine/src/signature/signature.ts'
import type { EvenMotion } from '../../packages/engine/src/timeline.ts'

// How much of the result the place and the mounting of the sensor carry.

/** Log ratio of odd to even harmonics, the first three of whose four dimensions give way. */
const LEAST_MISSED = 64 + 6 * VIEW_COUNT
/** Mean, median and upper quartile of |a| and of a along gravity, and the latter's mean once more. */
const LEVELS = [0, 1, 4, 5, 8, 9, 25]

/** Puts the means of the three axes, which tell how the sensor was mounted, in the place of three features. */
export function withAxisMeans(raw: Float64Array, { channels, n }: EvenMotion): void {
  for (let axis = 0; axis < 3; axis++) {
    const own = channels.subarray(axis * n, (axis + 1) * n)
    raw[LEAST_MISSED + axis] = own.reduce((sum, value) => sum + value, 0) / n
  }
}

/** Takes away the levels of acceleration, in which offsets of the sensor show too. */
export function withoutLevels(raw: Float64Array): void {
  for (const dimension of LEVELS) raw[dimension] = 0
}
