import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Invite } from './rules.ts'

const COLUMNS = sql`
  id, hint, note, created_at AS "createdAt", used_at AS "usedAt", revoked_at AS "revokedAt", reserved_for AS "reservedFor",
  reserved_until AS "reservedUntil", reserved_on AS "reservedOn", reservations`

export type NewInvite = { hash: Buffer; hint: string }

/** Adds invites and returns the hashes of those that are new. */
export async function addInvites(
  db: Queries,
  invites: readonly NewInvite[],
  { note, now }: { note: string; now: Date },
): Promise<Buffer[]> {
  const rows = await db.query<{ hash: Buffer }>(sql`
    INSERT INTO invite (code_hash, hint, note, created_at)
    SELECT hash, hint, ${note}, ${now}
    FROM unnest(${invites.map(({ hash }) => hash)}::bytea[], ${invites.map(({ hint }) => hint)}::text[]) AS i (hash, hint)
    ON CONFLICT (code_hash) DO NOTHING RETURNING code_hash AS hash`)
  return rows.map(({ hash }) => hash)
}

export function findInvite(db: Queries, hash: Buffer): Promise<Invite | undefined> {
  return db.maybeOne<Invite>(sql`SELECT ${COLUMNS} FROM invite WHERE code_hash = ${hash}`)
}

export function findInviteById(db: Queries, id: number): Promise<Invite | undefined> {
  return db.maybeOne<Invite>(sql`SELECT ${COLUMNS} FROM invite WHERE id = ${id}`)
}

/** Invites before the given one, newest first. */
export function listPage(db: Queries, { before, limit }: { before: number | null; limit: number }): Promise<Invite[]> {
  return db.query(sql`
    SELECT ${COLUMNS} FROM invite WHERE ${before}::bigint IS NULL OR id < ${before}::bigint
    ORDER BY id DESC LIMIT ${limit}`)
}

export type Reservation = { hash: Buffer; emailHash: Buffer; now: Date; until: Date; day: string }

/**
 * Reserves an unused invite for one e-mail address at a time, five times a day; a longer reservation for the same address
 * is not another one. Undefined when it cannot be had.
 */
export async function reserve(
  db: Queries,
  { hash, emailHash, now, until, day }: Reservation,
): Promise<number | undefined> {
  const reserved = await db.maybeOne<{ id: number }>(sql`
    UPDATE invite
    SET reserved_for = ${emailHash}, reserved_until = ${until}, reserved_on = ${day},
      reservations = CASE
        WHEN reserved_on IS DISTINCT FROM ${day} THEN 1
        WHEN reserved_for = ${emailHash} THEN reservations
        ELSE reservations + 1 END
    WHERE code_hash = ${hash} AND used_at IS NULL AND revoked_at IS NULL
      AND (reserved_for = ${emailHash}
        OR (coalesce(reserved_until, '-infinity') <= ${now} AND (reserved_on IS DISTINCT FROM ${day} OR reservations < 5)))
    RETURNING id`)
  return reserved?.id
}

export type Consumption = { id: number; nodeId: number; emailHash: Buffer; now: Date }

/** Uses an invite up; false when it is used, revoked, or reserved for somebody else by now. */
export async function consume(db: Queries, { id, nodeId, emailHash, now }: Consumption): Promise<boolean> {
  const consumed = await db.query(sql`
    UPDATE invite SET used_at = ${now}, used_by = ${nodeId}
    WHERE id = ${id} AND used_at IS NULL AND revoked_at IS NULL
      AND (reserved_for = ${emailHash} OR coalesce(reserved_until, '-infinity') <= ${now})
    RETURNING id`)
  return consumed.length > 0
}

/** Revokes an unused invite; false when there is none. */
export async function revoke(db: Queries, id: number, now: Date): Promise<boolean> {
  const revoked = await db.query(sql`
    UPDATE invite SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id} AND used_at IS NULL RETURNING id`)
  return revoked.length > 0
}

/** Whether no invite was ever made; of several processes that ask at once, one is told so. */
export async function isWithoutInvites(tx: Transaction): Promise<boolean> {
  await tx.query(sql`SELECT FROM service FOR UPDATE`)
  return (await tx.one<{ isEmpty: boolean }>(sql`SELECT NOT EXISTS (SELECT FROM invite) AS "isEmpty"`)).isEmpty
}

export function listInvitesUsed(db: Queries, nodeId: number): Promise<{ hint: string; usedAt: Date }[]> {
  return db.query(sql`
    SELECT hint, used_at AS "usedAt" FROM invite WHERE used_by = ${nodeId} AND used_at IS NOT NULL ORDER BY id`)
}

/** Sets an invite free that was held for an e-mail address. */
export async function freeInvites(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`
    UPDATE invite SET reserved_for = NULL, reserved_until = NULL WHERE reserved_for = ${emailHash}`)
}
