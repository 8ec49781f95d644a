import type { Queries } from '../../platform/database/pool.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

/** Whether a key signs production receipts or those that are marked as a test. */
export type KeyUse = 'production' | 'test'

/** A key of this service; its seed is sealed under SECRET_KEY. */
export type IssuerKey = {
  id: string
  use: KeyUse
  publicKey: string
  sealedSeed: Buffer
  activeFrom: Date
  retiredAt: Date | null
  compromised: boolean
}

export type NewKey = { id: string; use: KeyUse; publicKey: string; sealedSeed: Buffer; now: Date }

/** Stores a key as the active one of its use. Has no effect if there is an active key; of several processes only one succeeds. */
export async function addKey(db: Queries, { id, use, publicKey, sealedSeed, now }: NewKey): Promise<void> {
  await db.query(sql`
    INSERT INTO issuer_key (id, use, public_key, sealed_seed, active_from)
    VALUES (${id}, ${use}, ${publicKey}, ${sealedSeed}, ${now})
    ON CONFLICT DO NOTHING`)
}

/** Retires the active key of a use. A concurrent call waits for this transaction and then changes nothing. */
export async function recordRetirement(db: Queries, use: KeyUse, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE issuer_key SET retired_at = greatest(${now}, active_from) WHERE retired_at IS NULL AND use = ${use}`)
}

/** Marks all retired keys as compromised, production and test keys. */
export async function recordCompromise(db: Queries): Promise<void> {
  await db.query(sql`UPDATE issuer_key SET compromised = true WHERE retired_at IS NOT NULL AND NOT compromised`)
}

/** Finds the active signing key of a use. */
export function findActiveKey(db: Queries, use: KeyUse): Promise<IssuerKey | undefined> {
  return db.maybeOne(sql`
    SELECT id, use, public_key AS "publicKey", sealed_seed AS "sealedSeed", active_from AS "activeFrom",
      retired_at AS "retiredAt", compromised
    FROM issuer_key WHERE retired_at IS NULL AND use = ${use}`)
}

/** Finds a signing key by its id, also a retired one. */
export function findKey(db: Queries, id: string): Promise<IssuerKey | undefined> {
  return db.maybeOne(sql`
    SELECT id, use, public_key AS "publicKey", sealed_seed AS "sealedSeed", active_from AS "activeFrom",
      retired_at AS "retiredAt", compromised
    FROM issuer_key WHERE id = ${id}`)
}

/** Lists all stored signing keys: active keys first, then the most recently retired. */
export function listKeys(db: Queries): Promise<IssuerKey[]> {
  return db.query(sql`
    SELECT id, use, public_key AS "publicKey", sealed_seed AS "sealedSeed", active_from AS "activeFrom",
      retired_at AS "retiredAt", compromised
    FROM issuer_key ORDER BY retired_at DESC NULLS FIRST, active_from DESC`)
}

/** The last receipt of a subject's chain. Before the first receipt, `position` is 0 and the other members are null. */
export type ChainEnd = { issuerId: string | null; position: number; hash: string | null; endsAt: Date | null }

/** Locks and returns the end of a subject's chain. A concurrent transaction waits, so that receipts of one subject are issued one after another. */
export function lockChain(db: Queries, subject: string): Promise<ChainEnd> {
  return db.one(sql`
    INSERT INTO receipt_chain AS c (subject) VALUES (${subject})
    ON CONFLICT (subject) DO UPDATE SET subject = c.subject
    RETURNING issuer_id AS "issuerId", position, hash, ends_at AS "endsAt"`)
}

/** Stores the end of a subject's chain: key, position, hash and end time of its newest receipt. */
export async function updateChain(
  db: Queries,
  subject: string,
  end: { issuerId: string; position: number; hash: string; endsAt: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE receipt_chain
    SET issuer_id = ${end.issuerId}, position = ${end.position}, hash = ${end.hash}, ends_at = ${end.endsAt}
    WHERE subject = ${subject}`)
}

export type NewReceipt = {
  receiptId: string
  hash: string
  subject: string
  position: number
  owner: Buffer | null
  audience: string | null
  issuerId: string
  issuedAt: Date
  startsAt: Date
  endsAt: Date
  expiresAt: Date
}

/** Stores the record of an issued receipt; the receipt itself is not stored. */
export async function addReceipt(db: Queries, one: NewReceipt): Promise<void> {
  await db.query(sql`
    INSERT INTO receipt (receipt_id, hash, subject, position, owner, audience, issuer_id, issued_at, starts_at, ends_at,
      expires_at)
    VALUES (${one.receiptId}, ${one.hash}, ${one.subject}, ${one.position}, ${one.owner}, ${one.audience},
      ${one.issuerId}, ${one.issuedAt}, ${one.startsAt}, ${one.endsAt}, ${one.expiresAt})`)
}

export type StoredReceipt = {
  id: number
  receiptId: string
  hash: string
  subject: string
  audience: string | null
  issuerId: string
  issuedAt: Date
  startsAt: Date
  endsAt: Date
  expiresAt: Date
  revokedAt: Date | null
  revokeReason: string | null
}

/**
 * Lists the receipts of an owner, newest first. `owner` comes from computeOwnerHash. `before` is the row id after which a page begins (exclusive),
 * or null for the first page; a `limit` of null lists all.
 */
