import type { Probe } from './descriptors.ts'
import { MAX_DIGEST_BYTES, type ReplayDigest } from './digest.ts'
import { nearestReplay, replayProbes, type ReplaySimilarity } from './similarity.ts'

type ReplayMatch = ReplaySimilarity & { id: string }

/** An index of digests in the memory of this process. */
export type ReplayIndex = {
  size: () => number
  /** Adds a digest; anything else is ignored. */
  add: (id: string, digest: ReplayDigest) => void
  /** Returns at most 200 stored digests that share hashes with this one, the most promising first. */
  candidates: (digest: ReplayDigest) => string[]
  /** Returns the stored digest most similar to this one, or null if none shares a hash with it. */
  find: (digest: ReplayDigest) => ReplayMatch | null
}

const MAX_CANDIDATES = 200
/** Candidates with a smaller share of the best one's votes are skipped. */
const MIN_VOTE_SHARE = 0.1
const DIGESTS_A_SLAB = 1024

/**
 * Returns an empty index of digests, kept in the memory of this process, to which digests are added and in which
 * replays are searched.
 */
export function createReplayIndex(): ReplayIndex {
  const ids: string[] = []
  // Digests are packed into large slabs: a hundred thousand small arrays would keep the garbage collector busy.
  const slabs: Uint8Array[] = []
  const lengths: number[] = []
  const postings = createPostings()

  function add(id: string, digest: ReplayDigest): void {
    if (!isDigest(digest)) return
    const { bytes, hashes } = digest
    const place = ids.length
    if (place % DIGESTS_A_SLAB === 0) slabs.push(new Uint8Array(DIGESTS_A_SLAB * MAX_DIGEST_BYTES))
    slabs[slabs.length - 1].set(bytes, (place % DIGESTS_A_SLAB) * MAX_DIGEST_BYTES)
    lengths.push(bytes.length)
    for (const hash of hashes) postings.add(hash, place)
    ids.push(id)
  }

  function bytesAt(place: number): Uint8Array {
    const start = (place % DIGESTS_A_SLAB) * MAX_DIGEST_BYTES
    return slabs[Math.floor(place / DIGESTS_A_SLAB)].subarray(start, start + lengths[place])
  }

  function places(digest: ReplayDigest): number[] {
    return selectMostVoted(postings, replayProbes(digest?.bytes), ids.length)
  }

  function find(digest: ReplayDigest): ReplayMatch | null {
    const near = places(digest)
    const best = nearestReplay(digest?.bytes, near.map(bytesAt))
    if (best === null) return null
    const { place, ...found } = best
    return { id: ids[near[place]], ...found }
  }

  return { size: () => ids.length, add, find, candidates: (digest) => places(digest).map((place) => ids[place]) }
}

function isDigest(digest: unknown): digest is ReplayDigest {
  const { bytes, hashes } = (digest ?? {}) as Partial<ReplayDigest>
  return bytes instanceof Uint8Array && bytes.length <= MAX_DIGEST_BYTES && Array.isArray(hashes)
}

/** Returns the captures found by most peaks of the probe; a rare hash counts more than a common one. */
function selectMostVoted(postings: Postings, probes: readonly Probe[], size: number): number[] {
  const votes = new Float64Array(size)
  const touched: number[] = []
  for (const { hash, weight } of probes) {
    const count = postings.count(hash)
    if (count === 0) continue
    const vote = weight / Math.sqrt(count)
    postings.each(hash, (place) => {
      if (votes[place] === 0) touched.push(place)
      votes[place] += vote
    })
  }
  return touched
    .filter(createVoteFilter(votes, touched))
    .toSorted((p, q) => votes[q] - votes[p])
    .slice(0, MAX_CANDIDATES)
}

/**
 * Returns a filter for captures with enough votes. Sorting numbers is much faster than sorting captures by votes, and
 * afterwards few captures are left to sort.
 */
function createVoteFilter(votes: Float64Array, touched: readonly number[]): (place: number) => boolean {
  const rising = Float64Array.from(touched, (place) => votes[place]).toSorted()
  const best = rising.at(-1) ?? 0
  const least = Math.max(MIN_VOTE_SHARE * best, rising.at(-MAX_CANDIDATES) ?? 0)
  return (place) => votes[place] >= least
}

/** Captures by hash, as chains in plain arrays, so that millions of entries need no objects. */
type Postings = {
  add: (hash: number, capture: number) => void
  /** Calls `visit` with each capture under the hash, newest first. */
  each: (hash: number, visit: (capture: number) => void) => void
  count: (hash: number) => number
}

const FIRST_BITS = 10
/** Spreads neighboring hashes over the buckets (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1

/** Returns an empty multimap from hashes to the numbers of captures, kept in plain integer arrays. */
export function createPostings(): Postings {
  let bits = FIRST_BITS
  let heads = new Int32Array(1 << bits).fill(-1)
  let hashes = new Int32Array(1 << bits)
  let captures = new Int32Array(1 << bits)
  let next = new Int32Array(1 << bits)
  let used = 0

  function add(hash: number, capture: number): void {
    if (used === hashes.length) grow()
    hashes[used] = hash
    captures[used] = capture
    link(used++)
  }

  function link(entry: number): void {
    const bucket = computeBucket(hashes[entry], bits)
    next[entry] = heads[bucket]
    heads[bucket] = entry
  }

  /** Keeps as many buckets as there is room for entries, because each step along a chain is a cache miss. */
  function grow(): void {
    bits++
    hashes = growArray(hashes)
    captures = growArray(captures)
    next = growArray(next)
    heads = new Int32Array(1 << bits).fill(-1)
    for (let entry = 0; entry < used; entry++) link(entry)
  }

  function each(hash: number, visit: (capture: number) => void): void {
    for (let i = heads[computeBucket(hash, bits)]; i >= 0; i = next[i]) if (hashes[i] === hash) visit(captures[i])
  }

  function count(hash: number): number {
    let found = 0
    for (let i = heads[computeBucket(hash, bits)]; i >= 0; i = next[i]) if (hashes[i] === hash) found++
    return found
  }

  return { add, each, count }
}

function computeBucket(hash: number, bits: number): number {
  return Math.imul(hash, SPREAD) >>> (32 - bits)
}

function growArray(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const out = new Int32Array(2 * array.length)
  out.set(array)
  return out
}
