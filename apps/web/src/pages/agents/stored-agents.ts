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
