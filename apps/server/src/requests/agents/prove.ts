import type { AgentProof, AgentRecord } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { fieldProblem } from '../../platform/problem.ts'
import { type ProvableKey, readKey } from './keys.ts'
import { demandActive, readRecord } from './record.ts'
import { keyInUse, keyUnprovable, ownNameUnknown, signatureRefused } from './refusals.ts'
import { judgeStatement, type Statement } from './statements.ts'
import { claimKey, findKeyHolder, markKeyProved, markVerified } from './store.ts'

/** POST /api/agent/prove: a second time changes nothing. */
export async function proveAgentKey(
  tx: Transaction,
  { agentId, proof, audience }: { agentId: string; proof: AgentProof; audience: string },
): Promise<AgentRecord> {
  const agent = await demandActive(tx, agentId)
  const statement: Statement = { action: 'prove', audience, agent_id: agentId }
  const key = demandStatement(statement, proof, { publicKey: agent.publicKey, now: tx.now })
  await proveKey(tx, agent.id, key)
  return readRecord(tx, agentId)
}

/** The key that signed a statement; a refusal when it cannot be proved, or when the statement is not good now. */
export function demandStatement(
  statement: Statement,
  proof: AgentProof,
  { publicKey, now }: { publicKey: string; now: Date },
): ProvableKey {
  if (statement.audience === '') throw ownNameUnknown()
  const key = readKey(publicKey)
  if (!key) throw keyUnprovable()
  const verdict = judgeStatement(statement, proof, { keyHex: key.hex, now })
  if (verdict === 'good') return key
  if (verdict === 'malformed time')
    throw fieldProblem('/proof/signed_at', 'must be a time of RFC 3339 in UTC, like 2026-01-01T12:00:00.000Z')
  throw signatureRefused(RULES[verdict])
}

const RULES = {
  stale: 'signed_at is more than ten minutes ago',
  'too early': 'signed_at lies in the future',
  'wrong signature': 'it does not fit the statement and the key',
} as const

/** Notes that an agent, held by this transaction, has proved its key; 409 when another agent proved it first. */
export async function proveKey(tx: Transaction, id: number, { thumbprint }: ProvableKey): Promise<void> {
  if (!(await claimKey(tx, id, thumbprint))) {
    const holder = await findKeyHolder(tx, thumbprint)
    if (holder?.id === id && holder.endedAt === null) return
    throw keyInUse()
  }
  await markKeyProved(tx, id, { thumbprint, now: tx.now })
  await markVerified(tx, id, tx.now)
}
