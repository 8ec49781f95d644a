import { type KeptReceipt, MOST_KEPT_RECEIPTS } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** Whether a text has the form of an id; any other names nothing. */
export function isKeptId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

/** What its owner sees of a kept receipt. */
export function describeKept({ id, bytes, createdAt }: Omit<StoredKept, 'ciphertext'>): KeptReceipt {
  return { id, bytes, created_at: createdAt.toISOString() }
}

/** An encrypted receipt as it is stored. */
export type StoredKept = { id: string; bytes: number; ciphertext: Buffer; createdAt: Date }

const SUMMARY = sql`id, octet_length(ciphertext) AS bytes, created_at AS "createdAt"`

type NewKept = { id: string; nodeId: number; ciphertext: Buffer; now: Date }

/** Stores a receipt in the first free slot of its node; undefined when none is free. The caller holds the node, so that two never look for a slot at once. */
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

/** What a node keeps, newest first, without the ciphertexts. */
export function listKept(db: Queries, nodeId: number): Promise<Omit<StoredKept, 'ciphertext'>[]> {
  return db.query(sql`
    SELECT ${SUMMARY} FROM kept_receipt WHERE node_id = ${nodeId} ORDER BY created_at DESC, id`)
}

/** What a node keeps, newest first, with the ciphertexts. */
export function readKept(db: Queries, nodeId: number): Promise<StoredKept[]> {
  return db.query(sql`
    SELECT ${SUMMARY}, ciphertext FROM kept_receipt WHERE node_id = ${nodeId} ORDER BY created_at DESC, id`)
}

export async function findCiphertext(db: Queries, id: string): Promise<Buffer | undefined> {
  const found = await db.maybeOne<{ ciphertext: Buffer }>(sql`SELECT ciphertext FROM kept_receipt WHERE id = ${id}`)
  return found?.ciphertext
}

/** Removes a receipt of a node; false when the node keeps none with this id. */
export async function deleteKept(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM kept_receipt WHERE node_id = ${nodeId} AND id = ${id} RETURNING 1`)
  return deleted.length > 0
}
