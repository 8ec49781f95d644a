import { DEFAULT_LIFETIME_MS } from '../checks.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import { timeOf } from '../time.ts'
import type { Judgement } from './judgement.ts'

/** When a well-formed receipt ceases to be fresh, in its own words or by default. */
export function expiryOf({ interval, expiresAt }: Receipt | OldReceipt): number {
  return expiresAt === undefined ? timeOf(interval.end) + DEFAULT_LIFETIME_MS : timeOf(expiresAt)
}

const CLOCK_SKEW_MS = 30_000
// Timers count in 32 bits; a longer wait would end at once.
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** How long a verdict that was reached now can stand, or null when time will not change it. */
export function lifetimeMs(judgement: Judgement, now: number): number | null {
  if (judgement.kind === 'unreadable' || judgement.result.status === 'INVALID') return null
  const remaining = expiryOf(judgement.receipt as unknown as Receipt) + CLOCK_SKEW_MS - now
  return Math.min(remaining, LONGEST_WAIT_MS)
}
