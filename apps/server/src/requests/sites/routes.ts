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
import { requireSiteKey, requireSite, refuseUnknownSite } from './authorize.ts'
import {
  describeSite,
  describeWebhook,
  findSiteProblems,
  type GivenSite,
  toHint,
  createSiteKey,
  createSiteSecret,
  createWebhookSecret,
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
  deleteSecrets,
  lockSite,
  listPage,
  listWebhooks,
  lockWebhook,
  saveWebhook,
  updateSite,
} from './store.ts'

/** Serves the admin endpoints that register, list, change and remove sites and their secrets. */
export function serveSites(app: FastifyInstance, service: Service): void {
  const { secrets } = service

  serveTx(app, createSite, async (tx, { body, reply }) => {
    reply.header('cache-control', 'no-store')
    return await addSiteWithSecret(tx, service, body)
  })

  serveTx(app, listSites, async (tx, { query: { limit = 100, cursor } }) => {
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'sites', cursor))
    const rows = await listPage(tx, { before, limit: limit + 1 })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const nextCursor = last ? sealCursor(secrets, 'sites', String(last.id)) : null
    return { sites: rows.slice(0, limit).map(describeSite), nextCursor }
  })

  serveTx(app, changeSite, async (tx, { params: { site_key: siteKey }, body, reply }) => {
    await requireWellFormed(tx, service, body)
    const { name, origins, return_urls: returnUrls, webhook_url: url, actions, disabled } = body
    const { logout_url: logoutUrl, ping_url: pingUrl } = body
    const change = {
      ...(name && { name: name.trim() }),
      ...(origins && { origins }),
      ...(returnUrls && { returnUrls }),
      ...(actions && { actions }),
    }
    await updateSite(tx, requireSiteKey(siteKey), { ...change, logoutUrl, pingUrl, disabled }, tx.now)
    const { id: siteId } = await requireSite(tx, siteKey)
    const secret = await setWebhook(tx, service, { siteId, url })
    reply.header('cache-control', 'no-store')
    return { ...describeSite(await requireSite(tx, siteKey)), ...(secret && { webhook_secret: secret }) }
  })

  serveTx(app, removeSite, async (tx, { params: { site_key: siteKey } }) => {
    await dropSite(tx, siteKey)
    return { success: true }
  })

  serveTx(app, addSiteSecret, async (tx, { params: { site_key: siteKey }, reply }) => {
    reply.header('cache-control', 'no-store')
    return await addSecretTo(tx, service, await requireSite(tx, siteKey))
  })

  serveTx(app, removeSiteSecret, async (tx, { params: { site_key: siteKey, id } }) => {
    if (isUuid(id) && (await deleteSecret(tx, { siteKey: requireSiteKey(siteKey), id }))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This site has no such secret.')
  })
}

/** A site and its new secret, which is shown only this once. */
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

/**
 * Registers a site, and returns it with its first secret and, if it has a webhook, the webhook's secret; both are shown only this once. Throws
 * 400 for an invalid name or address.
 */
export async function addSiteWithSecret(
  tx: Transaction,
  service: Service,
  wanted: WantedSite,
): Promise<SiteWithSecret> {
  await requireWellFormed(tx, service, wanted)
  const { name, origins, return_urls: returnUrls = [], actions = {}, test = false } = wanted
  const { logout_url: logoutUrl = null, ping_url: pingUrl = null } = wanted
  const addresses = { origins: [...origins], returnUrls: [...returnUrls], logoutUrl, pingUrl }
  const added = await addSite(
    tx,
    { siteKey: createSiteKey(randomBytes), name: name.trim(), ...addresses, actions, test },
    tx.now,
  )
  const webhookSecret = await setWebhook(tx, service, { siteId: added.id, url: wanted.webhook_url })
  const made = await addSecretTo(tx, service, added)
  return webhookSecret === undefined ? made : { ...made, webhook_secret: webhookSecret }
}

