import type { OutputOf } from '@stillhere/client/http'
import { formatMoment, formatNumber, say } from '../../../words/speak.ts'

export type Status = OutputOf<'getCalibrationStatus'>
/** The thresholds in force for one kind of answer. */
export type KindStatus = Status['strokes']

/** Returns the calibration status for answers with these features: the status of strokes for `strokes`, otherwise the status of landmark sessions. */
export function findModeStatus(status: Status, featureMode: string): KindStatus {
  return featureMode === 'strokes' ? status.strokes : status
}

export const LEVELS = ['low', 'medium', 'high'] as const
export type Level = (typeof LEVELS)[number]

/** The names of the risk levels in the UI. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  low: say('low'),
  medium: say('medium'),
  high: say('high'),
}

/** The threshold at a risk level and its error rates. A rate is null if it wasn't measured. */
export type LevelRates = { threshold: number; fmr: number | null; fnmr: number | null }

/** A level with the thresholds in force (`before`) and with an artifact (`after`), which is null if the artifact keeps the shipped threshold. */
export type LevelChange = {
  level: Level
  before: LevelRates | null
  after: LevelRates | null
  /** Net number of comparisons that would now be refused (people) or pass (strangers); null if unknown. */
  people: number | null
  strangers: number | null
}

/**
 * Computes what would change at each risk level if the calibration of `report` came into force. `active` is the report of the calibration
 * in force, or null if the shipped thresholds apply. Single comparisons aren't stored, so the counts are net changes between two
 * histograms.
 */
export function computeLevelChanges(report: Report, status: KindStatus, active: Report | null): LevelChange[] {
  return LEVELS.map((level) => {
    const before = active ? findRates(active, level) : findShippedRates(report, status, level)
    const after = findRates(report, level)
    return {
      level,
      before,
      after,
      people: computeNetChange(before?.fnmr, after?.fnmr, report.pairs.mated),
      strangers: computeNetChange(before?.fmr, after?.fmr, report.pairs.non_mated),
    }
  })
}

function findRates({ thresholds, plots }: Report, level: Level): LevelRates | null {
  const threshold = thresholds[level]
  return threshold === null ? null : { threshold, ...computeRates(plots.histogram, threshold) }
}

/** A run measures how often strangers pass at the shipped thresholds, but not how often people are refused. */
function findShippedRates({ shipped_fars }: Report, { thresholds }: KindStatus, level: Level): LevelRates {
  return { threshold: thresholds[level], fmr: shipped_fars?.[level] ?? null, fnmr: null }
}

type Rate = number | null | undefined

function computeNetChange(before: Rate, after: Rate, pairs: number): number | null {
  if (before === null || before === undefined || after === null || after === undefined) return null
  return Math.round((after - before) * pairs)
}

/** Formats a net change as "+12", "−3" or "none", and null as "not known". */
export function formatChange(count: number | null): string {
  if (count === null) return say('not known')
  if (count === 0) return say('none')
  return `${count > 0 ? '+' : '−'}${formatNumber(Math.abs(count))}`
}

export type Report = OutputOf<'getCalibrationArtifact'>
export type Artifact = OutputOf<'listCalibrationArtifacts'>['artifacts'][number]
export type Histogram = Report['plots']['histogram']

/** Error rates at a threshold: strangers who pass (FMR) and people who are refused (FNMR). */
type Rates = { fmr: number; fnmr: number }

/**
 * Computes from a histogram of scores the share of strangers who pass and the share of people who are refused at a threshold. Exact at
 * the edges of the bins, interpolated between them.
 */
export function computeRates({ edges, mated, non_mated }: Histogram, threshold: number): Rates {
  return { fmr: computeShareAbove(edges, non_mated, threshold), fnmr: 1 - computeShareAbove(edges, mated, threshold) }
}

/** How many comparisons change sides when a threshold moves. The counts are approximate, because a histogram has no single comparisons. */
type ThresholdChange = {
  direction: 'stricter' | 'looser' | 'same'
  /** Comparisons of a person with themselves. */
  mated: number
  /** Comparisons of strangers. */
  nonMated: number
}

