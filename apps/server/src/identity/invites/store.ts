import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Invite } from './rules.ts'

const COLUMNS = sql`
  id, hint, note, created_at AS "createdAt", used_at AS "usedAt", revoked_at AS "revokedAt", reserved_for AS "reservedFor",
  reserved_until AS "reservedUntil", reserved_on AS "reservedOn", reservations`

/** Stores invites, and returns the hashes of those that were stored; an invite whose hash exists already is skipped. */
export async function addInvites(
  db: Queries,
  invites: readonly { hash: Buffer; hint: string }[],
  { note, now }: { note: string; now: Date },
): Promise<Buffer[]> {
  const rows = await db.query<{ hash: Buffer }>(sql`
    INSERT INTO invite (code_hash, hint, note, created_at)
    SELECT hash, hint, ${note}, ${now}
    FROM unnest(${invites.map(({ hash }) => hash)}::bytea[], ${invites.map(({ hint }) => hint)}::text[]) AS i (hash, hint)
    ON CONFLICT (code_hash) DO NOTHING RETURNING code_hash AS hash`)
  return rows.map(({ hash }) => hash)
}

/** Finds an invite by the hash of its code. */
export function findInvite(db: Queries, hash: Buffer): Promise<Invite | undefined> {
  return db.maybeOne<Invite>(sql`SELECT ${COLUMNS} FROM invite WHERE code_hash = ${hash}`)
}

/** Finds an invite by its id. */
export function findInviteById(db: Queries, id: number): Promise<Invite | undefined> {
  return db.maybeOne<Invite>(sql`SELECT ${COLUMNS} FROM invite WHERE id = ${id}`)
}

/** Lists up to `limit` invites with an id below `before` (null: from the newest), newest first. */
export function listInvitesBefore(
  db: Queries,
  { before, limit }: { before: number | null; limit: number },
): Promise<Invite[]> {
  return db.query(sql`
    SELECT ${COLUMNS} FROM invite WHERE ${before}::bigint IS NULL OR id < ${before}::bigint
    ORDER BY id DESC LIMIT ${limit}`)
}

type Reservation = { hash: Buffer; emailHash: Buffer; now: Date; until: Date; day: string }

/**
 * Reserves an unused invite for an e-mail address until `until` and returns its id; returns undefined if the invite is used, revoked,
 * reserved for another address, or has been reserved for five addresses today. Extending the reservation of the same address doesn't count.
 */
export async function addReservation(
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

/** Marks an invite as used by a node; returns false if it is used, revoked, or reserved for another e-mail address. */
export async function setInviteUsed(
  db: Queries,
  { id, nodeId, emailHash, now }: { id: number; nodeId: number; emailHash: Buffer; now: Date },
): Promise<boolean> {
  const used = await db.query(sql`
    UPDATE invite SET used_at = ${now}, used_by = ${nodeId}
    WHERE id = ${id} AND used_at IS NULL AND revoked_at IS NULL
      AND (reserved_for = ${emailHash} OR coalesce(reserved_until, '-infinity') <= ${now})
    RETURNING id`)
  return used.length > 0
}

/** Revokes an unused invite; returns false if there is no unused invite with this id. Revoking it again changes nothing and returns true. */
export async function revokeInvite(db: Queries, id: number, now: Date): Promise<boolean> {
  const revoked = await db.query(sql`
    UPDATE invite SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id} AND used_at IS NULL RETURNING id`)
  return revoked.length > 0
}

/**
 * Returns whether the service has no invites. Locks the row of the service until the transaction ends, so that of several processes that
 * start at the same time, only one gets true.
 */
export async function isWithoutInvites(tx: Transaction): Promise<boolean> {
  await tx.query(sql`SELECT FROM service FOR UPDATE`)
  return (await tx.one<{ isEmpty: boolean }>(sql`SELECT NOT EXISTS (SELECT FROM invite) AS "isEmpty"`)).isEmpty
}

/** Lists the invites that a node has used, oldest first. */
export function listInvitesUsed(db: Queries, nodeId: number): Promise<{ hint: string; usedAt: Date }[]> {
  return db.query(sql`
    SELECT hint, used_at AS "usedAt" FROM invite WHERE used_by = ${nodeId} AND used_at IS NOT NULL ORDER BY id`)
}

/** Cancels the reservations of all invites for an e-mail address. */
export async function cancelReservations(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`
    UPDATE invite SET reserved_for = NULL, reserved_until = NULL WHERE reserved_for = ${emailHash}`)
}
