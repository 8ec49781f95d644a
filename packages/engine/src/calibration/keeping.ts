import { inContentOrder } from './content-order.ts'
import type { Kept } from './types.ts'

/** 8,192 sessions of two windows of 128 numbers are 8.4 MB. */
export const MAX_KEPT = 8_192
/** No more of one person from one source and of one source are ever kept, so that nobody fills the memory alone. */
const MAX_OF_PERSON = 32
const MAX_OF_SOURCE = MAX_KEPT / 10

/**
 * As many sessions as memory allows, in the order of their contents. Persons lie within sources and sources within all, so that
 * it makes no difference whether sessions are left out once, at the end, or from time to time.
 */
export function withinBounds(kept: readonly Kept[]): Kept[] {
  const counts = new Map<string, number>()
  const isRoom = (key: string, most: number) => {
    const count = counts.get(key) ?? 0
    if (count < most) counts.set(key, count + 1)
    return count < most
  }
  const fair = inContentOrder(kept).filter(
    ({ person, source }) =>
      (person === null || isRoom(JSON.stringify([source, person]), MAX_OF_PERSON)) &&
      (source === null || isRoom(JSON.stringify([source]), MAX_OF_SOURCE)),
  )
  return fair.slice(0, MAX_KEPT)
}

/** A motion that came under several names belongs to the one with most sessions, else to the one that comes first by them. */
export function withOwners(kept: readonly Kept[]): Kept[] {
  const rank = rankNames(inContentOrder(kept))
  return kept.map(({ alsoOf, ...session }) =>
    alsoOf ? { ...session, person: namesOf({ ...session, alsoOf }).toSorted((a, b) => rank(a) - rank(b))[0] } : session,
  )
}

/** A number for each name, the lower the more sessions it has; of two with as many, who has the first one alone. */
function rankNames(ordered: readonly Kept[]): (name: string) => number {
  const held = new Map<string, { sessions: number; first: number }>()
  ordered.forEach((session, at) => {
    for (const name of namesOf(session)) {
      const { sessions, first } = held.get(name) ?? { sessions: 0, first: ordered.length }
      held.set(name, { sessions: sessions + 1, first: session.alsoOf ? first : Math.min(first, at) })
    }
  })
  return (name) => {
    const { sessions, first } = held.get(name) ?? { sessions: 0, first: 0 }
    return first - sessions * (ordered.length + 1)
  }
}

/** All names under which a motion came. */
export function namesOf({ person, alsoOf = [] }: Kept): string[] {
  return person === null ? [] : [person, ...alsoOf]
}
