import { type KeptReceipt, MOST_KEPT_RECEIPTS } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** Returns whether a text has the form of a kept receipt's id: 22 characters of base64url. */
export function isKeptId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

/** Describes a kept receipt to its owner: id, size in bytes and time, without the ciphertext. */
export function describeKept({ id, bytes, createdAt }: Omit<StoredKept, 'ciphertext'>): KeptReceipt {
  return { id, bytes, created_at: createdAt.toISOString() }
}

/** An encrypted receipt as it is stored. */
export type StoredKept = { id: string; bytes: number; ciphertext: Buffer; createdAt: Date }

const SUMMARY = sql`id, octet_length(ciphertext) AS bytes, created_at AS "createdAt"`

type NewKept = { id: string; nodeId: number; ciphertext: Buffer; now: Date }

/**
 * Stores an encrypted receipt in the first free slot of its node. Returns undefined if no slot is free. The caller must have locked the node, so
 * that two concurrent requests don't get the same slot.
 */
export function addKept(
  db: Queries,
  { id, nodeId, ciphertext, now }: NewKept,
): Promise<Omit<StoredKept, 'ciphertext'> | undefined> {
  return db.maybeOne(sql`
    INSERT INTO kept_receipt (id, node_id, slot, ciphertext, created_at)
    SELECT ${id}::text, ${nodeId}, min(slot), ${ciphertext}::bytea, ${now}::timestamptz
    FROM generate_series(1, ${MOST_KEPT_RECEIPTS}::int) AS slot
    WHERE NOT EXISTS (SELECT 1 FROM kept_receipt AS k WHERE k.node_id = ${nodeId} AND k.slot = slot.slot)
    HAVING count(*) > 0
    RETURNING ${SUMMARY}`)
}

/** Lists a node's kept receipts without their ciphertexts, newest first. */
export function listKept(db: Queries, nodeId: number): Promise<Omit<StoredKept, 'ciphertext'>[]> {
  return db.query(sql`
    SELECT ${SUMMARY} FROM kept_receipt WHERE node_id = ${nodeId} ORDER BY created_at DESC, id`)
}

/** Lists a node's kept receipts with their ciphertexts, newest first. */
export function readKept(db: Queries, nodeId: number): Promise<StoredKept[]> {
  return db.query(sql`
    SELECT ${SUMMARY}, ciphertext FROM kept_receipt WHERE node_id = ${nodeId} ORDER BY created_at DESC, id`)
}

/** Finds the encrypted bytes of a kept receipt by its id. Any node may have stored it. */
export async function findCiphertext(db: Queries, id: string): Promise<Buffer | undefined> {
  const found = await db.maybeOne<{ ciphertext: Buffer }>(sql`SELECT ciphertext FROM kept_receipt WHERE id = ${id}`)
  return found?.ciphertext
}

/** Deletes a kept receipt of a node. Returns false if this node has no kept receipt with this id. */
export async function deleteKept(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM kept_receipt WHERE node_id = ${nodeId} AND id = ${id} RETURNING 1`)
  return deleted.length > 0
}
