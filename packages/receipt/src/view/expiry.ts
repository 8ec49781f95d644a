import { DEFAULT_LIFETIME_MS } from '../checks.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import { timeOf } from '../time.ts'

const CLOCK_SKEW_MS = 30_000
// Timers count in 32 bits; a longer wait would end at once.
const LONGEST_WAIT_MS = 2 ** 31 - 1

type Times = Pick<Receipt | OldReceipt, 'interval' | 'expiresAt'>

/** Returns when a well-formed receipt ceases to be fresh, as it says or by default, in milliseconds. */
export function expiryOf({ interval, expiresAt }: Times): number {
  return expiresAt === undefined ? timeOf(interval.end) + DEFAULT_LIFETIME_MS : timeOf(expiresAt)
}

/** Returns how long a timer waits until the first of these receipts expires, or null when none will. */
export function untilNextExpiryMs(receipts: readonly Times[], now: number): number | null {
  const waits = receipts.map((receipt) => expiryOf(receipt) + CLOCK_SKEW_MS - now).filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.min(...waits, LONGEST_WAIT_MS)
}
