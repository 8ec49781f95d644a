import { createHmac, randomBytes } from 'node:crypto'
import {
  listWebhookDeliveries,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  WEBHOOK_OVERLAP_HOURS,
  type WebhookDelivery,
  type WebhookEventType,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { openCursor, sealCursor, serveTx } from '../../platform/http/endpoint.ts'
import type { Transport } from '../../platform/outbox/deliver.ts'
import { type Post, toOutcome } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import {
  type Delivery,
  queueDelivery,
  findDelivery,
  cancelWaitingDeliveries,
  listDeliveries,
  type LoggedDelivery,
  queueDeliveryAgain,
} from '../../platform/outbox/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { requireSite } from './authorize.ts'
import { refuseMissing, rotateSecretOfWebhook } from './routes.ts'
import type { StoredSite } from './rules.ts'
import { updateDisabledWebhook, findListeners, findOpenWebhook, lockOpenWebhook } from './store.ts'

/** Serves the admin endpoints of webhooks: listing and replaying deliveries, rotating the secret, and sending a test event. */
export function serveWebhooks(app: FastifyInstance, service: Service): void {
  const { secrets } = service

  serveTx(app, listWebhookDeliveries, async (tx, { query: { site_key: siteKey, limit = 100, cursor } }) => {
    const siteId = siteKey === undefined ? null : (await requireSite(tx, siteKey)).id
    const list = `webhooks:${siteId}`
    const before = cursor === undefined ? null : Number(openCursor(secrets, list, cursor))
    const rows = await listDeliveries(tx, { channel: 'webhook', siteId, before, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const nextCursor = last ? sealCursor(secrets, list, String(last.id)) : null
    return { deliveries: rows.slice(0, limit).map(describeDelivery), nextCursor }
  })

  serveTx(app, replayWebhook, async (tx, { params: { id } }) => {
    const event = await requireDelivery(tx, id)
    requireOpenWebhook(await requireSite(tx, event.siteKey ?? ''))
    const states = ['waiting', 'sent', 'dead'] as const
    await queueDeliveryAgain(tx, { channel: 'webhook', id: event.id, states, now: tx.now })
    return describeDelivery(await requireDelivery(tx, id))
  })

  serveTx(app, rotateWebhookSecret, async (tx, { params: { site_key: siteKey }, body, reply }) => {
    reply.header('cache-control', 'no-store')
    const { id: siteId } = await requireSite(tx, siteKey)
    const { overlap_hours: overlapHours = WEBHOOK_OVERLAP_HOURS } = body
    return await rotateSecretOfWebhook(tx, service, { siteId, overlapHours })
  })

  serveTx(app, testWebhook, async (tx, { params: { site_key: siteKey } }) => {
    const site = await requireSite(tx, siteKey)
    requireOpenWebhook(site)
    const data = { site_key: site.siteKey }
    const id = (await queueEvent(tx, service, { siteId: site.id, type: 'webhook.test', data })) ?? refuseDisabled()
    return describeDelivery(await requireDelivery(tx, id))
  })
}

/** An event for one site. `data` has ids and states, never a receipt, a code or an e-mail address. */
type WebhookEvent = { siteId: number; type: WebhookEventType; data: EventData }

/**
 * Queues a webhook event for a site and returns its id; the event is sent after the transaction has committed. Returns undefined, with nothing
 * queued, if the site has no webhook or it is disabled.
 */
export async function queueEvent(
  tx: Transaction,
  { settings }: Pick<Service, 'settings'>,
  { siteId, type, data }: WebhookEvent,
): Promise<string | undefined> {
  const webhook = await lockOpenWebhook(tx, siteId)
  if (!webhook) return undefined
  const eventId = createEventId(randomBytes)
  const body = encodeEvent({ type, at: tx.now, test: webhook.test || settings.sandbox, data })
  const payload = Buffer.from(body)
  await queueDelivery(tx, { channel: 'webhook', kind: type, key: eventId, lane: siteId, siteId, payload, now: tx.now })
  return eventId
}

/** A receipt that was revoked just now. */
type RevokedReceipt = { receiptId: string; audience: string | null; subject: string; revokedAt: Date }

/** Queues the event `receipt.revoked` for every site that has the receipt's audience as an origin; does nothing if the receipt has no audience. */
export async function queueRevocation(
  tx: Transaction,
  service: Service,
  { receiptId, audience, subject, revokedAt }: RevokedReceipt,
): Promise<void> {
  if (audience === null) return
  const data = { receipt_id: receiptId, subject, revoked_at: revokedAt.toISOString() }
  for (const { siteId } of await findListeners(tx, [audience])) {
    await queueEvent(tx, service, { siteId, type: 'receipt.revoked', data })
  }
}

/** A subject under which a site knew a node. `audience`: an origin of the site. */
type KnownSubject = { audience: string; subject: string }

/** Queues the event `node.erased` for every site that has receipts of a node, with the subjects under which the site knew the node. */
export async function queueErasure(tx: Transaction, service: Service, known: readonly KnownSubject[]): Promise<void> {
  const listeners = await findListeners(tx, [...new Set(known.map(({ audience }) => audience))])
  for (const { siteId, origins } of listeners) {
    const subjects = known.filter(({ audience }) => origins.includes(audience)).map(({ subject }) => subject)
    await queueEvent(tx, service, { siteId, type: 'node.erased', data: { subjects } })
  }
}

async function requireDelivery(tx: Transaction, id: string): Promise<LoggedDelivery> {
  const found = isEventId(id) ? await findDelivery(tx, 'webhook', id) : undefined
  if (found) return found
  throw new RequestProblem('NOT_FOUND', 'There is no event with this id.')
}

function requireOpenWebhook({ webhook }: StoredSite): void {
  if (webhook === null) refuseMissing()
  if (webhook.disabledAt !== null) refuseDisabled()
}

function refuseDisabled(): never {
  throw new RequestProblem('WEBHOOK_DISABLED', 'The webhook of this site is disabled. Set its address again first.')
}

/** Creates the id of an event: `evt_` and 128 bits from `random`. */
function createEventId(random: (length: number) => Buffer): string {
  return `evt_${random(16).toString('base64url')}`
}

function isEventId(text: string): boolean {
  return /^evt_[A-Za-z0-9_-]{22}$/.test(text)
}

/** The content of an event: ids and states only. */
type EventData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

type EventBody = { type: WebhookEventType; at: Date; test: boolean; data: EventData }

/** Returns the body as it is signed and sent, with the members of Standard Webhooks and `test`. */
function encodeEvent({ type, at, test, data }: EventBody): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), test, data })
}

