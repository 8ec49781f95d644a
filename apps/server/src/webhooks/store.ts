import type { WebhookEventType } from '@stillhere/contract'
import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { daysBefore } from '../day.ts'
import type { StoredDelivery } from './rules.ts'

export type NewEvent = { eventId: string; siteId: number; type: WebhookEventType; body: string; now: Date }

export async function addEvent(db: Queries, { eventId, siteId, type, body, now }: NewEvent): Promise<void> {
  await db.query(sql`
    INSERT INTO webhook_event (event_id, site_id, type, body, created_at, next_try_at)
    VALUES (${eventId}, ${siteId}, ${type}, ${body}, ${now}, ${now})`)
}

/** An event that this process, and no other, is to send before the claim lapses. */
export type ClaimedEvent = {
  id: number
  eventId: string
  siteId: number
  type: WebhookEventType
  body: string
  attempts: number
  lapsesAt: Date
  url: string
  isOpen: boolean
}

export type Claiming = { now: Date; lapsesAt: Date; limit: number; perSite: number }

/**
 * Claims events that are due, among them those whose last claim has lapsed: of each site the oldest first, of all sites by turns, and
 * no more of one site than it may have under way. Committed before anything is sent, so that no other process takes them.
 */
export function claimEvents(db: Queries, { now, lapsesAt, limit, perSite }: Claiming): Promise<ClaimedEvent[]> {
  return db.query<ClaimedEvent>(sql`
    WITH due AS MATERIALIZED (
      SELECT e.id, e.place, e.next_try_at FROM site_webhook AS w
      CROSS JOIN LATERAL (
        SELECT id, next_try_at, row_number() OVER (ORDER BY next_try_at, id) AS place FROM webhook_event
        WHERE site_id = w.site_id AND state IN ('waiting', 'sending') AND next_try_at <= ${now}
        ORDER BY next_try_at, id LIMIT ${perSite}) AS e
      -- Decided once: while nothing is due, no site is looked at.
      WHERE EXISTS (SELECT FROM webhook_event WHERE state IN ('waiting', 'sending') AND next_try_at <= ${now})
        AND e.place <= ${perSite} - (SELECT count(*) FROM webhook_event AS b
          WHERE b.site_id = w.site_id AND b.state = 'sending' AND b.next_try_at > ${now})
      ORDER BY e.place, e.next_try_at LIMIT ${limit}),
    held AS MATERIALIZED (
      SELECT e.id, due.place, due.next_try_at FROM webhook_event AS e JOIN due ON due.id = e.id
      WHERE e.state IN ('waiting', 'sending') AND e.next_try_at <= ${now} FOR UPDATE OF e SKIP LOCKED),
    claimed AS (
      UPDATE webhook_event AS e SET state = 'sending', attempts = e.attempts + 1, next_try_at = ${lapsesAt}
      FROM held WHERE e.id = held.id
      RETURNING e.id, e.event_id, e.site_id, e.type, e.body, e.attempts, e.next_try_at, held.place,
        held.next_try_at AS due_at)
    -- Rows of an update come in the order of its plan, which changes as the table grows.
    SELECT c.id, c.event_id AS "eventId", c.site_id AS "siteId", c.type, c.body, c.attempts, c.next_try_at AS "lapsesAt",
      w.url, w.disabled_at IS NULL AS "isOpen"
    FROM claimed AS c JOIN site_webhook AS w ON w.site_id = c.site_id ORDER BY c.place, c.due_at, c.id`)
}

/** Marks an event as sent, whoever holds it by now, unless it was asked for again meanwhile. */
export async function markSent(
  db: Queries,
  { id, attempts }: Pick<ClaimedEvent, 'id' | 'attempts'>,
  { status, now }: { status: number; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE webhook_event SET state = 'sent', sent_at = ${now}, next_try_at = NULL, last_status = ${status}, problem = ''
    WHERE id = ${id} AND state <> 'sent' AND attempts >= ${attempts}`)
}

type Claim = Pick<ClaimedEvent, 'id' | 'lapsesAt'>
type Failed = { status: number | null; problem: string }

/** Puts an event back for another try, if the claim on it still holds. */
export async function postpone(
  db: Queries,
  { id, lapsesAt }: Claim,
  { status, problem, nextTryAt }: Failed & { nextTryAt: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE webhook_event SET state = 'waiting', next_try_at = ${nextTryAt}, last_status = ${status}, problem = ${problem}
    WHERE id = ${id} AND state = 'sending' AND next_try_at = ${lapsesAt}`)
}

/** Gives an event up, if the claim on it still holds. */
export async function bury(db: Queries, { id, lapsesAt }: Claim, { status, problem }: Failed): Promise<void> {
  await db.query(sql`
    UPDATE webhook_event SET state = 'dead', next_try_at = NULL, last_status = ${status}, problem = ${problem}
    WHERE id = ${id} AND state = 'sending' AND next_try_at = ${lapsesAt}`)
}

/** Gives up all that waits for a site. */
export async function buryWaiting(db: Queries, siteId: number, problem: string): Promise<void> {
  await db.query(sql`
    UPDATE webhook_event SET state = 'dead', next_try_at = NULL, problem = ${problem}
    WHERE site_id = ${siteId} AND state = 'waiting'`)
}

/** Has an event sent again from the start; one that is being sent stays as it is. */
export async function sendAgain(db: Queries, eventId: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE webhook_event SET state = 'waiting', attempts = 0, next_try_at = ${now}, sent_at = NULL
    WHERE event_id = ${eventId} AND state <> 'sending'`)
}

const DELIVERY = sql`
  e.id, e.event_id AS "eventId", site.site_key AS "siteKey", site.name AS "siteName", e.type, e.state, e.attempts, e.last_status AS "lastStatus",
  e.problem, e.created_at AS "createdAt", e.next_try_at AS "nextTryAt", e.sent_at AS "sentAt"`

export function findDelivery(db: Queries, eventId: string): Promise<StoredDelivery | undefined> {
  return db.maybeOne<StoredDelivery>(sql`
    SELECT ${DELIVERY} FROM webhook_event AS e JOIN site ON site.id = e.site_id WHERE e.event_id = ${eventId}`)
}

/** Deliveries before the given one, the newest first: of one site, or of all. */
export function listDeliveries(
  db: Queries,
  { siteId, before, limit }: { siteId: number | null; before: number | null; limit: number },
): Promise<StoredDelivery[]> {
  return db.query<StoredDelivery>(sql`
    SELECT ${DELIVERY} FROM webhook_event AS e JOIN site ON site.id = e.site_id
    WHERE (${siteId}::bigint IS NULL OR e.site_id = ${siteId}::bigint)
      AND (${before}::bigint IS NULL OR e.id < ${before}::bigint)
    ORDER BY e.id DESC LIMIT ${limit}`)
}

/** Events that were sent or given up, 30 days after they happened. */
export const expiredEvents = expireRows({
  table: sql`webhook_event`,
  where: (now) => sql`state IN ('sent', 'dead') AND created_at < ${daysBefore(now, 30)}`,
})
