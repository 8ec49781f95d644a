import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/pool.ts'
import { RequestProblem } from '../problem.ts'
import type { Service } from '../service.ts'
import { findSiteBySecret, type SiteRow } from './store.ts'

/** The site whose secret a call shows, as Authorization: Bearer; 401 without a good one. */
export async function demandSiteSecret(
  db: Queries,
  service: Pick<Service, 'secrets'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<SiteRow> {
  const hash = hashPresentedSecret(service, request)
  const site = hash && (await findSiteBySecret(db, hash))
  if (site) return site
  throw refuseSecret()
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
