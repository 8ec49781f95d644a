import type { Queries } from '../../platform/database/pool.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

/** What a key signs: receipts, or what is marked as a test. */
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

/** Makes this the active key of its use unless there is one; of several processes only one succeeds. */
export async function addKey(db: Queries, { id, use, publicKey, sealedSeed, now }: NewKey): Promise<void> {
  await db.query(sql`
    INSERT INTO issuer_key (id, use, public_key, sealed_seed, active_from)
    VALUES (${id}, ${use}, ${publicKey}, ${sealedSeed}, ${now})
    ON CONFLICT DO NOTHING`)
}

/** Retires the active key of a use; a simultaneous call waits, and then finds none. */
export async function recordRetirement(db: Queries, use: KeyUse, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE issuer_key SET retired_at = greatest(${now}, active_from) WHERE retired_at IS NULL AND use = ${use}`)
}

/** Marks every retired key as compromised. */
export async function recordCompromise(db: Queries): Promise<void> {
  await db.query(sql`UPDATE issuer_key SET compromised = true WHERE retired_at IS NOT NULL AND NOT compromised`)
}

export function findActiveKey(db: Queries, use: KeyUse): Promise<IssuerKey | undefined> {
  return db.maybeOne(sql`
    SELECT id, use, public_key AS "publicKey", sealed_seed AS "sealedSeed", active_from AS "activeFrom",
      retired_at AS "retiredAt", compromised
    FROM issuer_key WHERE retired_at IS NULL AND use = ${use}`)
}

/** Finds the key with this id, of any use and age. */
export function findKey(db: Queries, id: string): Promise<IssuerKey | undefined> {
  return db.maybeOne(sql`
    SELECT id, use, public_key AS "publicKey", sealed_seed AS "sealedSeed", active_from AS "activeFrom",
      retired_at AS "retiredAt", compromised
    FROM issuer_key WHERE id = ${id}`)
}

/** Every key that is still published, active ones first. */
export function listKeys(db: Queries): Promise<IssuerKey[]> {
  return db.query(sql`
    SELECT id, use, public_key AS "publicKey", sealed_seed AS "sealedSeed", active_from AS "activeFrom",
      retired_at AS "retiredAt", compromised
    FROM issuer_key ORDER BY retired_at DESC NULLS FIRST, active_from DESC`)
}

/** The last receipt of a subject, all null before the first. */
export type ChainEnd = { issuerId: string | null; position: number; hash: string | null; endsAt: Date | null }

/** The end of a subject's chain, held by this transaction: the next receipt of the subject waits for it. */
export function lockChain(db: Queries, subject: string): Promise<ChainEnd> {
  return db.one(sql`
    INSERT INTO receipt_chain AS c (subject) VALUES (${subject})
    ON CONFLICT (subject) DO UPDATE SET subject = c.subject
    RETURNING issuer_id AS "issuerId", position, hash, ends_at AS "endsAt"`)
}

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

/** Receipts of an owner before the given one, newest first; a limit of null means all. */
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

/** Since when a receipt is revoked, and whether it is since this very call. */
export type RevokedReceipt = { revokedAt: Date; isNew: boolean; subject: string; audience: string | null }

/** Revokes a receipt and returns since when it is revoked; a second time changes nothing. */
export function revoke(db: Queries, revocation: Revocation): Promise<RevokedReceipt | undefined> {
  return revokeAmong(db, sql`true`, revocation)
}

/** As revoke, for the owner's own receipts only. */
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

export async function isRevoked(db: Queries, receiptId: string): Promise<boolean> {
  const found = await db.query(sql`SELECT 1 FROM receipt WHERE receipt_id = ${receiptId} AND revoked_at IS NOT NULL`)
  return found.length > 0
}

/** The revoked receipts of a key that had not expired before the given time; those that expire last come first. */
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

/** When the first of a key's revoked receipts expired that a list of `limit` has no place for; null where it names all. */
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
 * Revokes the receipts of an owner that is erased, and takes the owner off them; they stay in their chains. Returns for whom they
 * were, and under which subjects.
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

/** Records of receipts stay long after the receipts have expired. */
export const RECORDS_KEPT_DAYS = 400

/** What is kept of receipts. */
export const expiredReceipts = createExpiry({
  table: sql`receipt`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, RECORDS_KEPT_DAYS)}`,
})

/** Chains without a receipt: the next one of that subject begins anew. */
export const expiredChains = createExpiry({
  table: sql`receipt_chain`,
  where: (now) => sql`ends_at < ${toDaysBefore(now, RECORDS_KEPT_DAYS)}
    AND NOT EXISTS (SELECT FROM receipt AS r WHERE r.subject = receipt_chain.subject)`,
})

/** Retired keys of which no receipt is left. */
export const expiredKeys = createExpiry({
  table: sql`issuer_key`,
  where: (now) => sql`retired_at < ${toDaysBefore(now, RECORDS_KEPT_DAYS)}
    AND NOT EXISTS (SELECT FROM receipt AS r WHERE r.issuer_id = issuer_key.id)
    AND NOT EXISTS (SELECT FROM receipt_chain AS c WHERE c.issuer_id = issuer_key.id)`,
})
