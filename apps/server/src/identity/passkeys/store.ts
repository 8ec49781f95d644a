import { randomUUID } from 'node:crypto'
import { MOST_PASSKEYS } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

/** A new passkey, as verified at its registration. */
export type NewPasskey = {
  credentialId: Buffer
  publicKey: Buffer
  /** The thumbprint of the public key (RFC 7638), by which askers pin it. Null for passkeys from before thumbprints were stored. */
  thumbprint: string | null
  counter: number
  transports: string[]
  backedUp: boolean
  /** The SHA-256 of the root certificate to which its attestation led, or null; see isVouchedFor. */
  attestedRoot: Buffer | null
  aaguid: string
  format: string
  /** The id of an asker's right to ask the node, if the passkey signs for that asker only. */
  askerId: number | null
  /** The public id of that asker. */
  onlyFor: string | null
}

export type StoredPasskey = NewPasskey & {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  suspectedAt: Date | null
}

const COLUMNS = sql`
  id, name, credential_id AS "credentialId", public_key AS "publicKey", thumbprint, counter, transports, backed_up AS "backedUp",
  attested_root AS "attestedRoot", aaguid, format, asker_id AS "askerId", only_for AS "onlyFor", created_at AS "createdAt", last_used_at AS "lastUsedAt", suspected_at AS "suspectedAt"`

/** Marks a passkey challenge as used, for creating a passkey or for signing in; returns false if it was used before. */
export async function useChallenge(db: Queries, { id, expiresAt }: { id: string; expiresAt: Date }): Promise<boolean> {
  const used = await db.query(sql`
    INSERT INTO used_passkey_challenge (id, expires_at) VALUES (${id}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING 1`)
  return used.length > 0
}

/** Stores a passkey in the first free slot of its node; returns undefined if no slot is free, or a passkey with this credential id exists. */
export function addPasskey(
  db: Queries,
  made: NewPasskey,
  { nodeId, name, now }: { nodeId: number; name: string; now: Date },
): Promise<StoredPasskey | undefined> {
  return db.maybeOne<StoredPasskey>(sql`
    INSERT INTO passkey (id, node_id, slot, credential_id, public_key, thumbprint, counter, name, transports, backed_up, attested_root,
      aaguid, format, asker_id, only_for, created_at)
    SELECT ${randomUUID()}::uuid, ${nodeId}, min(slot), ${made.credentialId}::bytea, ${made.publicKey}::bytea,
      ${made.thumbprint}::text, ${made.counter}::bigint, ${name}::text, ${made.transports}::text[], ${made.backedUp}::boolean,
      ${made.attestedRoot}::bytea, ${made.aaguid}::uuid, ${made.format}::text, ${made.askerId}::bigint, ${made.onlyFor}::text, ${now}::timestamptz
    FROM generate_series(1, ${MOST_PASSKEYS}::int) AS slot
    WHERE NOT EXISTS (SELECT 1 FROM passkey p WHERE p.node_id = ${nodeId} AND p.slot = slot.slot)
    HAVING count(*) > 0
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`)
}

/** Returns whether any node has a passkey with this credential id. */
export async function isRegistered(db: Queries, credentialId: Buffer): Promise<boolean> {
  return (await db.query(sql`SELECT 1 FROM passkey WHERE credential_id = ${credentialId}`)).length > 0
}

/** Reads the passkeys of a node, oldest first. */
export function readPasskeys(db: Queries, nodeId: number): Promise<StoredPasskey[]> {
  return db.query<StoredPasskey>(
    sql`SELECT ${COLUMNS} FROM passkey WHERE node_id = ${nodeId} ORDER BY created_at, slot`,
  )
}

/** Finds a passkey of a node by its credential id. */
export function findPasskey(db: Queries, nodeId: number, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  return db.maybeOne<StoredPasskey>(sql`
    SELECT ${COLUMNS} FROM passkey WHERE node_id = ${nodeId} AND credential_id = ${credentialId}`)
}

/** Returns the id of the node whose passkey has this credential id. */
export async function findOwner(db: Queries, credentialId: Buffer): Promise<number | undefined> {
  const found = await db.maybeOne<{ nodeId: number }>(sql`
    SELECT node_id AS "nodeId" FROM passkey WHERE credential_id = ${credentialId}`)
  return found?.nodeId
}

/** Updates the name of a node's passkey and returns the passkey; returns undefined if the node has no passkey with this id. */
export function updatePasskeyName(
  db: Queries,
  { nodeId, id, name }: { nodeId: number; id: string; name: string },
): Promise<StoredPasskey | undefined> {
  return db.maybeOne<StoredPasskey>(sql`
    UPDATE passkey SET name = ${name} WHERE node_id = ${nodeId} AND id = ${id} RETURNING ${COLUMNS}`)
}

/** Deletes a passkey of a node; returns false if the node has no passkey with this id. */
export async function deletePasskey(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM passkey WHERE node_id = ${nodeId} AND id = ${id} RETURNING 1`)
  return deleted.length > 0
}

type Use = { id: string; counter: number; backedUp: boolean; now: Date }

/**
 * Records a use of a passkey with its new signature counter. Returns false, and records nothing, if the counter didn't increase or the
 * passkey is disabled; devices without a counter always send zero, which is accepted.
 */
export async function countUse(db: Queries, { id, counter, backedUp, now }: Use): Promise<boolean> {
  const counted = await db.query(sql`
    UPDATE passkey SET counter = ${counter}, backed_up = ${backedUp},
      last_used_at = date_trunc('hour', ${now}::timestamptz, 'UTC')
    WHERE id = ${id} AND suspected_at IS NULL
      AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))
    RETURNING 1`)
  return counted.length > 0
}

/** Disables a passkey that may have been copied; returns false if it was disabled or removed before. */
export async function setSuspected(db: Queries, id: string, now: Date): Promise<boolean> {
  const suspected = await db.query(sql`
    UPDATE passkey SET suspected_at = ${now} WHERE id = ${id} AND suspected_at IS NULL RETURNING 1`)
  return suspected.length > 0
}

/** Deletes used challenges a day after they expired. */
export const expiredPasskeyChallenges = createExpiry({
  table: sql`used_passkey_challenge`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})
