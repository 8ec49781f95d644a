import type { AgentRecord, AnswerOf, getAgentCard } from '@stillhere/contract'
import { PROTOCOL_VERSION, signDocument } from '@stillhere/receipt'
import { MINUTE_MS } from '../day.ts'
import { activeSigningKey, chooseKeyUse, type SigningKey } from '../receipts/issuer.ts'
import type { Service } from '../service.ts'
import { readRecord } from './record.ts'

type AgentCard = AnswerOf<typeof getAgentCard>

// Names the document and version, so that nothing else signed with the same key passes for a card.
const SIGNING_CONTEXT = 'stillhere/agent-card/1\n'
const CURRENT_MS = 60 * MINUTE_MS

/** The record of an agent, signed by the key that signs receipts; 404 when there is no such agent. */
export async function signAgentCard(service: Service, agentId: string): Promise<AgentCard> {
  return service.db.transaction(async (tx) => {
    const agent = await readRecord(tx, agentId)
    return signCard(agent, await activeSigningKey(tx, service, chooseKeyUse(service.settings)), tx.now)
  })
}

/** Signs a card; within a minute the same record gives the same card, so that caches see one document. */
function signCard(agent: AgentRecord, { issuer, secretKey }: SigningKey, now: Date): AgentCard {
  const issuedAt = now.getTime() - (now.getTime() % MINUTE_MS)
  const card = {
    protocolVersion: PROTOCOL_VERSION,
    issuer,
    issuedAt: new Date(issuedAt).toISOString(),
    nextUpdate: new Date(issuedAt + CURRENT_MS).toISOString(),
    agent,
  }
  return signDocument(SIGNING_CONTEXT, card, secretKey)
}
