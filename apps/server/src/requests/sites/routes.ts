import { addSiteSecret, changeSite, createSite, listSites, removeSite, removeSiteSecret } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../platform/database/sql.ts'
import { openCursor, sealCursor, serveTx } from '../../platform/http/endpoint.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { describeSite } from './rules.ts'
import { addSecretTo, demandWellFormed, demandKey, demandSite, dropSite, registerSite } from './sites.ts'
import { deleteSecret, listPage, updateSite } from './store.ts'
import { setWebhook } from './webhook.ts'

export function sitesRoutes(app: FastifyInstance, service: Service): void {
  const { secrets } = service

  serveTx(app, createSite, async (tx, { body, reply }) => {
    reply.header('cache-control', 'no-store')
    return await registerSite(tx, service, body)
  })

  serveTx(app, listSites, async (tx, { query: { limit = 100, cursor } }) => {
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'sites', cursor))
    const rows = await listPage(tx, { before, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const nextCursor = last ? sealCursor(secrets, 'sites', String(last.id)) : null
    return { sites: rows.slice(0, limit).map(describeSite), nextCursor }
  })

  serveTx(app, changeSite, async (tx, { params: { site_key: siteKey }, body, reply }) => {
    await demandWellFormed(tx, service, body)
    const { name, origins, return_urls: returnUrls, webhook_url: url, actions, disabled } = body
    const { logout_url: logoutUrl, ping_url: pingUrl } = body
    const change = {
      ...(name && { name: name.trim() }),
      ...(origins && { origins }),
      ...(returnUrls && { returnUrls }),
      ...(actions && { actions }),
    }
    await updateSite(tx, demandKey(siteKey), { ...change, logoutUrl, pingUrl, disabled }, tx.now)
    const { id: siteId } = await demandSite(tx, siteKey)
    const secret = await setWebhook(tx, service, { siteId, url })
    reply.header('cache-control', 'no-store')
    return { ...describeSite(await demandSite(tx, siteKey)), ...(secret && { webhook_secret: secret }) }
  })

  serveTx(app, removeSite, async (tx, { params: { site_key: siteKey } }) => {
    await dropSite(tx, siteKey)
    return { success: true }
  })

  serveTx(app, addSiteSecret, async (tx, { params: { site_key: siteKey }, reply }) => {
    reply.header('cache-control', 'no-store')
    return await addSecretTo(tx, service, await demandSite(tx, siteKey))
  })

  serveTx(app, removeSiteSecret, async (tx, { params: { site_key: siteKey, id } }) => {
    if (isUuid(id) && (await deleteSecret(tx, { siteKey: demandKey(siteKey), id }))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This site has no such secret.')
  })
}
