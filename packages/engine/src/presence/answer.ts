import { insufficient } from '../insufficient.ts'
import type { PartName } from './parameters.ts'

export type PresenceScore = Record<PartName, number> & {
  score: number
  status: 'ok' | 'insufficient'
  /** Why nothing could be said, null where something was. */
  reason: string | null
}

/** The answer where nothing can be said. */
export function toInsufficient(reason: string): PresenceScore {
  return { score: 0, microTiming: 0, noiseResidual: 0, freqEntropy: 0, bioPerturb: 0, ...insufficient(reason) }
}
