import model from '../model/model.json' with { type: 'json' }
import type { Tree } from './trees.ts'

/** The four named parts of the presence score. */
export type PartName = 'microTiming' | 'noiseResidual' | 'freqEntropy' | 'bioPerturb'

/** Sorted values of people outside the training folds, at the given shares of people. */
export type Ranking = { shares: readonly number[]; values: readonly number[] }

export type PresenceParameters = {
  trees: readonly Tree[]
  /** For each feature: its median among people, and half-widths to the 5 % and the 95 % quantile. */
  features: readonly (readonly [median: number, below: number, above: number])[]
  /** What the classifier says of people, for eight and for three seconds. */
  ranking: Ranking
  shortRanking: Ranking
  /** How odd each part of people's motion is. */
  parts: Readonly<Record<PartName, Ranking>>
}

// The file is written by training/presence.ts alone, in this shape.
export const PRESENCE = (model as unknown as { presence: PresenceParameters }).presence
