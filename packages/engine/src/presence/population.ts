import type { Ranking } from './conformal.ts'
import { type PartName, type Population, PRESENCE } from './parameters.ts'

/** Samples on the grid of the two lengths that people were measured at: two and eight seconds. */
const BRIEF_SAMPLES = 100
const WHOLE_SAMPLES = 400

/** People over n samples: as over two seconds, as over eight, and between them blended by the logarithm of the length. */
export function populationFor(n: number): Population {
  if (n <= BRIEF_SAMPLES) return PRESENCE.briefPeople
  if (n >= WHOLE_SAMPLES) return PRESENCE.people
  return blended(PRESENCE.briefPeople, PRESENCE.people, Math.log(n / BRIEF_SAMPLES) / Math.log(WHOLE_SAMPLES / BRIEF_SAMPLES))
}

/** `share` of the way from one population to the other. */
export function blended(one: Population, other: Population, share: number): Population {
  const between = (a: number, b: number): number => a + share * (b - a)
  const ranking = (a: Ranking, b: Ranking): Ranking => ({
    shares: a.shares,
    values: a.values.map((value, i) => between(value, b.values[i])),
  })
  const part = (name: PartName): Ranking => ranking(one.parts[name], other.parts[name])
  return {
    spreads: one.spreads.map(([median, below, above], i) => {
      const [otherMedian, otherBelow, otherAbove] = other.spreads[i]
      return [between(median, otherMedian), between(below, otherBelow), between(above, otherAbove)]
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
