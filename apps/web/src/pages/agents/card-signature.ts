import type { OutputOf } from '@stillhere/client/http'
import { canonicalize, verifyEd25519 } from '@stillhere/client/receipt'

const SIGNING_CONTEXT = 'stillhere/agent-card/1\n'

/** Whether the signature of a card fits it and the key in it. */
export function isCardSigned(card: OutputOf<'getAgentCard'>): boolean {
  const { value, ...signature } = card.signature
  const text = SIGNING_CONTEXT + canonicalize({ ...card, signature })
  return verifyEd25519(value, new TextEncoder().encode(text), card.issuer.publicKey)
}
