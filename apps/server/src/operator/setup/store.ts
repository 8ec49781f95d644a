import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'

/** Stores a set-up link by the hash of its secret, with its expiry. */
export async function addLink(
  db: Queries,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO setup_link (token_hash, created_at, expires_at) VALUES (${hash}, ${now}, ${expiresAt})`)
}

/**
 * Marks a set-up link as used and returns true. Returns false if the hash is unknown, or the link was already used or has expired. Of concurrent
 * calls only one gets true.
 */
export async function spendLink(db: Queries, hash: Buffer, now: Date): Promise<boolean> {
  const used = await db.query(sql`
    UPDATE setup_link SET used_at = ${now} WHERE token_hash = ${hash} AND used_at IS NULL AND expires_at > ${now}
    RETURNING 1`)
  return used.length > 0
}

/**
 * Returns why a set-up link no longer works: 'used' by a browser, or 'ended' by another sign-in of the operator. Returns undefined if it's
 * unknown or unused, even if expired.
 */
export async function findLinkEnd(db: Queries, hash: Buffer): Promise<'used' | 'ended' | undefined> {
  const found = await db.maybeOne<{ end: 'used' | 'ended' }>(sql`
    SELECT CASE WHEN is_ended THEN 'ended' ELSE 'used' END AS "end" FROM setup_link
    WHERE token_hash = ${hash} AND used_at IS NOT NULL`)
  return found?.end
}

/** Ends all unused set-up links, because the operator has signed in another way. The rows stay, marked as ended. */
export async function deleteOpenLinks(db: Queries, now: Date): Promise<void> {
  await db.query(sql`UPDATE setup_link SET used_at = ${now}, is_ended = true WHERE used_at IS NULL`)
}

/** Returns true if a set-up link was created for this service but no link was used or ended, so the operator has never signed in since. */
export async function isSetupPending(db: Queries): Promise<boolean> {
  const { isPending } = await db.one<{ isPending: boolean }>(sql`
    SELECT EXISTS (SELECT FROM setup_link) AND NOT EXISTS (SELECT FROM setup_link WHERE used_at IS NOT NULL) AS "isPending"`)
  return isPending
}

/** Deletes unused set-up links after their expiry, except the newest: its row shows that the set-up is pending. */
export const expiredLinks = createExpiry({
  table: sql`setup_link`,
  where: (now) =>
    sql`used_at IS NULL AND expires_at < ${now} AND created_at < (SELECT max(created_at) FROM setup_link)`,
})
