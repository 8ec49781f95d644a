import type { ImuSample } from '../types.ts'

/** Share of the samples that is looked at: those in which the hand turns least. */
const QUIET_SHARE = 0.1
// Of 50 development people the quietest tenth reads 9.4 m/s² and more with gravity, 3.5 and less of the four without.
const LEAST_GRAVITY = 6

/**
 * Whether the sensor reports gravity, by the quietest tenth of the samples. Decided once for all strokes of a capture: in a single
 * quick stroke the hand's own acceleration hides it.
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
