import type { WebhookDelivery, WebhookEventType } from '@stillhere/contract'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Waits between tries, a day in all; an event that fails once more after the last is dead. */
const RETRY_WAITS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  10 * HOUR_MS,
]

export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1

/** Waits differ by up to a tenth, so that the events of one outage do not all come back at once. */
const JITTER = 0.1

/** The longest wait that a site may ask for. */
const MAX_ASKED_WAIT_MS = 6 * HOUR_MS

/** How long a process may keep an event that it is sending; longer than any try takes. Afterwards it counts as dead. */
export const CLAIM_MS = 120_000

/** What became of a try: the site answered, or it could not be reached. */
export type Posted =
  | { outcome: 'answered'; status: number; retryAfter: string | undefined }
  | { outcome: 'failed'; problem: string }

/** What to do with an event after a try. `status` is what the site answered, if it did. */
export type Verdict =
  | { state: 'sent'; status: number }
  | { state: 'waiting'; status: number | null; problem: string; nextTryAt: Date }
  | { state: 'dead'; status: number | null; problem: string; isGone: boolean }

/** Decides by the answer of a site; `random` is from 0 to 1. */
export function judge(posted: Posted, at: { attempts: number; now: Date; random: number }): Verdict {
  const problem = findProblem(posted)
  if (posted.outcome === 'answered' && problem === undefined) return { state: 'sent', status: posted.status }
  return judgeFailure(posted, { ...at, problem: problem ?? '' })
}

/** Why a try did not do, or undefined when the site took the event. */
export function findProblem(posted: Posted): string | undefined {
  if (posted.outcome === 'failed') return posted.problem
  return posted.status >= 200 && posted.status < 300 ? undefined : `answered ${posted.status}`
}

type FailedTry = { attempts: number; now: Date; random: number; problem: string }

function judgeFailure(posted: Posted, { problem, ...at }: FailedTry): Verdict {
  const status = posted.outcome === 'answered' ? posted.status : null
  const isGone = status === 410
  const wait = RETRY_WAITS_MS[at.attempts - 1]
  if (isGone || wait === undefined) return { state: 'dead', status, problem, isGone }
  const waitMs = Math.max(wait * (1 + JITTER * at.random), readAskedWait(posted, at.now))
  return { state: 'waiting', status, problem, nextTryAt: new Date(at.now.getTime() + Math.round(waitMs)) }
}

/** How long a site that is too busy asks to be left alone (RFC 9110, 10.2.3), within bounds; it cannot make waits shorter. */
function readAskedWait(posted: Posted, now: Date): number {
  if (posted.outcome === 'failed' || ![429, 503].includes(posted.status)) return 0
  const text = posted.retryAfter?.trim() ?? ''
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime()
  return Number.isFinite(waitMs) ? Math.min(waitMs, MAX_ASKED_WAIT_MS) : 0
}

/** Why an event is not even tried, or undefined. */
export function reasonNotToTry({ attempts, isOpen }: { attempts: number; isOpen: boolean }): string | undefined {
  if (!isOpen) return 'the webhook is disabled'
  // Only a process that died while sending leaves an event with all its tries used.
  return attempts > MAX_ATTEMPTS ? 'given up: the service stopped in the middle of every try' : undefined
}

/** `evt_` and 128 random bits. */
export function newEventId(random: (length: number) => Buffer): string {
  return `evt_${random(16).toString('base64url')}`
}

export function isEventId(text: string): boolean {
  return /^evt_[A-Za-z0-9_-]{22}$/.test(text)
}

/** What an event says of itself: ids and states, never what they stand for. */
export type EventData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export type EventBody = { type: WebhookEventType; at: Date; test: boolean; data: EventData }

/** The body as it is signed and sent; the fields are those of Standard Webhooks, and `test`. */
export function writeBody({ type, at, test, data }: EventBody): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), test, data })
}

/** What is kept of a delivery, for operators. */
export type StoredDelivery = {
  id: number
  eventId: string
  siteKey: string
  siteName: string
  type: WebhookEventType
  state: WebhookDelivery['state']
  attempts: number
  lastStatus: number | null
  problem: string
  createdAt: Date
  nextTryAt: Date | null
  sentAt: Date | null
}

/** A delivery as operators see it. */
export function describeDelivery(one: StoredDelivery): WebhookDelivery {
  return {
    id: one.eventId,
    site_key: one.siteKey,
    site_name: one.siteName,
    type: one.type,
    state: one.state,
    attempts: one.attempts,
    last_status: one.lastStatus,
    problem: one.problem,
    created_at: one.createdAt.toISOString(),
    next_try_at: one.nextTryAt?.toISOString() ?? null,
    sent_at: one.sentAt?.toISOString() ?? null,
  }
}
