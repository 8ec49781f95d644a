import { listAnswers, seeAnswer } from '../challenge/answer.ts'
import type { Challenge } from '../challenge/challenge.ts'
import type { GestureChallenge } from '../challenge/gestures.ts'
import { resample } from '../replay/resampling.ts'
import { readImu } from '../streams/imu.ts'
import { type EvenMotion, GRID_HZ } from '../timeline.ts'
import type { ImuSample } from '../types.ts'

/** The sensors around one stroke on the engine's grid, its onset at sample `LEAD`. Plain data. */
export type StrokeMotion = { channels: Float64Array[] }

/** Samples before and after the onset, far enough for all speeds, lags and filters. */
export const LEAD = 40
const AFTER = 95

/** The motion around each stroke that answers a cue of the challenge; none of what cannot be judged. */
export function strokeMotions(imu: readonly ImuSample[], challenge: Challenge | GestureChallenge): StrokeMotion[] {
  const answer = seeAnswer(challenge, readImu(imu))
  return answer.status === 'ok' ? listAnswers(answer).map(({ onsetMs }) => strokeMotion(answer.motion, onsetMs)) : []
}

/** The motion around an onset; what lies outside the capture repeats its first or last sample. */
export function strokeMotion({ channels, n, startMs }: EvenMotion, onsetMs: number): StrokeMotion {
  const onset = ((onsetMs - startMs) * GRID_HZ) / 1000
  return {
    channels: Array.from({ length: channels.length / n }, (_, c) =>
      sampleHoldingEnds(channels.subarray(c * n, (c + 1) * n), onset - LEAD, 1, LEAD + AFTER),
    ),
  }
}

/** Values at start, start + step, …; outside, the first or last one. */
export function sampleHoldingEnds(x: Float64Array, start: number, step: number, count: number): Float64Array {
  const out = resample(x, start, step, count)
  for (let i = 0; i < count && start + step * i < 0; i++) out[i] = x[0]
  for (let i = count - 1; i >= 0 && start + step * i > x.length - 1; i--) out[i] = x[x.length - 1]
  return out
}
