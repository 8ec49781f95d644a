export const CODE_SECONDS = 600

/** Guesses at one code; the table has the same bound. */
export const MAX_TRIES = 5

/** Six digits; `draw` returns a whole number from 0 up to, but not including, the given one. */
export function newCode(draw: (below: number) => number): string {
  return String(draw(1_000_000)).padStart(6, '0')
}

export function computeExpiry(now: Date): Date {
  return new Date(now.getTime() + CODE_SECONDS * 1000)
}

/** Whole seconds from now until then; at least one. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))
}
