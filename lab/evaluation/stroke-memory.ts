import { integer, type Random } from '../../packages/engine/src/random.ts'
import {
  isSameStroke,
  rememberStroke,
  strokeComparer,
  type StrokeDigest,
  strokeProbes,
} from '../../packages/engine/src/strokes/memory.ts'
import type { StrokeMotion } from '../../packages/engine/src/strokes/series.ts'

/** Strokes as the service remembers them, by their places in a list, and under each hash the places that have it. */
export type StrokeMemory = { digests: StrokeDigest[]; places: Map<number, number[]> }

/** A twentieth of 100,000 captures with six strokes each, and about a twentieth of what the service compares at most. */
const FILLED = 30_000
const MOST_COMPARED = 3
const LEAST_VOTES = 1.4

/** The strokes given, in their order, and after them blends of two strokes of strangers. */
export function fillMemory(
  strokes: readonly StrokeMotion[],
  strangers: readonly StrokeMotion[],
  random: Random,
): StrokeMemory {
  const memory: StrokeMemory = { digests: [], places: new Map() }
  for (const motion of strokes) add(memory, rememberStroke(motion))
  while (memory.digests.length < FILLED) {
    const [one, other] = [0, 1].map(() => strangers[integer(random, strangers.length)])
    add(memory, rememberStroke(blend(one, other, random)))
  }
  return memory
}

function add({ digests, places }: StrokeMemory, digest: StrokeDigest): void {
  for (const hash of digest.hashes) {
    const under = places.get(hash)
    if (under) under.push(digests.length)
    else places.set(hash, [digests.length])
  }
  digests.push(digest)
}

/** New motion in the manner of two strokes: one on top of the other, a little later. */
function blend(one: StrokeMotion, other: StrokeMotion, random: Random): StrokeMotion {
  const share = 0.3 + 0.4 * random()
  const later = integer(random, 9)
  return {
    channels: one.channels.map((channel, c) =>
      channel.map((value, i) => share * value + (1 - share) * other.channels[c][Math.max(0, i - later)]),
    ),
  }
}

/** Whether the memory, without the strokes at the places left out, knows a stroke; and how many it may be, by their hashes. */
export function searchStroke(
  { digests, places }: StrokeMemory,
  motion: StrokeMotion,
  leftOut: ReadonlySet<number>,
): { isKnown: boolean; candidates: number } {
  const votes = new Map<number, number>()
  for (const { hash, weight } of strokeProbes(motion))
    for (const place of places.get(hash) ?? [])
      if (!leftOut.has(place)) votes.set(place, (votes.get(place) ?? 0) + weight)
  const likeliest = [...votes]
    .filter(([, sum]) => sum >= LEAST_VOTES - 1e-9)
    .toSorted(([, p], [, q]) => q - p)
    .slice(0, MOST_COMPARED)
  const similarityTo = strokeComparer(motion)
  const isKnown = likeliest.some(([place]) => isSameStroke(similarityTo(digests[place].bytes)))
  return { isKnown, candidates: votes.size }
}
