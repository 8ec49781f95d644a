import type { OutputOf } from '@stillhere/client/http'
import { formatNumber } from '../../../../words/format.ts'
import { say } from '../../../../words/speak.ts'
import { type Report, ratesAt } from './rates.ts'

export type Status = OutputOf<'getCalibrationStatus'>
/** What is in force for answers of one kind. */
export type KindStatus = Status['strokes']

/** What is in force for the answers that an artifact of these features can judge. */
export function statusFor(status: Status, featureMode: string): KindStatus {
  return featureMode === 'strokes' ? status.strokes : status
}

export const LEVELS = ['low', 'medium', 'high'] as const
export type Level = (typeof LEVELS)[number]

/** What people call the levels. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  low: say('low'),
  medium: say('medium'),
  high: say('high'),
}

/** What holds at a level: the threshold and its rates, as far as they are known. */
export type Side = { threshold: number; fmr: number | null; fnmr: number | null }

/** One level under what is in force and under an artifact; null where the artifact leaves the level as shipped. */
export type LevelChange = {
  level: Level
  before: Side | null
  after: Side | null
  /** How many more comparisons of the artifact would be refused (people) or pass (strangers), net; null if not known. */
  people: number | null
  strangers: number | null
}

/**
 * What would change at each level if the artifact came into force. Each side counts on its own histogram, so these are net
 * changes: single comparisons are not stored.
 */
export function levelChanges(report: Report, status: KindStatus, active: Report | null): LevelChange[] {
  return LEVELS.map((level) => {
    const before = active ? readSide(active, level) : readShippedSide(report, status, level)
    const after = readSide(report, level)
    return {
      level,
      before,
      after,
      people: net(before?.fnmr, after?.fnmr, report.pairs.mated),
      strangers: net(before?.fmr, after?.fmr, report.pairs.non_mated),
    }
  })
}

function readSide({ thresholds, plots }: Report, level: Level): Side | null {
  const threshold = thresholds[level]
  return threshold === null ? null : { threshold, ...ratesAt(plots.histogram, threshold) }
}

/** A run measures how often strangers pass as shipped; how often people are refused it does not. */
function readShippedSide({ shipped_fars }: Report, { thresholds }: KindStatus, level: Level): Side {
  return { threshold: thresholds[level], fmr: shipped_fars?.[level] ?? null, fnmr: null }
}

type Rate = number | null | undefined

function net(before: Rate, after: Rate, pairs: number): number | null {
  if (before === null || before === undefined || after === null || after === undefined) return null
  return Math.round((after - before) * pairs)
}

/** "+12", "−3", "none": a change that is read at a glance. */
export function formatChange(count: number | null): string {
  if (count === null) return say('not known')
  if (count === 0) return say('none')
  return `${count > 0 ? '+' : '−'}${formatNumber(Math.abs(count))}`
}
