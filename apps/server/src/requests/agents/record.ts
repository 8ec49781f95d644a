import type { AgentRecord } from '@stillhere/contract'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { agentRevoked, noSuchAgent } from './refusals.ts'
import type { StoredAgent } from './rows.ts'
import { toRecord } from './rules.ts'
import { findAgent, findOperator, listKeys, lockAgent } from './store.ts'

/** The public record of an agent; 404 when there is none. */
export async function readRecord(db: Queries, agentId: string): Promise<AgentRecord> {
  // PostgreSQL cannot hold a NUL, not even to look for it.
  const agent = agentId.includes('\0') ? undefined : await findAgent(db, agentId)
  if (!agent) throw noSuchAgent()
  return toRecord(agent, await listKeys(db, agent.id), await findOperator(db, agent.id))
}

/** An agent that this transaction may change; 404 when there is none. */
export async function demandLocked(tx: Transaction, agentId: string): Promise<StoredAgent> {
  const agent = await lockAgent(tx, agentId)
  if (!agent) throw noSuchAgent()
  return agent
}

/** As demandLocked; 403 for an agent that is revoked. */
export async function demandActive(tx: Transaction, agentId: string): Promise<StoredAgent> {
  const agent = await demandLocked(tx, agentId)
  if (agent.state === 'revoked') throw agentRevoked()
  return agent
}
