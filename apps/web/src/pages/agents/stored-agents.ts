/** A key in this browser: its name there, and its public half. */
export type HeldKey = { keyName: string; publicKey: string }

/** An agent whose key lies in this browser; `next` is a key that the service may have taken without our hearing of it. */
export type HeldAgent = HeldKey & { agentId: string; next?: HeldKey }

/** What was kept, or nothing for anything else that may stand there. */
export function parseHeldAgents(text: string | null): HeldAgent[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter(isHeldAgent) : []
  } catch {
    return []
  }
}

function isHeldAgent(kept: unknown): kept is HeldAgent {
  const { agentId, next }: Partial<HeldAgent> = Object(kept)
  return isText(agentId) && isHeldKey(kept) && (next === undefined || isHeldKey(next))
}

function isHeldKey(kept: unknown): boolean {
  const { keyName, publicKey }: Partial<HeldKey> = Object(kept)
  return isText(keyName) && isText(publicKey)
}

function isText(kept: unknown): boolean {
  return typeof kept === 'string' && kept !== ''
}
