import { signal } from '@preact/signals'
import { forgetKey, KeyError, openKey } from '@stillhere/client/keys'
import type { Signer } from '@stillhere/client/receipt'

const STORAGE_KEY = 'stillhere-agents'

/**
 * The agents whose keys this browser holds. The list names public things only; the keys themselves lie in IndexedDB, where no
 * script can read them.
 */
export const storedAgents = signal<readonly StoredAgent[]>(readStoredAgents())

/** A new key under a name of its own. */
export async function createKey(): Promise<StoredKey> {
  const keyName = `agent-${crypto.randomUUID()}`
  const { publicKey } = await openKey({ name: keyName })
  return { keyName, publicKey }
}

/** Opens a stored key. Browsers may clear it away, and another one would be worth nothing. */
export async function openStoredKey({ keyName, publicKey }: StoredKey): Promise<Signer> {
  const signer = await openKey({ name: keyName })
  if (signer.publicKey === publicKey) return signer
  await forgetKey({ name: keyName })
  throw new KeyError('storage_unavailable', 'the browser has cleared the key of this agent away')
}

/** Remembers which key is an agent's. */
export function saveAgent(stored: StoredAgent): void {
  saveAgents([stored, ...storedAgents.value.filter(({ agentId }) => agentId !== stored.agentId)])
}

/**
 * Ends the doubt about a new key by what the service has as the agent's current one: the other key is forgotten. Answers
 * whether it was the new one.
 */
export async function saveCurrentKey(
  { agentId, keyName, publicKey, next }: StoredAgent,
  current: string,
): Promise<boolean> {
  if (next === undefined) return false
  const isTaken = next.publicKey === current
  saveAgent(isTaken ? { agentId, ...next } : { agentId, keyName, publicKey })
  await forgetKey({ name: isTaken ? keyName : next.keyName })
  return isTaken
}

/** Removes the key of an agent from this browser, for good. */
export async function deleteAgentKey({ agentId, keyName }: StoredAgent): Promise<void> {
  saveAgents(storedAgents.value.filter((one) => one.agentId !== agentId))
  await forgetKey({ name: keyName })
}

function saveAgents(agents: readonly StoredAgent[]): void {
  storedAgents.value = agents
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(agents))
  } catch {
    // A browser may forbid storage altogether; then the list lives as long as the page.
  }
}

function readStoredAgents(): StoredAgent[] {
  try {
    return parseStoredAgents(localStorage.getItem(STORAGE_KEY))
  } catch {
    return []
  }
}

/** A key in this browser: its name there, and its public half. */
export type StoredKey = { keyName: string; publicKey: string }

/** An agent whose key lies in this browser; `next` is a key that the service may have taken without our hearing of it. */
export type StoredAgent = StoredKey & { agentId: string; next?: StoredKey }

/** What was kept, or nothing for anything else that may stand there. */
export function parseStoredAgents(text: string | null): StoredAgent[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isStoredAgent) : []
  } catch {
    return []
  }
}

function isStoredAgent(kept: unknown): kept is StoredAgent {
  const { agentId, next }: Partial<StoredAgent> = Object(kept)
  return isText(agentId) && isStoredKey(kept) && (next === undefined || isStoredKey(next))
}

function isStoredKey(kept: unknown): boolean {
  const { keyName, publicKey }: Partial<StoredKey> = Object(kept)
  return isText(keyName) && isText(publicKey)
}

function isText(kept: unknown): boolean {
  return typeof kept === 'string' && kept !== ''
}