/** Returns a delivery in the form that operators see. */
function describeDelivery(one: LoggedDelivery): WebhookDelivery {
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

/**
 * Creates the outbox transport that signs webhook events and posts them to the address of the site. A site that answers 410 gets its webhook
 * disabled.
 */
export function createWebhookTransport(service: Pick<Service, 'db' | 'secrets'>, post: Post): Transport {
  return { channel: 'webhook', send: (event) => sendEvent(service, post, event) }
}

async function sendEvent(
  { db, secrets }: Pick<Service, 'db' | 'secrets'>,
  post: Post,
  { key, siteId, payload, claimedAt }: Delivery,
): Promise<Outcome> {
  const webhook = await findOpenWebhook(db, siteId ?? 0, claimedAt)
  if (!webhook) return { outcome: 'refused', problem: DISABLED }
  const body = payload.toString()
  const opened = webhook.sealedSecrets.map((sealed) => secrets.open('webhook-secret', sealed))
  const signed = signHeaders({ id: key ?? '', at: claimedAt, body }, opened)
  const headers = { 'content-type': 'application/json', 'user-agent': 'stillhere-webhooks', ...signed }
  const outcome = toOutcome(await post({ url: webhook.url, headers, body }), claimedAt)
  if (outcome.status !== 410) return outcome
  const effect = (tx: Transaction) => stopWebhook(tx, { siteId: siteId ?? 0, url: webhook.url })
  return { outcome: 'refused', status: 410, problem: 'answered 410', effect }
}

const DISABLED = 'the webhook is disabled'

/** Disables the webhook of a site that answered 410, and cancels the events that wait for it. */
async function stopWebhook(tx: Transaction, { siteId, url }: { siteId: number; url: string }): Promise<void> {
  const reason = 'the address answered 410 Gone'
  if (await updateDisabledWebhook(tx, { siteId, url, reason, now: tx.now }))
    await cancelWaitingDeliveries(tx, siteId, DISABLED)
}

/** The signed parts of an event: its id, the time of this attempt, and the exact body. */
type Signable = { id: string; at: Date; body: string }

/**
 * Returns the three headers of Standard Webhooks: id, timestamp and signature. Each of the secrets adds a signature, so that the receiver
 * needs to know only one of them.
 */
export function signHeaders({ id, at, body }: Signable, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${computeSignature(`${id}.${seconds}.${body}`, secret)}`)
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

function computeSignature(text: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}
