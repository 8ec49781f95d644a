import type { AgentRecord, BodyOf, declareAgent } from '@stillhere/contract'
import type { FieldProblem } from '../http/problem.ts'
import { holdsPrivateKey, jwkOf, readKey, readProvedKey } from './keys.ts'
import type { StoredAgent, StoredKey, StoredOperator } from './store.ts'

/** An agent as it declares itself; the key is the form in which handles are compared. */
export type Declaration = { handle: string; handleKey: string; type: string; origin: string; publicKey: string }

// Letters, marks, digits, signs and single spaces: nothing that cannot be seen, and no @, which parts handle and origin.
const NAME = /^(?!.*@)[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u
// A key in PEM form has lines.
const KEY = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+(?:(?:\r?\n|\t)+[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+)*$/u

/** Reads a declaration; answers the bad fields when it cannot. */
export function readDeclaration(body: BodyOf<typeof declareAgent>): Declaration | FieldProblem[] {
  const handle = nameIn(body.agent_handle)
  const type = nameIn(body.agent_type)
  const origin = nameIn(body.origin)
  const publicKey = body.public_key.trim()
  const problems = [
    ...problemOf('/agent_handle', NAME.test(handle)),
    ...problemOf('/agent_type', NAME.test(type)),
    ...problemOf('/origin', NAME.test(origin)),
    ...findKeyProblem(publicKey),
  ]
  if (problems.length > 0) return problems
  return { handle, handleKey: keyOf(handle), type, origin, publicKey }
}

/** What is wrong with the text of a public key; one that nobody can prove is none the less recorded. */
export function findKeyProblem(publicKey: string): FieldProblem[] {
  if (holdsPrivateKey(publicKey))
    return [{ pointer: '/public_key', message: 'holds a private key, which nobody else may see' }]
  return problemOf('/public_key', KEY.test(publicKey))
}

export function agentIdOf({ handle, origin }: Pick<Declaration, 'handle' | 'origin'>): string {
  return `agent:${handle}@${origin}`
}

type Compared = Pick<Declaration, 'origin' | 'publicKey'>

/** Whether a declaration is the one that has the handle already, or why it is not. */
export function compare(declaration: Compared, declared: Compared): 'same' | 'other key' | 'other origin' {
  if (keyOf(declaration.origin) !== keyOf(declared.origin)) return 'other origin'
  return isSameKey(declaration.publicKey, declared.publicKey) ? 'same' : 'other key'
}

/** The name under which an origin is counted. */
export function originKeyOf({ origin }: Pick<Declaration, 'origin'>): string {
  return keyOf(origin)
}

/** The public record of an agent. */
export function recordOf(agent: StoredAgent, keys: readonly StoredKey[], operator?: StoredOperator): AgentRecord {
  return {
    agent_id: agent.agentId,
    agent_handle: agent.handle,
    agent_type: agent.type,
    origin: agent.origin,
    state: agent.state,
    declared_at: agent.declaredAt.toISOString(),
    verified_at: textOf(agent.verifiedAt),
    revoked_at: textOf(agent.revokedAt),
    revoked_by: agent.revokedBy,
    keys: keys.map(describeKey),
    operator: operator
      ? { node_handle: operator.handle, receipt_id: operator.receiptId, since: operator.since.toISOString() }
      : null,
  }
}

function describeKey({ version, publicKey, addedAt, provedAt, endedAt }: StoredKey): AgentRecord['keys'][number] {
  const provable = provedAt ? readProvedKey(publicKey) : readKey(publicKey)
  return {
    version,
    public_key: publicKey,
    jwk: provable && jwkOf(provable),
    added_at: addedAt.toISOString(),
    proved_at: textOf(provedAt),
    ended_at: textOf(endedAt),
  }
}

function textOf(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

// The same 32 bytes are the same key, in whatever form.
function isSameKey(one: string, other: string): boolean {
  return one === other || (readKey(one)?.hex ?? one) === readKey(other)?.hex
}

function nameIn(text: string): string {
  return text.trim().normalize('NFC')
}

// Without regard to letter case and to forms that look alike: full width, ligatures.
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function problemOf(pointer: string, isGood: boolean): FieldProblem[] {
  const expected = pointer === '/public_key' ? 'characters that can be seen' : 'characters that can be seen, without @'
  return isGood ? [] : [{ pointer, message: `must not be blank and must hold only ${expected}` }]
}
