import type { FastifyRequest } from 'fastify'
import type { Queries } from '../../platform/database/pool.ts'
import { findOwnAddress } from '../../platform/http/origin.ts'
import { isLoopbackName } from '../../platform/loopback.ts'
import { fieldProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { hasOrigin } from './store.ts'

/**
 * 400 for an audience that this service knows nothing of: a receipt is for the origin of a registered site, or for the service itself.
 * Without PUBLIC_URL the service is somebody's own, and so are the sites on their machine.
 */
export async function demandAudience(
  db: Queries,
  { settings }: Pick<Service, 'settings'>,
  { audience, request }: { audience: string; request: FastifyRequest },
): Promise<void> {
  const own = findOwnAddress(settings, request)
  if (own && audience === `${own.scheme}://${own.authority}`) return
  if (settings.publicUrl === undefined && isLoopbackOrigin(audience)) return
  if (!audience.includes('\0') && (await hasOrigin(db, audience))) return
  throw fieldProblem('/audience', 'must be the origin of a site that is registered with this service')
}

function isLoopbackOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.origin === text && isLoopbackName(url.hostname)
}
