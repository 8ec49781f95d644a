import type { OutputOf } from '@stillhere/client/http'
import { formatMoment, formatNumber, say, sayCount } from '../../words/speak.ts'

/** A day of the calendar, 'YYYY-MM-DD' in UTC. `gains` is null for future days. */
export type Day = { day: string; gains: number | null; isToday: boolean }

type Entry = { at: string; reason: 'gain' | 'decay' }

const DAY_MS = 86_400_000
const WEEKS = 12

/**
 * Returns the days of the last twelve weeks in UTC, oldest first, each week from Monday to Sunday, with the number of gains that the
 * ledger entries have for each day. `now` is in ms since 1970.
 */
export function splitIntoWeeks(entries: readonly Entry[], now: number): Day[][] {
  const gains = countGainsByDay(entries)
  const today = Math.floor(now / DAY_MS)
  // January 1, 1970 was a Thursday, the fourth day of its week.
  const monday = today - ((today + 3) % 7)
  const first = monday - 7 * (WEEKS - 1)
  const createDay = (number: number): Day => {
    const day = new Date(number * DAY_MS).toISOString().slice(0, 10)
    return { day, gains: number > today ? null : (gains.get(day) ?? 0), isToday: number === today }
  }
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => createDay(first + 7 * week + weekday)),
  )
}

function countGainsByDay(entries: readonly Entry[]): Map<string, number> {
  const gains = new Map<string, number>()
  for (const { at, reason } of entries) {
    const day = at.slice(0, 10)
    if (reason === 'gain') gains.set(day, (gains.get(day) ?? 0) + 1)
  }
  return gains
}

/** Describes in one sentence on how many of the calendar's days there was a gain. The sentence is also the calendar's text alternative. */
export function describeCalendar(weeks: readonly Day[][]): string {
  const days = weeks.flat().filter(({ gains }) => gains !== null)
  const active = days.filter(({ gains }) => (gains ?? 0) > 0).length
  const today = days.some(({ isToday, gains }) => isToday && (gains ?? 0) > 0)
  const values = { active, all: days.length }
  return today
    ? say('Active on {active} of the last {all} days, including today.', values)
    : say('Active on {active} of the last {all} days, not yet today.', values)
}

type Entropy = Pick<OutputOf<'getEntropy'>, 'entropyScore' | 'particleLevel' | 'progress'>
type Privileges = Pick<OutputOf<'getPrivileges'>, 'is_genesis' | 'is_active' | 'registered_at'>

const TOP_LEVEL = 8

/** Describes the entropy score, and the score at which the next particle level starts. */
export function describeLevel({ entropyScore, particleLevel, progress }: Entropy): string {
  if (particleLevel >= TOP_LEVEL)
    return sayCount(entropyScore, '{count} point, the top particle level', '{count} points, the top particle level')
  return sayCount(entropyScore, '{count} point of {next}', '{count} points of {next}', { next: progress.nextLevel })
}

/** Formats the factor by which the streak multiplies a gain, such as "× 1.5". */
export function formatTimes(multiplier: number): string {
  return `× ${formatNumber(multiplier)}`
}

/** Describes the kind of node (genesis, active or not activated yet) and the day when it was registered. */
export function describeTier({ is_genesis, is_active, registered_at }: Privileges): string {
  const kind = is_genesis ? say('Genesis node') : is_active ? say('Node') : say('Not activated yet')
  const moment = new Date(registered_at)
  if (Number.isNaN(moment.getTime())) return kind
  return say('{kind}, since {day}', { kind, day: formatMoment(moment, { dateStyle: 'long', timeZone: 'UTC' }) })
}

/** Describes why the score changed: by a gain or by decay. */
export function describeReason(reason: 'gain' | 'decay'): string {
  return reason === 'gain' ? say('A motion scan') : say('Decay after 30 idle days')
}

/** Formats a change of the score with its sign. The minus is U+2212, as wide as the plus. */
export function formatChange(change: number): string {
  const size = formatNumber(Math.abs(change))
  return change < 0 ? `−${size}` : `+${size}`
}
