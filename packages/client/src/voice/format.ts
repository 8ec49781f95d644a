const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
// Floating point may store a whole percent as slightly less.
const TINY = 1e-9

/**
 * Creates functions that format moments, numbers and percentages in "en", "de" or "es".
 *
 * @returns the functions. Nothing throws; an invalid moment becomes an empty string.
 * @example
 * createFormat('de').formatNumber(12345.5)
 */
export const createFormat = (language: string) => ({
  /** Formats a moment or a part of it, with the day before the month in English, too. Returns an empty string for an invalid moment. */
  formatMoment: (at: string | Date, options = MOMENT) => {
    const moment = new Date(at)
    return Number.isNaN(+moment) ? '' : moment.toLocaleString(language === 'en' ? 'en-GB' : language, options)
  },
  /** Formats a number, such as "12,345.5"; `digits` sets the number of decimals. */
  formatNumber: (value: number, digits?: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  /** Formats a percentage, such as "42%", and never rounds up. */
  formatPercent: (percent: number) => (Math.floor(percent + TINY) / 100).toLocaleString(language, { style: 'percent' }),
})
