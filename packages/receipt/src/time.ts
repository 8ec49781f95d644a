import { ReceiptError } from './failure.ts'

const UTC_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Parses an RFC 3339 time in UTC with exactly three decimals to milliseconds since 1970. Returns null for any other text. */
export function parseTime(text: string): number | null {
  if (!UTC_TIME.test(text)) return null
  const ms = Date.parse(text)
  // Some runtimes read February 30 as March 2.
  return new Date(ms).getUTCDate() === Number(text.slice(8, 10)) ? ms : null
}

/** Parses a time like `parseTime`, but also accepts a time without decimals, as old receipts have it. */
export function parseOldTime(text: string): number | null {
  return parseTime(text.length === 20 ? text.replace('Z', '.000Z') : text)
}

/** Converts RFC 3339 text, which the caller has validated, to milliseconds since 1970. */
export function toMs(text: string): number {
  return Date.parse(text)
}

/** How far the issuer's clock can differ from ours if the caller sets no other limit. */
export const DEFAULT_CLOCK_SKEW_MS = 30_000

/** A time: milliseconds since 1970, a `Date`, or RFC 3339 text with a zone. */
export type TimeLike = number | Date | string

/**
 * Converts a time given by the caller (milliseconds, `Date` or RFC 3339 text) to milliseconds since 1970. Returns NaN for anything else, so that
 * every comparison with it is false.
 */
export function parseTimeLike(time: unknown): number {
  if (typeof time === 'number') return time
  if (time instanceof Date) return Date.prototype.getTime.call(time)
  return typeof time === 'string' && isZonedTime(time) ? Date.parse(time) : Number.NaN
}

/** Converts a time given by the caller to milliseconds since 1970. Throws a `ReceiptError` that names the parameter (`name`) if it can't be read. */
export function requireTime(time: unknown, name: string): number {
  const ms = parseTimeLike(time)
  // Times outside the years 0 to 9999 have no RFC 3339 form.
  if (ms >= -62_167_219_200_000 && ms <= 253_402_300_799_999) return Math.trunc(ms)
  const detail = `${name} must be milliseconds, a Date or an RFC 3339 time with its zone`
  throw new ReceiptError({ code: 'INVALID_SCHEMA', detail })
}

/** Formats milliseconds since 1970 as RFC 3339 text in UTC, as receipts contain it. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString()
}

// Date.parse reads text without a zone as local time. The result would then depend on where it is read.
function isZonedTime(text: string): boolean {
  const isZoned = /^.{19}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(text)
  return isZoned && parseTime(`${text.slice(0, 19)}.000Z`) !== null
}
