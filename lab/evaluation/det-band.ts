import { integer } from '../../packages/engine/src/random.ts'
import { type Interval, quantile, type Resampling, type Trial } from './figures.ts'

/** The share of a person's own trials that is refused when this share of strangers passes, with an interval over people. */
export type BandPoint = { fmr: number; fnmr: Interval }

/** The false-accept rates at which the curves are drawn. */
export const BAND_RATES = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5]

type Mark = { score: number; a: number; b: number }

/** The detection error trade-off at these shares of strangers. People are drawn whole, so that their trials come and go together. */
export function detBand(
  trials: readonly Trial[],
  rates: readonly number[],
  { random, rounds = 200 }: Resampling,
): BandPoint[] {
  const people = [...new Set(trials.flatMap(({ claimed, actual }) => [claimed, actual]))]
  const marks = markTrials(trials, people)
  const drawn = Array.from({ length: rounds }, () => {
    const times = people.map(() => 0)
    for (let i = 0; i < people.length; i++) times[integer(random, people.length)]++
    return refusedAt(marks, rates, times)
  })
  const once = people.map(() => 1)
  return refusedAt(marks, rates, once).map((value, i) => {
    const values = drawn.map((shares) => shares[i]).filter((share) => !Number.isNaN(share))
    return { fmr: rates[i], fnmr: { value, low: quantile(values, 0.025), high: quantile(values, 0.975) } }
  })
}

/** From the best score down. */
function markTrials(trials: readonly Trial[], people: readonly string[]): Mark[] {
  const indexOf = new Map(people.map((person, i) => [person, i]))
  const find = (person: string) => indexOf.get(person) as number
  return trials
    .map(({ claimed, actual, score }) => ({ score, a: find(claimed), b: find(actual) }))
    .toSorted((one, other) => other.score - one.score)
}

/** The share of own trials below the score at which each rate of strangers is reached; two draws of one person are no strangers. */
function refusedAt(marks: readonly Mark[], rates: readonly number[], times: readonly number[]): number[] {
  const weigh = ({ a, b }: Mark) => (a === b ? times[a] : times[a] * times[b])
  let [own, strangers] = [0, 0]
  for (const mark of marks) {
    if (mark.a === mark.b) own += weigh(mark)
    else strangers += weigh(mark)
  }
  if (own === 0 || strangers === 0) return rates.map(() => Number.NaN)
  return rates.map((rate) => {
    let [accepted, letIn] = [0, 0]
    for (const mark of marks) {
      const isOwn = mark.a === mark.b
      if (!isOwn && (letIn + weigh(mark)) / strangers > rate) break
      if (isOwn) accepted += weigh(mark)
      else letIn += weigh(mark)
    }
    return 1 - accepted / own
  })
}
