import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { spendAddressBudget, spendSiteBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { LimitName } from '../../platform/settings/limits.ts'
import { isSiteKey, type StoredSite } from './rules.ts'
import { findSite, findSiteBySecret, type SiteRow } from './store.ts'

/** Returns the site whose secret the request has as `Authorization: Bearer`; throws 401 without the secret of an enabled site. */
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

/**
 * Adds the method `spendCallerBudget` to the app, which counts a request against the budget of the calling site or operator (if it has a
 * secret), or else of the IP address. Areas that may not import sites call it.
 */
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

/** Returns the keyed hash of the site secret in the request's Authorization header; undefined if there is none in this form. Doesn't verify it. */
export function hashPresentedSecret(
  { secrets }: Pick<Service, 'secrets'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Buffer | undefined {
  const secret = /^Bearer (sk_[A-Za-z0-9_-]{43})$/i.exec(headers.authorization ?? '')?.[1]
  return secret === undefined ? undefined : secrets.hash('site-secret', secret)
}

/** Returns the 401 problem for a request without a valid site secret. */
export function refuseSecret(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'Send a secret of the site as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Returns the site with this key, disabled or not; throws 404 if there is none. */
export async function requireSite(tx: Transaction, siteKey: string): Promise<StoredSite> {
  return (await findSite(tx, requireSiteKey(siteKey))) ?? refuseUnknownSite()
}

/** Returns the text if it has the form of a site key; throws 404 otherwise. */
export function requireSiteKey(text: string): string {
  return isSiteKey(text) ? text : refuseUnknownSite()
}

/** Throws the 404 problem for an unknown site key. */
export function refuseUnknownSite(): never {
  throw new RequestProblem('NOT_FOUND', 'There is no site with this key.')
}
