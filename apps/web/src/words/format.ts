import * as format from '@stillhere/client/format'
import { language } from './speak.ts'

/** Formats a number in the reader's language: "12,345.5"; with `digits` digits after the point if given. */
export const formatNumber = (value: number, digits?: number) => format.formatNumber(value, language, digits)

/** Formats percent in the reader's language, never rounded up: "42%". */
export const formatPercent = (percent: number) => format.formatPercent(percent / 100, language)

/** Formats a moment, or a part of it, in the reader's language. Empty for a text that is no moment. */
export const formatMoment = (at: string | Date, options?: Intl.DateTimeFormatOptions) =>
  format.formatMoment(at, language, options)
