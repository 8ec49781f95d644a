import type { Ranking } from './conformal.ts'
import { type PartName, type Population, PRESENCE } from './parameters.ts'

/** Points on the grid of the two lengths that people were measured at: three and eight seconds. */
const BRIEF = 150
const WHOLE = 400

/** People over n points: as over three seconds, as over eight, and in between blended by the logarithm of the length. */
export function populationFor(n: number): Population {
  if (n <= BRIEF) return PRESENCE.briefPeople
  if (n >= WHOLE) return PRESENCE.people
  return blendPopulations(PRESENCE.briefPeople, PRESENCE.people, Math.log(n / BRIEF) / Math.log(WHOLE / BRIEF))
}

/** `share` of the way from one population to the other. */
export function blendPopulations(one: Population, other: Population, share: number): Population {
  const between = (a: number, b: number): number => a + share * (b - a)
  const ranking = (a: Ranking, b: Ranking): Ranking => ({
    shares: a.shares,
    values: a.values.map((value, i) => between(value, b.values[i])),
  })
  const part = (name: PartName): Ranking => ranking(one.parts[name], other.parts[name])
  return {
    spreads: one.spreads.map(([median, below, above], i) => {
      const far = other.spreads[i]
      return [between(median, far[0]), between(below, far[1]), between(above, far[2])]
    }),
    humanness: ranking(one.humanness, other.humanness),
    parts: {
      microTiming: part('microTiming'),
      noiseResidual: part('noiseResidual'),
      freqEntropy: part('freqEntropy'),
      bioPerturb: part('bioPerturb'),
    },
  }
}
