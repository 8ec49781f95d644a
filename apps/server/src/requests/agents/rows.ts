export type AgentState = 'declared' | 'verified' | 'revoked'

export type StoredAgent = {
  id: number
  agentId: string
  handle: string
  handleKey: string
  type: string
  origin: string
  publicKey: string
  state: AgentState
  declaredAt: Date
  verifiedAt: Date | null
  revokedAt: Date | null
  revokedBy: RevokedBy | null
}

export type RevokedBy = 'agent' | 'operator' | 'admin'

export type StoredKey = {
  version: number
  publicKey: string
  addedAt: Date
  provedAt: Date | null
  endedAt: Date | null
}

export type StoredOperator = { nodeId: number; handle: string; receiptId: string; since: Date }
