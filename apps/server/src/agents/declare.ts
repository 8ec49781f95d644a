import type { AgentProof, AnswerOf, BodyOf, declareAgent } from '@stillhere/contract'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import { spendOfOwner } from '../limits/spend.ts'
import { addToTally } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { demandStatement, proveKey } from './prove.ts'
import { agentRevoked } from './refusals.ts'
import { agentIdOf, compare, type Declaration, originKeyOf } from './rules.ts'
import type { Statement } from './statements.ts'
import { addAgent, addFirstKey, lockAgentOfHandle, type StoredAgent } from './store.ts'

type Answer = AnswerOf<typeof declareAgent>
type Body = BodyOf<typeof declareAgent>

/** What a caller declares, as it was sent and as it was read, and to which audience. */
export type Declared = { body: Body; declaration: Declaration; audience: string }

/** Declares an agent; with a proof it is verified at once, or nothing is written. */
export async function declare(tx: Transaction, service: Service, declared: Declared): Promise<Answer> {
  const { declaration, body } = declared
  const id = await addAgent(tx, declaration, tx.now)
  if (id === undefined) return declareAgain(tx, declared)
  await addFirstKey(tx, id, { publicKey: declaration.publicKey, now: tx.now })
  await addToTally(tx, 'agents', 1)
  if (body.proof) await prove(tx, { id, ...declared, proof: body.proof })
  await spendOfNewAgent(tx, service, declaration)
  return {
    success: true,
    agent_id: agentIdOf(declaration),
    alreadyDeclared: false,
    message: body.proof ? 'The agent is declared and verified.' : 'The agent is declared.',
  }
}

// Last of all, since whoever declares next waits for these rows.
async function spendOfNewAgent(tx: Transaction, service: Service, declaration: Declaration): Promise<void> {
  await spendOfOwner(tx, service, 'declare.origin', originKeyOf(declaration))
  await spendOfOwner(tx, service, 'declare.all', 'all')
}

async function declareAgain(tx: Transaction, declared: Declared): Promise<Answer> {
  const { declaration, body } = declared
  const agent = await lockAgentOfHandle(tx, declaration.handleKey)
  refuseOther(declaration, agent)
  if (body.proof && agent.state === 'revoked') throw agentRevoked()
  if (body.proof) await prove(tx, { id: agent.id, ...declared, proof: body.proof })
  return { success: true, agent_id: agent.agentId, alreadyDeclared: true, message: messageFor(agent, body) }
}

function messageFor({ state }: StoredAgent, { proof }: Body): string {
  if (state === 'revoked') return 'The agent was declared before, and is revoked.'
  return proof ? 'The agent was declared before, and is verified.' : 'The agent was declared before.'
}

function refuseOther(declaration: Declaration, agent: StoredAgent): void {
  const compared = compare(declaration, agent)
  if (compared === 'other origin')
    throw new RequestProblem('AGENT_HANDLE_TAKEN', 'An agent of another origin has this handle.')
  if (compared === 'other key')
    throw new RequestProblem('AGENT_KEY_MISMATCH', 'This agent was declared with another public key.')
}

type Proved = Declared & { id: number; proof: AgentProof }

async function prove(tx: Transaction, { id, body, declaration, audience, proof }: Proved): Promise<void> {
  const key = demandStatement(statementOf(body, audience), proof, { publicKey: declaration.publicKey, now: tx.now })
  await proveKey(tx, id, key)
}

/** The declaration itself, word for word as it was sent. */
function statementOf({ agent_handle, agent_type, origin, public_key }: Body, audience: string): Statement {
  return { action: 'declare', audience, agent_handle, agent_type, origin, public_key }
}
