import type { OutputOf } from '@stillhere/client/http'
import { verifyDocument } from '@stillhere/client/receipt'

const SIGNING_CONTEXT = 'stillhere/agent-card/1\n'

/** Whether the signature of a card fits it and the key in it. */
export function isCardSigned(card: OutputOf<'getAgentCard'>): boolean {
  return verifyDocument(SIGNING_CONTEXT, card, card.issuer.publicKey)
}
