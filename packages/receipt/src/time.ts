/** Milliseconds of an RFC 3339 UTC time with exactly three decimals, or null for any other text. */
export function parseTime(text: string): number | null {
  const ms = Date.parse(text)
  // The round trip refuses February 30, 24:00 and every form that only some runtimes read.
  return text.length === 24 && !Number.isNaN(ms) && new Date(ms).toISOString() === text ? ms : null
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
