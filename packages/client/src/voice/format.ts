const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
// Floating point may store a whole percent as slightly less.
const TINY = 1e-9

/** Formats a moment in a language, with the day before the month in English, too. Empty for a text that is no moment. */
export function formatMoment(at: string | Date, language: string, options = MOMENT): string {
  const moment = new Date(at)
  return Number.isNaN(moment.getTime()) ? '' : moment.toLocaleString(language === 'en' ? 'en-GB' : language, options)
}

/** Formats a number in a language: "12,345.5"; with `digits` digits after the point if given. */
export function formatNumber(value: number, language: string, digits?: number): string {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Formats a share of 1 as whole percent in a language, never rounded up: "42%". */
export function formatPercent(share: number, language: string): string {
  return (Math.floor(share * 100 + TINY) / 100).toLocaleString(language, { style: 'percent' })
}
