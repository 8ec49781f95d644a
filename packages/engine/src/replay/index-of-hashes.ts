import { decoded } from './coding.ts'
import type { ReplayDigest } from './digest.ts'
import { probesOf } from './hashes.ts'
import { screened } from './screening.ts'
import { type ReplaySimilarity, replaySimilarity } from './similarity.ts'

export type ReplayMatch = ReplaySimilarity & { id: string }

/** A memory of digests that lives in this process. */
export type ReplayIndex = {
  size: () => number
  add: (id: string, digest: ReplayDigest) => void
  /** The stored digest most like this one, or null where none shares a hash with it. */
  find: (digest: ReplayDigest) => ReplayMatch | null
  candidates: (digest: ReplayDigest) => string[]
}

export const MAX_CANDIDATES = 200
/** So many of the candidates, by a quick look, are compared in full. */
const MAX_COMPARED = 8

export function createReplayIndex(): ReplayIndex {
  const ids: string[] = []
  const bytes: Uint8Array[] = []
  const postings = new Map<number, number[]>()

  function add(id: string, digest: ReplayDigest): void {
    for (const hash of digest.hashes) {
      const list = postings.get(hash)
      if (list) list.push(ids.length)
      else postings.set(hash, [ids.length])
    }
    ids.push(id)
    bytes.push(digest.bytes)
  }

  function nearest(digest: ReplayDigest): number[] {
    const series = decoded(digest?.bytes)
    return series === null ? [] : mostVoted(postings, probesOf(series), ids.length)
  }

  function find(digest: ReplayDigest): ReplayMatch | null {
    let best: ReplayMatch | null = null
    for (const k of screened(digest.bytes, nearest(digest), bytes).slice(0, MAX_COMPARED)) {
      const found = replaySimilarity(bytes[k], digest.bytes)
      if (best === null || found.similarity > best.similarity) best = { id: ids[k], ...found }
    }
    return best
  }

  return { size: () => ids.length, add, find, candidates: (digest) => nearest(digest).map((k) => ids[k]) }
}

/** The captures found under most peaks of the probe; a rare hash says more than a common one. */
function mostVoted(
  postings: ReadonlyMap<number, readonly number[]>,
  probes: ReturnType<typeof probesOf>,
  size: number,
): number[] {
  const votes = new Float64Array(size)
  const touched: number[] = []
  for (const around of probes) {
    for (const { hash, weight } of around) {
      const list = postings.get(hash)
      if (!list) continue
      const vote = weight / Math.sqrt(list.length)
      for (const k of list) {
        if (votes[k] === 0) touched.push(k)
        votes[k] += vote
      }
    }
  }
  return touched.sort((p, q) => votes[q] - votes[p]).slice(0, MAX_CANDIDATES)
}
