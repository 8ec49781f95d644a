import { createClient, type OutputOf, ProblemError } from '@stillhere/client/http'
import { forgetKey, signRequests } from '@stillhere/client/keys'
import { service } from '../../service.ts'
import { createKey, openStoredKey, saveCurrentKey, saveAgent, type StoredAgent, type StoredKey } from './agent-keys.ts'
import { findCurrentKey } from './agent-record.ts'
import { type Occasion, signStatement } from './statement.ts'

type Declaration = { agent_handle: string; agent_type: string; origin: string }
type DeclareAnswer = OutputOf<'declareAgent'>

// A response may be lost after the agent was declared. Only this key can prove it then, so the next try must use the same one.
const unanswered = new Map<string, StoredKey>()

/**
 * Creates a key in this browser and declares an agent with it. Throws if that fails. If the service refused, the key is deleted; if the
 * response was lost, the next call with the same declaration uses the same key.
 */
export async function addAgentWithNewKey(declaration: Declaration): Promise<DeclareAnswer> {
  const text = JSON.stringify(declaration)
  const key = unanswered.get(text) ?? (await createKey())
  unanswered.set(text, key)
  try {
    const declared = await service.declareAgent({ ...declaration, public_key: key.publicKey })
    saveAgent({ agentId: declared.agent_id, ...key })
    unanswered.delete(text)
    return declared
  } catch (error) {
    if (isRefused(error)) {
      unanswered.delete(text)
      await forgetKey({ name: key.keyName })
    }
    throw error
  }
}

// 429 may answer a second try after the first one succeeded, so it doesn't count as a refusal.
function isRefused(error: unknown): boolean {
  return error instanceof ProblemError && error.status < 500 && error.status !== 429
}

/** Proves to the service that this browser holds an agent's key, by a statement signed with the key. */
export async function sendAgentProof(stored: StoredAgent): Promise<void> {
  const signer = await openStoredKey(stored)
  const proof = await signStatement({ action: 'prove', agent_id: stored.agentId }, readOccasion(), signer)
  await service.proveAgent({ agent_id: stored.agentId, proof })
}

/**
 * Rotates an agent to a new key created in this browser. Deletes the old key once the service has the new key; otherwise deletes the new
 * key and throws. Keeps both keys if the service can't be asked which key it has.
 */
export async function rotateKey(stored: StoredAgent): Promise<void> {
  const next = stored.next ?? (await createKey())
  saveAgent({ ...stored, next })
  let failure: unknown
  try {
    await sendKeyRotation(stored, next)
  } catch (error) {
    failure = error
  }
  // A response may have been lost and the retry refused. The key that the service now has decides.
  const record = await service.getAgent({ id: stored.agentId })
  const isRotated = await saveCurrentKey({ ...stored, next }, findCurrentKey(record)?.public_key ?? '')
  if (!isRotated) throw failure
}

async function sendKeyRotation({ agentId, ...stored }: StoredAgent, next: StoredKey): Promise<void> {
  const statement = { action: 'rotate', agent_id: agentId, public_key: next.publicKey } as const
  const proof = await signStatement(statement, readOccasion(), await openStoredKey(next))
  const client = createClient({ baseUrl: location.origin, fetch: signRequests(await openStoredKey(stored)) })
  await client.rotateAgentKey({ public_key: next.publicKey, proof })
}

/** Revokes an agent permanently, by a request signed with the agent's key in this browser. */
export async function revokeAgent(stored: StoredAgent): Promise<void> {
  const client = createClient({ baseUrl: location.origin, fetch: signRequests(await openStoredKey(stored)) })
  await client.revokeAgent({ agent_id: stored.agentId })
}

/** Returns the audience (this page's host) and the current time, to be included in a signed statement. */
export function readOccasion(): Occasion {
  return { audience: location.host, now: new Date() }
}
