import { createClient, type OutputOf, ProblemError } from '@stillhere/client/http'
import { forgetKey, signRequests } from '@stillhere/client/keys'
import { service } from '../../service.ts'
import { createKey, openStoredKey, saveCurrentKey, saveAgent, type StoredAgent, type StoredKey } from './agent-keys.ts'
import { findCurrentKey } from './agent-record.ts'
import { type Occasion, signStatement } from './statement.ts'

type Declaration = { agent_handle: string; agent_type: string; origin: string }
type DeclareAnswer = OutputOf<'declareAgent'>

/** Declares an agent with a key that its holder brings. */
export function declareWith(declaration: Declaration, publicKey: string): Promise<DeclareAnswer> {
  return service.declareAgent({ ...declaration, public_key: publicKey })
}

// An answer may be lost when the agent is declared already. Then its key alone can prove it, and the next try must use it.
const unanswered = new Map<string, StoredKey>()

/** Makes a key in this browser and declares an agent with it; a key that was refused is forgotten. */
export async function addAgentWithNewKey(declaration: Declaration): Promise<DeclareAnswer> {
  const asked = JSON.stringify(declaration)
  const key = unanswered.get(asked) ?? (await createKey())
  unanswered.set(asked, key)
  try {
    const declared = await declareWith(declaration, key.publicKey)
    saveAgent({ agentId: declared.agent_id, ...key })
    unanswered.delete(asked)
    return declared
  } catch (error) {
    if (isRefused(error)) {
      unanswered.delete(asked)
      await forgetKey({ name: key.keyName })
    }
    throw error
  }
}

// "Too often" may be what the second try heard after the first one was taken.
function isRefused(error: unknown): boolean {
  return error instanceof ProblemError && error.status < 500 && error.status !== 429
}

/** Proves an agent with its key in this browser. */
export async function sendAgentProof(stored: StoredAgent): Promise<void> {
  const signer = await openStoredKey(stored)
  const proof = await signStatement({ action: 'prove', agent_id: stored.agentId }, readOccasion(), signer)
  await service.proveAgent({ agent_id: stored.agentId, proof })
}

/** Gives an agent a new key, made in this browser. The old one is forgotten when the service has the new one, not before. */
export async function rotateKey(stored: StoredAgent): Promise<void> {
  const next = stored.next ?? (await createKey())
  saveAgent({ ...stored, next })
  let failure: unknown
  try {
    await sendKeyRotation(stored, next)
  } catch (error) {
    failure = error
  }
  // An answer may have been lost on its way, and the try after it refused: what counts is the key that the service has.
  const record = await service.getAgent({ id: stored.agentId })
  const isTaken = await saveCurrentKey({ ...stored, next }, findCurrentKey(record)?.public_key ?? '')
  if (!isTaken) throw failure
}

async function sendKeyRotation({ agentId, ...stored }: StoredAgent, next: StoredKey): Promise<void> {
  const statement = { action: 'rotate', agent_id: agentId, public_key: next.publicKey } as const
  const proof = await signStatement(statement, readOccasion(), await openStoredKey(next))
  const client = createClient({ baseUrl: location.origin, fetch: signRequests(await openStoredKey(stored)) })
  await client.rotateAgentKey({ public_key: next.publicKey, proof })
}

/** Revokes an agent for good, signed by its own key. */
export async function revokeAgent(stored: StoredAgent): Promise<void> {
  const client = createClient({ baseUrl: location.origin, fetch: signRequests(await openStoredKey(stored)) })
  await client.revokeAgent({ agent_id: stored.agentId })
}

/** To whom statements are addressed, and when. */
export function readOccasion(): Occasion {
  return { audience: location.host, now: new Date() }
}
