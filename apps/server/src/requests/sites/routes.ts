import { randomBytes } from 'node:crypto'
import {
  addSiteSecret,
  type AnswerOf,
  changeSite,
  createSite,
  listSites,
  removeSite,
  removeSiteSecret,
  type rotateWebhookSecret,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { isAcceptingDevices } from '../../identity/device-roots/trust.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { HOUR_MS } from '../../platform/day.ts'
import { openCursor, sealCursor, serveTx } from '../../platform/http/endpoint.ts'
import { RequestProblem, requireNoProblems } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { demandKey, demandSite, refuseUnknown } from './authorize.ts'
import {
  describeSite,
  describeWebhook,
  findSiteProblems,
  type GivenSite,
  hintOf,
  newSiteKey,
  newSiteSecret,
  newWebhookSecret,
  type SiteActions,
  type StoredSite,
} from './rules.ts'
import {
  addSecret,
  addSite,
  addWebhookSecret,
  deleteSecret,
  deleteSite,
  deleteWebhook,
  endSecrets,
  holdSite,
  listPage,
  listWebhooks,
  lockWebhook,
  putWebhook,
  updateSite,
} from './store.ts'

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

/** A site with a secret that is told this once. */
type SiteWithSecret = AnswerOf<typeof createSite>

type WantedSite = {
  name: string
  origins: readonly string[]
  return_urls?: readonly string[] | undefined
  webhook_url?: string | undefined
  logout_url?: string | undefined
  ping_url?: string | undefined
  actions?: SiteActions | undefined
  test?: boolean | undefined
}

/** Registers a site and makes its first secret, and one for its webhook; 400 for a name or an address that cannot be one. */
export async function registerSite(tx: Transaction, service: Service, wanted: WantedSite): Promise<SiteWithSecret> {
  await demandWellFormed(tx, service, wanted)
  const { name, origins, return_urls: returnUrls = [], actions = {}, test = false } = wanted
  const { logout_url: logoutUrl = null, ping_url: pingUrl = null } = wanted
  const addresses = { origins: [...origins], returnUrls: [...returnUrls], logoutUrl, pingUrl }
  const added = await addSite(
    tx,
    { siteKey: newSiteKey(randomBytes), name: name.trim(), ...addresses, actions, test },
    tx.now,
  )
  const webhookSecret = await setWebhook(tx, service, { siteId: added.id, url: wanted.webhook_url })
  const made = await addSecretTo(tx, service, added)
  return webhookSecret === undefined ? made : { ...made, webhook_secret: webhookSecret }
}

/** Makes one more secret for a site; 409 when it has two. */
export async function addSecretTo(
  tx: Transaction,
  { secrets }: Service,
  site: Pick<StoredSite, 'id' | 'siteKey'>,
): Promise<SiteWithSecret> {
  await holdSite(tx, site.id)
  const secret = newSiteSecret(randomBytes)
  const stored = { siteId: site.id, hash: secrets.hash('site-secret', secret), hint: hintOf(secret), now: tx.now }
  if (!(await addSecret(tx, stored))) {
    throw new RequestProblem('SITE_SECRET_LIMIT_REACHED', 'This site has two secrets. Remove the older one first.')
  }
  return { site: describeSite(await demandSite(tx, site.siteKey)), secret }
}

/** Adds origins of pages to a site, beside those that it has; 400 for what can be none. */
export async function addOrigins(
  tx: Transaction,
  service: Service,
  { siteKey, origins }: { siteKey: string; origins: readonly string[] },
): Promise<StoredSite> {
  await holdSite(tx, (await demandSite(tx, siteKey)).id)
  const site = await demandSite(tx, siteKey)
  const all = [...new Set([...site.origins, ...origins])]
  await demandWellFormed(tx, service, { origins: all })
  await updateSite(tx, siteKey, { origins: all }, tx.now)
  return demandSite(tx, siteKey)
}

/** Removes a site with its secrets; 404 when there is none. */
export async function dropSite(tx: Transaction, siteKey: string): Promise<void> {
  if (!(await deleteSite(tx, demandKey(siteKey)))) refuseUnknown()
}

/** 400 that names every field that cannot be one. */
async function demandWellFormed(tx: Transaction, { settings }: Service, given: GivenSite): Promise<void> {
  const reach = { ...settings, acceptsDevices: await isAcceptingDevices(tx, { settings, now: tx.now }) }
  requireNoProblems(findSiteProblems(given, reach))
}

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
  return addSealedSecret(tx, service, siteId)
}

/** Makes a new secret for the webhook of a site; earlier ones sign beside it for so many hours. 404 without a webhook. */
export async function replaceWebhookSecret(
  tx: Transaction,
  service: Service,
  { siteId, overlapHours }: { siteId: number; overlapHours: number },
): Promise<AnswerOf<typeof rotateWebhookSecret>> {
  if (!(await lockWebhook(tx, siteId))) refuseMissing()
  await endSecrets(tx, siteId, new Date(tx.now.getTime() + overlapHours * HOUR_MS))
  const secret = await addSealedSecret(tx, service, siteId)
  const [webhook] = await listWebhooks(tx, [siteId], tx.now)
  if (secret === undefined || webhook === undefined) throw new Error('a webhook that is held has lost its secret')
  return { webhook: describeWebhook(webhook), webhook_secret: secret }
}

/** 404 for a site without a webhook. */
export function refuseMissing(): never {
  throw new RequestProblem('NOT_FOUND', 'This site has no webhook.')
}

async function addSealedSecret(tx: Transaction, { secrets }: Service, siteId: number): Promise<string | undefined> {
  const secret = newWebhookSecret(randomBytes)
  const sealed = secrets.seal('webhook-secret', secret)
  const isAdded = await addWebhookSecret(tx, { siteId, sealed, hint: hintOf(secret), now: tx.now })
  return isAdded ? secret : undefined
}
