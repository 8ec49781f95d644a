import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { agentIdOf, type Declaration } from './rules.ts'

/** Adds an agent; false when its handle is taken. */
export async function addAgent(db: Queries, declaration: Declaration, now: Date): Promise<boolean> {
  const { handle, handleKey, type, origin, publicKey } = declaration
  const added = await db.query(sql`
    INSERT INTO agent (agent_id, agent_handle, handle_key, agent_type, origin, public_key, declared_at)
    VALUES (${agentIdOf(declaration)}, ${handle}, ${handleKey}, ${type}, ${origin}, ${publicKey}, ${now})
    ON CONFLICT (handle_key) DO NOTHING RETURNING id`)
  return added.length > 0
}

export type StoredAgent = { agentId: string; origin: string; publicKey: string }

export function findAgent(db: Queries, handleKey: string): Promise<StoredAgent> {
  return db.one(sql`
    SELECT agent_id AS "agentId", origin, public_key AS "publicKey" FROM agent WHERE handle_key = ${handleKey}`)
}
