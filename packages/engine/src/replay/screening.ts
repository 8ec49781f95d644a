import { alignments, powerOfTwoFrom, type Sliding, slidingOf } from './alignment.ts'
import { decoded } from './coding.ts'
import { halved, MIN_OVERLAP, seriesOf } from './comparison.ts'
import type { ReplaySeries } from './series.ts'

/** Half as fine in time and speed as the full comparison. */
const SCREEN_WARPS = [0.962, 0.988, 1.014, 1.04]

/** Candidates by their correlation with the probe at the best offset, highest first; a quick look, no verdict. */
export function screened(probe: Uint8Array, candidates: readonly number[], stored: readonly Uint8Array[]): number[] {
  const series = decoded(probe)
  if (series === null) return []
  const sliding = new Map<number, Sliding>()
  const scores = new Map<number, number>()
  for (const k of candidates) {
    const other = decoded(stored[k])
    const shared = other !== null && other.kind === series.kind ? other.present & series.present : 0
    if (other === null || shared === 0) continue
    scores.set(k, quickCorrelation(other, series, shared, sliding))
  }
  return [...scores.keys()].sort((p, q) => (scores.get(q) ?? 0) - (scores.get(p) ?? 0))
}

function quickCorrelation(
  other: ReplaySeries,
  probe: ReplaySeries,
  shared: number,
  known: Map<number, Sliding>,
): number {
  const size = powerOfTwoFrom(Math.ceil((other.n + 1.05 * probe.n) / 2) + 2)
  const key = size * 16 + shared
  let sliding = known.get(key)
  if (!sliding) {
    sliding = slidingOf(halved(seriesOf(probe, shared)), SCREEN_WARPS, size)
    known.set(key, sliding)
  }
  return alignments(halved(seriesOf(other, shared)), sliding, MIN_OVERLAP >> 1, 1)[0]?.correlation ?? 0
}
