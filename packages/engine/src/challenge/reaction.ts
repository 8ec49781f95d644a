import { isFiniteNumber, readMembers } from '../capture.ts'
import { mean, median } from '../math/statistics.ts'
import type { JudgedStroke } from './judge.ts'

/** How long a person takes to answer a cue, in ms: the mean of so many strokes but the quickest and slowest fifths, and how far single ones scatter. */
export type ReactionTimes = { count: number; meanMs: number; spreadMs: number }

/** Fewer strokes don't show how quick a person is. */
const LEAST_STROKES = 4
/** A standard deviation in median absolute deviations. */
const PER_DEVIATION = 1.4826
/** No one is steadier: the onset is known to about one grid point. */
const LEAST_SPREAD_MS = 40
/** By how much a person is quicker or slower on another day. A guess: no public set has cues, people and days. */
const DAYS_MS = 40
/** One in twenty is that slow by chance. */
const SLOW = 1.645
/** Of the quickest and of the slowest strokes this share is left out. */
const TRIMMED = 0.2
/** So much farther than the plain mean the trimmed one scatters. */
const TRIMMED_BY_PLAIN = 1.08

/** Returns how quickly these strokes answered their cues; null where fewer than four did clearly. */
export function enrollReactions(strokes: readonly Pick<JudgedStroke, 'outcome' | 'onsetMs'>[]): ReactionTimes | null {
  const onsets = listOnsets(strokes)
  if (onsets.length < LEAST_STROKES) return null
  const middle = median(onsets)
  const spreadMs = PER_DEVIATION * median(onsets.map((onset) => Math.abs(onset - middle)))
  return { count: onsets.length, meanMs: Math.round(trimmedMean(onsets)), spreadMs: Math.round(spreadMs) }
}

/**
 * Whether an answer as a whole came later than the enrolled person's: a person who sees the arrows over a relay is late by the time it takes.
 * An answer of fewer than four clear strokes is not late; it follows no challenge either.
 */
export function isLaterThan(
  { count, meanMs, spreadMs }: ReactionTimes,
  strokes: readonly Pick<JudgedStroke, 'outcome' | 'onsetMs'>[],
): boolean {
  const onsets = listOnsets(strokes)
  if (onsets.length < LEAST_STROKES) return false
  const single = TRIMMED_BY_PLAIN * Math.max(LEAST_SPREAD_MS, spreadMs)
  const scatterMs = Math.sqrt(single ** 2 * (1 / onsets.length + 1 / count) + DAYS_MS ** 2)
  return trimmedMean(onsets) - meanMs > SLOW * scatterMs
}

function trimmedMean(values: readonly number[]): number {
  const left = Math.floor(TRIMMED * values.length)
  return mean(values.toSorted((a, b) => a - b).slice(left, values.length - left))
}

function listOnsets(strokes: readonly Pick<JudgedStroke, 'outcome' | 'onsetMs'>[]): number[] {
  return strokes.flatMap(({ outcome, onsetMs }) => (outcome === 'clear' && onsetMs !== null ? [onsetMs] : []))
}

/** Reaction times as `enrollReactions` writes them. */
export function isReactionTimes(value: unknown): value is ReactionTimes {
  const { count, meanMs, spreadMs } = readMembers(value)
  return Number.isInteger(count) && (count as number) > 0 && isFiniteNumber(meanMs) && isFiniteNumber(spreadMs)
}
