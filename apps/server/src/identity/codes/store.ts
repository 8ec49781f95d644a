import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

/** The key of a stored code: keyed hashes of its e-mail address and of the asker who requested it. */
export type CodeKey = { emailHash: Buffer; askerHash: Buffer }

export type NewCode = CodeKey & { codeHash: Buffer; inviteId: number | null; now: Date; expiresAt: Date }

/** Stores a code for an e-mail address; replaces the previous code of the same asker, with its tries. */
export async function saveCode(db: Queries, code: NewCode): Promise<void> {
  await db.query(sql`
    INSERT INTO otp_code (email_hash, asker_hash, code_hash, invite_id, created_at, expires_at)
    VALUES (${code.emailHash}, ${code.askerHash}, ${code.codeHash}, ${code.inviteId}, ${code.now}, ${code.expiresAt})
    ON CONFLICT (email_hash, asker_hash) DO UPDATE
    SET code_hash = excluded.code_hash, invite_id = excluded.invite_id, created_at = excluded.created_at,
      expires_at = excluded.expires_at, tries = 0, other_tries = 0, used_at = NULL`)
}

export type TriedCode = CodeKey & { codeHash: Buffer; inviteId: number | null; tries: number }

const TRIED = sql`
  email_hash AS "emailHash", asker_hash AS "askerHash", code_hash AS "codeHash", invite_id AS "inviteId", tries`

/**
 * Counts a guess at the code that the asker requested, and returns the code; returns undefined if it doesn't exist, was used, has expired,
 * or all five tries are spent.
 */
export function spendOwnTry(db: Queries, { emailHash, askerHash }: CodeKey, now: Date): Promise<TriedCode | undefined> {
  return db.maybeOne<TriedCode>(sql`
    UPDATE otp_code SET tries = tries + 1
    WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND used_at IS NULL AND expires_at > ${now} AND tries < 5
    RETURNING ${TRIED}`)
}

/** Counts a guess at each of the three newest unused codes of an e-mail address that other askers requested, and returns those with tries left. */
export function spendOtherTries(db: Queries, { emailHash, askerHash }: CodeKey, now: Date): Promise<TriedCode[]> {
  return db.query<TriedCode>(sql`
    UPDATE otp_code SET other_tries = other_tries + 1
    WHERE email_hash = ${emailHash} AND other_tries < 5 AND asker_hash IN (
      SELECT asker_hash FROM otp_code
      WHERE email_hash = ${emailHash} AND asker_hash <> ${askerHash} AND used_at IS NULL AND expires_at > ${now}
      ORDER BY created_at DESC, asker_hash LIMIT 3)
    RETURNING ${TRIED}`)
}

/** Returns when the asker's unused code expires, if all five of its tries are spent; until then, no guess at it is accepted. Otherwise returns undefined. */
export async function findClosedUntil(
  db: Queries,
  { emailHash, askerHash }: CodeKey,
  now: Date,
): Promise<Date | undefined> {
  const code = await db.maybeOne<{ expiresAt: Date }>(sql`
    SELECT expires_at AS "expiresAt" FROM otp_code
    WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND used_at IS NULL AND expires_at > ${now} AND tries >= 5`)
  return code?.expiresAt
}

/** Gives back one try of the code that the asker requested. */
export async function cancelOwnTry(db: Queries, { emailHash, askerHash }: CodeKey): Promise<void> {
  await db.query(sql`
    UPDATE otp_code SET tries = tries - 1 WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND tries > 0`)
}

/** Marks the code with this hash as used, and returns the id of its invite, if any; returns undefined if it was used or replaced before, or has expired. */
export function spendCode(
  db: Queries,
  { emailHash, askerHash, codeHash, now }: CodeKey & { codeHash: Buffer; now: Date },
): Promise<{ inviteId: number | null } | undefined> {
  return db.maybeOne<{ inviteId: number | null }>(sql`
    UPDATE otp_code SET used_at = ${now}
    WHERE email_hash = ${emailHash} AND asker_hash = ${askerHash} AND code_hash = ${codeHash}
      AND used_at IS NULL AND expires_at > ${now}
    RETURNING invite_id AS "inviteId"`)
}

/** Deletes all codes that were sent to an e-mail address. */
export async function deleteCodes(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM otp_code WHERE email_hash = ${emailHash}`)
}

/** Deletes codes a day after they expired. */
export const expiredCodes = createExpiry({
  table: sql`otp_code`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})
