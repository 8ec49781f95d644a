import { sigmoid } from '../math/likelihood.ts'
import { decodeSeries } from './coding.ts'
import { compareSeries, type Evidence } from './comparison.ts'
import { REPLAY, type ReplayParameters } from './parameters.ts'

/** How far one digest is the other one shown again. */
export type ReplaySimilarity = {
  /** 0 … 1; from `isReplay` on it counts as the same motion. */
  similarity: number
  /** Where the second capture begins in the first, in ms. */
  offsetMs: number
  overlapMs: number
  /** How much slower the second was played. */
  warp: number
}

const NOTHING: ReplaySimilarity = { similarity: 0, offsetMs: 0, overlapMs: 0, warp: 1 }

/**
 * Compares two digests over all offsets and speeds from 0.8 to 1.25; the order does not matter for the similarity.
 * Returns a similarity of 0 for bytes that are no digests.
 */
export function replaySimilarity(first: Uint8Array, second: Uint8Array): ReplaySimilarity {
  const turned = comesBefore(second, first)
  const a = decodeSeries(turned ? second : first)
  const b = decodeSeries(turned ? first : second)
  if (a === null || b === null) return NOTHING
  let best = NOTHING
  for (const evidence of compareSeries(a, b)) {
    const similarity = computeSimilarity(evidence, REPLAY)
    if (similarity > best.similarity) best = { similarity, ...toPlacement(evidence, turned) }
  }
  return best
}

/** 0 for the same motion, 1 for motion that has nothing in common. */
export function replayDistance(first: Uint8Array, second: Uint8Array): number {
  return 1 - replaySimilarity(first, second).similarity
}

/** Returns whether this similarity is one that a new capture of the same person reaches in fewer than 1 of 100 searches. */
export function isReplay(similarity: number): boolean {
  return similarity >= REPLAY.threshold
}

/** Logistic sum of the evidence, less the allowance for missing sensors. */
export function computeSimilarity(evidence: Evidence, { weights, bias, allowances }: ReplayParameters): number {
  let logit = bias - allowances[evidence.sensors]
  evidenceFeatures(evidence).forEach((feature, i) => {
    logit += weights[i] * feature
  })
  return sigmoid(logit)
}

/** The evidence in terms whose weighted sum is a log-likelihood ratio. */
export function evidenceFeatures(evidence: Evidence): number[] {
  return [information(evidence.whole), information(evidence.repetition), Math.log(evidence.overlapMs / 4000)]
}

/** Twice what one normal variable tells of another (Gelfand and Yaglom 1957): large only near a correlation of 1. */
function information(correlation: number): number {
  const r = Math.min(0.999, Math.max(0, correlation))
  return -Math.log(1 - r * r)
}

function toPlacement({ offsetMs, overlapMs, warp }: Evidence, turned: boolean): Omit<ReplaySimilarity, 'similarity'> {
  return turned
    ? { offsetMs: -offsetMs / warp, overlapMs: overlapMs / warp, warp: 1 / warp }
    : { offsetMs, overlapMs, warp }
}

/** An order of digests, so that one and the same of the two is always the one that is slid along the other. */
function comesBefore(first: Uint8Array, second: Uint8Array): boolean {
  const length = Math.min(first?.length ?? 0, second?.length ?? 0)
  for (let i = 0; i < length; i++) if (first[i] !== second[i]) return first[i] < second[i]
  return (first?.length ?? 0) < (second?.length ?? 0)
}
