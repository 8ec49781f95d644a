export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Returns the UTC day of a moment, 'YYYY-MM-DD'. */
export function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Returns the whole seconds until the next UTC day begins; at least one. */
export function countSecondsToNextDay(moment: Date): number {
  return Math.ceil((DAY_MS - (moment.getTime() % DAY_MS)) / 1000)
}

/** Returns the moment so many days before another. */
export function toDaysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS)
}
