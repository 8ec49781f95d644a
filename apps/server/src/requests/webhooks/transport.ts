import { createHmac } from 'node:crypto'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Transport } from '../../platform/outbox/deliver.ts'
import { type Post, toOutcome } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import { type Delivery, giveUpWaiting } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { disableWebhook, findOpenWebhook } from '../sites/webhook-store.ts'

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
  const effect = (tx: Transaction) => disable(tx, { siteId: siteId ?? 0, url: webhook.url })
  return { outcome: 'refused', status: 410, problem: 'answered 410', effect }
}

const DISABLED = 'the webhook is disabled'

/** A site that answers 410 wants no more events, neither this one nor those that wait. */
async function disable(tx: Transaction, { siteId, url }: { siteId: number; url: string }): Promise<void> {
  const reason = 'the address answered 410 Gone'
  if (await disableWebhook(tx, { siteId, url, reason, now: tx.now })) await giveUpWaiting(tx, siteId, DISABLED)
}

/** The parts that a receiver checks: the id and the time of a try, and the body letter by letter. */
export type Signable = { id: string; at: Date; body: string }

/** The three headers of Standard Webhooks; each secret signs, so that receivers may know any of them. */
export function signHeaders({ id, at, body }: Signable, secrets: readonly string[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${computeSignature(`${id}.${seconds}.${body}`, secret)}`)
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

function computeSignature(text: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}
