import { scoreOfShare, shareOfPeople } from './conformal.ts'
import { FEATURES } from './features.ts'
import type { PartName, PresenceParameters } from './parameters.ts'

export const PARTS = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const

// One feature alone must not be able to swamp a part, and beyond this nothing more can be learned from it.
const MAX_DISTANCE = 4

/** Distance from people's median, 1 at their 5 % or 95 % quantile: too little and too much both count. */
export function distanceOf(value: number, [median, below, above]: readonly [number, number, number]): number {
  const width = value < median ? below : above
  return Math.min(MAX_DISTANCE, Math.abs(value - median) / Math.max(width, 1e-9))
}

/** Mean squared distance of a part's features. */
export function oddness(x: Float64Array, part: PartName, features: PresenceParameters['features']): number {
  let total = 0
  let count = 0
  for (const [i, info] of FEATURES.entries()) {
    if (info.part !== part) continue
    const distance = distanceOf(x[i], features[i])
    total += distance * distance
    count++
  }
  return count > 0 ? total / count : 0
}

/** Typicality of each part, 0.5 where 5 % of people are odder. */
export function partScores(x: Float64Array, parameters: PresenceParameters): Record<PartName, number> {
  const typical = (part: PartName): number =>
    scoreOfShare(shareOfPeople(parameters.parts[part], -oddness(x, part, parameters.features)))
  return {
    microTiming: typical('microTiming'),
    noiseResidual: typical('noiseResidual'),
    freqEntropy: typical('freqEntropy'),
    bioPerturb: typical('bioPerturb'),
  }
}
