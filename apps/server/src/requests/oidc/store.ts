import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'

/** Key of an item that the OpenID provider stores: its kind (such as Session or Grant) and the keyed hash of its id. */
export type ItemKey = { kind: string; idHash: Buffer }

export type NewItem = ItemKey & {
  uidHash: Buffer | null
  grantHash: Buffer | null
  sealed: Buffer
  expiresAt: Date
}

export type StoredItem = { idHash: Buffer; sealed: Buffer; consumedAt: Date | null }

/** Stores an item of the OpenID provider, or replaces its content and expiry. An item that was spent stays spent. */
export async function saveItem(db: Queries, one: NewItem): Promise<void> {
  await db.query(sql`
    INSERT INTO oidc_item (kind, id_hash, uid_hash, grant_hash, sealed, expires_at)
    VALUES (${one.kind}, ${one.idHash}, ${one.uidHash}, ${one.grantHash}, ${one.sealed}, ${one.expiresAt})
    ON CONFLICT (kind, id_hash) DO UPDATE SET uid_hash = excluded.uid_hash, grant_hash = excluded.grant_hash,
      sealed = excluded.sealed, expires_at = excluded.expires_at`)
}

/** Returns an item of the OpenID provider; undefined if there is none, or the grant that it belongs to was deleted. */
export function findItem(db: Queries, { kind, idHash }: ItemKey): Promise<StoredItem | undefined> {
  return db.maybeOne(sql`
    SELECT id_hash AS "idHash", sealed, consumed_at AS "consumedAt" FROM oidc_item AS i
    WHERE kind = ${kind} AND id_hash = ${idHash} AND (grant_hash IS NULL
      OR EXISTS (SELECT 1 FROM oidc_item AS g WHERE g.kind = 'Grant' AND g.id_hash = i.grant_hash))`)
}

/**
 * Returns the item of this kind with this uid, of several the one that expires last; undefined if there is none. `uidHash`: the keyed hash of
 * the uid.
 */
export function findItemByUid(db: Queries, kind: string, uidHash: Buffer): Promise<StoredItem | undefined> {
  return db.maybeOne(sql`
    SELECT id_hash AS "idHash", sealed, consumed_at AS "consumedAt" FROM oidc_item
    WHERE kind = ${kind} AND uid_hash = ${uidHash} ORDER BY expires_at DESC LIMIT 1`)
}

/** Marks an item of the OpenID provider as used; returns false if it was used before or doesn't exist. */
export async function spendItem(db: Queries, { kind, idHash }: ItemKey, now: Date): Promise<boolean> {
  const consumed = await db.query(sql`
    UPDATE oidc_item SET consumed_at = ${now} WHERE kind = ${kind} AND id_hash = ${idHash} AND consumed_at IS NULL
    RETURNING 1`)
  return consumed.length > 0
}

/** Deletes one item of the OpenID provider; does nothing if there is none. */
export async function deleteItem(db: Queries, { kind, idHash }: ItemKey): Promise<void> {
  await db.query(sql`DELETE FROM oidc_item WHERE kind = ${kind} AND id_hash = ${idHash}`)
}

/** Deletes all items of one kind that belong to a grant. `grantHash`: the keyed hash of the grant's id. */
export async function deleteItemsOfGrant(db: Queries, kind: string, grantHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM oidc_item WHERE kind = ${kind} AND grant_hash = ${grantHash}`)
}

/** Deletes the grant that an item belongs to, which makes every other item of the same grant invalid, too. */
export async function deleteGrantOf(db: Queries, { kind, idHash }: ItemKey): Promise<void> {
  await db.query(sql`
    DELETE FROM oidc_item WHERE kind = 'Grant'
      AND id_hash = (SELECT grant_hash FROM oidc_item WHERE kind = ${kind} AND id_hash = ${idHash})`)
}

/** Deletes items that the OpenID provider no longer accepts. */
export const expiredOidcItems = createExpiry({
  table: sql`oidc_item`,
  where: (now) => sql`expires_at < ${now}`,
})
