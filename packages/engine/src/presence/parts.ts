import { scoreOfShare, shareOfPeople } from './conformal.ts'
import type { PartName, Population } from './parameters.ts'

export const PARTS = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const

/** Mean squared distance of a part's features from people's median. */
export function oddness(u: Float64Array, part: PartName, features: readonly { part: PartName }[]): number {
  let total = 0
  let count = 0
  for (const [i, info] of features.entries()) {
    if (info.part !== part) continue
    total += u[i] * u[i]
    count++
  }
  return count > 0 ? total / count : 0
}

/** Typicality of each part, 0.5 where 5 % of people are odder: too little and too much both count against it. */
export function partScores(
  u: Float64Array,
  features: readonly { part: PartName }[],
  people: Population,
): Record<PartName, number> {
  const typical = (part: PartName): number =>
    scoreOfShare(shareOfPeople(people.parts[part], -oddness(u, part, features)))
  return {
    microTiming: typical('microTiming'),
    noiseResidual: typical('noiseResidual'),
    freqEntropy: typical('freqEntropy'),
    bioPerturb: typical('bioPerturb'),
  }
}
