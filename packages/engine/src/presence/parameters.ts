import { presence as learned } from '../model/index.ts'
import type { Ranking } from './conformal.ts'
import type { Detector, Spread } from './detectors.ts'

/** The four named parts of the presence score. */
export type PartName = 'microTiming' | 'noiseResidual' | 'freqEntropy' | 'bioPerturb'

/** What is known of people for captures of one length: how each feature spreads, and how their scores rank. */
export type Population = {
  spreads: readonly Spread[]
  humanness: Ranking
  parts: Readonly<Record<PartName, Ranking>>
}

/** One learned score: detectors and the people they are measured by. */
export type PresenceModel = { detectors: readonly Detector[]; people: Population }

export type PresenceParameters = PresenceModel & {
  /** The same people over three seconds. */
  briefPeople: Population
  landmarks: PresenceModel
}

// The file is written by lab/training/presence.ts alone, in this shape.
export const PRESENCE = learned as unknown as PresenceParameters
