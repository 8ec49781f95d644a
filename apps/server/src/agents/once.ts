import { createHash } from 'node:crypto'

/** The key under which a nonce or a statement is marked as used; one can never pass for the other. */
export function singleUseKey(kind: 'nonce' | 'statement', text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}
