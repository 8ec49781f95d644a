import { readImu } from '../streams/imu.ts'
import type { ImuSample } from '../types.ts'
import { presenceMotion } from './motion-windows.ts'
import { PRESENCE } from './parameters.ts'
import { windowScore } from './score.ts'

/** Live feedback looks at this much of the newest motion. */
const NEWEST_MS = 3000
// A hundred points of the grid, the fewest that the features can be taken of.
const MIN_MS = 1980

/**
 * Returns the presence score of the newest three seconds, ranked among three seconds of people; null while two are not there.
 * In between people score a little lower than they will.
 */
export function getEntropyScore(samples: readonly ImuSample[]): number | null {
  if (!Array.isArray(samples) || samples.length === 0) return null
  const newest: unknown = samples.at(-1)?.t
  if (typeof newest !== 'number') return null
  const before = samples.findLastIndex((sample) => !(sample?.t >= newest - NEWEST_MS))
  const motion = presenceMotion(readImu(samples.slice(before + 1)), MIN_MS)
  return motion.status === 'insufficient' ? null : windowScore(motion, PRESENCE.briefPeople)
}
