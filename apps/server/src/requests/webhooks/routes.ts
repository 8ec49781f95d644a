import {
  listWebhookDeliveries,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  WEBHOOK_OVERLAP_HOURS,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { openCursor, sealCursor, serveTx } from '../../platform/http/endpoint.ts'
import { findDelivery, listDeliveries, type LoggedDelivery, restartDelivery } from '../../platform/outbox/store.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { StoredSite } from '../sites/rules.ts'
import { demandSite } from '../sites/sites.ts'
import { refuseMissing, replaceWebhookSecret } from '../sites/webhook.ts'
import { emitEvent } from './emit.ts'
import { describeDelivery, isEventId } from './rules.ts'

export function webhooksRoutes(app: FastifyInstance, service: Service): void {
  const { secrets } = service

  serveTx(app, listWebhookDeliveries, async (tx, { query: { site_key: siteKey, limit = 100, cursor } }) => {
    const siteId = siteKey === undefined ? null : (await demandSite(tx, siteKey)).id
    const list = `webhooks:${siteId}`
    const before = cursor === undefined ? null : Number(openCursor(secrets, list, cursor))
    const rows = await listDeliveries(tx, { channel: 'webhook', siteId, before, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const nextCursor = last ? sealCursor(secrets, list, String(last.id)) : null
    return { deliveries: rows.slice(0, limit).map(describeDelivery), nextCursor }
  })

  serveTx(app, replayWebhook, async (tx, { params: { id } }) => {
    const event = await demandDelivery(tx, id)
    demandOpen(await demandSite(tx, event.siteKey ?? ''))
    const states = ['waiting', 'sent', 'dead'] as const
    await restartDelivery(tx, { channel: 'webhook', id: event.id, states, now: tx.now })
    return describeDelivery(await demandDelivery(tx, id))
  })

  serveTx(app, rotateWebhookSecret, async (tx, { params: { site_key: siteKey }, body, reply }) => {
    reply.header('cache-control', 'no-store')
    const { id: siteId } = await demandSite(tx, siteKey)
    const { overlap_hours: overlapHours = WEBHOOK_OVERLAP_HOURS } = body
    return await replaceWebhookSecret(tx, service, { siteId, overlapHours })
  })

  serveTx(app, testWebhook, async (tx, { params: { site_key: siteKey } }) => {
    const site = await demandSite(tx, siteKey)
    demandOpen(site)
    const data = { site_key: site.siteKey }
    const id = (await emitEvent(tx, service, { siteId: site.id, type: 'webhook.test', data })) ?? refuseDisabled()
    return describeDelivery(await demandDelivery(tx, id))
  })
}

async function demandDelivery(tx: Transaction, id: string): Promise<LoggedDelivery> {
  const found = isEventId(id) ? await findDelivery(tx, 'webhook', id) : undefined
  if (found) return found
  throw new RequestProblem('NOT_FOUND', 'There is no event with this id.')
}

function demandOpen({ webhook }: StoredSite): void {
  if (webhook === null) refuseMissing()
  if (webhook.disabledAt !== null) refuseDisabled()
}

function refuseDisabled(): never {
  throw new RequestProblem('WEBHOOK_DISABLED', 'The webhook of this site is disabled. Set its address again first.')
}
