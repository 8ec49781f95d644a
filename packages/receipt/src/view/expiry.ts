import { expiryOf } from '../checks.ts'
import { DEFAULT_CLOCK_SKEW_MS } from '../time.ts'

// Timers count in 32 bits; a longer wait would end at once.
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** Returns how long a timer waits until the first of these receipts expires, or null when none will. */
export function untilNextExpiryMs(receipts: readonly Parameters<typeof expiryOf>[0][], now: number): number | null {
  const waits = receipts.map((receipt) => expiryOf(receipt) + DEFAULT_CLOCK_SKEW_MS - now).filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.min(...waits, LONGEST_WAIT_MS)
}
