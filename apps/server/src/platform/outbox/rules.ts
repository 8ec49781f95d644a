import type { Transaction } from '../database/pool.ts'

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1000, 60_000, 3_600_000]

export type Channel = 'mail' | 'webhook' | 'push' | 'ping'

type ChannelRules = {
  /** Waits between tries. A delivery that fails once more after the last is given up. */
  waitsMs: readonly number[]
  /** How long a process may hold a claim; longer than any try takes. After that the process counts as dead. */
  claimMs: number
  /** Deliveries that one process has under way. */
  mostInFlight: number
  /** Deliveries of one lane that all processes have under way: a recipient that hangs leaves room for the others. */
  mostPerLane: number
  /** Set if deliveries that have ended stay for a while, for operators. */
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

/** Waits differ by up to a tenth, so that the deliveries of one outage do not all come back at once. */
const JITTER = 0.1

/** The longest wait that a recipient may ask for. */
export const MAX_ASKED_WAIT_MS = 6 * HOUR_MS

/** The result of one try: taken, refused for good, or worth another try, after `waitMs` at least. */
export type Outcome = (
  | { outcome: 'sent' }
  | { outcome: 'refused'; problem: string }
  | { outcome: 'failed'; problem: string; waitMs?: number }
) & {
  /** The recipient's answer over HTTP. */
  status?: number
  /** Further writes that are committed together with the outcome. */
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