/** Adds a new secret to a site and returns it, shown only this once; throws 409 if the site has two. */
export async function addSecretTo(
  tx: Transaction,
  { secrets }: Service,
  site: Pick<StoredSite, 'id' | 'siteKey'>,
): Promise<SiteWithSecret> {
  await lockSite(tx, site.id)
  const secret = createSiteSecret(randomBytes)
  const stored = { siteId: site.id, hash: secrets.hash('site-secret', secret), hint: toHint(secret), now: tx.now }
  if (!(await addSecret(tx, stored))) {
    throw new RequestProblem('SITE_SECRET_LIMIT_REACHED', 'This site has two secrets. Remove the older one first.')
  }
  return { site: describeSite(await requireSite(tx, site.siteKey)), secret }
}

/** Adds page origins to those that a site has, and returns the site. Throws 404 if there is no such site, 400 for an invalid origin or too many. */
export async function addOrigins(
  tx: Transaction,
  service: Service,
  { siteKey, origins }: { siteKey: string; origins: readonly string[] },
): Promise<StoredSite> {
  await lockSite(tx, (await requireSite(tx, siteKey)).id)
  const site = await requireSite(tx, siteKey)
  const all = [...new Set([...site.origins, ...origins])]
  await requireWellFormed(tx, service, { origins: all })
  await updateSite(tx, siteKey, { origins: all }, tx.now)
  return requireSite(tx, siteKey)
}

/** Deletes a site with its secrets; throws 404 if there is none. */
export async function dropSite(tx: Transaction, siteKey: string): Promise<void> {
  if (!(await deleteSite(tx, requireSiteKey(siteKey)))) refuseUnknownSite()
}

/** Throws 400 with the problems of all fields that are invalid. */
async function requireWellFormed(tx: Transaction, { settings }: Service, given: GivenSite): Promise<void> {
  const reach = { ...settings, acceptsDevices: await isAcceptingDevices(tx, { settings, now: tx.now }) }
  requireNoProblems(findSiteProblems(given, reach))
}

/**
 * Sets the address of a site's webhook, and returns the webhook's secret if it is a new one, otherwise undefined. `url`: null deletes the
 * webhook with its secrets, undefined changes nothing.
 */
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
  await saveWebhook(tx, { siteId, url, now: tx.now })
  return addSealedSecret(tx, service, siteId)
}

/**
 * Replaces the secret of a site's webhook and returns the new one, shown only this once. Earlier secrets go on signing, in addition, for
 * `overlapHours`. Throws 404 if the site has no webhook.
 */
export async function rotateSecretOfWebhook(
  tx: Transaction,
  service: Service,
  { siteId, overlapHours }: { siteId: number; overlapHours: number },
): Promise<AnswerOf<typeof rotateWebhookSecret>> {
  if (!(await lockWebhook(tx, siteId))) refuseMissing()
  await deleteSecrets(tx, siteId, new Date(tx.now.getTime() + overlapHours * HOUR_MS))
  const secret = await addSealedSecret(tx, service, siteId)
  const [webhook] = await listWebhooks(tx, [siteId], tx.now)
  if (secret === undefined || webhook === undefined) throw new Error('a webhook that is held has lost its secret')
  return { webhook: describeWebhook(webhook), webhook_secret: secret }
}

/** Throws the 404 problem for a site without a webhook. */
export function refuseMissing(): never {
  throw new RequestProblem('NOT_FOUND', 'This site has no webhook.')
}

async function addSealedSecret(tx: Transaction, { secrets }: Service, siteId: number): Promise<string | undefined> {
  const secret = createWebhookSecret(randomBytes)
  const sealed = secrets.seal('webhook-secret', secret)
  const isAdded = await addWebhookSecret(tx, { siteId, sealed, hint: toHint(secret), now: tx.now })
  return isAdded ? secret : undefined
}
