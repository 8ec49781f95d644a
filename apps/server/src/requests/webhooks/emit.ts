import { randomBytes } from 'node:crypto'
import type { WebhookEventType } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { enqueue } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { findListeners, holdOpenWebhook } from '../sites/webhook-store.ts'
import { type EventData, newEventId, writeBody } from './rules.ts'

/** What happened, for one site: ids and states, never a receipt, a code or an e-mail address. */
export type WebhookEvent = { siteId: number; type: WebhookEventType; data: EventData }

/**
 * Writes an event into the caller's transaction and returns its id. If the transaction commits, the event is sent, by whichever
 * process looks first; if not, there never was one. Nothing is written for a site without a webhook that is open.
 */
export async function emitEvent(
  tx: Transaction,
  { settings }: Pick<Service, 'settings'>,
  { siteId, type, data }: WebhookEvent,
): Promise<string | undefined> {
  const webhook = await holdOpenWebhook(tx, siteId)
  if (!webhook) return undefined
  const eventId = newEventId(randomBytes)
  const body = writeBody({ type, at: tx.now, test: webhook.test || settings.sandbox, data })
  const payload = Buffer.from(body)
  await enqueue(tx, { channel: 'webhook', kind: type, key: eventId, lane: siteId, siteId, payload, now: tx.now })
  return eventId
}

/** A receipt that was revoked just now. */
export type RevokedReceipt = { receiptId: string; audience: string | null; subject: string; revokedAt: Date }

/** Tells the sites that a receipt was for that it is revoked. */
export async function emitRevocation(
  tx: Transaction,
  service: Service,
  { receiptId, audience, subject, revokedAt }: RevokedReceipt,
): Promise<void> {
  if (audience === null) return
  const data = { receipt_id: receiptId, subject, revoked_at: revokedAt.toISOString() }
  for (const { siteId } of await findListeners(tx, [audience])) {
    await emitEvent(tx, service, { siteId, type: 'receipt.revoked', data })
  }
}

/** A name under which a site knew a node. */
export type KnownSubject = { audience: string; subject: string }

/** Tells each site that has receipts of a node under which names it is gone. */
export async function emitErasure(tx: Transaction, service: Service, known: readonly KnownSubject[]): Promise<void> {
  const listeners = await findListeners(tx, [...new Set(known.map(({ audience }) => audience))])
  for (const { siteId, origins } of listeners) {
    const subjects = known.filter(({ audience }) => origins.includes(audience)).map(({ subject }) => subject)
    await emitEvent(tx, service, { siteId, type: 'node.erased', data: { subjects } })
  }
}
