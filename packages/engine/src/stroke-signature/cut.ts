import type { Challenge } from '../challenge/challenge.ts'
import { findAnswers } from '../challenge/score.ts'
import { type ImuStream, listEntries, readImu } from '../streams/imu.ts'
import type { ImuSample } from '../types.ts'
import type { Stroke } from './signature.ts'

/** From a little before the hand starts to past the slowest stroke, not into a way back and not into the next stroke. */
const BEFORE_MS = 100
const AFTER_MS = 1300
const BEFORE_NEXT_MS = 60

/**
 * Returns the samples around each stroke that answers a cue of the challenge, in their order. The challenge began at `startMs` on
 * the samples' clock, or else with the first sample. A cue that nothing answers has none. Never throws.
 */
export function cutStrokes(challenge: Challenge, imu: readonly ImuSample[], startMs?: number): Stroke[] {
  return cutFromStream(challenge, readImu(imu), startMs)
}

/** The same of samples that were read already. */
export function cutFromStream(challenge: Challenge, stream: ImuStream, startMs?: number): Stroke[] {
  const entries = listEntries(stream)
  const found = findAnswers(challenge, stream, startMs)
  return (found?.answers ?? []).map(({ direction, onsetMs }, i, answers) => {
    const nextMs = answers[i + 1]?.onsetMs ?? Number.POSITIVE_INFINITY
    const endMs = Math.min(onsetMs + AFTER_MS, nextMs - BEFORE_NEXT_MS)
    return { gesture: direction, imu: entries.filter(({ t }) => t >= onsetMs - BEFORE_MS && t <= endMs) }
  })
}
