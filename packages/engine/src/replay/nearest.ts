import { decoded } from './coding.ts'
import { type Probe, probesOf } from './hashes.ts'
import { screened } from './screening.ts'
import { type ReplaySimilarity, replaySimilarity } from './similarity.ts'

/** So many of the candidates, by a quick look, are compared in full. */
const MAX_COMPARED = 6

/** The hashes under which to look for the original of a digest, and what finding it there weighs; a few hundred. */
export function replayProbes(probe: Uint8Array): Probe[] {
  const series = decoded(probe)
  return series === null ? [] : probesOf(series)
}

/** Which of some stored digests this one is most likely a replay of, by its place in the list; null where none can be compared. */
export function nearestReplay(
  probe: Uint8Array,
  stored: readonly Uint8Array[],
): (ReplaySimilarity & { place: number }) | null {
  let best: (ReplaySimilarity & { place: number }) | null = null
  for (const place of screened(probe, stored).slice(0, MAX_COMPARED)) {
    const found = replaySimilarity(stored[place], probe)
    if (best === null || found.similarity > best.similarity) best = { place, ...found }
  }
  return best
}
