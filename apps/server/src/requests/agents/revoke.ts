import type { AgentRecord } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { acceptToken } from '../../identity/access/authorize.ts'
import { addToTally } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { demandActive, demandLocked, readRecord } from './record.ts'
import type { RevokedBy } from './rows.ts'
import { findOperator, markRevoked, removeAgent } from './store.ts'

export type Asked = { agentId: string; request: FastifyRequest }

/** Revokes an agent for whoever may: itself, its operator, or the admin, whose secret was looked at before. */
export async function revoke(
  tx: Transaction,
  service: Service,
  { agentId, request, isAdmin }: Asked & { isAdmin: boolean },
): Promise<AgentRecord> {
  const agent = isAdmin ? await demandLocked(tx, agentId) : undefined
  const by: RevokedBy = agent ? 'admin' : await demandParty(tx, service, { agentId, request })
  const { id } = agent ?? (await demandLocked(tx, agentId))
  await markRevoked(tx, id, { by, now: tx.now })
  return readRecord(tx, agentId)
}

/** Whether the agent itself or its operator is calling; 401 for anybody else. */
export async function demandParty(
  tx: Transaction,
  service: Service,
  { agentId, request }: Asked,
): Promise<'agent' | 'operator'> {
  if (request.agent?.agentId === agentId) {
    // Held and looked at again: it may have been revoked since its signature was verified.
    await demandActive(tx, agentId)
    return 'agent'
  }
  const agent = await demandLocked(tx, agentId)
  const token = await acceptToken(tx, service, request)
  const operator = await findOperator(tx, agent.id)
  if (token?.proved && operator?.nodeId === token.nodeId) return 'operator'
  throw refuseParty()
}

/** The 401 of a call that neither the agent nor its operator makes. */
export function refuseParty(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'This needs the signature of the agent, or the token of its operator.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Removes an agent that is revoked or was never proved, so that its handle can be declared again; 409 for a verified one. */
export async function freeHandle(tx: Transaction, agentId: string): Promise<void> {
  const { id } = await demandLocked(tx, agentId)
  if (!(await removeAgent(tx, id)))
    throw new RequestProblem('AGENT_VERIFIED', 'This agent is verified. Revoke it first if it is abandoned.')
  await addToTally(tx, 'agents', -1)
}
