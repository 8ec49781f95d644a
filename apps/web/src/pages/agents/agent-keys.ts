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

/** Creates a key pair in this browser under a new random name. It isn't assigned to an agent yet. */
export async function createKey(): Promise<StoredKey> {
  const keyName = `agent-${crypto.randomUUID()}`
  const { publicKey } = await openKey({ name: keyName })
  return { keyName, publicKey }
}

/** Opens a stored key for signing. Throws a KeyError if the browser has lost it; opening by name would then have created another key, which is deleted again. */
export async function openStoredKey({ keyName, publicKey }: StoredKey): Promise<Signer> {
  const signer = await openKey({ name: keyName })
  if (signer.publicKey === publicKey) return signer
  await forgetKey({ name: keyName })
  throw new KeyError('storage_unavailable', 'the browser has deleted the key of this agent')
}

/** Saves which key in this browser belongs to an agent, replacing an earlier entry of the same agent. */
export function saveAgent(stored: StoredAgent): void {
  saveAgents([stored, ...storedAgents.value.filter(({ agentId }) => agentId !== stored.agentId)])
}

/**
 * Ends an unconfirmed rotation: keeps whichever key equals `current`, the agent's public key at the service, and deletes the other key
 * from this browser. Returns true if that is the new key (`next`). Without `next`, changes nothing and returns false.
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

/** Deletes an agent's key and its entry from this browser. The agent stays declared at the service. */
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

/** Parses the stored list of agents and their keys. Malformed entries are dropped; null or malformed text gives an empty list. */
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
