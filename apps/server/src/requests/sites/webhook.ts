import { randomBytes } from 'node:crypto'
import type { AnswerOf, rotateWebhookSecret } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { hintOf } from './rules.ts'
import { describeWebhook, newWebhookSecret } from './webhook-rules.ts'
import { addWebhookSecret, deleteWebhook, endSecrets, listWebhooks, lockWebhook, putWebhook } from './webhook-store.ts'

/** Sets the webhook of a site and returns its secret if it had none; null removes the webhook with its secret, undefined leaves it. */
export async function setWebhook(
  tx: Transaction,
  service: Service,
  { siteId, url }: { siteId: number; url: string | null | undefined },
): Promise<string | undefined> {
  if (url === undefined) return undefined
  if (url === null) {
    await deleteWebhook(tx, siteId)
    return undefined
  }
  await putWebhook(tx, { siteId, url, now: tx.now })
  return addSecret(tx, service, siteId)
}

/** Makes a new secret for the webhook of a site; earlier ones sign beside it for so many hours. 404 without a webhook. */
export async function replaceWebhookSecret(
  tx: Transaction,
  service: Service,
  { siteId, overlapHours }: { siteId: number; overlapHours: number },
): Promise<AnswerOf<typeof rotateWebhookSecret>> {
  if (!(await lockWebhook(tx, siteId))) refuseMissing()
  await endSecrets(tx, siteId, new Date(tx.now.getTime() + overlapHours * HOUR_MS))
  const secret = await addSecret(tx, service, siteId)
  const [webhook] = await listWebhooks(tx, [siteId], tx.now)
  if (secret === undefined || webhook === undefined) throw new Error('a webhook that is held has lost its secret')
  return { webhook: describeWebhook(webhook), webhook_secret: secret }
}

/** 404 for a site without a webhook. */
export function refuseMissing(): never {
  throw new RequestProblem('NOT_FOUND', 'This site has no webhook.')
}

async function addSecret(tx: Transaction, { secrets }: Service, siteId: number): Promise<string | undefined> {
  const secret = newWebhookSecret(randomBytes)
  const sealed = secrets.seal('webhook-secret', secret)
  const isAdded = await addWebhookSecret(tx, { siteId, sealed, hint: hintOf(secret), now: tx.now })
  return isAdded ? secret : undefined
}
