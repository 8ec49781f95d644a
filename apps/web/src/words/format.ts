import { language } from './speak.ts'

// Day before month, as in most of the world.
const LOCALE = language === 'en' ? 'en-GB' : language
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

/** A number as the reader's language writes it: "12,345.5"; with so many digits after the point where they are given. */
export function formatNumber(value: number, digits?: number): string {
  return value.toLocaleString(language, digits === undefined ? {} : digitsOf(digits))
}

function digitsOf(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Percent as the reader's language writes them, never rounded up: "42%". */
export function formatPercent(percent: number): string {
  return (Math.floor(percent) / 100).toLocaleString(language, { style: 'percent' })
}

/** A moment, or only its day, as the reader's language writes it; empty where there is none in the text. */
export function formatMoment(at: string | Date, options: Intl.DateTimeFormatOptions = MOMENT): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : moment.toLocaleString(LOCALE, options)
}
