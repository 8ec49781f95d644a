import type { StoredSession } from './types.ts'

/**
 * Windows of one person, or the halves of one session, with their weight. The key, derived from what the subject
 * recorded, seeds all random choices about it and doesn't depend on the other subjects.
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

/**
 * Grouping of sessions: people are compared by their sessions (`people`) or by halves of one session (`halves`).
 * `dominated` is the number of sessions dropped because their source has too many.
 */
export type Grouping = { labels: 'people' | 'halves'; dominated: number }

/** With fewer people who have two sessions, their scatter cannot be estimated. */
export const MIN_PEOPLE = 12
/** Maximum number of sessions per person, who counts as one in any case. */
const MAX_SESSIONS = 16
const FULL_SESSIONS = 4
export const MAX_SHARE = 0.1

/**
 * Groups stored sessions into the subjects to compare: one for each named person, with a window for each session. If
 * fewer than twelve people have two sessions, each session without a name is added as a subject of its own, whose two
 * windows are its halves. `d` is the number of features of a window.
 */
export function selectSubjects(kept: readonly StoredSession[], d: number): Subjects {
  const { fair, dominated } = selectFairShares(kept)
  const named = fair.filter(({ person }) => person !== null)
  const people = [...Map.groupBy(named, ({ person }) => person).values()]
  const subjects = people.map(createPersonSubject)
  if (people.filter((own) => own.length > 1).length >= MIN_PEOPLE) return { labels: 'people', subjects, dominated }
  const others = fair.filter(({ person }) => person === null).map((session) => createHalfSubject(session, d))
  return { labels: 'halves', subjects: [...subjects, ...others], dominated }
}

/**
 * Returns the sessions without those in which one source exceeds its share: a tenth of all sessions, or twice an even
 * share if there are few sources. `dominated` is the number of dropped sessions.
 */
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

/**
 * Returns the subject of one person. A name with few sessions has less weight, because names are easier to invent than
 * sessions.
 */
function createPersonSubject(own: readonly StoredSession[]): Subject {
  const [{ source, person, features }] = own
  const windows = own.slice(0, MAX_SESSIONS).map((session) => session.features)
  const weight = Math.min(1, own.length / FULL_SESSIONS) ** 2
  return { windows, sessions: windows.length, source, weight, person, key: hashContent(features) }
}

/** 8,192 sessions of two windows of 128 numbers take 8.4 MB. */
export const MAX_KEPT = 8_192
/**
 * Maximum number of sessions kept from one person of one source, and from one source, so that no one fills the memory
 * alone.
 */
const MAX_OF_PERSON = 32
const MAX_OF_SOURCE = MAX_KEPT / 10

/**
 * Returns at most 8,192 sessions, at most 32 of one person of one source and at most a tenth of the maximum of one
 * source. The sessions are selected in the order of `sortByContent`, so it makes no difference whether sessions are
 * dropped once at the end or repeatedly.
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

/**
 * Returns the sessions with one name each. A motion that was uploaded under several names is assigned to the name with
 * most sessions, or with equal numbers to the name whose sessions come first by content.
 */
export function selectOwners(kept: readonly StoredSession[]): StoredSession[] {
  if (!kept.some(({ alsoOf }) => alsoOf)) return [...kept]
  const compare = compareNames(sortByContent(kept))
  return kept.map(({ alsoOf, ...session }) =>
    alsoOf ? { ...session, person: listNames({ ...session, alsoOf }).toSorted(compare)[0] } : session,
  )
}

/**
 * Returns the order of two names: more sessions first, otherwise by the positions of their sessions. Names with exactly
 * the same sessions are treated as one person, so only a consistent choice matters.
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

/** Returns a key for a pair of names that doesn't depend on their order. */
export function mergeNames(one: string, other: string): string {
  return JSON.stringify([one, other].toSorted())
}

/**
 * Returns all names under which the motion of a session was uploaded, the assigned person first; an empty list if it
 * has none.
 */
export function listNames({ person, alsoOf = [] }: StoredSession): string[] {
  return person === null ? [] : [person, ...alsoOf]
}

/**
 * Returns the sessions in an order that depends only on their contents, not on ids or arrival; names decide only
 * between identical contents. Random draws, limits and sums follow this order, so the same sessions always give the
 * same calibration.
 */
export function sortByContent(kept: readonly StoredSession[]): StoredSession[] {
  return kept
    .map((session) => ({ session, key: hashContent(session.features) }))
    .toSorted(
      (a, b) => a.key - b.key || compareSessions(a.session, b.session) || compareSessionNames(a.session, b.session),
    )
    .map(({ session }) => session)
}

/** Returns a 32-bit hash of the features (FNV-1a with the finalizer of MurmurHash3). */
export function hashContent(features: Float32Array): number {
  const bits = new Int32Array(features.buffer, features.byteOffset, features.length)
  let key = 0x811c9dc5
  for (const word of bits) key = Math.imul(key ^ word ^ (word >>> 16), 0x01000193)
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b)
  return (key ^ (key >>> 13)) >>> 0
}

/**
 * Compares two sessions by their features and recorded strokes, for sorting: negative if `one` comes first, 0 if both
 * have the same content.
 */
export function compareSessions(one: StoredSession, other: StoredSession): number {
  return compareFeatures(one.features, other.features) || compareTexts(one.recorded, other.recorded)
}

function compareFeatures(one: Float32Array, other: Float32Array): number {
  const at = one.findIndex((value, j) => value !== other[j])
  return at === -1 ? one.length - other.length : one[at] - (other[at] ?? Number.NEGATIVE_INFINITY)
}

/** Compares sessions with identical contents by their names, because the order of arrival must not matter. */
function compareSessionNames(one: StoredSession, other: StoredSession): number {
  return compareTexts([one.person, one.source], [other.person, other.source])
}

function compareTexts(one: unknown, other: unknown): number {
  const [a, b] = [one, other].map((value) => JSON.stringify(value) ?? '')
  return a < b ? -1 : Number(a > b)
}
