import { createHash } from 'node:crypto'
import { type Capture, nearestReplay, replayDigest, replayProbes } from '@stillhere/engine'
import type { Transaction } from '../database/pool.ts'
import { dayOf } from '../day.ts'
import { findCandidates, type RememberedCapture, rememberCapture, type Search } from './store.ts'

/** All that the memory needs of one stream of a capture: what to keep of it, and where to look for its original. */
export type Trace = RememberedCapture & Search

/** What the memory knows of a stream: that it was shown before, or what it might be a copy of. */
export type Recalled = { digest: Uint8Array; isKnown: boolean; candidates: Uint8Array[] }

/** Probes with a smaller weight find hardly anything that the others miss, and make a third of the work. */
const LEAST_WEIGHT = 0.6

/** In a thread: what to remember of a capture. Sensors and landmarks have a trace each: old ones could come with new ones of the other kind. */
export function tracesOf({ imu, frames }: Capture): Trace[] {
  const streams = [...(imu ? [{ imu }] : []), ...(frames ? [{ frames }] : [])]
  return streams.map(traceOf).filter((trace) => trace !== null)
}

function traceOf(capture: Capture): Trace | null {
  const digest = replayDigest(capture)
  if (digest.status !== 'ok') return null
  const weights = new Map<number, number>()
  for (const { hash, weight } of replayProbes(digest.bytes))
    if (weight >= LEAST_WEIGHT) weights.set(hash, (weights.get(hash) ?? 0) + weight)
  return {
    id: numberOf(digest.bytes),
    digest: digest.bytes,
    hashes: arrayText(digest.hashes),
    probes: arrayText(weights.keys()),
    // Sums of 1 and 0.7: one digit says it all, where 2.0999999999999996 would go to the database otherwise.
    weights: arrayText([...weights.values()].map((weight) => Math.round(weight * 10) / 10)),
  }
}

/** Keeps a capture, and answers what it may be a copy of. It is kept first, so that of two copies at once each finds the other. */
export async function recall(tx: Transaction, traces: readonly Trace[]): Promise<Recalled[]> {
  const all: Recalled[] = []
  for (const trace of traces) {
    const isNew = await rememberCapture(tx, trace, dayOf(tx.now))
    all.push({ digest: trace.digest, isKnown: !isNew, candidates: isNew ? await findCandidates(tx, trace) : [] })
  }
  return all
}

/** In a thread: how like the nearest earlier one a capture is, 0..1; null where there was nothing to remember of it. */
export function nearestSimilarity(recalled: readonly Recalled[]): number | null {
  return recalled.length === 0 ? null : Math.max(...recalled.map(similarityOf))
}

function similarityOf({ digest, isKnown, candidates }: Recalled): number {
  return isKnown ? 1 : (nearestReplay(digest, candidates)?.similarity ?? 0)
}

const NUMBER_BITS = 52n

function numberOf(digest: Uint8Array): number {
  const bits = createHash('sha256').update(digest).digest().readBigUInt64BE()
  return Number(bits >> (64n - NUMBER_BITS))
}

function arrayText(values: Iterable<number>): string {
  return `{${[...values].join(',')}}`
}
