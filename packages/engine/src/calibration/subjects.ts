import type { StoredSession } from './types.ts'

/**
 * Windows that belong together, and what they weigh: those of a person, or the halves of one session. The key decides by
 * chance what concerns a subject; it comes from what the subject recorded, and does not change with who else is there.
 */
export type Subject = {
  windows: Float32Array[]
  sessions: number
  source: string | null
  weight: number
  person: string | null
  key: number
}

type Subjects = Grouping & { subjects: Subject[] }

/** Whether people are compared by their sessions or by parts of one, and how many sessions one source sent too many. */
export type Grouping = { labels: 'people' | 'halves'; dominated: number }

/** With fewer people of two sessions or more their scatter cannot be told. */
export const MIN_PEOPLE = 12
/** A person counts as one, however many sessions there are. */
const MAX_SESSIONS = 16
const FULL_SESSIONS = 4
export const MAX_SHARE = 0.1

/** Who is compared with whom: people by their sessions and, where these are few, everybody else by halves of one. */
export function selectSubjects(kept: readonly StoredSession[], d: number): Subjects {
  const { fair, dominated } = selectFairShares(kept)
  const named = fair.filter(({ person }) => person !== null)
  const people = [...Map.groupBy(named, ({ person }) => person).values()]
  const subjects = people.map(createPersonSubject)
  if (people.filter((own) => own.length > 1).length >= MIN_PEOPLE) return { labels: 'people', subjects, dominated }
  const others = fair.filter(({ person }) => person === null).map((session) => createHalfSubject(session, d))
  return { labels: 'halves', subjects: [...subjects, ...others], dominated }
}

/** At most a tenth of the sessions from one source, or twice its even share where there are few sources. */
export function selectFairShares(kept: readonly StoredSession[]): {
  fair: readonly StoredSession[]
  dominated: number
} {
  const counts = new Map<string | null, number>()
  for (const { source } of kept) if (source !== null) counts.set(source, (counts.get(source) ?? 0) + 1)
  const unknown = kept.filter(({ source }) => source === null).length
  const most = Math.ceil(kept.length * Math.max(MAX_SHARE, 2 / (counts.size + unknown)))
  const taken = new Map<string, number>()
  const fair = kept.filter(({ source }) => {
    if (source === null) return true
    taken.set(source, (taken.get(source) ?? 0) + 1)
    return (taken.get(source) as number) <= most
  })
  return { fair, dominated: kept.length - fair.length }
}

function createHalfSubject({ features, source }: StoredSession, d: number): Subject {
  const windows = [features.subarray(0, d), features.subarray(d)]
  return { windows, sessions: 1, source, weight: 1, person: null, key: hashContent(features) }
}

/** A name with few sessions counts for less: names are cheaper to make up than sessions. */
function createPersonSubject(own: readonly StoredSession[]): Subject {
  const [{ source, person, features }] = own
  const windows = own.slice(0, MAX_SESSIONS).map((session) => session.features)
  const weight = Math.min(1, own.length / FULL_SESSIONS) ** 2
  return { windows, sessions: windows.length, source, weight, person, key: hashContent(features) }
}

/** 8,192 sessions of two windows of 128 numbers are 8.4 MB. */
export const MAX_KEPT = 8_192
/** No more of one person from one source and of one source are ever kept, so that nobody fills the memory alone. */
const MAX_OF_PERSON = 32
const MAX_OF_SOURCE = MAX_KEPT / 10

/**
 * As many sessions as memory allows, in the order of their contents. Persons lie within sources and sources within all, so that
 * it makes no difference whether sessions are left out once, at the end, or from time to time.
 */
export function selectWithinBounds(kept: readonly StoredSession[]): StoredSession[] {
  const counts = new Map<string, number>()
  const isRoom = (key: string, most: number) => {
    const count = counts.get(key) ?? 0
    if (count < most) counts.set(key, count + 1)
    return count < most
  }
  const fair = sortByContent(kept).filter(
    ({ person, source }) =>
      (person === null || isRoom(JSON.stringify([source, person]), MAX_OF_PERSON)) &&
      (source === null || isRoom(JSON.stringify([source]), MAX_OF_SOURCE)),
  )
  return fair.slice(0, MAX_KEPT)
}

/** A motion that came under several names belongs to the one with most sessions, else to the one whose sessions come first. */
export function selectOwners(kept: readonly StoredSession[]): StoredSession[] {
  if (!kept.some(({ alsoOf }) => alsoOf)) return [...kept]
  const compare = compareNames(sortByContent(kept))
  return kept.map(({ alsoOf, ...session }) =>
    alsoOf ? { ...session, person: listNames({ ...session, alsoOf }).toSorted(compare)[0] } : session,
  )
}

/**
 * More sessions first; of two names with as many, by the places of their sessions. Names with the very same sessions are
 * one person's to us, so that it only matters to choose the same one each time.
 */
function compareNames(ordered: readonly StoredSession[]): (one: string, other: string) => number {
  const held = new Map<string, number[]>()
  ordered.forEach((session, at) => {
    for (const name of listNames(session)) {
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
export function mergeNames(one: string, other: string): string {
  return JSON.stringify([one, other].toSorted())
}

/** All names under which a motion came. */
export function listNames({ person, alsoOf = [] }: StoredSession): string[] {
  return person === null ? [] : [person, ...alsoOf]
}

/**
 * Sessions in an order that depends on what they hold alone: not on their ids or names, nor on who came first. All that is
 * drawn, capped or summed goes by it, so that the same sessions always calibrate alike.
 */
export function sortByContent(kept: readonly StoredSession[]): StoredSession[] {
  return kept
    .map((session) => ({ session, key: hashContent(session.features) }))
    .toSorted(
      (a, b) => a.key - b.key || compareSessions(a.session, b.session) || compareSessionNames(a.session, b.session),
    )
    .map(({ session }) => session)
}

/** A number of 32 bits that the same features always have (FNV-1a, well mixed at its end as in MurmurHash3). */
export function hashContent(features: Float32Array): number {
  const bits = new Int32Array(features.buffer, features.byteOffset, features.length)
  let key = 0x811c9dc5
  for (const word of bits) key = Math.imul(key ^ word ^ (word >>> 16), 0x01000193)
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b)
  return (key ^ (key >>> 13)) >>> 0
}

/** Negative where what was recorded in the first session comes before that in the second; 0 where it is the same. */
export function compareSessions(one: StoredSession, other: StoredSession): number {
  return compareFeatures(one.features, other.features) || compareTexts(one.recorded, other.recorded)
}

function compareFeatures(one: Float32Array, other: Float32Array): number {
  const at = one.findIndex((value, j) => value !== other[j])
  return at === -1 ? one.length - other.length : one[at] - (other[at] ?? Number.NEGATIVE_INFINITY)
}

/** Of two sessions with the very same contents the names say which comes first: who came first must not. */
function compareSessionNames(one: StoredSession, other: StoredSession): number {
  return compareTexts([one.person, one.source], [other.person, other.source])
}

function compareTexts(one: unknown, other: unknown): number {
  const [a, b] = [one, other].map((value) => JSON.stringify(value) ?? '')
  return a < b ? -1 : Number(a > b)
}
