import { isFiniteNumber, readMembers } from '../capture.ts'
import { mean, median } from '../math/statistics.ts'
import type { JudgedStroke } from './judge.ts'

/**
 * Times that a person takes to respond to a cue, in ms: the mean over `count` strokes without the fastest and slowest
 * fifths, and the spread of single strokes.
 */
export type ReactionTimes = { count: number; meanMs: number; spreadMs: number }

/** Fewer strokes don't show how quick a person is. */
const LEAST_STROKES = 4
/** One standard deviation in median absolute deviations, for a normal distribution. */
const PER_DEVIATION = 1.4826
/** Smallest spread: the onset is known to about one grid point. */
const LEAST_SPREAD_MS = 40
/**
 * Standard deviation of a person's reaction time between days. This is a guess: no public dataset has cues, people and
 * days.
 */
const DAYS_MS = 40
/** One in twenty people is this slow by chance (in standard deviations). */
const SLOW = 1.645
/** Share of the fastest and of the slowest strokes that is left out. */
const TRIMMED = 0.2
/** Spread of the trimmed mean relative to that of the plain mean. */
const TRIMMED_BY_PLAIN = 1.08

/**
 * Returns the reaction times of a person: mean and spread of the times from cue to onset over all clear strokes, for
 * comparison by `isLaterThan`. Null if fewer than four strokes are clear.
 */
export function enrollReactions(strokes: readonly Pick<JudgedStroke, 'outcome' | 'onsetMs'>[]): ReactionTimes | null {
  const onsets = listOnsets(strokes)
  if (onsets.length < LEAST_STROKES) return null
  const middle = median(onsets)
  const spreadMs = PER_DEVIATION * median(onsets.map((onset) => Math.abs(onset - middle)))
  return { count: onsets.length, meanMs: Math.round(computeTrimmedMean(onsets)), spreadMs: Math.round(spreadMs) }
}

/**
 * Returns whether the strokes of an answer started later after their cues than the enrolled reaction times explain, as
 * happens if the arrows are shown through a relay. False for fewer than four clear strokes, because such an answer
 * fails the challenge anyway.
 */
export function isLaterThan(
  { count, meanMs, spreadMs }: ReactionTimes,
  strokes: readonly Pick<JudgedStroke, 'outcome' | 'onsetMs'>[],
): boolean {
  const onsets = listOnsets(strokes)
  if (onsets.length < LEAST_STROKES) return false
  const single = TRIMMED_BY_PLAIN * Math.max(LEAST_SPREAD_MS, spreadMs)
  const scatterMs = Math.sqrt(single ** 2 * (1 / onsets.length + 1 / count) + DAYS_MS ** 2)
  return computeTrimmedMean(onsets) - meanMs > SLOW * scatterMs
}

function computeTrimmedMean(values: readonly number[]): number {
  const left = Math.floor(TRIMMED * values.length)
  return mean(values.toSorted((a, b) => a - b).slice(left, values.length - left))
}

function listOnsets(strokes: readonly Pick<JudgedStroke, 'outcome' | 'onsetMs'>[]): number[] {
  return strokes.flatMap(({ outcome, onsetMs }) => (outcome === 'clear' && onsetMs !== null ? [onsetMs] : []))
}

/** Returns whether the value has the form of the reaction times that `enrollReactions` returns. */
export function isReactionTimes(value: unknown): value is ReactionTimes {
  const { count, meanMs, spreadMs } = readMembers(value)
  return Number.isInteger(count) && (count as number) > 0 && isFiniteNumber(meanMs) && isFiniteNumber(spreadMs)
}
