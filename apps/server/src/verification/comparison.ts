import { nearestReplay } from '@stillhere/engine'
import type { Recalled, RecalledMotion, Recollection, WaitingMotion } from './memory.ts'
import { LEAST_VOTES } from './store.ts'
import type { Kept, Searched } from './traces.ts'
import { readWaiting } from './waiting.ts'

type Waiting = { id: string; kept: Kept[] }

/** In a thread: how like the nearest earlier one each capture is, 0..1; null where there was nothing to remember of it. */
export function nearestSimilarities({ captures, waiting }: Recollection): (number | null)[] {
  const all = waiting.map(({ id, text }: WaitingMotion) => ({ id, kept: readWaiting(text) }))
  return captures.map((streams) =>
    streams.length === 0 ? null : Math.max(...streams.map((stream) => streamSimilarity(stream, all))),
  )
}

function streamSimilarity({ own, whole }: Recalled, waiting: readonly Waiting[]): number {
  const others = waiting.filter(({ id }) => id !== own).flatMap(({ kept }) => kept.slice(0, 1))
  return motionSimilarity(whole, others)
}

function motionSimilarity({ shown, isKnown, candidates }: RecalledMotion, waiting: readonly Kept[]): number {
  if (isKnown) return 1
  const alike = waiting.filter((kept) => votesFor(kept, shown) >= LEAST_VOTES).map(({ digest }) => digest)
  return nearestReplay(shown.digest, [...candidates, ...alike])?.similarity ?? 0
}

/** The weights of the probes that lead to this motion, added up as the database does. */
function votesFor({ hashes }: Kept, { probes, weights }: Searched): number {
  const weightOf = new Map(probes.map((probe, i) => [probe, weights[i] ?? 0]))
  return hashes.reduce((votes, hash) => votes + (weightOf.get(hash) ?? 0), 0)
}
