import { createPrivateKey, sign } from 'node:crypto'
import type { AgentRecord, AnswerOf, getAgentCard } from '@stillhere/contract'
import { canonicalize, PROTOCOL_VERSION } from '@stillhere/receipt'
import { MINUTE_MS } from '../day.ts'
import { activeSigningKey, type SigningKey } from '../receipts/issuer.ts'
import type { Service } from '../service.ts'
import { readRecord } from './record.ts'

type AgentCard = AnswerOf<typeof getAgentCard>

// Names the document and version, so that nothing else signed with the same key passes for a card.
const SIGNING_CONTEXT = 'stillhere/agent-card/1\n'
const CURRENT_MS = 60 * MINUTE_MS

/** The record of an agent, signed by the key that signs receipts; 404 when there is no such agent. */
export async function agentCardOf(service: Service, agentId: string): Promise<AgentCard> {
  return service.db.transaction(async (tx) => {
    const agent = await readRecord(tx, agentId)
    return signCard(agent, await activeSigningKey(tx, service), tx.now)
  })
}

/** Signs a card; within a minute the same record gives the same card, so that caches see one document. */
function signCard(agent: AgentRecord, { issuer, secretKey }: SigningKey, now: Date): AgentCard {
  const issuedAt = now.getTime() - (now.getTime() % MINUTE_MS)
  const signature = { algorithm: 'Ed25519', canonicalization: 'JCS' }
  const unsigned = {
    protocolVersion: PROTOCOL_VERSION,
    issuer,
    issuedAt: new Date(issuedAt).toISOString(),
    nextUpdate: new Date(issuedAt + CURRENT_MS).toISOString(),
    agent,
  }
  const bytes = Buffer.from(SIGNING_CONTEXT + canonicalize({ ...unsigned, signature }))
  return { ...unsigned, signature: { ...signature, value: sign(null, bytes, keyOf(secretKey)).toString('hex') } }
}

// The seed behind the head that RFC 8410 puts before it.
function keyOf(seedHex: string): ReturnType<typeof createPrivateKey> {
  const key = Buffer.from(`302e020100300506032b657004220420${seedHex}`, 'hex')
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}
