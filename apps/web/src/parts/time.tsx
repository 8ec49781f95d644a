import { useEffect, useState } from 'preact/hooks'
import { formatMoment, language, say } from '../words/speak.ts'

/** Shows a time relative to now, such as "3 hours ago", with the exact time as a tooltip. `at` is an ISO timestamp. */
export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatRelativeTime(moment.getTime() - Date.now())}
    </time>
  )
}

/** Shows a time relative to now that the service stores only to the hour, such as "this hour". `at` is an ISO timestamp. */
export function HourTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatRelativeHour(Date.now() - Date.parse(at))}</time>
}

/** Shows the exact date and time. `at` is an ISO timestamp. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatExactTime(new Date(at))}</time>
}

function formatExactTime(moment: Date): string {
  return formatMoment(moment) || say('unknown')
}

const HOUR_MS = 3_600_000
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', HOUR_MS],
  ['minute', 60_000],
]
const WORDS = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** Formats a time difference (negative: in the past), such as "3 hours ago". Less than a minute is "now"; NaN and infinity are "unknown". */
export function formatRelativeTime(differenceMs: number): string {
  if (!Number.isFinite(differenceMs)) return say('unknown')
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(differenceMs) >= size) ?? ['second', 0]
  return ms === 0 ? say('now') : WORDS.format(Math.trunc(differenceMs / ms), unit)
}

/** Formats a time that is known only to the hour, such as "this hour" or "3 hours ago". `sinceMs` is the time since the beginning of that hour. */
export function formatRelativeHour(sinceMs: number): string {
  return Math.abs(sinceMs) < HOUR_MS ? say('this hour') : formatRelativeTime(-sinceMs)
}

/** Formats a duration like a clock: "42 s", "3:05", "5:00:00". */
export function formatClock(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Returns the whole seconds that remain until the time `until` (in milliseconds since 1970), and renders the component each second until 0. */
export function useCountdown(until: number): number {
  const [, setTicks] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])
  return seconds
}
