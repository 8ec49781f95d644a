import type { Transaction } from '../database/pool.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]

export type Channel = 'mail' | 'webhook' | 'push' | 'ping'

type ChannelRules = {
  /** The waits between tries. A delivery that fails again after the last wait is given up. */
  waitsMs: readonly number[]
  /** The time after which a claim expires because its process counts as dead; longer than any try takes. */
  claimMs: number
  /** The number of deliveries that one process sends at the same time. */
  mostInFlight: number
  /** The number of deliveries of one lane that all processes send at the same time, so that a recipient that hangs leaves room for others. */
  mostPerLane: number
  /** True if ended deliveries are kept for 30 days, for the operator. */
  isLogged: boolean
}

export const CHANNELS: Readonly<Record<Channel, ChannelRules>> = {
  mail: {
    waitsMs: [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS],
    claimMs: 5 * MINUTE_MS,
    mostInFlight: 8,
    // All mails go to one server.
    mostPerLane: 64,
    isLogged: true,
  },
  webhook: {
    waitsMs: [5 * SECOND_MS, ...[1, 5, 30, 120, 240, 480, 600].map((minutes) => minutes * MINUTE_MS)],
    claimMs: 2 * MINUTE_MS,
    mostInFlight: 32,
    mostPerLane: 4,
    isLogged: true,
  },
  push: {
    // Until the message expires: approvals live for an hour at most.
    waitsMs: [...[5, 10, 20, 40].map((seconds) => seconds * SECOND_MS), ...Array<number>(60).fill(MINUTE_MS)],
    claimMs: 30 * SECOND_MS,
    mostInFlight: 32,
    mostPerLane: 10,
    isLogged: false,
  },
  ping: {
    waitsMs: Array<number>(4).fill(MINUTE_MS),
    claimMs: MINUTE_MS,
    mostInFlight: 20,
    mostPerLane: 4,
    isLogged: false,
  },
}

/** Waits are lengthened at random by up to a tenth, so that the deliveries of one outage aren't all retried at once. */
const JITTER = 0.1

/** The longest wait that a recipient can impose by Retry-After. */
export const MAX_ASKED_WAIT_MS = 6 * HOUR_MS

/** The result of one try: `sent`, `refused` (not tried again), or `failed` (tried again, after at least `waitMs`). */
export type Outcome = (
  | { outcome: 'sent' }
  | { outcome: 'refused'; problem: string }
  | { outcome: 'failed'; problem: string; waitMs?: number }
) & {
  /** The HTTP status of the recipient's response. */
  status?: number
  /** Further writes, committed in the same transaction as the outcome. */
  effect?: (tx: Transaction) => Promise<void>
}

export type Verdict = { state: 'sent' } | { state: 'waiting'; nextTryAt: Date } | { state: 'dead' }

type Try = { channel: Channel; attempts: number; now: Date; random: number }

/** Decides what happens to a delivery after a try: it is sent, waits for the next try, or is given up. `random` (0 to 1) spreads the times of retries. */
export function judgeOutcome(outcome: Outcome, { channel, attempts, now, random }: Try): Verdict {
  if (outcome.outcome === 'sent') return { state: 'sent' }
  const wait = CHANNELS[channel].waitsMs[attempts - 1]
  if (outcome.outcome === 'refused' || wait === undefined) return { state: 'dead' }
  const waitMs = Math.max(wait * (1 + JITTER * random), Math.min(outcome.waitMs ?? 0, MAX_ASKED_WAIT_MS))
  return { state: 'waiting', nextTryAt: new Date(now.getTime() + Math.round(waitMs)) }
}

/** Returns why a claimed delivery must not be tried (it has expired, or all tries are used), or undefined if it may be tried. */
export function findReasonNotToTry({
  channel,
  attempts,
  expiresAt,
  claimedAt,
}: {
  channel: Channel
  attempts: number
  expiresAt: Date | null
  claimedAt: Date
}): string | undefined {
  if (expiresAt !== null && expiresAt <= claimedAt) return 'expired'
  // Only a process that died while sending leaves a delivery with all its tries used.
  const isUsedUp = attempts > CHANNELS[channel].waitsMs.length + 1
  return isUsedUp ? 'given up: the service stopped in the middle of every try' : undefined
}
