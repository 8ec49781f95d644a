import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { createExpiry } from '../database/store.ts'
import { toDaysBefore } from '../day.ts'
import { type Channel, CHANNELS } from './rules.ts'

export type NewDelivery = {
  channel: Channel
  kind: string
  payload: Buffer
  now: Date
  /** A unique name by which findDelivery and updateDueTime find the delivery. */
  key?: string
  /** The recipient group, for example the id of a site. The number of deliveries of one lane in progress is limited, and lanes take turns. */
  lane?: number
  urgent?: boolean
  siteId?: number
  deviceId?: string
  dueAt?: Date
  expiresAt?: Date | null
}

/** Stores a delivery in the outbox in the caller's transaction and returns its id. It is sent after the commit, by any process. */
export async function queueDelivery(db: Queries, delivery: NewDelivery): Promise<number> {
  const { channel, kind, payload, now, key = null, lane = 0, urgent = false } = delivery
  const { siteId = null, deviceId = null, dueAt = now, expiresAt = null } = delivery
  const { id } = await db.one<{ id: number }>(sql`
    INSERT INTO outbox (channel, kind, key, lane, urgent, site_id, device_id, payload, created_at, next_try_at, expires_at)
    VALUES (${channel}, ${kind}, ${key}, ${lane}, ${urgent}, ${siteId}, ${deviceId}, ${payload}, ${now}, ${dueAt}, ${expiresAt})
    RETURNING id`)
  return id
}

/** Makes a waiting delivery due now, if it isn't due yet. `key` is the name that queueDelivery was given. */
export async function updateDueTime(db: Queries, channel: Channel, key: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE outbox SET next_try_at = ${now}
    WHERE channel = ${channel} AND key = ${key} AND state = 'waiting' AND next_try_at > ${now}`)
}

/** A delivery that this process has claimed; no other process tries it before `lapsesAt`. */
export type Delivery = {
  id: number
  channel: Channel
  kind: string
  key: string | null
  siteId: number | null
  deviceId: string | null
  payload: Buffer
  attempts: number
  createdAt: Date
  expiresAt: Date | null
  claimedAt: Date
  lapsesAt: Date
}

/**
 * Claims up to `limit` due deliveries of a channel for this process, including those whose previous claim has expired. Takes lanes in turn,
 * within a lane the urgent ones and then the oldest first, and respects the channel's limit per lane. Commit before sending, so that no
 * other process claims them.
 */
export function claimDue(
  db: Queries,
  { channel, now, limit }: { channel: Channel; now: Date; limit: number },
): Promise<Delivery[]> {
  const { claimMs, mostPerLane } = CHANNELS[channel]
  const isDue = sql`channel = ${channel} AND next_try_at <= ${now}`
  return db.query<Delivery>(sql`
    -- From lane to lane by the index: a long lane is not read to its end.
    WITH RECURSIVE lanes AS (
      SELECT min(lane) AS lane FROM outbox WHERE ${isDue}
      UNION ALL
      SELECT (SELECT min(o.lane) FROM outbox AS o WHERE ${isDue} AND o.lane > lanes.lane) FROM lanes WHERE lanes.lane IS NOT NULL),
    due AS MATERIALIZED (
      SELECT o.id, o.place, o.next_try_at FROM lanes CROSS JOIN LATERAL (
        SELECT id, next_try_at, row_number() OVER (ORDER BY NOT urgent, next_try_at, id) AS place FROM outbox
        WHERE ${isDue} AND lane = lanes.lane ORDER BY NOT urgent, next_try_at, id LIMIT ${mostPerLane}) AS o
      WHERE o.place <= ${mostPerLane} - (SELECT count(*) FROM outbox AS b
        WHERE b.channel = ${channel} AND b.lane = lanes.lane AND b.state = 'sending' AND b.next_try_at > ${now})
      ORDER BY o.place, o.next_try_at LIMIT ${limit}),
    held AS MATERIALIZED (
      SELECT o.id, due.place, due.next_try_at AS due_at FROM outbox AS o JOIN due ON due.id = o.id
      WHERE o.next_try_at <= ${now} FOR UPDATE OF o SKIP LOCKED),
    claimed AS (
      UPDATE outbox AS o
      SET state = 'sending', attempts = o.attempts + 1, next_try_at = ${new Date(now.getTime() + claimMs)}
      FROM held WHERE o.id = held.id RETURNING o.*, held.place, held.due_at)
    -- An UPDATE returns rows in the order of its plan, which changes as the table grows.
    SELECT id, channel, kind, key, site_id AS "siteId", device_id AS "deviceId", payload, attempts,
      created_at AS "createdAt", expires_at AS "expiresAt", ${now}::timestamptz AS "claimedAt", next_try_at AS "lapsesAt"
    FROM claimed ORDER BY place, due_at, id`)
}

type Claim = Pick<Delivery, 'id' | 'attempts' | 'lapsesAt'>
type Failure = { status: number | null; problem: string }

const isHeld = ({ id, lapsesAt }: Claim) => sql`id = ${id} AND state = 'sending' AND next_try_at = ${lapsesAt}`

/**
 * Marks a delivery as sent, even if its claim has expired, unless it was queued again meanwhile. Deletes the payload, except that of a
 * webhook event, which the operator can send again.
 */
export async function setDelivered(
  db: Queries,
  { id, attempts }: Claim,
  { status, now }: { status: number | null; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE outbox SET state = 'sent', sent_at = ${now}, next_try_at = NULL, status = ${status}, problem = '',
      payload = CASE WHEN channel = 'webhook' THEN payload END
    WHERE id = ${id} AND state <> 'sent' AND attempts >= ${attempts}`)
}

