/** The UTC day of a moment, 'YYYY-MM-DD'. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Whole seconds until the next UTC day begins; at least one. */
export function secondsUntilNextDay(moment: Date): number {
  return Math.ceil((86_400_000 - (moment.getTime() % 86_400_000)) / 1000)
}
