import { type EvenMotion, evenMotion } from '../timeline.ts'
import type { Capture, Insufficient } from '../types.ts'
import { scoreOfShare, shareOfPeople } from './conformal.ts'
import { presenceVector } from './features.ts'
import { type PartName, PRESENCE } from './parameters.ts'
import { partScores } from './parts.ts'
import { treesLogit } from './trees.ts'

export type PresenceScore = Record<PartName, number> & {
  score: number
  status: 'ok' | 'insufficient'
  reason: string | null
}

const MIN_MS = 4000

/** Evidence EE-001: how much this motion is like people's, 0.5 where at most 5 % of people fall below. */
export function presenceScore(capture: Capture): PresenceScore {
  const motion = presenceMotion(capture, MIN_MS)
  if (motion.status === 'insufficient') return nothing(motion.reason)
  const x = presenceVector(motion, PRESENCE.features)
  return {
    score: scoreOfShare(shareOfPeople(PRESENCE.ranking, treesLogit(PRESENCE.trees, x))),
    ...partScores(x, PRESENCE),
    status: 'ok',
    reason: null,
  }
}

/** The even stretch of a capture that the score is about: both sensors, long enough. */
export function presenceMotion(capture: Capture | null | undefined, minMs: number): EvenMotion | Insufficient {
  const motion = evenMotion(capture?.imu, minMs)
  if (motion.status === 'insufficient' || motion.hasGyro) return motion
  return {
    status: 'insufficient',
    reason: 'there is no gyroscope: without rotation rates a forgery cannot be told from a person',
  }
}

function nothing(reason: string): PresenceScore {
  return { score: 0, microTiming: 0, noiseResidual: 0, freqEntropy: 0, bioPerturb: 0, status: 'insufficient', reason }
}
