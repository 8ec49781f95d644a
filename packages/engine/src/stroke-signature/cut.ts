import { listAnswers, type SeenAnswer, seeAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import type { GestureChallenge } from '../challenge/gestures.ts'
import { type ImuStream, listEntries, readImu } from '../streams/imu.ts'
import type { ImuSample, Insufficient } from '../types.ts'
import { feelsGravity } from './gravity.ts'
import type { Stroke } from './signature.ts'

/** From a little before the hand starts to past the slowest stroke, not into a way back and not into the next stroke. */
const BEFORE_MS = 100
const AFTER_MS = 1300
const BEFORE_NEXT_MS = 60

/**
 * Returns the samples around each stroke that answers a cue of the challenge, in their order; of gestures with names those from
 * a cue to the next. The challenge began at `startMs` on the samples' clock, or else with the first sample. A cue that nothing
 * answers has none. Never throws.
 */
export function cutStrokes(
  challenge: Challenge | GestureChallenge,
  imu: readonly ImuSample[],
  startMs?: number,
): Stroke[] {
  const stream = readImu(imu)
  return cutAnswer(seeAnswer(challenge, stream, startMs), stream)
}

/** The same of an answer that was looked at already. */
export function cutAnswer(answer: SeenAnswer | Insufficient, stream: ImuStream): Stroke[] {
  if (answer.status !== 'ok') return []
  const entries = listEntries(stream)
  const hasGravity = feelsGravity(stream.samples)
  return listAnswers(answer).map(({ gesture, onsetMs, endMs }, i, answers) => {
    if (endMs !== undefined) return { gesture, imu: entries.filter(({ t }) => t >= onsetMs && t < endMs), hasGravity }
    const nextMs = answers[i + 1]?.onsetMs ?? Number.POSITIVE_INFINITY
    const lastMs = Math.min(onsetMs + AFTER_MS, nextMs - BEFORE_NEXT_MS)
    return { gesture, imu: entries.filter(({ t }) => t >= onsetMs - BEFORE_MS && t <= lastMs), hasGravity }
  })
}
