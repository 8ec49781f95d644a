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
  return parseTime(text.length === 20 ? text.replace(/Z$/, '.000Z') : text)
}

/** Milliseconds of a time that is known to be well formed. */
export function timeOf(text: string): number {
  return Date.parse(text)
}

/** What callers may give for a time: milliseconds since 1970, a Date, or RFC 3339 text. */
export type TimeLike = number | Date | string

/** Milliseconds of a caller's time; NaN when it cannot be read, so that every comparison fails closed. */
export function readTime(time: unknown): number {
  if (typeof time === 'number') return time
  if (time instanceof Date) return time.getTime()
  return typeof time === 'string' && hasZone(time) ? Date.parse(time) : Number.NaN
}

export function formatTime(ms: number): string {
  return new Date(ms).toISOString()
}

// Date.parse reads a text without a zone as local time, so the verdict would depend on where it is read.
function hasZone(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text)
}
