const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
// Floating point may store a whole percent as slightly less.
const TINY = 1e-9

/** Writes moments, numbers and shares in a language: "en", "de" or "es". */
export const createFormat = (language: string) => ({
  /** A moment, or a part of it, with the day before the month in English, too. Empty for a text that is no moment. */
  formatMoment: (at: string | Date, options = MOMENT) => {
    const moment = new Date(at)
    return Number.isNaN(+moment) ? '' : moment.toLocaleString(language === 'en' ? 'en-GB' : language, options)
  },
  /** A number: "12,345.5"; with `digits` digits after the point if given. */
  formatNumber: (value: number, digits?: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  /** Percent, never rounded up: "42%". */
  formatPercent: (percent: number) => (Math.floor(percent + TINY) / 100).toLocaleString(language, { style: 'percent' }),
})
