import type { FastifyRequest } from 'fastify'
import { demandAgent } from '../agents/signed-requests.ts'
import type { Queries } from '../database/pool.ts'
import type { Service } from '../service.ts'
import { demandSiteSecret } from '../sites/authorize.ts'
import type { SiteRow } from '../sites/store.ts'
import type { AskerRef } from './store.ts'

/** The site or agent that calls. */
export type CallingAsker = AskerRef & {
  /** The key of a site, or the id of an agent. */
  key: string
  /** For whom a receipt is that it gets, and by which the names of people differ from those that others know them by. */
  audience: string
  /** A site that tests; what it gets proves nothing. */
  test: boolean
}

/** Who calls: a site by its secret or an agent by its signature; 401 for anybody else. */
export async function demandAsker(db: Queries, service: Service, request: FastifyRequest): Promise<CallingAsker> {
  // A bad signature was refused before; whoever shows both is taken for what it signed.
  if (request.agent === null && request.headers.authorization !== undefined)
    return describeSite(await demandSiteSecret(db, service, request))
  return describeAgent(demandAgent(request))
}

/** A site as it asks. */
export function describeSite({ id, siteKey, origins, test }: SiteRow): CallingAsker {
  return { kind: 'site', id, key: siteKey, audience: origins[0] ?? '', test }
}

/** An agent as it asks. */
export function describeAgent({ id, agentId }: { id: number; agentId: string }): CallingAsker {
  return { kind: 'agent', id, key: agentId, audience: agentId, test: false }
}
