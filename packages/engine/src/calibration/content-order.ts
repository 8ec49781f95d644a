import type { Kept } from './types.ts'

/**
 * Sessions in an order that depends on what they hold alone: not on their ids or names, nor on who came first. All that is
 * drawn, capped or summed goes by it, so that the same sessions always calibrate alike.
 */
export function inContentOrder(kept: readonly Kept[]): Kept[] {
  return kept
    .map((session) => ({ session, key: contentKey(session.features) }))
    .toSorted((a, b) => a.key - b.key || compareSessions(a.session, b.session) || compareNames(a.session, b.session))
    .map(({ session }) => session)
}

/** A number of 32 bits that the same features always have (FNV-1a, well mixed at its end as in MurmurHash3). */
export function contentKey(features: Float32Array): number {
  const bits = new Int32Array(features.buffer, features.byteOffset, features.length)
  let key = 0x811c9dc5
  for (const word of bits) key = Math.imul(key ^ word ^ (word >>> 16), 0x01000193)
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b)
  return (key ^ (key >>> 13)) >>> 0
}

/** Negative where what was recorded in the first session comes before that in the second; 0 where it is the same. */
export function compareSessions(one: Kept, other: Kept): number {
  return compareFeatures(one.features, other.features) || compareTexts(one.recorded, other.recorded)
}

function compareFeatures(one: Float32Array, other: Float32Array): number {
  const at = one.findIndex((value, j) => value !== other[j])
  return at === -1 ? one.length - other.length : one[at] - (other[at] ?? Number.NEGATIVE_INFINITY)
}

/** Of two sessions with the very same contents the names say which comes first: who came first must not. */
function compareNames(one: Kept, other: Kept): number {
  return compareTexts([one.person, one.source], [other.person, other.source])
}

function compareTexts(one: unknown, other: unknown): number {
  const [a, b] = [one, other].map((value) => JSON.stringify(value) ?? '')
  return a < b ? -1 : Number(a > b)
}
