import { createClient, type OutputOf, ProblemError } from '@stillhere/client/http'
import { forgetKey } from '@stillhere/client/keys'
import { service } from '../../service.ts'
import { holdAgent, makeKey, openHeldKey, settleKey } from './agent-keys.ts'
import { currentKey } from './record-words.ts'
import { signedFetch } from './signed-fetch.ts'
import { type Occasion, proofOf } from './statement.ts'
import type { HeldAgent, HeldKey } from './stored-agents.ts'

type Declaration = { agent_handle: string; agent_type: string; origin: string }
type Declared = OutputOf<'declareAgent'>

/** Declares an agent with a key that its holder brings. */
export function declareWith(declaration: Declaration, publicKey: string): Promise<Declared> {
  return service.declareAgent({ ...declaration, public_key: publicKey })
}

// An answer may be lost when the agent is declared already. Then its key alone can prove it, and the next try must use it.
const unanswered = new Map<string, HeldKey>()

/** Makes a key in this browser and declares an agent with it; a key that was refused is forgotten. */
export async function declareWithNewKey(declaration: Declaration): Promise<Declared> {
  const asked = JSON.stringify(declaration)
  const key = unanswered.get(asked) ?? (await makeKey())
  unanswered.set(asked, key)
  try {
    const declared = await declareWith(declaration, key.publicKey)
    holdAgent({ agentId: declared.agent_id, ...key })
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
export async function proveHeld(held: HeldAgent): Promise<void> {
  const signer = await openHeldKey(held)
  const proof = await proofOf({ action: 'prove', agent_id: held.agentId }, occasion(), signer)
  await service.proveAgent({ agent_id: held.agentId, proof })
}

/** Gives an agent a new key, made in this browser. The old one is forgotten when the service has the new one, not before. */
export async function rotateHeld(held: HeldAgent): Promise<void> {
  const next = held.next ?? (await makeKey())
  holdAgent({ ...held, next })
  let failure: unknown
  try {
    await askForRotation(held, next)
  } catch (error) {
    failure = error
  }
  // An answer may have been lost on its way, and the try after it refused: what counts is the key that the service has.
  const record = await service.getAgent({ id: held.agentId })
  const isTaken = await settleKey({ ...held, next }, currentKey(record)?.public_key ?? '')
  if (!isTaken) throw failure
}

async function askForRotation({ agentId, ...held }: HeldAgent, next: HeldKey): Promise<void> {
  const statement = { action: 'rotate', agent_id: agentId, public_key: next.publicKey } as const
  const proof = await proofOf(statement, occasion(), await openHeldKey(next))
  const client = createClient({ baseUrl: location.origin, fetch: signedFetch(await openHeldKey(held)) })
  await client.rotateAgentKey({ public_key: next.publicKey, proof })
}

/** Revokes an agent for good, signed by its own key. */
export async function revokeHeld(held: HeldAgent): Promise<void> {
  const client = createClient({ baseUrl: location.origin, fetch: signedFetch(await openHeldKey(held)) })
  await client.revokeAgent({ agent_id: held.agentId })
}

/** To whom statements are addressed, and when. */
export function occasion(): Occasion {
  return { audience: location.host, now: new Date() }
}
