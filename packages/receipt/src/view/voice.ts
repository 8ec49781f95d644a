import { toMs } from '../time.ts'

type Values = Readonly<Record<string, string | number>>

/** A translator for texts: into English, or into the language of a page with its own catalog. */
export type Voice = {
  /** The language tag for numbers and dates: "en", "de". */
  language: string
  /** Translates an English text, and replaces the names in braces by their values. */
  say: (text: string, values?: Values) => string
}

/** The default voice. */
export const ENGLISH: Voice = {
  language: 'en',
  say: (text, values = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => String(Object.hasOwn(values, name) ? values[name] : whole)),
}

/** Formats RFC 3339 text as date and time in UTC: "1 Mar 2026, 12:00 UTC". */
export function formatMoment(text: string, language?: string): string {
  return `${nameDay(text, language)}, ${formatTimeOfDay(text)} UTC`
}

/**
 * Formats RFC 3339 text as a date in UTC, in the given language.
 *
 * @returns the date, such as "1 Mar 2026".
 * @example
 * nameDay('2026-03-01T12:00:00.000Z') // '1 Mar 2026'
 */
export function nameDay(text: string, language = 'en'): string {
  const at = new Date(toMs(text))
  if (language !== 'en') return at.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const [, day, month, year] = at.toUTCString().split(' ')
  return `${Number(day)} ${month} ${year}`
}

/** Formats RFC 3339 text as the time of day in UTC: "12:00". */
export function formatTimeOfDay(text: string): string {
  return new Date(toMs(text)).toUTCString().split(' ')[4]?.slice(0, 5) ?? ''
}

const UNITS: readonly [name: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** Formats a duration in its two largest units, "2 hours 3 minutes", or exactly if it is below a minute, "1.5 seconds". */
export function formatDuration(lengthMs: number, language = 'en'): string {
  if (lengthMs < 60_000) return formatUnits(lengthMs / 1000, 'second', language)
  let rest = lengthMs
  const parts: string[] = []
  for (const [name, ms] of UNITS) {
    const times = Math.floor(rest / ms)
    rest -= times * ms
    if (times > 0 && parts.length < 2) parts.push(formatUnits(times, name, language))
  }
  return parts.join(' ')
}

/** Formats a number with its unit in a language: "1 second", "11 seconds". `unit` is a unit of Intl.NumberFormat. */
export function formatUnits(times: number, unit: string, language: string): string {
  return times.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false })
}

/**
 * Converts a text to a sentence: adds a capital letter at the start and a full stop at the end, if they are missing. A text that starts with a JSON
 * pointer such as /issuer/id keeps its spelling.
 *
 * @returns the sentence.
 * @example
 * toSentence('it has expired') // 'It has expired.'
 */
export function toSentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
