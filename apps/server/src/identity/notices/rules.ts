import type { NoticeSettings, QuietHours } from '@stillhere/contract'
import type { FieldProblem } from '../../platform/problem.ts'

/** What holds for a node that has decided nothing. */
export const DEFAULT_NOTICES: NoticeSettings = { mail: true, quiet: null }

/** Whether it is quiet now: by the clocks of the time zone, from the first minute up to the last, which is not quiet any more. */
export function isQuiet(quiet: QuietHours | null, now: Date): boolean {
  if (quiet === null) return false
  const { from, to, time_zone: timeZone } = quiet
  const time = readClock(now, timeZone)
  // Times of one form stand in the order of their texts.
  return from <= to ? from <= time && time < to : from <= time || time < to
}

/** The time of day that clocks of a time zone show, like 07:00. */
function readClock(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  )
}

/** What is wrong with quiet hours that have the right form. */
export function judgeQuiet(quiet: QuietHours | null): FieldProblem[] {
  if (quiet === null) return []
  const found: FieldProblem[] = []
  if (quiet.from === quiet.to) found.push({ pointer: '/quiet/to', message: 'must differ from /quiet/from' })
  if (!isTimeZone(quiet.time_zone))
    found.push({ pointer: '/quiet/time_zone', message: 'must be a time zone like Europe/Berlin' })
  return found
}

/** Whether this system knows the clocks of a time zone. */
function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
