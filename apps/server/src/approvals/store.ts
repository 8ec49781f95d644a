import {
  type Asker,
  type ApprovalAction,
  APPROVAL_LIMITS,
  type AssuranceLevel,
  type DENIALS,
  type ReachedLevel,
} from '@stillhere/contract'
import { ASKER, IS_HEARD, JOINS } from '../askers/store.ts'
import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { daysBefore, HOUR_MS } from '../day.ts'

/** An approval as it is stored, with whom it asks and who asks. */
export type StoredApproval = {
  id: string
  askerId: number
  siteId: number | null
  agentId: number | null
  nodeId: number
  nodeHandle: string
  asker: Asker
  action: ApprovalAction
  digest: string
  assurance: AssuranceLevel
  /** Whether the person may approve without motion. */
  otherWay: boolean
  audience: string
  test: boolean
  createdAt: Date
  expiresAt: Date
  state: 'open' | 'granted' | 'denied'
  reason: (typeof DENIALS)[number] | null
  decidedAt: Date | null
  redeemedAt: Date | null
  subject: string | null
  reached: ReachedLevel | null
  /** Whether its asker may still ask: the person lets it, the site is not disabled, the agent not revoked. */
  isHeard: boolean
}

const COLUMNS = sql`
  p.id, p.asker_id AS "askerId", a.site_id AS "siteId", a.agent_id AS "agentId", a.node_id AS "nodeId", n.node_handle AS "nodeHandle", ${ASKER},
  p.action, p.digest, p.assurance, p.other_way AS "otherWay", p.audience, p.test, p.created_at AS "createdAt", p.expires_at AS "expiresAt", p.state, p.reason,
  p.decided_at AS "decidedAt", p.redeemed_at AS "redeemedAt", p.subject, p.reached, (a.ended_at IS NULL AND ${IS_HEARD}) AS "isHeard"`
const FROM_APPROVAL = sql`approval p JOIN asker a ON a.id = p.asker_id JOIN node n ON n.id = a.node_id ${JOINS}`

export type NewApproval = Pick<
  StoredApproval,
  'id' | 'askerId' | 'action' | 'digest' | 'assurance' | 'otherWay' | 'audience' | 'test' | 'expiresAt'
>

/** Adds an approval of an asker whose row the caller holds; false where it has too many open, or was denied too often of late. */
export async function addApproval(db: Queries, one: NewApproval, now: Date): Promise<boolean> {
  const anHourAgo = new Date(now.getTime() - HOUR_MS)
  const added = await db.query(sql`
    INSERT INTO approval (id, asker_id, action, digest, assurance, other_way, audience, test, created_at, expires_at)
    SELECT ${one.id}::uuid, ${one.askerId}::bigint, ${JSON.stringify(one.action)}::json, ${one.digest}, ${one.assurance}::smallint, ${one.otherWay}::boolean, ${one.audience},
      ${one.test}::boolean, ${now}::timestamptz, ${one.expiresAt}::timestamptz
    WHERE (SELECT count(*) FROM approval WHERE asker_id = ${one.askerId} AND state = 'open' AND expires_at > ${now}) < ${APPROVAL_LIMITS.open}
      AND (SELECT count(*) FROM approval WHERE asker_id = ${one.askerId} AND reason = 'denied_by_person' AND decided_at > ${anHourAgo})
        < ${APPROVAL_LIMITS.deniedInAnHour}
    RETURNING 1`)
  return added.length > 0
}

export function findApproval(db: Queries, id: string): Promise<StoredApproval | undefined> {
  return db.maybeOne<StoredApproval>(sql`SELECT ${COLUMNS} FROM ${FROM_APPROVAL} WHERE p.id = ${id}`)
}

/** An open approval of an asker that may still ask; nobody else can decide it, or end the asker, until the transaction does. */
export function lockOpenApproval(db: Queries, id: string, now: Date): Promise<StoredApproval | undefined> {
  return db.maybeOne<StoredApproval>(sql`
    SELECT ${COLUMNS} FROM ${FROM_APPROVAL}
    WHERE p.id = ${id} AND p.state = 'open' AND p.expires_at > ${now} AND a.ended_at IS NULL AND ${IS_HEARD} FOR UPDATE OF p, a`)
}

export type Granting = { subject: string; reached: ReachedLevel; sealed: Buffer | null }

