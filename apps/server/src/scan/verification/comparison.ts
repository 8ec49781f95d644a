import { nearestReplay } from '@stillhere/engine'
import { isSameStroke, KNOWN_STROKES_OF_A_REPLAY, strokeComparer } from '@stillhere/engine/strokes'
import type { Recalled, RecalledMotion } from './memory.ts'
import type { SearchedStroke } from './traces.ts'

/** In a thread: how like the nearest earlier one each capture is, 0..1; null where there was nothing to remember of it. */
export function nearestSimilarities(captures: readonly Recalled[][]): (number | null)[] {
  return captures.map((streams) => (streams.length === 0 ? null : Math.max(...streams.map(streamSimilarity))))
}

/** A capture of which several strokes were shown before is a copy, whatever lies between them. */
function streamSimilarity({ whole, strokes }: Recalled): number {
  if (strokes.filter(isKnownStroke).length >= KNOWN_STROKES_OF_A_REPLAY) return 1
  return wholeSimilarity(whole)
}

function wholeSimilarity({ shown, isKnown, candidates }: RecalledMotion): number {
  return isKnown ? 1 : (nearestReplay(shown.digest, candidates)?.similarity ?? 0)
}

function isKnownStroke({ shown, isKnown, candidates }: RecalledMotion<SearchedStroke>): boolean {
  if (isKnown) return true
  if (candidates.length === 0) return false
  const similarityTo = strokeComparer(shown.motion)
  return candidates.some((digest) => isSameStroke(similarityTo(digest)))
}