export function listOwned(
  db: Queries,
  owner: Buffer,
  { before, limit }: { before: string | null; limit: number | null },
): Promise<StoredReceipt[]> {
  return db.query(sql`
    SELECT id, receipt_id AS "receiptId", hash, subject, audience, issuer_id AS "issuerId", issued_at AS "issuedAt",
      starts_at AS "startsAt", ends_at AS "endsAt", expires_at AS "expiresAt", revoked_at AS "revokedAt",
      revoke_reason AS "revokeReason"
    FROM receipt WHERE owner = ${owner} AND (${before}::bigint IS NULL OR id < ${before}::bigint)
    ORDER BY id DESC LIMIT ${limit}`)
}

export type Revocation = { receiptId: string; reason: string | null; now: Date }

/** A revoked receipt and the time of its revocation; `isNew` if this call revoked it. */
export type RevokedReceipt = { revokedAt: Date; isNew: boolean; subject: string; audience: string | null }

/**
 * Revokes a receipt and returns the time of its revocation. A second call changes nothing and returns the first time. Returns undefined for an
 * unknown receipt.
 */
export function revoke(db: Queries, revocation: Revocation): Promise<RevokedReceipt | undefined> {
  return revokeAmong(db, sql`true`, revocation)
}

/** Revokes a receipt as `revoke` does, but only if it belongs to `owner` (from computeOwnerHash). Otherwise returns undefined. */
export function revokeOwned(db: Queries, owner: Buffer, revocation: Revocation): Promise<RevokedReceipt | undefined> {
  return revokeAmong(db, sql`owner = ${owner}`, revocation)
}

// The row is held before it is read: of several calls at once, one finds it not revoked.
function revokeAmong(
  db: Queries,
  whose: Sql,
  { receiptId, reason, now }: Revocation,
): Promise<RevokedReceipt | undefined> {
  return db.maybeOne(sql`
    UPDATE receipt AS r
    SET revoke_reason = CASE WHEN r.revoked_at IS NULL THEN ${reason}::text ELSE r.revoke_reason END,
      revoked_at = coalesce(r.revoked_at, ${now})
    FROM (SELECT id, revoked_at FROM receipt WHERE receipt_id = ${receiptId} AND ${whose} FOR UPDATE) AS before
    WHERE r.id = before.id
    RETURNING r.revoked_at AS "revokedAt", before.revoked_at IS NULL AS "isNew", r.subject, r.audience`)
}

/** Returns whether a receipt is revoked; false if it is unknown. */
export async function isRevoked(db: Queries, receiptId: string): Promise<boolean> {
  const found = await db.query(sql`SELECT 1 FROM receipt WHERE receipt_id = ${receiptId} AND revoked_at IS NOT NULL`)
  return found.length > 0
}

/** Lists the ids of the revoked receipts of a key that expire after `expiredAfter`, the latest expiry first, at most `limit`. */
export async function listRevoked(
  db: Queries,
  { issuerId, expiredAfter, limit }: { issuerId: string; expiredAfter: Date; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ receiptId: string }>(sql`
    SELECT receipt_id AS "receiptId" FROM receipt
    WHERE issuer_id = ${issuerId} AND revoked_at IS NOT NULL AND expires_at > ${expiredAfter}
    ORDER BY expires_at DESC LIMIT ${limit}`)
  return rows.map(({ receiptId }) => receiptId)
}

/** Returns the latest expiry among the revoked receipts of a key that don't fit in a status list of `limit` receipts. Returns null if all of them fit. */
export async function findUnlisted(
  db: Queries,
  { issuerId, limit }: { issuerId: string; limit: number },
): Promise<Date | null> {
  const [found] = await db.query<{ expiresAt: Date }>(sql`
    SELECT expires_at AS "expiresAt" FROM receipt WHERE issuer_id = ${issuerId} AND revoked_at IS NOT NULL
    ORDER BY expires_at DESC OFFSET ${limit} LIMIT 1`)
  return found?.expiresAt ?? null
}

/**
 * Revokes all receipts of an owner who is being erased, and removes the owner from their records, which stay in their chains. Returns the audiences
 * of the receipts and the subject for each, without duplicates.
 */
export function revokeAndRelease(
  db: Queries,
  owner: Buffer,
  now: Date,
): Promise<{ audience: string; subject: string }[]> {
  return db.query(sql`
    WITH released AS (
      UPDATE receipt SET owner = NULL, revoked_at = coalesce(revoked_at, ${now}) WHERE owner = ${owner}
      RETURNING audience, subject)
    SELECT DISTINCT audience, subject FROM released WHERE audience IS NOT NULL ORDER BY audience, subject`)
}

/** Records of receipts are stored for this many days after the receipts have expired. */
export const RECORDS_KEPT_DAYS = 400

/** Deletes the records of receipts that expired more than 400 days ago. */
export const expiredReceipts = createExpiry({
  table: sql`receipt`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, RECORDS_KEPT_DAYS)}`,
})

/** Deletes chain ends without a stored receipt: the next receipt of the subject begins a new chain. */
export const expiredChains = createExpiry({
  table: sql`receipt_chain`,
  where: (now) => sql`ends_at < ${toDaysBefore(now, RECORDS_KEPT_DAYS)}
    AND NOT EXISTS (SELECT FROM receipt AS r WHERE r.subject = receipt_chain.subject)`,
})

/** Deletes keys retired long ago of which no receipt is stored. */
export const expiredKeys = createExpiry({
  table: sql`issuer_key`,
  where: (now) => sql`retired_at < ${toDaysBefore(now, RECORDS_KEPT_DAYS)}
    AND NOT EXISTS (SELECT FROM receipt AS r WHERE r.issuer_id = issuer_key.id)
    AND NOT EXISTS (SELECT FROM receipt_chain AS c WHERE c.issuer_id = issuer_key.id)`,
})
