import type { AgentProof, AgentRecord } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { requireFreshSignIn } from '../../identity/access/authorize.ts'
import { tellOwner } from '../../identity/mail/queue.ts'
import { findNodeById } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { RequestProblem, fieldProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { ownerHash } from '../../scan/receipts/issue.ts'
import { demandStatement } from './prove.ts'
import { demandActive, demandLocked, readRecord } from './record.ts'
import { signatureRefused } from './refusals.ts'
import { type Asked, demandParty } from './revoke.ts'
import type { StoredAgent } from './rows.ts'
import { type Statement, singleUseKey, staleAt } from './statements.ts'
import { addOperator, findOwnReceipt, handleOfNode, removeOperator, useNonce } from './store.ts'

export type Offer = {
  agentId: string
  receiptId: string
  proof: AgentProof
  audience: string
  request: FastifyRequest
}

/**
 * Makes the calling node the operator of an agent that agrees, by a receipt of the node's own presence, and tells its owner by mail: an
 * operator lets its agent ask for approvals.
 */
export async function operate(tx: Transaction, service: Service, offer: Offer): Promise<AgentRecord> {
  const { agentId, receiptId } = offer
  const { nodeId } = await requireFreshSignIn(tx, service, offer)
  await demandReceipt(tx, { receiptId, owner: ownerHash(service.secrets, nodeId) })
  const agent = await demandActive(tx, agentId)
  await demandConsent(tx, agent, { ...offer, nodeHandle: await handleOfNode(tx, nodeId) })
  if (!(await addOperator(tx, agent.id, { nodeId, receiptId, now: tx.now })))
    throw new RequestProblem('AGENT_HAS_OPERATOR', 'Another node answers for this agent.')
  await tellOwner(tx, service, { node: await findNodeById(tx, nodeId), event: 'asker' })
  return readRecord(tx, agentId)
}

/** Ends the responsibility of an operator, for itself or for the agent. */
export async function leave(tx: Transaction, service: Service, asked: Asked): Promise<AgentRecord> {
  await demandParty(tx, service, asked)
  const { id } = await demandLocked(tx, asked.agentId)
  await removeOperator(tx, id)
  return readRecord(tx, asked.agentId)
}

async function demandReceipt(tx: Transaction, own: { receiptId: string; owner: Buffer }): Promise<void> {
  // Text that is no UUID must not reach the database, which would refuse the statement.
  const receipt = isUuid(own.receiptId) ? await findOwnReceipt(tx, own) : undefined
  if (!receipt) throw new RequestProblem('NOT_FOUND', 'This node has no such receipt.')
  if (receipt.revokedAt) throw fieldProblem('/receipt_id', 'must be a receipt that is not revoked')
  if (receipt.expiresAt <= tx.now) throw fieldProblem('/receipt_id', 'must be a receipt that has not expired')
}

type Consent = Pick<Offer, 'receiptId' | 'proof' | 'audience'> & { nodeHandle: string }

async function demandConsent(tx: Transaction, agent: StoredAgent, consent: Consent): Promise<void> {
  if (agent.state !== 'verified') throw signatureRefused('the agent has not proved its key')
  const { receiptId, proof, audience, nodeHandle } = consent
  const statement: Statement = {
    action: 'operator',
    audience,
    agent_id: agent.agentId,
    node_handle: nodeHandle,
    receipt_id: receiptId,
  }
  demandStatement(statement, proof, { publicKey: agent.publicKey, now: tx.now })
  // Once only: after the agent has parted from its operator, the old consent is worth nothing.
  const isFresh = await useNonce(tx, agent.id, {
    hash: singleUseKey('statement', proof.signature),
    expiresAt: staleAt(proof),
  })
  if (!isFresh) throw signatureRefused('this consent was used before')
}
