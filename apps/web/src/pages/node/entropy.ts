import type { OutputOf } from '@stillhere/client/http'
import { formatMoment, formatNumber } from '../../words/format.ts'
import { say, sayCount } from '../../words/speak.ts'

/** A day of the calendar: 'YYYY-MM-DD' in UTC, as the service counts. `gains` is null for days that have not come. */
export type Day = { day: string; gains: number | null; isToday: boolean }

type Entry = { at: string; reason: 'gain' | 'decay' }

const DAY_MS = 86_400_000
const WEEKS = 12

/** The last twelve weeks, each from Monday to Sunday, oldest first, with the gains of each day. */
export function splitIntoWeeks(entries: readonly Entry[], now: number): Day[][] {
  const gains = countGainsByDay(entries)
  const today = Math.floor(now / DAY_MS)
  // Day 0 of 1970 was a Thursday, the fourth of its week.
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

/** The calendar in one sentence, for whoever does not see it. */
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

/** The score, and the one that the next particle level takes. */
export function describeLevel({ entropyScore, particleLevel, progress }: Entropy): string {
  if (particleLevel >= TOP_LEVEL)
    return sayCount(entropyScore, '{count} point, the top particle level', '{count} points, the top particle level')
  return sayCount(entropyScore, '{count} point of {next}', '{count} points of {next}', { next: progress.nextLevel })
}

/** How often each gain counts. */
export function formatTimes(multiplier: number): string {
  return `× ${formatNumber(multiplier)}`
}

/** What the node is, and since when. */
export function describeTier({ is_genesis, is_active, registered_at }: Privileges): string {
  const kind = is_genesis ? say('Genesis node') : is_active ? say('Node') : say('Not activated yet')
  const moment = new Date(registered_at)
  if (Number.isNaN(moment.getTime())) return kind
  return say('{kind}, since {day}', { kind, day: formatMoment(moment, { dateStyle: 'long', timeZone: 'UTC' }) })
}

/** Why the score moved. */
export function describeReason(reason: 'gain' | 'decay'): string {
  return reason === 'gain' ? say('A motion scan') : say('Decay after 30 idle days')
}

/** A change with its sign: a real minus, as wide as the plus. */
export function formatChange(change: number): string {
  const size = formatNumber(Math.abs(change))
  return change < 0 ? `−${size}` : `+${size}`
}
