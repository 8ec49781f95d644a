import { randomUUID } from 'node:crypto'
import { MOST_PUSH_DEVICES, type NoticeSettings } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_NOTICES, type StoredDevice } from './rules.ts'

type Row = {
  mail: boolean
  from: string | null
  to: string | null
  timeZone: string | null
}

/** Reads the notice settings of a node; the defaults (mail, no quiet hours) if the owner saved none. */
export async function readNotices(db: Queries, nodeId: number): Promise<NoticeSettings> {
  const row = await db.maybeOne<Row>(sql`
    SELECT mail, quiet_from AS "from", quiet_to AS "to", time_zone AS "timeZone" FROM notice_setting WHERE node_id = ${nodeId}`)
  if (!row) return DEFAULT_NOTICES
  const { mail, from, to, timeZone } = row
  const isSet = from !== null && to !== null && timeZone !== null
  const quiet = isSet ? { from, to, time_zone: timeZone } : null
  return { mail, quiet }
}

/** Saves the notice settings of a node. */
export async function saveNotices(db: Queries, nodeId: number, { mail, quiet }: NoticeSettings): Promise<void> {
  await db.query(sql`
    INSERT INTO notice_setting (node_id, mail, quiet_from, quiet_to, time_zone)
    VALUES (${nodeId}, ${mail}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${quiet?.time_zone ?? null})
    ON CONFLICT (node_id) DO UPDATE SET mail = excluded.mail, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      time_zone = excluded.time_zone`)
}

const COLUMNS = sql`id, name, sealed, created_at AS "createdAt", last_sent_at AS "lastSentAt"`

type NewDevice = { nodeId: number; endpointHash: Buffer; sealed: Buffer; name: string; now: Date }

/**
 * Stores a push device in the first free slot of its node, or updates the device with the same endpoint; returns undefined if no slot is
 * free. The caller must have locked the node, so that two requests can't choose the same slot.
 */
export function saveDevice(
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

/** Reads the push devices of a node, oldest first. */
export function readDevices(db: Queries, nodeId: number): Promise<StoredDevice[]> {
  return db.query<StoredDevice>(
    sql`SELECT ${COLUMNS} FROM push_device WHERE node_id = ${nodeId} ORDER BY created_at, slot`,
  )
}

/** Deletes a push device of a node with its queued messages; returns false if the node has no device with this id. */
export async function deleteDevice(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM push_device WHERE node_id = ${nodeId} AND id = ${id} RETURNING 1`)
  return deleted.length > 0
}

/** Locks the push devices of a node against deletion until the transaction ends, and returns their ids. For queueing messages, which refer to them. */
export async function lockDevices(db: Queries, nodeId: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT id FROM push_device WHERE node_id = ${nodeId} ORDER BY slot FOR KEY SHARE`)
  return rows.map(({ id }) => id)
}

/** Finds the encrypted push subscription of a device. */
export function findSubscription(db: Queries, deviceId: string | null): Promise<{ sealed: Buffer } | undefined> {
  return db.maybeOne(sql`SELECT sealed FROM push_device WHERE id = ${deviceId}`)
}

/** Saves the time at which a device last got a message. */
export async function saveLastSent(db: Queries, deviceId: string | null, now: Date): Promise<void> {
  await db.query(sql`UPDATE push_device SET last_sent_at = ${now} WHERE id = ${deviceId}`)
}

/** Deletes a device that its push service reports as unsubscribed, unless its subscription is no longer the one in `sealed`. */
export async function deleteSubscription(db: Queries, deviceId: string | null, sealed: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM push_device WHERE id = ${deviceId} AND sealed = ${sealed}`)
}
