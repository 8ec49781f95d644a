import { integer, type Random, seededRandom } from '../random.ts'
import { comparer } from './comparison.ts'
import type { Subject } from './subjects.ts'

const LOOKS = 400
/** Of fewer windows only those that are less alike than two strangers' are certainly not one person's. */
const MIN_WINDOWS = 4
/** Somebody may resemble twice as many others as is usual, or four in a hundred more. */
const TIMES_USUAL = 2
const MORE_THAN_USUAL = 0.04
/** Where between strangers and one person a subject's windows must lie at least. */
const MIN_LIKENESS = 0.5
const MOST_OUTLIERS = 0.4

/** Which subjects stay, and how many sessions go. */
export type Screened = { isGood: boolean[]; outliers: number }

type Look = { own: Float64Array; others: Float64Array }

/** Everybody's windows in the coordinates of a model in which a person's scatter is 1. */
export type Seen = { places: readonly Float64Array[][]; between: Float64Array }

/**
 * Finds who would teach the wrong thing: one person under many names, who resembles too many others, and many people
 * under one name, who do not resemble themselves. One view after the other is asked: where it would leave out more than
 * two in five, it does not know people like these.
 */
export function screened(subjects: readonly Subject[], views: readonly (() => Seen)[]): Screened {
  const all = subjects.reduce((sum, subject) => sum + sessionsOf(subject), 0)
  for (const view of views) {
    const isGood = goodUnder(view(), subjects)
    const outliers = subjects.reduce((sum, subject, i) => sum + (isGood[i] ? 0 : sessionsOf(subject)), 0)
    if (outliers <= MOST_OUTLIERS * all) return { isGood, outliers }
  }
  return { isGood: subjects.map(() => true), outliers: 0 }
}

function sessionsOf({ person, windows }: Subject): number {
  return person === null ? 1 : windows.length
}

function goodUnder(seen: Seen, subjects: readonly Subject[]): boolean[] {
  const looks = looksOf(seen, seededRandom(17))
  const sameFrom = median(looks.flatMap(({ own }) => Array.from(own)))
  const otherFrom = median(looks.flatMap(({ others }) => [...others.subarray(0, 50)]))
  const resembled = looks.map(
    ({ others }) => others.reduce((sum, score) => sum + (score >= sameFrom ? 1 : 0), 0) / LOOKS,
  )
  const usual = median(looks.flatMap((_, i) => Array.from({ length: subjects[i].windows.length }, () => resembled[i])))
  const most = Math.max(TIMES_USUAL * usual, usual + MORE_THAN_USUAL)
  const least = otherFrom + MIN_LIKENESS * (sameFrom - otherFrom)
  return looks.map(({ own }, i) => {
    const { person, windows } = subjects[i]
    // Halves of one session are one person's, whatever they look like.
    const unchecked = own.length === 0 || person === null
    const alike = unchecked || median(own) >= (windows.length < MIN_WINDOWS ? otherFrom : least)
    return resembled[i] <= most && alike
  })
}

function looksOf({ places, between }: Seen, random: Random): Look[] {
  const compare = comparer({ between, k: between.length }, 1)
  // Others are drawn by their windows: whoever splits few sessions on many names gains nothing.
  const all = places.flatMap((own, subject) => own.map((place) => ({ subject, place })))
  return places.map((own, subject) => {
    const others = new Float64Array(LOOKS)
    for (let look = 0; look < LOOKS; look++) {
      let other = all[integer(random, all.length)]
      while (other.subject === subject) other = all[integer(random, all.length)]
      others[look] = compare(own[look % own.length], other.place)
    }
    return { own: ownScores(own, compare), others }
  })
}

function ownScores(own: readonly Float64Array[], compare: ReturnType<typeof comparer>): Float64Array {
  return Float64Array.from(own.flatMap((place, i) => own.slice(0, i).map((other) => compare(place, other))))
}

function median(values: readonly number[] | Float64Array): number {
  return Float64Array.from(values).toSorted()[values.length >> 1] ?? 0
}
