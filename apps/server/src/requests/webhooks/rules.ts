import type { WebhookDelivery, WebhookEventType } from '@stillhere/contract'
import type { LoggedDelivery } from '../../platform/outbox/store.ts'

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

/** A delivery as operators see it. */
export function describeDelivery(one: LoggedDelivery): WebhookDelivery {
  return {
    id: one.key ?? '',
    site_key: one.siteKey ?? '',
    site_name: one.siteName ?? '',
    type: one.kind as WebhookEventType,
    state: one.state,
    attempts: one.attempts,
    last_status: one.status,
    problem: one.problem,
    created_at: one.createdAt.toISOString(),
    next_try_at: one.nextTryAt?.toISOString() ?? null,
    sent_at: one.sentAt?.toISOString() ?? null,
  }
}
