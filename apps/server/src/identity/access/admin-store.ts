import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { expireRows } from '../../platform/database/store.ts'

export type AdminSession = { hash: Buffer; createdAt: Date; expiresAt: Date }

export async function addAdminSession(
  db: Queries,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO admin_session (token_hash, created_at, expires_at) VALUES (${hash}, ${now}, ${expiresAt})`)
}

/** A live session of the operator. */
export function findAdminSession(db: Queries, hash: Buffer, now: Date): Promise<AdminSession | undefined> {
  return db.maybeOne<AdminSession>(sql`
    SELECT token_hash AS hash, created_at AS "createdAt", expires_at AS "expiresAt" FROM admin_session
    WHERE token_hash = ${hash} AND expires_at > ${now}`)
}

export async function deleteAdminSession(db: Queries, hash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM admin_session WHERE token_hash = ${hash}`)
}

/** Sessions of the operator that have ended. */
export const expiredAdminSessions = expireRows({
  table: sql`admin_session`,
  where: (now) => sql`expires_at < ${now}`,
})
