import { randomBytes } from 'node:crypto'
import type { AnswerOf, createSite } from '@stillhere/contract'
import { acceptsDevices } from '../../identity/device-roots/trust.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { refuseFields, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import {
  describeSite,
  findSiteProblems,
  hintOf,
  isSiteKey,
  newSiteKey,
  newSiteSecret,
  type GivenSite,
  type SiteActions,
  type StoredSite,
} from './rules.ts'
import { addSecret, addSite, deleteSite, findSite, holdSite, updateSite } from './store.ts'
import { setWebhook } from './webhook.ts'

/** A site with a secret that is told this once. */
type SiteWithSecret = AnswerOf<typeof createSite>

export type WantedSite = {
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

/** The site with this key; 404 when there is none. */
export async function demandSite(tx: Transaction, siteKey: string): Promise<StoredSite> {
  return (await findSite(tx, demandKey(siteKey))) ?? refuseUnknown()
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

/** A key as it may be looked for; 404 for what can be none. */
export function demandKey(text: string): string {
  return isSiteKey(text) ? text : refuseUnknown()
}

/** 400 that names every field that cannot be one. */
export async function demandWellFormed(tx: Transaction, { settings }: Service, given: GivenSite): Promise<void> {
  const reach = { ...settings, acceptsDevices: await acceptsDevices(tx, { settings, now: tx.now }) }
  refuseFields(findSiteProblems(given, reach))
}

function refuseUnknown(): never {
  throw new RequestProblem('NOT_FOUND', 'There is no site with this key.')
}
