import { useEffect, useState } from 'preact/hooks'
import { formatMoment, language, say } from '../words/speak.ts'

/** A moment as relative time, with the exact time as a tooltip and for programs. */
export function Time({ at }: { at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={formatExactTime(moment)}>
      {formatRelativeTime(moment.getTime() - Date.now())}
    </time>
  )
}

/** A time that the service stores only to the hour. */
export function HourTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatRelativeHour(Date.now() - Date.parse(at))}</time>
}

/** A moment as exact time. */
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

/** Formats a time difference, such as "3 hours ago"; less than a minute is "now". */
export function formatRelativeTime(differenceMs: number): string {
  if (!Number.isFinite(differenceMs)) return say('unknown')
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(differenceMs) >= size) ?? ['second', 0]
  return ms === 0 ? say('now') : WORDS.format(Math.trunc(differenceMs / ms), unit)
}

/** Formats a time known only to the hour, such as "this hour", by how long ago that hour began. */
export function formatRelativeHour(sinceMs: number): string {
  return Math.abs(sinceMs) < HOUR_MS ? say('this hour') : formatRelativeTime(-sinceMs)
}

/** Formats a wait like a clock: "42 s", "3:05", "5:00:00". */
export function formatClock(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Returns the whole seconds until a moment, counted down to 0. */
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
