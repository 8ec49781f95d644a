import { decoded } from './coding.ts'
import type { ReplayDigest } from './digest.ts'
import { type Probe, probesOf } from './hashes.ts'
import { nearestReplay } from './nearest.ts'
import type { ReplaySimilarity } from './similarity.ts'

export type ReplayMatch = ReplaySimilarity & { id: string }

/** A memory of digests that lives in this process. */
export type ReplayIndex = {
  size: () => number
  add: (id: string, digest: ReplayDigest) => void
  /** At most 200 stored digests that share hashes with this one, the most promising first. */
  candidates: (digest: ReplayDigest) => string[]
  /** The stored digest most like this one, or null where none shares a hash with it. */
  find: (digest: ReplayDigest) => ReplayMatch | null
}

export const MAX_CANDIDATES = 200

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

  function places(digest: ReplayDigest): number[] {
    const series = decoded(digest?.bytes)
    return series === null ? [] : mostVoted(postings, probesOf(series), ids.length)
  }

  function find(digest: ReplayDigest): ReplayMatch | null {
    const near = places(digest)
    const best = nearestReplay(
      digest?.bytes,
      near.map((k) => bytes[k]),
    )
    if (best === null) return null
    const { place, ...found } = best
    return { id: ids[near[place]], ...found }
  }

  return { size: () => ids.length, add, find, candidates: (digest) => places(digest).map((k) => ids[k]) }
}

/**
 * The captures that most peaks of the probe lead to at one speed. Each peak votes once, under its surest hash,
 * and a rare hash says more than a common one.
 */
function mostVoted(
  postings: ReadonlyMap<number, readonly number[]>,
  speeds: readonly (readonly (readonly Probe[])[])[],
  size: number,
): number[] {
  const best = new Float64Array(size)
  const touched: number[] = []
  for (const peaks of speeds) {
    const votes = new Float64Array(size)
    const voter = new Int32Array(size).fill(-1)
    peaks.forEach((probes, peak) => {
      for (const { hash, weight } of probes) {
        const list = postings.get(hash) ?? []
        const vote = weight / Math.sqrt(list.length)
        for (const k of list) {
          if (voter[k] === peak) continue
          voter[k] = peak
          votes[k] += vote
          if (best[k] === 0) touched.push(k)
          if (votes[k] > best[k]) best[k] = votes[k]
        }
      }
    })
  }
  return touched.sort((p, q) => best[q] - best[p]).slice(0, MAX_CANDIDATES)
}