/** Records a failed try of a delivery and sets the time of the next try. No effect if the claim has expired. */
export async function recordFailure(
  db: Queries,
  claim: Claim,
  { status, problem, nextTryAt }: Failure & { nextTryAt: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE outbox SET state = 'waiting', next_try_at = ${nextTryAt}, status = ${status}, problem = ${problem}
    WHERE ${isHeld(claim)}`)
}

/** Gives up a delivery: it isn't tried again unless it is queued again. Deletes the payload if the delivery has expired. No effect if the claim has expired. */
export async function cancelDelivery(
  db: Queries,
  claim: Claim,
  { status, problem, now }: Failure & { now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE outbox SET state = 'dead', next_try_at = NULL, status = ${status}, problem = ${problem},
      payload = CASE WHEN expires_at <= ${now} THEN NULL ELSE payload END
    WHERE ${isHeld(claim)}`)
}

/** Gives up all waiting deliveries for a site, with the given problem as reason. */
export async function cancelWaitingDeliveries(db: Queries, siteId: number, problem: string): Promise<void> {
  await db.query(sql`
    UPDATE outbox SET state = 'dead', next_try_at = NULL, problem = ${problem}
    WHERE site_id = ${siteId} AND state = 'waiting'`)
}

/** Deletes a delivery that was sent or given up, for channels without a log. */
export async function deleteEnded(db: Queries, { id }: Claim): Promise<void> {
  await db.query(sql`DELETE FROM outbox WHERE id = ${id} AND next_try_at IS NULL`)
}

export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'dead'

/** Makes a delivery due again, with all its tries, if it is in one of the given states. Returns false if it isn't, or if it has expired or lost its payload. */
export async function queueDeliveryAgain(
  db: Queries,
  { channel, id, states, now }: { channel: Channel; id: number; states: readonly DeliveryState[]; now: Date },
): Promise<boolean> {
  const restarted = await db.query(sql`
    UPDATE outbox SET state = 'waiting', attempts = 0, next_try_at = ${now}, sent_at = NULL
    WHERE id = ${id} AND channel = ${channel} AND state = ANY (${states}) AND payload IS NOT NULL
      AND (expires_at IS NULL OR expires_at > ${now})
    RETURNING id`)
  return restarted.length > 0
}

/** A delivery as the log shows it. */
export type LoggedDelivery = {
  id: number
  kind: string
  key: string | null
  siteKey: string | null
  siteName: string | null
  state: DeliveryState
  attempts: number
  createdAt: Date
  nextTryAt: Date | null
  sentAt: Date | null
  status: number | null
  problem: string
}

const LOGGED = sql`
  SELECT o.id, o.kind, o.key, s.site_key AS "siteKey", s.name AS "siteName", o.state, o.attempts, o.created_at AS "createdAt",
    o.next_try_at AS "nextTryAt", o.sent_at AS "sentAt", o.status, o.problem
  FROM outbox AS o LEFT JOIN site AS s ON s.id = o.site_id`

/** Finds a delivery by the name (`key`) that queueDelivery was given, without its payload. */
export function findDelivery(db: Queries, channel: Channel, key: string): Promise<LoggedDelivery | undefined> {
  return db.maybeOne<LoggedDelivery>(sql`${LOGGED} WHERE o.channel = ${channel} AND o.key = ${key}`)
}

type DeliveryFilter = {
  channel: Channel
  limit: number
  state?: DeliveryState | null
  siteId?: number | null
  /** Lists only deliveries with a smaller id. */
  before?: number | null
}

/** Lists deliveries of a channel, optionally of one state or site, newest first, without their payloads. */
export function listDeliveries(
  db: Queries,
  { channel, limit, state = null, siteId = null, before = null }: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  return db.query<LoggedDelivery>(sql`
    ${LOGGED} WHERE o.channel = ${channel} AND (${state}::text IS NULL OR o.state = ${state})
      AND (${siteId}::bigint IS NULL OR o.site_id = ${siteId}::bigint) AND (${before}::bigint IS NULL OR o.id < ${before}::bigint)
    ORDER BY o.id DESC LIMIT ${limit}`)
}

/** Counts the deliveries of a channel that are waiting or being sent (`waiting`), and those that were given up (`dead`). */
export function countDeliveries(db: Queries, channel: Channel): Promise<{ waiting: number; dead: number }> {
  return db.one<{ waiting: number; dead: number }>(sql`
    SELECT count(*) FILTER (WHERE next_try_at IS NOT NULL) AS waiting, count(*) FILTER (WHERE state = 'dead') AS dead
    FROM outbox WHERE channel = ${channel}`)
}

/** Deletes deliveries that were sent or given up 30 days after they were queued. */
export const expiredDeliveries = createExpiry({
  table: sql`outbox`,
  where: (now) => sql`next_try_at IS NULL AND created_at < ${toDaysBefore(now, 30)}`,
})
