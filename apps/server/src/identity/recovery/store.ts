import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** Saves the hashes of a node's new recovery codes, which replace its previous codes. */
export async function saveRecoveryCodes(
  db: Queries,
  { nodeId, hashes, now }: { nodeId: number; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO recovery_code (node_id, slot, code_hash, made_at)
    SELECT ${nodeId}, slot, hash, ${now}::timestamptz
    FROM unnest(${[...hashes]}::bytea[]) WITH ORDINALITY AS made (hash, slot)
    ON CONFLICT (node_id, slot) DO UPDATE
    SET code_hash = excluded.code_hash, made_at = excluded.made_at, used_at = NULL`)
}

/** Marks the recovery code with this hash as used and returns the id of its node; returns undefined if no unused code has the hash. */
export async function spendRecoveryCode(db: Queries, hash: Buffer, now: Date): Promise<number | undefined> {
  const spent = await db.maybeOne<{ nodeId: number }>(sql`
    UPDATE recovery_code SET used_at = ${now} WHERE code_hash = ${hash} AND used_at IS NULL
    RETURNING node_id AS "nodeId"`)
  return spent?.nodeId
}

export type StoredRecovery = { left: number; madeAt: Date | null }

/** Reads how many unused recovery codes a node has, and when its codes were created (null if it has no codes). */
export async function readRecovery(db: Queries, nodeId: number): Promise<StoredRecovery> {
  const found = await db.maybeOne<StoredRecovery>(sql`
    SELECT count(*) FILTER (WHERE used_at IS NULL)::int AS left, max(made_at) AS "madeAt"
    FROM recovery_code WHERE node_id = ${nodeId}`)
  return found ?? { left: 0, madeAt: null }
}
