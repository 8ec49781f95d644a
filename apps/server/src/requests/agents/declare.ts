import type { AnswerOf, BodyOf, declareAgent } from '@stillhere/contract'
import { addToTally } from '../../identity/node-store.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { takeFromOwnerBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { ProvableKey } from './keys.ts'
import { demandStatement, proveKey } from './prove.ts'
import { agentRevoked, nonceUsed } from './refusals.ts'
import type { StoredAgent } from './rows.ts'
import { makeAgentId, type Compared, compare, type Declaration, makeOriginKey } from './rules.ts'
import type { DeclaredKey } from './signed-requests.ts'
import type { Statement } from './statements.ts'
import { addAgent, addFirstKey, lockAgentOfHandle, removeUnproved, useNonce } from './store.ts'

type Answer = AnswerOf<typeof declareAgent>
type Body = BodyOf<typeof declareAgent>

/** What a caller declares, as it was sent and as it was read, to which audience, and the key that signed the request if one did. */
export type Declared = { body: Body; declaration: Declaration; audience: string; signed: DeclaredKey | null }

/** Declares an agent; with a proof, a signed request or both it is verified at once, or nothing is written. */
export async function declare(tx: Transaction, service: Service, declared: Declared): Promise<Answer> {
  const id = await addAgent(tx, declared.declaration, tx.now)
  return id === undefined ? declareAgain(tx, service, declared) : completeNew(tx, service, { ...declared, id })
}

async function completeNew(tx: Transaction, service: Service, declared: Declared & { id: number }): Promise<Answer> {
  const { id, declaration } = declared
  await addFirstKey(tx, id, { publicKey: declaration.publicKey, now: tx.now })
  await addToTally(tx, 'agents', 1)
  await prove(tx, declared)
  await spendOfNewAgent(tx, service, declaration)
  return {
    success: true,
    agent_id: makeAgentId(declaration),
    alreadyDeclared: false,
    message: isProved(declared) ? 'The agent is declared and verified.' : 'The agent is declared.',
  }
}

// Last of all, since whoever declares next waits for these rows.
async function spendOfNewAgent(tx: Transaction, service: Service, declaration: Declaration): Promise<void> {
  await takeFromOwnerBudget(tx, service, 'declare.origin', makeOriginKey(declaration))
  await takeFromOwnerBudget(tx, service, 'declare.all', 'all')
}

async function declareAgain(tx: Transaction, service: Service, declared: Declared): Promise<Answer> {
  const { declaration } = declared
  const agent = await lockAgentOfHandle(tx, declaration)
  // Whoever had it a moment ago may be gone.
  if (!agent) return takeHandle(tx, service, { ...declared, compared: 'other handle', agent })
  const compared = compare(declaration, agent)
  if (compared !== 'same') return takeHandle(tx, service, { ...declared, compared, agent })
  if (isProved(declared) && agent.state === 'revoked') throw agentRevoked()
  await prove(tx, { ...declared, id: agent.id })
  return { success: true, agent_id: agent.agentId, alreadyDeclared: true, message: messageFor(agent, declared) }
}

type Contested = Declared & { compared: Exclude<Compared, 'same'>; agent: StoredAgent | undefined }

/** A proof takes a handle from whoever never proved a key; if anybody with a proof has it, nothing changes. */
async function takeHandle(tx: Transaction, service: Service, contested: Contested): Promise<Answer> {
  const { declaration } = contested
  if (!readProofs(contested, tx.now)) throw handleTaken(contested)
  await addToTally(tx, 'agents', -(await removeUnproved(tx, declaration)))
  const id = await addAgent(tx, declaration, tx.now)
  if (id === undefined) throw handleTaken(contested)
  return completeNew(tx, service, { ...contested, id })
}

function handleTaken({ compared, agent }: Contested): RequestProblem {
  const hint = agent?.state === 'declared' ? ' It was never proved: a declaration with a proof takes its place.' : ''
  return new RequestProblem(
    compared === 'other key' ? 'AGENT_KEY_MISMATCH' : 'AGENT_HANDLE_TAKEN',
    TAKEN[compared] + hint,
  )
}

const TAKEN = {
  'other handle': 'Another agent has a handle that looks the same.',
  'other origin': 'An agent of another origin has this handle.',
  'other key': 'This agent was declared with another public key.',
} as const

function messageFor({ state }: StoredAgent, declared: Declared): string {
  if (state === 'revoked') return 'The agent was declared before, and is revoked.'
  return isProved(declared) ? 'The agent was declared before, and is verified.' : 'The agent was declared before.'
}

function isProved({ body, signed }: Declared): boolean {
  return body.proof !== undefined || signed !== null
}

/** Notes the key as proved where there is a proof; a signature proves once. */
async function prove(tx: Transaction, { id, ...declared }: Declared & { id: number }): Promise<void> {
  const key = readProofs(declared, tx.now)
  if (key) await proveKey(tx, id, key)
  if (declared.signed && !(await useNonce(tx, id, declared.signed.nonce))) throw nonceUsed()
}

/** The key that is proved, null without a proof. The signature was verified before; a proof beside it must be good, too. */
function readProofs({ body, declaration, audience, signed }: Declared, now: Date): ProvableKey | null {
  const { publicKey } = declaration
  const stated = body.proof && demandStatement(toStatement(body, audience), body.proof, { publicKey, now })
  return signed?.key ?? stated ?? null
}

/** The declaration itself, word for word as it was sent. */
function toStatement({ agent_handle, agent_type, origin, public_key }: Body, audience: string): Statement {
  return { action: 'declare', audience, agent_handle, agent_type, origin, public_key }
}