/** Grants an open approval, which the caller has locked. */
export async function grantApproval(
  db: Queries,
  id: string,
  { subject, reached, sealed }: Granting,
  now: Date,
): Promise<void> {
  await db.one(sql`
    UPDATE approval SET state = 'granted', decided_at = ${now}, subject = ${subject}, reached = ${reached}, sealed = ${sealed}
    WHERE id = ${id} AND state = 'open' RETURNING 1`)
}

/** Denies an open approval; false where it is not open. */
export async function denyOpen(db: Queries, id: string, now: Date): Promise<boolean> {
  const denied = await db.query(sql`
    UPDATE approval SET state = 'denied', reason = 'denied_by_person', decided_at = ${now}
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return denied.length > 0
}

/** Denies all that an asker, which may no longer ask, has open; returns which. */
export async function denyAllOf(db: Queries, askerId: number, now: Date): Promise<string[]> {
  const denied = await db.query<{ id: string }>(sql`
    UPDATE approval SET state = 'denied', reason = 'asker_removed', decided_at = ${now}
    WHERE asker_id = ${askerId} AND state = 'open' AND expires_at > ${now} RETURNING id`)
  return denied.map(({ id }) => id)
}

/** Counts a scan that was refused; the fifth denies the approval. Returns the state after it, or undefined where it was not open. */
export async function countRefusal(db: Queries, id: string, now: Date): Promise<'open' | 'denied' | undefined> {
  const counted = await db.maybeOne<{ state: 'open' | 'denied' }>(sql`
    UPDATE approval SET refusals = refusals + 1,
      state = CASE WHEN refusals >= 4 THEN 'denied' ELSE state END,
      reason = CASE WHEN refusals >= 4 THEN 'too_many_refusals' END,
      decided_at = CASE WHEN refusals >= 4 THEN ${now}::timestamptz END
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING state`)
  return counted?.state
}

/** What is given out once. */
export type RedeemedApproval = StoredApproval & { sealed: Buffer | null; subject: string; reached: ReachedLevel }

export type Redemption = {
  id: string
  asker: { kind: Asker['kind']; id: number }
  digest: string
  grantedAfter: Date
  now: Date
}

/** Gives out a granted approval, once, to its asker and for its own action; undefined otherwise. */
export function redeem(db: Queries, asked: Redemption): Promise<RedeemedApproval | undefined> {
  const { id, asker, digest, grantedAfter, now } = asked
  const isOwn = asker.kind === 'site' ? sql`a.site_id = ${asker.id}` : sql`a.agent_id = ${asker.id}`
  return db.maybeOne<RedeemedApproval>(sql`
    WITH before AS (
      SELECT p.id, p.sealed AS outcome FROM approval p JOIN asker a ON a.id = p.asker_id
      WHERE p.id = ${id} AND ${isOwn} AND p.digest = ${digest} AND p.state = 'granted' AND p.redeemed_at IS NULL
        AND p.decided_at > ${grantedAfter} AND a.ended_at IS NULL
      FOR UPDATE OF p),
    taken AS (
      UPDATE approval SET redeemed_at = ${now}, sealed = NULL FROM before
      WHERE approval.id = before.id RETURNING approval.*, before.outcome)
    SELECT ${COLUMNS}, p.outcome AS sealed FROM taken p JOIN asker a ON a.id = p.asker_id JOIN node n ON n.id = a.node_id ${JOINS}`)
}

/** A place in a list, the newest first. */
export type Before = { createdAt: string; id: string } | null

const after = (before: Before) =>
  before === null ? sql`true` : sql`(p.created_at, p.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`

/** What a node was asked for. */
export function listOfNode(
  db: Queries,
  nodeId: number,
  { before, limit }: { before: Before; limit: number | null },
): Promise<StoredApproval[]> {
  return db.query<StoredApproval>(sql`
    SELECT ${COLUMNS} FROM ${FROM_APPROVAL} WHERE a.node_id = ${nodeId} AND ${after(before)}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`)
}

/** What everybody was asked for. */
export function listAll(db: Queries, { before, limit }: { before: Before; limit: number }): Promise<StoredApproval[]> {
  return db.query<StoredApproval>(sql`
    SELECT ${COLUMNS} FROM ${FROM_APPROVAL} WHERE ${after(before)} ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`)
}

/** Long enough for a person to look back on what they approved. */
const KEPT_DAYS = 90

/** Approvals that nobody looks back on. */
export const expiredApprovals = expireRows({
  table: sql`approval`,
  where: (now) => sql`created_at < ${daysBefore(now, KEPT_DAYS)}`,
})