/** Computes about how many comparisons in a calibration report would be judged differently if the threshold moved from `from` to `to`. */
export function computeChange(
  { plots, pairs }: Pick<Report, 'plots' | 'pairs'>,
  from: number,
  to: number,
): ThresholdChange {
  const [before, after] = [computeRates(plots.histogram, from), computeRates(plots.histogram, to)]
  return {
    direction: to === from ? 'same' : to > from ? 'stricter' : 'looser',
    mated: Math.round(Math.abs(after.fnmr - before.fnmr) * pairs.mated),
    nonMated: Math.round(Math.abs(after.fmr - before.fmr) * pairs.non_mated),
  }
}

/** Explains the effect of moving the threshold: how many comparisons of one person and of strangers would be judged differently. */
export function describeChange({ direction, mated, nonMated }: ThresholdChange): string {
  if (direction === 'same') return say('The line is where the level has it; nothing changes sides.')
  const counts = { people: mated, strangers: nonMated }
  return direction === 'stricter'
    ? say(
        'Stricter: about {people} more comparisons of one person would be refused, and about {strangers} fewer of strangers would pass.',
        counts,
      )
    : say(
        'Looser: about {people} more comparisons of one person would pass, and about {strangers} more of strangers, too.',
        counts,
      )
}

/** Computes the share of scores at or above a threshold. */
function computeShareAbove(edges: readonly number[], shares: readonly number[], threshold: number): number {
  let above = 0
  for (const [bin, share] of shares.entries()) {
    const [from = 0, to = 0] = [edges[bin], edges[bin + 1]]
    if (threshold <= from) above += share
    else if (threshold < to) above += (share * (to - threshold)) / (to - from)
  }
  return Math.min(1, Math.max(0, above))
}

/** Formats a share from 0 to 1 as a percentage, with up to two decimals for small shares. A missing share is a dash. */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–'
  const value = 100 * share
  const digits = value === 0 || value >= 10 ? 0 : value >= 1 ? 1 : 2
  return `${formatNumber(value, digits)} %`
}

/** Formats a value with its confidence interval, such as "0.7 (0.6 to 0.8)", each number formatted by `words`. A missing value is a dash; a missing interval is left out. */
export function formatWithInterval(
  value: number | null,
  interval: number[] | null,
  words: (value: number) => string,
): string {
  if (value === null) return '–'
  const [from, to] = interval ?? []
  return from === undefined || to === undefined
    ? words(value)
    : say('{value} ({from} to {to})', { value: words(value), from: words(from), to: words(to) })
}

const MODES: ReadonlyMap<string, string> = new Map([
  ['signature_128', say('signatures')],
  ['strokes', say('strokes')],
  ['posture', say('posture')],
  ['posture_velocity', say('posture and velocity')],
])

/** Returns the name for people of the features (`mode`) that a calibration compares. Unknown features keep their technical name. */
export function describeMode(mode: string): string {
  return MODES.get(mode) ?? mode
}

/**
 * Describes which sessions a calibration counts as sessions of one person, by its features and labels. `halves` means that the parts of
 * one session stand in for two sessions.
 */
export function describePerson({
  feature_mode,
  labels,
}: {
  feature_mode: string
  labels: 'people' | 'halves'
}): string {
  if (feature_mode === 'strokes')
    return labels === 'people' ? say('a pseudonym with several sessions') : say('the rounds of one session')
  return labels === 'people' ? say('a node with several sessions') : say('both halves of one session')
}

/** Describes whether a calibration artifact is in force, can be put in force, or is for comparison only. */
export function describeArtifactState({ active, applicable }: { active: boolean; applicable: boolean }): string {
  if (active) return say('in force')
  return applicable ? say('can be put in force') : say('to compare only')
}

/** Formats the time and the features of a calibration artifact as its name, such as "15 Nov 2026, 23:41:00 (signatures)". */
export function formatArtifactName({ created_at, feature_mode }: { created_at: string; feature_mode: string }): string {
  const made = formatMoment(created_at, { dateStyle: 'medium', timeStyle: 'medium' })
  return `${made} (${describeMode(feature_mode)})`
}
