import { createHash } from 'node:crypto'

/** Under which name a thing that may be used once is remembered; a nonce can never pass for a statement. */
export function onceHash(kind: 'nonce' | 'statement', text: string): Buffer {
  return createHash('sha256').update(`${kind}:${text}`).digest()
}
