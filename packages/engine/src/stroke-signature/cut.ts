import { type Challenge, challengeProblem } from '../challenge/challenge.ts'
import { findStart, findStrokes } from '../challenge/score.ts'
import { listEntries, readImu } from '../streams/imu.ts'
import { evenMotion } from '../timeline.ts'
import type { ImuSample } from '../types.ts'
import type { Stroke } from './signature.ts'

const MIN_MS = 3000
/** From a little before the hand starts to past the slowest stroke there, not to the way back of it. */
const BEFORE_MS = 100
const AFTER_MS = 1300

/**
 * Returns the samples around each stroke that answers a cue of the challenge, in their order. The challenge began at `startMs` on
 * the samples' clock, or else with the first sample. A cue that nothing answers has none. Never throws.
 */
export function cutStrokes(challenge: Challenge, imu: readonly ImuSample[], startMs?: number): Stroke[] {
  if (challengeProblem(challenge) !== null) return []
  const stream = readImu(imu)
  const motion = evenMotion(stream, MIN_MS)
  if (motion.status !== 'ok' || !motion.hasGravity) return []
  const start = findStart(stream, startMs)
  const entries = listEntries(stream)
  return findStrokes(challenge, motion, start).flatMap((seen, i) => {
    if (seen === null) return []
    const { direction, atMs } = challenge.strokes[i]
    const onset = start + atMs + seen.onsetMs
    return [{ gesture: direction, imu: entries.filter(({ t }) => t >= onset - BEFORE_MS && t <= onset + AFTER_MS) }]
  })
}
