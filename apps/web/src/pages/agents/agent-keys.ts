import { signal } from '@preact/signals'
import { forgetKey, KeyError, openKey } from '@stillhere/client/keys'
import type { Signer } from '@stillhere/client/receipt'

/** A key in this browser: its name in the key store, and its public key. */
export type StoredKey = { keyName: string; publicKey: string }

/** An agent whose key is in this browser. `next` is a new key whose rotation hasn't been confirmed: the service may already use it. */
export type StoredAgent = StoredKey & { agentId: string; next?: StoredKey }

const STORAGE_KEY = 'stillhere-agents'

/**
 * The agents whose keys are in this browser. The list holds public values only; the keys are in IndexedDB, where no script can
 * read them.
 */
export const storedAgents = signal<readonly StoredAgent[]>(readStoredAgents())

/** Creates a key under a new name. */
export async function createKey(): Promise<StoredKey> {
  const keyName = `agent-${crypto.randomUUID()}`
  const { publicKey } = await openKey({ name: keyName })
  return { keyName, publicKey }
}

/** Opens a stored key. Throws a KeyError if the browser has cleared it: the new key opened in its place would not be the agent's. */
export async function openStoredKey({ keyName, publicKey }: StoredKey): Promise<Signer> {
  const signer = await openKey({ name: keyName })
  if (signer.publicKey === publicKey) return signer
  await forgetKey({ name: keyName })
  throw new KeyError('storage_unavailable', 'the browser has deleted the key of this agent')
}

/** Saves the key of an agent, replacing an earlier entry. */
export function saveAgent(stored: StoredAgent): void {
  saveAgents([stored, ...storedAgents.value.filter(({ agentId }) => agentId !== stored.agentId)])
}

/**
 * Ends an unconfirmed rotation: keeps the key that the service has for the agent, `current`, and deletes the other. Returns
 * whether the new key is the current one.
 */
export async function saveCurrentKey(
  { agentId, keyName, publicKey, next }: StoredAgent,
  current: string,
): Promise<boolean> {
  if (next === undefined) return false
  const isCurrent = next.publicKey === current
  saveAgent(isCurrent ? { agentId, ...next } : { agentId, keyName, publicKey })
  await forgetKey({ name: isCurrent ? keyName : next.keyName })
  return isCurrent
}

/** Deletes the key of an agent from this browser. */
export async function deleteAgentKey({ agentId, keyName }: StoredAgent): Promise<void> {
  saveAgents(storedAgents.value.filter((one) => one.agentId !== agentId))
  await forgetKey({ name: keyName })
}

function saveAgents(agents: readonly StoredAgent[]): void {
  storedAgents.value = agents
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(agents))
  } catch {
    // A browser may block storage. Then the list lasts as long as the page.
  }
}

function readStoredAgents(): StoredAgent[] {
  try {
    return parseStoredAgents(localStorage.getItem(STORAGE_KEY))
  } catch {
    return []
  }
}

/** Parses the stored list. Malformed entries are dropped. */
export function parseStoredAgents(text: string | null): StoredAgent[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isStoredAgent) : []
  } catch {
    return []
  }
}

function isStoredAgent(value: unknown): value is StoredAgent {
  const { agentId, next }: Partial<StoredAgent> = Object(value)
  return isText(agentId) && isStoredKey(value) && (next === undefined || isStoredKey(next))
}

function isStoredKey(value: unknown): boolean {
  const { keyName, publicKey }: Partial<StoredKey> = Object(value)
  return isText(keyName) && isText(publicKey)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
