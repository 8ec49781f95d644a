import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { spendAddressBudget, spendSiteBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { isSiteKey, type StoredSite } from './rules.ts'
import { findSite, findSiteBySecret, type SiteRow } from './store.ts'

/** The site whose secret a call shows, as Authorization: Bearer; 401 without a good one. */
export async function requireSiteSecret(
  db: Queries,
  service: Pick<Service, 'secrets'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<SiteRow> {
  const hash = hashPresentedSecret(service, request)
  const site = hash && (await findSiteBySecret(db, hash))
  if (site) return site
  throw refuseSecret()
}

/** Gives the app `spendCallerBudget`, by which areas that know no sites can serve those of servers. */
export function addCallerBudget(app: FastifyInstance, service: Service): void {
  app.decorate('spendCallerBudget', (name: LimitName, request: FastifyRequest) =>
    spendCallerBudget(app, service, { name, request }),
  )
}

async function spendCallerBudget(
  { requireAdmin }: Pick<FastifyInstance, 'requireAdmin'>,
  service: Service,
  { name, request }: { name: LimitName; request: FastifyRequest },
): Promise<void> {
  if (hashPresentedSecret(service, request) !== undefined) {
    const { siteKey } = await requireSiteSecret(service.db, service, request)
    return spendSiteBudget(service, 'people.site', siteKey)
  }
  if (request.headers['x-admin-secret'] === undefined) return spendAddressBudget(service, name, request)
  await requireAdmin(request)
  await spendSiteBudget(service, 'people.site', 'operator')
}

/** The keyed hash of the secret that a call shows; undefined where it shows none that could be one. */
export function hashPresentedSecret(
  { secrets }: Pick<Service, 'secrets'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Buffer | undefined {
  const secret = /^Bearer (sk_[A-Za-z0-9_-]{43})$/i.exec(headers.authorization ?? '')?.[1]
  return secret === undefined ? undefined : secrets.hash('site-secret', secret)
}

/** The 401 of a call that needs the secret of a site. */
export function refuseSecret(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'Send a secret of the site as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** The site with this key; 404 when there is none. */
export async function requireSite(tx: Transaction, siteKey: string): Promise<StoredSite> {
  return (await findSite(tx, requireSiteKey(siteKey))) ?? refuseUnknownSite()
}

/** A key as it may be looked for; 404 for what can be none. */
export function requireSiteKey(text: string): string {
  return isSiteKey(text) ? text : refuseUnknownSite()
}

export function refuseUnknownSite(): never {
  throw new RequestProblem('NOT_FOUND', 'There is no site with this key.')
}
