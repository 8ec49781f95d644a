import type { Transaction } from '../database/pool.ts'
import { addToTally } from '../nodes/tally-store.ts'
import { RequestProblem } from '../problem.ts'
import { demandLocked } from './record.ts'
import { removeAgent } from './store.ts'

/** Removes an agent that is revoked or was never proved, so that its handle can be declared again; 409 for a verified one. */
export async function freeHandle(tx: Transaction, agentId: string): Promise<void> {
  const { id } = await demandLocked(tx, agentId)
  if (!(await removeAgent(tx, id)))
    throw new RequestProblem('AGENT_VERIFIED', 'This agent is verified. Revoke it first if it is abandoned.')
  await addToTally(tx, 'agents', -1)
}
