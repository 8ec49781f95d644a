import { ReceiptError } from './failure.ts'

const UTC_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Milliseconds of an RFC 3339 UTC time with exactly three decimals, or null for any other text. */
export function parseTime(text: string): number | null {
  if (!UTC_TIME.test(text)) return null
  const ms = Date.parse(text)
  // Some runtimes read February 30 as March 2.
  return new Date(ms).getUTCDate() === Number(text.slice(8, 10)) ? ms : null
}

/** As parseTime; old receipts may also leave out the milliseconds. */
export function parseOldTime(text: string): number | null {
  return parseTime(text.length === 20 ? text.replace('Z', '.000Z') : text)
}

/** Milliseconds of a time that is known to be well formed. */
export function toMs(text: string): number {
  return Date.parse(text)
}

/** How far the issuer's clock may be from ours where the caller does not say. */
export const DEFAULT_CLOCK_SKEW_MS = 30_000

/** What callers may give for a time: milliseconds since 1970, a Date, or RFC 3339 text. */
export type TimeLike = number | Date | string

/** Milliseconds of a caller's time; NaN when it cannot be read, so that every comparison fails closed. */
export function parseTimeLike(time: unknown): number {
  if (typeof time === 'number') return time
  if (time instanceof Date) return Date.prototype.getTime.call(time)
  return typeof time === 'string' && isZonedTime(time) ? Date.parse(time) : Number.NaN
}

/** Milliseconds of a caller's time, or a ReceiptError that names the parameter. */
export function requireTime(time: unknown, name: string): number {
  const ms = parseTimeLike(time)
  // Times outside the years 0 to 9999 have no RFC 3339 form.
  if (ms >= -62_167_219_200_000 && ms <= 253_402_300_799_999) return Math.trunc(ms)
  const detail = `${name} must be milliseconds, a Date or an RFC 3339 time with its zone`
  throw new ReceiptError({ code: 'INVALID_SCHEMA', detail })
}

export function formatTime(ms: number): string {
  return new Date(ms).toISOString()
}

// Date.parse reads a text without a zone as local time, so the verdict would depend on where it is read.
function isZonedTime(text: string): boolean {
  const isZoned = /^.{19}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(text)
  return isZoned && parseTime(`${text.slice(0, 19)}.000Z`) !== null
}
