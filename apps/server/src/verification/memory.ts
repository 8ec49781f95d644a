import { createHash } from 'node:crypto'
import { type Capture, nearestReplay, replayDigest, replayProbes } from '@stillhere/engine'
import type { Transaction } from '../database/pool.ts'
import { dayOf } from '../day.ts'
import { findCandidates, type RememberedCapture, rememberCapture, type Search } from './store.ts'

/** All that the memory needs of a capture: what to keep of it, and where to look for its original. */
export type Trace = RememberedCapture & Search

/** What the memory knows of a capture: that it was shown before, or what it might be a copy of. */
export type Recalled = { isKnown: boolean; candidates: Uint8Array[] }

/** Probes with a smaller weight find hardly anything that the others miss, and make a third of the work. */
const LEAST_WEIGHT = 0.6

/** In a thread: the trace of a capture, or null where there is too little of it. */
export function traceOf(capture: Capture): Trace | null {
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
    weights: arrayText(weights.values()),
  }
}

/** Keeps a capture, and answers what it may be a copy of. It is kept first, so that of two copies at once each finds the other. */
export async function recall(tx: Transaction, trace: Trace): Promise<Recalled> {
  const isNew = await rememberCapture(tx, trace, dayOf(tx.now))
  return { isKnown: !isNew, candidates: isNew ? await findCandidates(tx, trace) : [] }
}

/** In a thread: how like the nearest earlier capture this one is, 0..1. */
export function nearestSimilarity(digest: Uint8Array, { isKnown, candidates }: Recalled): number {
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
