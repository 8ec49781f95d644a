import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

export type NewCode = { emailHash: Buffer; codeHash: Buffer; inviteId: number | null; now: Date; expiresAt: Date }

/** Stores a code in the place of an older one. */
export async function saveCode(db: Queries, code: NewCode): Promise<void> {
  await db.query(sql`
    INSERT INTO otp_code (email_hash, code_hash, invite_id, created_at, expires_at)
    VALUES (${code.emailHash}, ${code.codeHash}, ${code.inviteId}, ${code.now}, ${code.expiresAt})
    ON CONFLICT (email_hash) DO UPDATE
    SET code_hash = excluded.code_hash, invite_id = excluded.invite_id, created_at = excluded.created_at,
      expires_at = excluded.expires_at, tries = 0, used_at = NULL`)
}

export type TriedCode = { codeHash: Buffer; inviteId: number | null }

/** Counts one guess and answers what to compare it with; undefined when there is no live code or no try left. */
export function takeTry(db: Queries, emailHash: Buffer, now: Date): Promise<TriedCode | undefined> {
  return db.maybeOne<TriedCode>(sql`
    UPDATE otp_code SET tries = tries + 1
    WHERE email_hash = ${emailHash} AND used_at IS NULL AND expires_at > ${now} AND tries < 5
    RETURNING code_hash AS "codeHash", invite_id AS "inviteId"`)
}

/** Until when a live code is closed because all its tries are used. */
export async function closedUntil(db: Queries, emailHash: Buffer, now: Date): Promise<Date | undefined> {
  const code = await db.maybeOne<{ expiresAt: Date }>(sql`
    SELECT expires_at AS "expiresAt" FROM otp_code
    WHERE email_hash = ${emailHash} AND used_at IS NULL AND expires_at > ${now} AND tries >= 5`)
  return code?.expiresAt
}

export async function markCodeUsed(db: Queries, emailHash: Buffer, now: Date): Promise<void> {
  await db.query(sql`UPDATE otp_code SET used_at = ${now} WHERE email_hash = ${emailHash}`)
}

export type Place = { index: number; at: Date }

/** Takes the next genesis place; undefined when all are taken. Its time is never before that of an earlier place. */
export function takeGenesisPlace(db: Queries, now: Date): Promise<Place | undefined> {
  return db.maybeOne<Place>(sql`
    UPDATE cohort SET taken = taken + 1, last_at = greatest(last_at, ${now})
    WHERE name = 'genesis' AND taken < 100 RETURNING taken AS index, last_at AS at`)
}

export type Activation = { nodeId: number; email: string; at: Date; genesisIndex: number | null }

/** Activates a node. Its address is from now on shown as the owner spelled it, not as whoever registered it first did. */
export async function activateNode(db: Queries, { nodeId, email, at, genesisIndex }: Activation): Promise<void> {
  await db.query(sql`
    UPDATE node
    SET status = CASE WHEN ${genesisIndex}::int IS NULL THEN 'ACTIVE' ELSE 'GENESIS_NODE' END,
      email = ${email}, activated_at = ${at}, genesis_index = ${genesisIndex}
    WHERE id = ${nodeId} AND activated_at IS NULL`)
}
