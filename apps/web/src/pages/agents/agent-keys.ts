import { signal } from '@preact/signals'
import { forgetKey, KeyError, openKey } from '@stillhere/client/keys'
import type { Signer } from '@stillhere/client/receipt'
import { type HeldAgent, type HeldKey, parseHeldAgents } from './stored-agents.ts'

const PLACE = 'stillhere-agents'

/**
 * The agents whose keys this browser holds. The list names public things only; the keys themselves lie in IndexedDB, where no
 * script can read them.
 */
export const heldAgents = signal<readonly HeldAgent[]>(stored())

/** A new key under a name of its own. */
export async function makeKey(): Promise<HeldKey> {
  const keyName = `agent-${crypto.randomUUID()}`
  const { publicKey } = await openKey({ name: keyName })
  return { keyName, publicKey }
}

/** Opens a key that is held. Browsers may clear it away, and another one would be worth nothing. */
export async function openHeldKey({ keyName, publicKey }: HeldKey): Promise<Signer> {
  const signer = await openKey({ name: keyName })
  if (signer.publicKey === publicKey) return signer
  await forgetKey({ name: keyName })
  throw new KeyError('storage_unavailable', 'the browser has cleared the key of this agent away')
}

/** Remembers which key is an agent's. */
export function holdAgent(held: HeldAgent): void {
  keep([held, ...heldAgents.value.filter(({ agentId }) => agentId !== held.agentId)])
}

/**
 * Ends the doubt about a new key by what the service has as the agent's current one: the other key is forgotten. Answers
 * whether it was the new one.
 */
export async function settleKey({ agentId, keyName, publicKey, next }: HeldAgent, current: string): Promise<boolean> {
  if (next === undefined) return false
  const isTaken = next.publicKey === current
  holdAgent(isTaken ? { agentId, ...next } : { agentId, keyName, publicKey })
  await forgetKey({ name: isTaken ? keyName : next.keyName })
  return isTaken
}

/** Removes the key of an agent from this browser, for good. */
export async function dropAgent({ agentId, keyName }: HeldAgent): Promise<void> {
  keep(heldAgents.value.filter((one) => one.agentId !== agentId))
  await forgetKey({ name: keyName })
}

function keep(agents: readonly HeldAgent[]): void {
  heldAgents.value = agents
  try {
    localStorage.setItem(PLACE, JSON.stringify(agents))
  } catch {
    // A browser may forbid storage altogether; then the list lives as long as the page.
  }
}

function stored(): HeldAgent[] {
  try {
    return parseHeldAgents(localStorage.getItem(PLACE))
  } catch {
    return []
  }
}
