import { addSiteSecret, changeSite, createSite, listSites, removeSite, removeSiteSecret } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { isUuid } from '../database/sql.ts'
import { openCursor, sealCursor } from '../http/cursor.ts'
import { serve } from '../http/endpoint.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { describeSite } from './rules.ts'
import { addSecretTo, demandWellFormed, demandKey, demandSite, dropSite, registerSite } from './sites.ts'
import { deleteSecret, listPage, updateSite } from './store.ts'
import { setWebhook } from './webhook.ts'

export function sitesRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets } = service

  serve(app, createSite, ({ body, reply, keep }) =>
    db.transaction(async (tx) => {
      reply.header('cache-control', 'no-store')
      return keep(tx, await registerSite(tx, service, body))
    }),
  )

  serve(app, listSites, ({ query: { limit = 100, cursor } }) =>
    db.transaction(async (tx) => {
      const before = cursor === undefined ? null : Number(openCursor(secrets, 'sites', cursor))
      const rows = await listPage(tx, { before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      const nextCursor = last ? sealCursor(secrets, 'sites', String(last.id)) : null
      return { sites: rows.slice(0, limit).map(describeSite), nextCursor }
    }),
  )

  serve(app, changeSite, ({ params: { site_key: siteKey }, body, reply }) =>
    db.transaction(async (tx) => {
      demandWellFormed(service, body)
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
    }),
  )

  serve(app, removeSite, ({ params: { site_key: siteKey } }) =>
    db.transaction(async (tx) => {
      await dropSite(tx, siteKey)
      return { success: true }
    }),
  )

  serve(app, addSiteSecret, ({ params: { site_key: siteKey }, reply, keep }) =>
    db.transaction(async (tx) => {
      reply.header('cache-control', 'no-store')
      return keep(tx, await addSecretTo(tx, service, await demandSite(tx, siteKey)))
    }),
  )

  serve(app, removeSiteSecret, ({ params: { site_key: siteKey, id } }) =>
    db.transaction(async (tx) => {
      if (isUuid(id) && (await deleteSecret(tx, { siteKey: demandKey(siteKey), id }))) return { success: true }
      throw new RequestProblem('NOT_FOUND', 'This site has no such secret.')
    }),
  )
}
