import type { AgentProof, AgentRecord, AnswerOf, BodyOf, declareAgent } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { findCallerToken, requireFreshSignIn } from '../../identity/access/authorize.ts'
import { queueOwnerNotice } from '../../identity/mail/queue.ts'
import { addToTally, findNodeById } from '../../identity/node-store.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { spendOwnerBudget } from '../../platform/limits/budgets.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { computeOwnerHash } from '../../scan/receipts/issue.ts'
import {
  compare,
  type DeclarationComparison,
  type Declaration,
  findKeyProblem,
  createAgentId,
  toOriginKey,
  type ProvableKey,
  readKey,
  type RevokedBy,
  type StoredAgent,
  toRecord,
} from './rules.ts'
import type { CallingAgent, DeclaredKey } from './signed-requests.ts'
import {
  refuseRevoked,
  judgeStatement,
  refuseUsedKey,
  refuseUnprovableKey,
  refuseUsedNonce,
  refuseUnknownAgent,
  refuseUnknownName,
  refuseSignature,
  toSingleUseKey,
  computeStaleTime,
  type Statement,
} from './statements.ts'
import {
  addAgent,
  addFirstKey,
  addNextKey,
  addOperator,
  claimKey,
  revokeKey,
  findAgent,
  findKeyHolder,
  findOperator,
  findOwnReceipt,
  handleOfNode,
  listKeys,
  lockAgent,
  lockAgentOfHandle,
  recordKeyProof,
  revokeStored,
  recordVerified,
  removeAgent,
  removeOperator,
  removeUnproved,
  useNonce,
} from './store.ts'

type Answer = AnswerOf<typeof declareAgent>
type Body = BodyOf<typeof declareAgent>

/** A declaration, as sent (`body`) and as read, the service's own host and port (`audience`), and the key that signed the request, or null. */
type CheckedDeclaration = { body: Body; declaration: Declaration; audience: string; signed: DeclaredKey | null }

/**
 * Declares an agent, or confirms that it is already declared with the same handle, origin and key. With a proof or a signed request the agent
 * is verified at once, and takes over the handle from an agent that never proved its key. Otherwise throws 409 if the handle, or one that
 * looks the same, is taken.
 */
export async function addDeclaration(tx: Transaction, service: Service, declared: CheckedDeclaration): Promise<Answer> {
  const id = await addAgent(tx, declared.declaration, tx.now)
  return id === undefined ? updateDeclared(tx, service, declared) : addDeclared(tx, service, { ...declared, id })
}

async function addDeclared(
  tx: Transaction,
  service: Service,
  declared: CheckedDeclaration & { id: number },
): Promise<Answer> {
  const { id, declaration } = declared
  await addFirstKey(tx, id, { publicKey: declaration.publicKey, now: tx.now })
  await addToTally(tx, 'agents', 1)
  await verifyOwnKey(tx, declared)
  await spendOfNewAgent(tx, service, declaration)
  return {
    success: true,
    agent_id: createAgentId(declaration),
    alreadyDeclared: false,
    message: isProved(declared) ? 'The agent is declared and verified.' : 'The agent is declared.',
  }
}

// Last of all, since the next declaration waits for these rows.
async function spendOfNewAgent(tx: Transaction, service: Service, declaration: Declaration): Promise<void> {
  await spendOwnerBudget(tx, service, 'declare.origin', toOriginKey(declaration))
  await spendOwnerBudget(tx, service, 'declare.all', 'all')
}

async function updateDeclared(tx: Transaction, service: Service, declared: CheckedDeclaration): Promise<Answer> {
  const { declaration } = declared
  const agent = await lockAgentOfHandle(tx, declaration)
  // Its holder may be gone by now.
  if (!agent) return spendHandle(tx, service, { ...declared, compared: 'other handle', agent })
  const compared = compare(declaration, agent)
  if (compared !== 'same') return spendHandle(tx, service, { ...declared, compared, agent })
  if (isProved(declared) && agent.state === 'revoked') throw refuseRevoked()
  await verifyOwnKey(tx, { ...declared, id: agent.id })
  return { success: true, agent_id: agent.agentId, alreadyDeclared: true, message: createMessage(agent, declared) }
}

