import { ASKER_LIMITS } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { computeUserId, lockNodeById } from '../../identity/node-store.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { computeSubject } from '../../scan/receipts/issue.ts'
import { demandAgent } from '../agents/signed-requests.ts'
import { findAgent } from '../agents/store.ts'
import { demandSiteSecret } from '../sites/authorize.ts'
import { isSiteKey } from '../sites/rules.ts'
import { findAskingSite } from '../sites/store.ts'
import { type CallingAsker, describeAgent, describeSite } from './rules.ts'
import { lockAsker, saveAsker, type StoredAsker } from './store.ts'

/** The caller: a site by its secret or an agent by its signature; 401 for any other. */
export async function requireAsker(db: Queries, service: Service, request: FastifyRequest): Promise<CallingAsker> {
  // A bad signature was refused before; a caller that shows both is taken for what it signed.
  if (request.agent === null && request.headers.authorization !== undefined)
    return describeSite(await demandSiteSecret(db, service, request))
  return describeAgent(demandAgent(request))
}

/** The site or agent with this key or id, if it may ask people; 404 otherwise. */
export async function requireNamedAsker(db: Queries, key: string): Promise<CallingAsker> {
  const asker = isSiteKey(key) ? await findNamedSite(db, key) : await findNamedAgent(db, key)
  if (asker) return asker
  throw new RequestProblem('NOT_FOUND', 'There is no such site, and no such agent that has proved its key.')
}

async function findNamedSite(db: Queries, key: string): Promise<CallingAsker | undefined> {
  const site = await findAskingSite(db, key)
  return site && describeSite(site)
}

async function findNamedAgent(db: Queries, key: string): Promise<CallingAsker | undefined> {
  // PostgreSQL cannot hold a NUL, not even to look for it.
  const agent = key.includes('\0') ? undefined : await findAgent(db, key)
  return agent?.state === 'verified' ? describeAgent(agent) : undefined
}

/** The site or agent with this key or id, if the node lets it ask, held until the transaction ends; 404 otherwise. */
export async function requireAllowedAsker(tx: Transaction, nodeId: number, key: string): Promise<StoredAsker> {
  const allowed = await lockAsker(tx, nodeId, await requireNamedAsker(tx, key))
  if (allowed) return allowed
  throw new RequestProblem('NOT_FOUND', 'This site or agent may not ask this node.')
}

type Wanted = {
  nodeId: number
  asker: CallingAsker
  perDay?: number | undefined
  sharesKey?: boolean | undefined
  personName?: string | null | undefined
}

/** Lets an asker ask a node, and says by which name it knows the node; 409 where the node has a hundred. */
export async function allowAsking(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, asker, perDay = ASKER_LIMITS.perDay, sharesKey, personName }: Wanted,
): Promise<{ subject: string }> {
  // Held, so that two calls do not count past each other.
  await lockNodeById(tx, nodeId)
  const subject = computeSubject(secrets, { userId: computeUserId(secrets, nodeId), audience: asker.audience })
  if (await saveAsker(tx, { nodeId, asker, subject, perDay, sharesKey, personName, now: tx.now })) return { subject }
  throw new RequestProblem('ASKER_LIMIT_REACHED', `A node can let ${ASKER_LIMITS.askers} sites and agents ask.`)
}
