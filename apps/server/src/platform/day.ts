export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Returns the UTC day of a moment as 'YYYY-MM-DD'. */
export function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Returns the seconds until the next UTC day begins, rounded up; at least one. */
export function countSecondsToNextDay(moment: Date): number {
  return Math.ceil((DAY_MS - (moment.getTime() % DAY_MS)) / 1000)
}

/** Returns the moment `days` times 24 hours before `moment`; a negative number gives a later moment. */
export function toDaysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS)
}
