import { nearestReplay } from '@stillhere/engine'
import { isSameStroke, KNOWN_STROKES_OF_A_REPLAY, strokeComparer } from '@stillhere/engine/strokes'
import type { Recalled, RecalledMotion, Recollection, WaitingMotion } from './memory.ts'
import { WANTED } from './store.ts'
import type { Kept, Searched, SearchedStroke } from './traces.ts'
import { type KeptStream, readWaiting } from './waiting.ts'

type Waiting = KeptStream & { id: string }

/** In a thread: how like the nearest earlier one each capture is, 0..1; null where there was nothing to remember of it. */
export function nearestSimilarities({ captures, waiting }: Recollection): (number | null)[] {
  const all = waiting.map(({ id, text }: WaitingMotion) => ({ id, ...readWaiting(text) }))
  return captures.map((streams) =>
    streams.length === 0 ? null : Math.max(...streams.map((stream) => streamSimilarity(stream, all))),
  )
}

/** A capture of which several strokes were shown before is a copy, whatever lies between them. */
function streamSimilarity({ own, whole, strokes }: Recalled, waiting: readonly Waiting[]): number {
  const others = waiting.filter(({ id }) => id !== own)
  const waitingStrokes = others.flatMap((stream) => stream.strokes)
  const known = strokes.filter((stroke) => isKnownStroke(stroke, waitingStrokes))
  if (known.length >= KNOWN_STROKES_OF_A_REPLAY) return 1
  return wholeSimilarity(
    whole,
    others.map((stream) => stream.whole),
  )
}

function wholeSimilarity({ shown, isKnown, candidates }: RecalledMotion, waiting: readonly Kept[]): number {
  if (isKnown) return 1
  const alike = likeliest(shown, waiting, WANTED.capture.leastVotes)
  return nearestReplay(shown.digest, [...candidates, ...alike])?.similarity ?? 0
}

function isKnownStroke(
  { shown, isKnown, candidates }: RecalledMotion<SearchedStroke>,
  waiting: readonly Kept[],
): boolean {
  if (isKnown) return true
  const alike = [...candidates, ...likeliest(shown, waiting, WANTED.stroke.leastVotes)]
  if (alike.length === 0) return false
  const similarityTo = strokeComparer(shown.motion)
  return alike.some((digest) => isSameStroke(similarityTo(digest)))
}

/** What waits and shares enough hashes; the weights of the probes that lead to it are added up as the database does. */
function likeliest({ probes, weights }: Searched, waiting: readonly Kept[], leastVotes: number): Uint8Array[] {
  const weightOf = new Map(probes.map((probe, i) => [probe, weights[i] ?? 0]))
  const votesFor = ({ hashes }: Kept) => hashes.reduce((votes, hash) => votes + (weightOf.get(hash) ?? 0), 0)
  return waiting.filter((kept) => votesFor(kept) >= leastVotes).map(({ digest }) => digest)
}
