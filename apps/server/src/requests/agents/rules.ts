import type { AgentRecord, BodyOf, declareAgent } from '@stillhere/contract'
import type { FieldProblem } from '../../platform/problem.ts'
import { computeSkeleton, findNameProblem, foldCase } from '../../platform/visible-text.ts'
import { holdsPrivateKey, toJwk, readKey, readProvedKey } from './keys.ts'
import type { StoredAgent, StoredKey, StoredOperator } from './rows.ts'

/** An agent as it declares itself; key and skeleton are the forms in which handles are compared, by letters and by looks. */
export type Declaration = {
  handle: string
  handleKey: string
  skeleton: string
  type: string
  origin: string
  publicKey: string
}

// A key in PEM form has lines.
const KEY = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+(?:(?:\r?\n|\t)+[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+)*$/u

/** Reads a declaration; returns the bad fields when it cannot. */
export function readDeclaration(body: BodyOf<typeof declareAgent>): Declaration | FieldProblem[] {
  const handle = nameIn(body.agent_handle)
  const type = nameIn(body.agent_type)
  const origin = nameIn(body.origin)
  const publicKey = body.public_key.trim()
  const problems = [
    ...problemsOfName('/agent_handle', handle),
    ...problemsOfName('/agent_type', type),
    ...problemsOfName('/origin', origin),
    ...findKeyProblem(publicKey),
  ]
  if (problems.length > 0) return problems
  return { handle, handleKey: foldCase(handle), skeleton: computeSkeleton(handle), type, origin, publicKey }
}

/** What is wrong with the text of a public key; one that nobody can prove is none the less recorded. */
export function findKeyProblem(publicKey: string): FieldProblem[] {
  if (holdsPrivateKey(publicKey))
    return [{ pointer: '/public_key', message: 'holds a private key, which nobody else may see' }]
  if (KEY.test(publicKey)) return []
  return [{ pointer: '/public_key', message: 'must not be blank and must hold only characters that can be seen' }]
}

export function makeAgentId({ handle, origin }: Pick<Declaration, 'handle' | 'origin'>): string {
  return `agent:${handle}@${origin}`
}

export type Compared = 'same' | 'other key' | 'other origin' | 'other handle'

/** Whether a declaration is the one that has the handle already, or why it is not. */
export function compare(
  declaration: Pick<Declaration, 'handleKey' | 'origin' | 'publicKey'>,
  declared: Pick<Declaration, 'handleKey' | 'origin' | 'publicKey'>,
): Compared {
  if (declaration.handleKey !== declared.handleKey) return 'other handle'
  if (foldCase(declaration.origin) !== foldCase(declared.origin)) return 'other origin'
  return isSameKey(declaration.publicKey, declared.publicKey) ? 'same' : 'other key'
}

/** The name under which an origin is counted. */
export function makeOriginKey({ origin }: Pick<Declaration, 'origin'>): string {
  return foldCase(origin)
}

/** The public record of an agent. */
export function toRecord(agent: StoredAgent, keys: readonly StoredKey[], operator?: StoredOperator): AgentRecord {
  return {
    ...describeAgent(agent),
    keys: keys.map(describeKey),
    operator: operator
      ? { node_handle: operator.handle, receipt_id: operator.receiptId, since: operator.since.toISOString() }
      : null,
  }
}

/** An agent without its keys and its operator. */
export function describeAgent(agent: StoredAgent): Omit<AgentRecord, 'keys' | 'operator'> {
  return {
    agent_id: agent.agentId,
    agent_handle: agent.handle,
    agent_type: agent.type,
    origin: agent.origin,
    state: agent.state,
    declared_at: agent.declaredAt.toISOString(),
    verified_at: formatMoment(agent.verifiedAt),
    revoked_at: formatMoment(agent.revokedAt),
    revoked_by: agent.revokedBy,
  }
}

function describeKey({ version, publicKey, addedAt, provedAt, endedAt }: StoredKey): AgentRecord['keys'][number] {
  const provable = provedAt ? readProvedKey(publicKey) : readKey(publicKey)
  return {
    version,
    public_key: publicKey,
    jwk: provable && toJwk(provable),
    added_at: addedAt.toISOString(),
    proved_at: formatMoment(provedAt),
    ended_at: formatMoment(endedAt),
  }
}

function formatMoment(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

// The same 32 bytes are the same key, in whatever form.
function isSameKey(one: string, other: string): boolean {
  return one === other || (readKey(one)?.hex ?? one) === readKey(other)?.hex
}

function nameIn(text: string): string {
  return text.trim().normalize('NFC')
}

function problemsOfName(pointer: string, name: string): FieldProblem[] {
  const message = findNameProblem(name)
  return message === undefined ? [] : [{ pointer, message }]
}
