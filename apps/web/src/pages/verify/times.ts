import type { AnyReceipt } from './trust.ts'

const DEFAULT_LIFETIME_MS = 300_000
const CLOCK_SKEW_MS = 30_000
// Timers count in 32 bits; a longer wait would end at once.
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** When a receipt ceases to be fresh, in its own words or by default, in ms. */
export function expiryOf({ expiresAt, interval }: AnyReceipt): number {
  return expiresAt === undefined ? Date.parse(interval.end) + DEFAULT_LIFETIME_MS : Date.parse(expiresAt)
}

/** How long until one of these receipts expires, or null when none will. */
export function untilNextExpiryMs(receipts: readonly AnyReceipt[], now: number): number | null {
  const waits = receipts.map((receipt) => expiryOf(receipt) + CLOCK_SKEW_MS - now).filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.min(...waits, LONGEST_WAIT_MS)
}
