import { randomUUID } from 'node:crypto'
import { MOST_PUSH_DEVICES } from '@stillhere/contract'
import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import type { StoredDevice } from './rules.ts'

const COLUMNS = sql`id, name, sealed, created_at AS "createdAt", last_sent_at AS "lastSentAt"`

export type NewDevice = { nodeId: number; endpointHash: Buffer; sealed: Buffer; name: string; now: Date }

/**
 * Adds a device in the first free slot of its node, or updates the one that has this endpoint; undefined when no slot is free. The
 * caller holds the node, so that two devices never look for a slot at once.
 */
export function putDevice(
  db: Queries,
  { nodeId, endpointHash, sealed, name, now }: NewDevice,
): Promise<StoredDevice | undefined> {
  return db.maybeOne<StoredDevice>(sql`
    INSERT INTO push_device AS d (id, node_id, slot, endpoint_hash, sealed, name, created_at)
    SELECT ${randomUUID()}::uuid, ${nodeId}, min(slot), ${endpointHash}::bytea, ${sealed}::bytea, ${name}::text, ${now}::timestamptz
    FROM generate_series(1, ${MOST_PUSH_DEVICES}::int) AS slot
    WHERE NOT EXISTS (SELECT 1 FROM push_device AS p
      WHERE p.node_id = ${nodeId} AND p.slot = slot.slot AND p.endpoint_hash <> ${endpointHash})
    HAVING count(*) > 0
    ON CONFLICT (node_id, endpoint_hash) DO UPDATE SET sealed = excluded.sealed, name = excluded.name
    RETURNING ${COLUMNS}`)
}

/** The devices of a node, the oldest first. */
export function readDevices(db: Queries, nodeId: number): Promise<StoredDevice[]> {
  return db.query<StoredDevice>(
    sql`SELECT ${COLUMNS} FROM push_device WHERE node_id = ${nodeId} ORDER BY created_at, slot`,
  )
}

/** Removes a device of a node with what is on its way there; false when the node has none with this id. */
export async function deleteDevice(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM push_device WHERE node_id = ${nodeId} AND id = ${id} RETURNING 1`)
  return deleted.length > 0
}

export type NewMessage = { nodeId: number; sealed: Buffer; now: Date; expiresAt: Date }

/** Writes a message for each device of a node and returns how many there are. */
export async function addMessages(db: Queries, { nodeId, sealed, now, expiresAt }: NewMessage): Promise<number> {
  const added = await db.query(sql`
    INSERT INTO push_message (device_id, sealed, next_try_at, expires_at)
    SELECT id, ${sealed}::bytea, ${now}::timestamptz, ${expiresAt}::timestamptz FROM push_device WHERE node_id = ${nodeId}
    RETURNING 1`)
  return added.length
}

/** A message that this process, and no other, is to send before the claim lapses. */
export type ClaimedMessage = {
  id: number
  deviceId: string
  sealed: Buffer
  sealedDevice: Buffer
  attempts: number
  expiresAt: Date
  lapsesAt: Date
}

/**
 * Claims messages that are due, among them those whose last claim has lapsed. Committed before anything is sent, so that no other
 * process takes them.
 */
export function claimMessages(
  db: Queries,
  { now, lapsesAt, limit }: { now: Date; lapsesAt: Date; limit: number },
): Promise<ClaimedMessage[]> {
  return db.query<ClaimedMessage>(sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM push_message WHERE next_try_at <= ${now} AND expires_at > ${now}
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE push_message AS m SET attempts = m.attempts + 1, next_try_at = ${lapsesAt} FROM due WHERE m.id = due.id
      RETURNING m.id, m.device_id, m.sealed, m.attempts, m.expires_at, m.next_try_at)
    SELECT c.id, c.device_id AS "deviceId", c.sealed, d.sealed AS "sealedDevice", c.attempts, c.expires_at AS "expiresAt",
      c.next_try_at AS "lapsesAt"
    FROM claimed AS c JOIN push_device AS d ON d.id = c.device_id ORDER BY c.id`)
}

/** Removes a message that was taken, and notes when its device was last told. */
export async function settleSent(
  db: Queries,
  { id, deviceId }: Pick<ClaimedMessage, 'id' | 'deviceId'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    WITH sent AS (DELETE FROM push_message WHERE id = ${id})
    UPDATE push_device SET last_sent_at = ${now} WHERE id = ${deviceId}`)
}

type Claim = Pick<ClaimedMessage, 'id' | 'lapsesAt'>

/** Puts a message back for another try, if the claim on it still holds. */
export async function postpone(db: Queries, { id, lapsesAt }: Claim, nextTryAt: Date): Promise<void> {
  await db.query(sql`UPDATE push_message SET next_try_at = ${nextTryAt} WHERE id = ${id} AND next_try_at = ${lapsesAt}`)
}

/** Gives a message up, if the claim on it still holds. */
export async function dropMessage(db: Queries, { id, lapsesAt }: Claim): Promise<void> {
  await db.query(sql`DELETE FROM push_message WHERE id = ${id} AND next_try_at = ${lapsesAt}`)
}

/** Removes a device that wants no more messages, unless its browser has subscribed anew since this one was claimed. */
export async function dropDevice(
  db: Queries,
  { deviceId, sealedDevice }: Pick<ClaimedMessage, 'deviceId' | 'sealedDevice'>,
): Promise<void> {
  await db.query(sql`DELETE FROM push_device WHERE id = ${deviceId} AND sealed = ${sealedDevice}`)
}

/** Messages that came too late. */
export const expiredMessages = expireRows({
  table: sql`push_message`,
  where: (now) => sql`expires_at <= ${now}`,
})