type ContestedDeclaration = CheckedDeclaration & {
  compared: Exclude<DeclarationComparison, 'same'>
  agent: StoredAgent | undefined
}

/**
 * Gives the handle of agents that never proved a key to a declaration with a proof; throws 409 without a proof, or if an agent with this
 * handle has proved a key.
 */
async function spendHandle(tx: Transaction, service: Service, contested: ContestedDeclaration): Promise<Answer> {
  const { declaration } = contested
  if (!readProofs(contested, tx.now)) throw handleTaken(contested)
  await addToTally(tx, 'agents', -(await removeUnproved(tx, declaration)))
  const id = await addAgent(tx, declaration, tx.now)
  if (id === undefined) throw handleTaken(contested)
  return addDeclared(tx, service, { ...contested, id })
}

function handleTaken({ compared, agent }: ContestedDeclaration): RequestProblem {
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

function createMessage({ state }: StoredAgent, declared: CheckedDeclaration): string {
  if (state === 'revoked') return 'The agent was declared before, and is revoked.'
  return isProved(declared) ? 'The agent was declared before, and is verified.' : 'The agent was declared before.'
}

function isProved({ body, signed }: CheckedDeclaration): boolean {
  return body.proof !== undefined || signed !== null
}

/** Records the declared key as proved if the declaration has a proof or a signature, and marks the signature's nonce as used. */
async function verifyOwnKey(tx: Transaction, { id, ...declared }: CheckedDeclaration & { id: number }): Promise<void> {
  const key = readProofs(declared, tx.now)
  if (key) await verifyKey(tx, id, key)
  if (declared.signed && !(await useNonce(tx, id, declared.signed.nonce))) throw refuseUsedNonce()
}

/**
 * Returns the key that a declaration proves; null if it has neither a signature nor a proof. The signature was verified before; a proof in
 * addition to it must be good, too.
 */
function readProofs({ body, declaration, audience, signed }: CheckedDeclaration, now: Date): ProvableKey | null {
  const { publicKey } = declaration
  const stated = body.proof && requireStatement(toStatement(body, audience), body.proof, { publicKey, now })
  return signed?.key ?? stated ?? null
}

/** Returns the statement that a declaration's proof signs: its fields exactly as they were sent. */
function toStatement({ agent_handle, agent_type, origin, public_key }: Body, audience: string): Statement {
  return { action: 'declare', audience, agent_handle, agent_type, origin, public_key }
}

type Offer = {
  agentId: string
  receiptId: string
  proof: AgentProof
  audience: string
  request: FastifyRequest
}

/**
 * Makes the calling node (a person's account) the operator of an agent, the one responsible for it. Needs a fresh sign-in, a valid receipt of
 * the node, and a statement by which the agent consents. Notifies the node's owner by mail; throws 409 if another node is the operator.
 */
export async function saveOperator(tx: Transaction, service: Service, offer: Offer): Promise<AgentRecord> {
  const { agentId, receiptId } = offer
  const { nodeId } = await requireFreshSignIn(tx, service, offer)
  await requireReceipt(tx, { receiptId, owner: computeOwnerHash(service.secrets, nodeId) })
  const agent = await requireActive(tx, agentId)
  await requireConsent(tx, agent, { ...offer, nodeHandle: await handleOfNode(tx, nodeId) })
  if (!(await addOperator(tx, agent.id, { nodeId, receiptId, now: tx.now })))
    throw new RequestProblem('AGENT_HAS_OPERATOR', 'Another node answers for this agent.')
  await queueOwnerNotice(tx, service, { node: await findNodeById(tx, nodeId), event: 'asker' })
  return readRecord(tx, agentId)
}

/** Removes the operator of an agent and returns the agent's record. The agent itself or its operator may call this; throws 401 for others. */
export async function cancelOperator(tx: Transaction, service: Service, asked: DeclareCall): Promise<AgentRecord> {
  await requireParty(tx, service, asked)
  const { id } = await requireLocked(tx, asked.agentId)
  await removeOperator(tx, id)
  return readRecord(tx, asked.agentId)
}

async function requireReceipt(tx: Transaction, own: { receiptId: string; owner: Buffer }): Promise<void> {
  // Text that is no UUID must not reach the database, which would refuse the statement.
  const receipt = isUuid(own.receiptId) ? await findOwnReceipt(tx, own) : undefined
  if (!receipt) throw new RequestProblem('NOT_FOUND', 'This node has no such receipt.')
  if (receipt.revokedAt) throw refuseField('/receipt_id', 'must be a receipt that is not revoked')
  if (receipt.expiresAt <= tx.now) throw refuseField('/receipt_id', 'must be a receipt that has not expired')
}

type Consent = Pick<Offer, 'receiptId' | 'proof' | 'audience'> & { nodeHandle: string }

async function requireConsent(tx: Transaction, agent: StoredAgent, consent: Consent): Promise<void> {
  if (agent.state !== 'verified') throw refuseSignature('the agent has not proved its key')
  const { receiptId, proof, audience, nodeHandle } = consent
  const statement: Statement = {
    action: 'operator',
    audience,
    agent_id: agent.agentId,
    node_handle: nodeHandle,
    receipt_id: receiptId,
  }
  requireStatement(statement, proof, { publicKey: agent.publicKey, now: tx.now })
  // Once only: after the agent has parted from its operator, the old consent is worth nothing.
  const isFresh = await useNonce(tx, agent.id, {
    hash: toSingleUseKey('statement', proof.signature),
    expiresAt: computeStaleTime(proof),
  })
  if (!isFresh) throw refuseSignature('this consent was used before')
}

type DeclareCall = { agentId: string; request: FastifyRequest }

/**
 * Revokes an agent and returns its record. The agent itself, its operator or the admin may call this; throws 401 for others. `isAdmin`: the
 * admin secret was checked before.
 */
export async function revoke(
  tx: Transaction,
  service: Service,
  { agentId, request, isAdmin }: DeclareCall & { isAdmin: boolean },
): Promise<AgentRecord> {
  const agent = isAdmin ? await requireLocked(tx, agentId) : undefined
  const by: RevokedBy = agent ? 'admin' : await requireParty(tx, service, { agentId, request })
  const { id } = agent ?? (await requireLocked(tx, agentId))
  await revokeStored(tx, id, { by, now: tx.now })
  return readRecord(tx, agentId)
}

/** Returns whether the agent itself or its operator is calling; throws 401 for other callers. */
async function requireParty(
  tx: Transaction,
  service: Service,
  { agentId, request }: DeclareCall,
): Promise<'agent' | 'operator'> {
  if (request.agent?.agentId === agentId) {
    // Held and looked at again: it may have been revoked since its signature was verified.
    await requireActive(tx, agentId)
    return 'agent'
  }
  const agent = await requireLocked(tx, agentId)
  const token = await findCallerToken(tx, service, request)
  const operator = await findOperator(tx, agent.id)
  if (token?.proved && operator?.nodeId === token.nodeId) return 'operator'
  throw refuseParty()
}

/** Returns the 401 problem for a call that comes neither from the agent nor from its operator. */
export function refuseParty(): RequestProblem {
  return new RequestProblem('UNAUTHORIZED', 'This needs the signature of the agent, or the token of its operator.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/**
 * Deletes an agent that is revoked or never proved a key, so that its handle can be declared again. Throws 409 if the agent is verified, 404
 * if there is no such agent.
 */
export async function deleteHandle(tx: Transaction, agentId: string): Promise<void> {
  const { id } = await requireLocked(tx, agentId)
  if (!(await removeAgent(tx, id)))
    throw new RequestProblem('AGENT_VERIFIED', 'This agent is verified. Revoke it first if it is abandoned.')
  await addToTally(tx, 'agents', -1)
}

type Rotation = { agent: CallingAgent; publicKey: string; proof: AgentProof; audience: string }

/**
 * Replaces the key of an agent and returns its record. The request was signed with the old key; `proof` is signed with the new key. Throws 409
 * if the new key was proved before.
 */
export async function rotateKey(tx: Transaction, service: Service, rotation: Rotation): Promise<AgentRecord> {
  const { agent, proof, audience } = rotation
  const publicKey = requireProvable(rotation.publicKey)
  await requireActive(tx, agent.agentId)
  const statement = { action: 'rotate', audience, agent_id: agent.agentId, public_key: rotation.publicKey } as const
  const { thumbprint } = requireStatement(statement, proof, { publicKey, now: tx.now })
  const version = await revokeKey(tx, agent.id, { thumbprint: agent.thumbprint, now: tx.now })
  if (version === undefined) throw refuseSignature('the agent has another key now')
  if (!(await claimKey(tx, agent.id, thumbprint))) throw refuseUsedKey()
  await addNextKey(tx, agent.id, { version: version + 1, publicKey, thumbprint, now: tx.now })
  await spendOwnerBudget(tx, service, 'rotate.agent', agent.agentId)
  return readRecord(tx, agent.agentId)
}

function requireProvable(text: string): string {
  const publicKey = text.trim()
  const [problem] = findKeyProblem(publicKey)
  if (problem) throw new RequestProblem('INVALID_REQUEST', 'The new key cannot be taken.', { errors: [problem] })
  if (!readKey(publicKey)) throw refuseField('/public_key', 'must be an Ed25519 key that can be proved')
  return publicKey
}

/** Verifies the proof that an agent has its declared key, and sets the agent to verified; returns its record. A second time changes nothing. */
export async function verifyAgentKey(
  tx: Transaction,
  { agentId, proof, audience }: { agentId: string; proof: AgentProof; audience: string },
): Promise<AgentRecord> {
  const agent = await requireActive(tx, agentId)
  const statement: Statement = { action: 'prove', audience, agent_id: agentId }
  const key = requireStatement(statement, proof, { publicKey: agent.publicKey, now: tx.now })
  await verifyKey(tx, agent.id, key)
  return readRecord(tx, agentId)
}

/** Returns the key that signed a statement; throws if the key can't be proved, or the statement's time or signature is wrong. */
function requireStatement(
  statement: Statement,
  proof: AgentProof,
  { publicKey, now }: { publicKey: string; now: Date },
): ProvableKey {
  if (statement.audience === '') throw refuseUnknownName()
  const key = readKey(publicKey)
  if (!key) throw refuseUnprovableKey()
  const verdict = judgeStatement(statement, proof, { keyHex: key.hex, now })
  if (verdict === 'good') return key
  if (verdict === 'malformed time')
    throw refuseField('/proof/signed_at', 'must be a time of RFC 3339 in UTC, like 2026-01-01T12:00:00.000Z')
  throw refuseSignature(RULES[verdict])
}

const RULES = {
  stale: 'signed_at is more than ten minutes ago',
  'too early': 'signed_at lies in the future',
  'wrong signature': 'it does not fit the statement and the key',
} as const

/**
 * Records that an agent, which this transaction has locked, has proved its key; throws 409 if the key was proved before, by another agent or
 * as an earlier key.
 */
async function verifyKey(tx: Transaction, id: number, { thumbprint }: ProvableKey): Promise<void> {
  if (!(await claimKey(tx, id, thumbprint))) {
    const holder = await findKeyHolder(tx, thumbprint)
    if (holder?.id === id && holder.endedAt === null) return
    throw refuseUsedKey()
  }
  await recordKeyProof(tx, id, { thumbprint, now: tx.now })
  await recordVerified(tx, id, tx.now)
}

/** Returns the public record of an agent with its keys and its operator; throws 404 if there is none. */
export async function readRecord(db: Queries, agentId: string): Promise<AgentRecord> {
  // PostgreSQL cannot hold a NUL, not even to look for it.
  const agent = agentId.includes('\0') ? undefined : await findAgent(db, agentId)
  if (!agent) throw refuseUnknownAgent()
  return toRecord(agent, await listKeys(db, agent.id), await findOperator(db, agent.id))
}

/** Returns an agent, locked until the transaction ends; throws 404 if there is none. */
async function requireLocked(tx: Transaction, agentId: string): Promise<StoredAgent> {
  const agent = await lockAgent(tx, agentId)
  if (!agent) throw refuseUnknownAgent()
  return agent
}

/** Returns an agent, locked until the transaction ends; throws 404 if there is none, 403 if it is revoked. */
async function requireActive(tx: Transaction, agentId: string): Promise<StoredAgent> {
  const agent = await requireLocked(tx, agentId)
  if (agent.state === 'revoked') throw refuseRevoked()
  return agent
}
