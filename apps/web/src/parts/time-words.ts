import { language, say } from '../words/speak.ts'

const HOUR_MS = 3_600_000
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', HOUR_MS],
  ['minute', 60_000],
]
const WORDS = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })

/** "3 hours ago", "in 5 minutes"; less than a minute is "now". */
export function formatRelativeTime(differenceMs: number): string {
  if (!Number.isFinite(differenceMs)) return say('unknown')
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(differenceMs) >= size) ?? ['second', 0]
  return ms === 0 ? say('now') : WORDS.format(Math.trunc(differenceMs / ms), unit)
}

/** "this hour", "3 hours ago": a time that is known only to the hour, by how long ago that hour began. */
export function formatRelativeHour(sinceMs: number): string {
  return Math.abs(sinceMs) < HOUR_MS ? say('this hour') : formatRelativeTime(-sinceMs)
}

/** A wait as a clock shows it: "42 s", "3:05", "5:00:00". */
export function formatClock(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
