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

/** A motion that came under several names belongs to the one with most sessions, else to the one whose sessions come first. */
export function withOwners(kept: readonly Kept[]): Kept[] {
  if (!kept.some(({ alsoOf }) => alsoOf)) return [...kept]
  const compare = compareNames(inContentOrder(kept))
  return kept.map(({ alsoOf, ...session }) =>
    alsoOf ? { ...session, person: namesOf({ ...session, alsoOf }).toSorted(compare)[0] } : session,
  )
}

/**
 * More sessions first; of two names with as many, by the places of their sessions. Names with the very same sessions are
 * one person's to us, so that it only matters to choose the same one each time.
 */
function compareNames(ordered: readonly Kept[]): (one: string, other: string) => number {
  const held = new Map<string, number[]>()
  ordered.forEach((session, at) => {
    for (const name of namesOf(session)) {
      const places = held.get(name) ?? []
      places.push(at)
      held.set(name, places)
    }
  })
  return (one, other) => {
    const [own, theirs] = [one, other].map((name) => held.get(name) ?? [])
    const at = own.findIndex((place, i) => place !== theirs[i])
    return theirs.length - own.length || (at === -1 ? Number(one > other) - 0.5 : own[at] - theirs[at])
  }
}

/** Two names as one; the same for both orders. */
export function joinNames(one: string, other: string): string {
  return JSON.stringify([one, other].toSorted())
}

/** All names under which a motion came. */
export function namesOf({ person, alsoOf = [] }: Kept): string[] {
  return person === null ? [] : [person, ...alsoOf]
}
