import { toMs } from '../time.ts'

type Values = Readonly<Record<string, string | number>>

/** Says texts: in English, or in the language of a page that brings a catalogue of its own. */
export type Voice = {
  /** For numbers, days and lengths of time: "en", "de". */
  language: string
  /** Returns an English text in the language; names in braces are replaced by their values. */
  say: (text: string, values?: Values) => string
}

/** The voice of everything here unless another one is given. */
export const ENGLISH: Voice = {
  language: 'en',
  say: (text, values = {}) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => String(Object.hasOwn(values, name) ? values[name] : whole)),
}

/** Returns a time as people write it: "1 Mar 2026, 12:00 UTC". */
export function formatMoment(text: string, language?: string): string {
  return `${nameDay(text, language)}, ${formatTimeOfDay(text)} UTC`
}

/** Returns the day of a time, by UTC: "1 Mar 2026". */
export function nameDay(text: string, language = 'en'): string {
  const at = new Date(toMs(text))
  if (language !== 'en') return at.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const [, day, month, year] = at.toUTCString().split(' ')
  return `${Number(day)} ${month} ${year}`
}

/** Returns the time of day, by UTC: "12:00". */
export function formatTimeOfDay(text: string): string {
  return new Date(toMs(text)).toUTCString().split(' ')[4]?.slice(0, 5) ?? ''
}

const UNITS: readonly [name: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** Returns a length of time in its two largest units, "2 hours 3 minutes"; below a minute exactly, "1.5 seconds". */
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

/** Returns so many units of time: "1 second", "11 seconds". */
export function formatUnits(times: number, unit: string, language: string): string {
  return times.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long', useGrouping: false })
}

/** Returns the text with a capital letter in front and a full stop behind; places such as /issuer/id keep their spelling. */
export function toSentence(text: string): string {
  const whole = /[.!?]$/.test(text) ? text : `${text}.`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
