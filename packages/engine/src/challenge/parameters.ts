import { challenge as learned } from '../model/index.ts'

export type ChallengeParameters = {
  /** Spread of the angle of a stroke around the commanded one, in radians. */
  angleSd: number
  /** Root mean square acceleration in m/s² under which nothing is taken for a stroke. */
  leastStrength: number
  /** Share explained by one straight stroke from which it is clear, and under which there is none. */
  clearStraightness: number
  leastStraightness: number
  /** Movement towards or away from the person beyond which the direction is not clear. */
  mostDepth: number
}

/** Learned by lab/training/challenge.ts. */
export const CHALLENGE: ChallengeParameters = learned
