import type { AgentProof, AgentRecord } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { takeFromOwnerBudget } from '../../platform/limits/budgets.ts'
import { fieldProblem, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { readKey } from './keys.ts'
import { demandStatement } from './prove.ts'
import { demandActive, readRecord } from './record.ts'
import { keyInUse, signatureRefused } from './refusals.ts'
import { findKeyProblem } from './rules.ts'
import type { CallingAgent } from './signed-requests.ts'
import { addNextKey, claimKey, endKey } from './store.ts'

export type Rotation = { agent: CallingAgent; publicKey: string; proof: AgentProof; audience: string }

/** Gives an agent a new key: the caller signed with the old one, and the new one states that it belongs to this agent. */
export async function rotateKey(tx: Transaction, service: Service, rotation: Rotation): Promise<AgentRecord> {
  const { agent, proof, audience } = rotation
  const publicKey = demandProvable(rotation.publicKey)
  await demandActive(tx, agent.agentId)
  const statement = { action: 'rotate', audience, agent_id: agent.agentId, public_key: rotation.publicKey } as const
  const { thumbprint } = demandStatement(statement, proof, { publicKey, now: tx.now })
  const version = await endKey(tx, agent.id, { thumbprint: agent.thumbprint, now: tx.now })
  if (version === undefined) throw signatureRefused('the agent has another key now')
  if (!(await claimKey(tx, agent.id, thumbprint))) throw keyInUse()
  await addNextKey(tx, agent.id, { version: version + 1, publicKey, thumbprint, now: tx.now })
  await takeFromOwnerBudget(tx, service, 'rotate.agent', agent.agentId)
  return readRecord(tx, agent.agentId)
}

function demandProvable(text: string): string {
  const publicKey = text.trim()
  const [problem] = findKeyProblem(publicKey)
  if (problem) throw new RequestProblem('INVALID_REQUEST', 'The new key cannot be taken.', { errors: [problem] })
  if (!readKey(publicKey)) throw fieldProblem('/public_key', 'must be an Ed25519 key that can be proved')
  return publicKey
}
