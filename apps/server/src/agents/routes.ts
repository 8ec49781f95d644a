import { type AnswerOf, declareAgent } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../database/pool.ts'
import { RequestProblem } from '../http/problem.ts'
import { serve } from '../http/serve.ts'
import { spendOfAddress } from '../limits/spend.ts'
import { addToTally } from '../nodes/store.ts'
import type { Service } from '../service.ts'
import { agentIdOf, compare, type Declaration, readDeclaration } from './rules.ts'
import { addAgent, findAgent } from './store.ts'

type Answer = AnswerOf<typeof declareAgent>

export function agentRoutes(app: FastifyInstance, service: Service): void {
  serve(app, declareAgent, async ({ body, request }) => {
    const declaration = readDeclaration(body)
    if (Array.isArray(declaration))
      throw new RequestProblem('INVALID_REQUEST', 'The declaration has bad fields.', { errors: declaration })
    await spendOfAddress(service, 'declare.address', request)
    return service.db.transaction((tx) => declare(tx, declaration))
  })
}

async function declare(tx: Transaction, declaration: Declaration): Promise<Answer> {
  if (!(await addAgent(tx, declaration, tx.now))) return declareAgain(tx, declaration)
  await addToTally(tx, 'agents', 1)
  return {
    success: true,
    agent_id: agentIdOf(declaration),
    alreadyDeclared: false,
    message: 'The agent is declared.',
  }
}

async function declareAgain(tx: Transaction, declaration: Declaration): Promise<Answer> {
  const { agentId, ...declared } = await findAgent(tx, declaration.handleKey)
  const compared = compare(declaration, declared)
  if (compared === 'other origin')
    throw new RequestProblem('AGENT_HANDLE_TAKEN', 'An agent of another origin has this handle.')
  if (compared === 'other key')
    throw new RequestProblem('AGENT_KEY_MISMATCH', 'This agent was declared with another public key.')
  return { success: true, agent_id: agentId, alreadyDeclared: true, message: 'The agent was declared before.' }
}
