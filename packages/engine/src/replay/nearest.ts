import { decodeSeries } from './coding.ts'
import type { Probe } from './descriptors.ts'
import { computeProbes } from './hashes.ts'
import { screenStored } from './screening.ts'
import { isReplay, type ReplaySimilarity, replaySimilarity } from './similarity.ts'

/** At most so many candidates are compared in full, and none whose quick look falls this short. */
const MAX_COMPARED = 16
const MIN_QUICK_CORRELATION = 0.6
const MIN_SHARE_OF_BEST = 0.9

/** Returns the hashes under which to look for the original of a digest, and what finding it there weighs; a few hundred. */
export function replayProbes(probe: Uint8Array): Probe[] {
  const series = decodeSeries(probe)
  return series === null ? [] : computeProbes(series)
}

export type NearestReplay = ReplaySimilarity & { place: number }

/**
 * Which of some stored digests this one is a replay of, by its place in the list; where it is none, the one it resembles most.
 * Null where nothing is worth a comparison.
 */
export function nearestReplay(probe: Uint8Array, stored: readonly Uint8Array[]): NearestReplay | null {
  const looks = screenStored(probe, stored).slice(0, MAX_COMPARED)
  const enough = Math.max(MIN_QUICK_CORRELATION, MIN_SHARE_OF_BEST * (looks[0]?.correlation ?? 0))
  let best: NearestReplay | null = null
  for (const { place } of looks.filter(({ correlation }) => correlation >= enough)) {
    const found = replaySimilarity(stored[place], probe)
    if (best === null || found.similarity > best.similarity) best = { place, ...found }
    if (isReplay(best.similarity)) break
  }
  return best
}
