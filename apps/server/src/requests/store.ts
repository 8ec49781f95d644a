import {
  type Asker,
  APPROVAL_LIMITS,
  type AssuranceLevel,
  type CHECK_FAILURES,
  type CheckDetails,
  type DENIALS,
  type ReachedLevel,
} from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import { AGENT_JOINS, ASKER, type AskerRef, IS_HEARD } from '../askers/store.ts'
import { expireRows } from '../database/expiry.ts'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { daysBefore, HOUR_MS } from '../day.ts'

type CheckFailure = (typeof CHECK_FAILURES)[number]
type Denial = (typeof DENIALS)[number]

/** Why a request ended without a grant. */
export type EndReason = CheckFailure | Denial

/** Reasons by which the person said no; all others are failures. */
const DENYING: ReadonlySet<EndReason> = new Set(['denied_by_person', 'asker_removed', 'cancelled_by_person'])

type RequestFields<Reason> = {
  id: string
  /** The site or agent that asks, as people read it. */
  asker: Asker
  /** Whether the requester may still ask: the site is not disabled, the agent not revoked, and the person lets it. */
  isActive: boolean
  test: boolean
  action: string
  details: CheckDetails | null
  nonce: string | null
  assurance: AssuranceLevel
  /** Whether the person may answer without motion, by a mailed code. */
  otherWay: boolean
  audience: string
  createdAt: Date
  expiresAt: Date
  state: 'open' | 'granted' | 'denied' | 'failed'
  reason: Reason | null
  endedAt: Date | null
  redeemedAt: Date | null
  /** Name and level of the person who granted it. */
  subject: string | null
  reached: ReachedLevel | null
}

export type StoredCheck = RequestFields<CheckFailure> & {
  kind: 'check'
  siteId: number
  cdata: string | null
  origin: string | null
  returnUrl: string | null
  changes: number
  screenHash: Buffer | null
  deviceHash: Buffer | null
  followerHash: Buffer | null
  /** Whether a page started it, so the page that opens it must prove that it comes from there. */
  needsProof: boolean
  /** Whether it was opened by the page that started it; null until it is opened, and where a server asked. */
  sameBrowser: boolean | null
  wrongNumbers: number
}

export type StoredApproval = RequestFields<Denial> & {
  kind: 'approval'
  askerId: number
  siteId: number | null
  agentId: number | null
  nodeId: number
  nodeHandle: string
  type: string
  digest: string
  /** Of the words that hold the digest for people. */
  language: Language
}

export type StoredRequest = StoredCheck | StoredApproval
type Kind = StoredRequest['kind']
type RequestOf<K extends Kind> = Extract<StoredRequest, { kind: K }>

const COLUMNS = sql`
  r.id, r.kind, r.asker_id AS "askerId", s.id AS "siteId", a.agent_id AS "agentId", a.node_id AS "nodeId", n.node_handle AS "nodeHandle", ${ASKER},
  (a.ended_at IS NULL AND ${IS_HEARD}) AS "isActive", r.test, r.type, r.action, r.details, r.digest, r.language, r.nonce, r.cdata, r.assurance,
  r.other_way AS "otherWay", r.audience, r.origin, r.return_url AS "returnUrl", r.created_at AS "createdAt", r.expires_at AS "expiresAt", r.state, r.reason,
  r.ended_at AS "endedAt", r.redeemed_at AS "redeemedAt", r.changes, r.screen_hash AS "screenHash", r.device_hash AS "deviceHash",
  r.follower_hash AS "followerHash", r.open_hash IS NOT NULL AS "needsProof", r.same_browser AS "sameBrowser", r.wrong_numbers AS "wrongNumbers",
  w.subject, w.reached`

const JOINS = sql`
  LEFT JOIN request_grant w ON w.request_id = r.id LEFT JOIN asker a ON a.id = r.asker_id LEFT JOIN node n ON n.id = a.node_id
  LEFT JOIN site s ON s.id = coalesce(r.site_id, a.site_id) ${AGENT_JOINS}`

type NewFields = Pick<
  RequestFields<null>,
  'id' | 'action' | 'details' | 'assurance' | 'otherWay' | 'audience' | 'test' | 'expiresAt'
>

export type NewCheck = NewFields &
  Pick<StoredCheck, 'kind' | 'siteId'> &
  Partial<Pick<StoredCheck, 'nonce' | 'cdata' | 'origin' | 'returnUrl' | 'followerHash'>> & {
    askedBy: 'server' | 'page' | 'sign_in'
    /** The proof that a page comes from the one that asks; absent where a server does. */
    opening?: { hash: Buffer; number: number }
  }

export type NewApproval = NewFields &
  Pick<StoredApproval, 'kind' | 'askerId' | 'type' | 'digest' | 'language'> & {
    /** The keyed hash of the auth_req_id by which a backchannel request (CIBA) asks. */
    authReqHash?: Buffer
  }

const ABSENT = {
  siteId: null,
  askerId: null,
  askedBy: null,
  type: null,
  digest: null,
  language: null,
  nonce: null,
  cdata: null,
  origin: null,
  returnUrl: null,
  followerHash: null,
  opening: null,
  authReqHash: null,
}

/**
 * Adds a request. False for an approval whose asker, a row that the caller holds, has too many open, or was denied too often in the
 * last hour.
 */
export async function addRequest(db: Queries, request: NewCheck | NewApproval, now: Date): Promise<boolean> {
  const one = { ...ABSENT, ...request }
  const nonce = one.kind === 'approval' ? one.id : one.nonce
  const anHourAgo = new Date(now.getTime() - HOUR_MS)
  const added = await db.query(sql`
    INSERT INTO request (id, kind, site_id, asker_id, asked_by, type, action, details, digest, language, nonce, cdata, assurance, other_way, audience, test, origin,
      return_url, follower_hash, open_hash, open_number, auth_req_hash, created_at, expires_at)
    SELECT ${one.id}::uuid, ${one.kind}, ${one.siteId}::bigint, ${one.askerId}::bigint, ${one.askedBy}, ${one.type}, ${one.action},
      ${one.details && JSON.stringify(one.details)}::json, ${one.digest}, coalesce(${one.language}, 'en'), ${nonce}, ${one.cdata}, ${one.assurance}::smallint, ${one.otherWay}::boolean,
      ${one.audience}, ${one.test}::boolean, ${one.origin}, ${one.returnUrl}, ${one.followerHash}::bytea, ${one.opening?.hash ?? null}::bytea,
      ${one.opening?.number ?? null}::smallint, ${one.authReqHash}::bytea, ${now}::timestamptz, ${one.expiresAt}::timestamptz
    WHERE ${one.askerId}::bigint IS NULL OR (
      (SELECT count(*) FROM request WHERE asker_id = ${one.askerId} AND state = 'open' AND expires_at > ${now}) < ${APPROVAL_LIMITS.open}
      AND (SELECT count(*) FROM request WHERE asker_id = ${one.askerId} AND reason = 'denied_by_person' AND ended_at > ${anHourAgo})
        < ${APPROVAL_LIMITS.deniedInAnHour})
    RETURNING 1`)
  return added.length > 0
}

export function findRequest<K extends Kind>(db: Queries, kind: K, id: string): Promise<RequestOf<K> | undefined> {
  return db.maybeOne(sql`SELECT ${COLUMNS} FROM request r ${JOINS} WHERE r.id = ${id} AND r.kind = ${kind}`)
}

/** The approval that a backchannel request asks for. */
export function findBackchannelApproval(db: Queries, authReqHash: Buffer): Promise<StoredApproval | undefined> {
  return db.maybeOne<StoredApproval>(
    sql`SELECT ${COLUMNS} FROM request r ${JOINS} WHERE r.auth_req_hash = ${authReqHash}`,
  )
}

/** A check, and the number of its changes when a page last looked. */
export type SeenCheck = { id: string; changes: number }

/** Those of the checks that changed since, or have expired. */
export function findChanged(db: Queries, seen: readonly SeenCheck[], now: Date): Promise<StoredCheck[]> {
  const [ids, changes] = [seen.map((one) => one.id), seen.map((one) => one.changes)]
  return db.query<StoredCheck>(sql`
    SELECT ${COLUMNS} FROM unnest(${ids}::uuid[], ${changes}::integer[]) AS f (id, changes) JOIN request r ON r.id = f.id ${JOINS}
    WHERE r.changes <> f.changes OR (r.state = 'open' AND r.expires_at <= ${now})`)
}

/** An open request of an active requester. No other transaction can end it, or its asker's right, until this one ends. */
export async function lockOpenRequest<K extends Kind>(
  db: Queries,
  { kind, id }: { kind: K; id: string },
  now: Date,
): Promise<RequestOf<K> | undefined> {
  // First the asker, as where its right ends.
  if (kind === 'approval')
    await db.query(sql`SELECT FROM asker WHERE id = (SELECT asker_id FROM request WHERE id = ${id}) FOR UPDATE`)
  return db.maybeOne(sql`
    SELECT ${COLUMNS} FROM request r ${JOINS}
    WHERE r.id = ${id} AND r.kind = ${kind} AND r.state = 'open' AND r.expires_at > ${now} AND a.ended_at IS NULL AND ${IS_HEARD} FOR UPDATE OF r`)
}

/** Counts a refused scan; the fifth ends the request. Returns the state after it, or undefined if the request was not open. */
export async function countRefusal(db: Queries, id: string, now: Date): Promise<'open' | 'failed' | undefined> {
  const counted = await db.maybeOne<{ state: 'open' | 'failed' }>(sql`
    UPDATE request SET changes = changes + 1, refusals = refusals + 1,
      state = CASE WHEN refusals >= 4 THEN 'failed' ELSE state END,
      reason = CASE WHEN refusals >= 4 THEN 'too_many_refusals' END,
      ended_at = CASE WHEN refusals >= 4 THEN ${now}::timestamptz END
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING state`)
  return counted?.state
}

/** Ends an open request without a grant; false if it is not open. */
export async function endRequest(db: Queries, id: string, reason: EndReason, now: Date): Promise<boolean> {
  const ended = await db.query(sql`
    UPDATE request SET changes = changes + 1, state = ${DENYING.has(reason) ? 'denied' : 'failed'}, reason = ${reason}, ended_at = ${now}
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return ended.length > 0
}

/** Denies all open requests of an asker, which may no longer ask; returns their ids. */
export async function denyRequestsOf(db: Queries, askerId: number, now: Date): Promise<string[]> {
  const denied = await db.query<{ id: string }>(sql`
    UPDATE request SET changes = changes + 1, state = 'denied', reason = 'asker_removed', ended_at = ${now}
    WHERE asker_id = ${askerId} AND state = 'open' AND expires_at > ${now} RETURNING id`)
  return denied.map(({ id }) => id)
}

export type Grant = { subject: string; reached: ReachedLevel; sealed: Buffer | null }

/** Grants an open request, which the caller has locked. A level below the one that was asked for breaks a constraint. */
export async function grantRequest(db: Queries, id: string, grant: Grant, now: Date): Promise<void> {
  const { subject, reached, sealed } = grant
  await db.one(sql`
    WITH granted AS (
      UPDATE request SET changes = changes + 1, state = 'granted', ended_at = ${now}
      WHERE id = ${id} AND state = 'open' RETURNING id, assurance, other_way)
    INSERT INTO request_grant (request_id, subject, reached, required, sealed, granted_at)
    SELECT id, ${subject}, ${reached}::smallint, CASE WHEN other_way AND ${reached}::smallint = 0 THEN 0 ELSE assurance END, ${sealed}::bytea,
      ${now}::timestamptz
    FROM granted RETURNING 1`)
}

/** What is given out once. */
export type RedeemedRequest<K extends Kind> = RequestOf<K> & { sealed: Buffer | null }

/** The request, for the requester with this id or site secret, and the outcomes that may be given out. */
export type Redemption<K extends Kind> = {
  id: string
  kind: K
  requester: AskerRef | { hash: Buffer }
  states: readonly StoredRequest['state'][]
  /** The digest of the action that the requester means; null where it need not name one. */
  digest: string | null
  /** Whether the person's code was presented, and was right. */
  hasCode: boolean
  allowsTest: boolean
  /** Whether the outcome of a check is a test, also for sites that are none. */
  isSandbox: boolean
  /** The lowest level that counts, unless the site has registered a higher one for the action; null if each counts. */
  minAssurance: AssuranceLevel | null
  endedAfter: Date
  now: Date
}

/** Gives out the outcome of a request once. Undefined the second time, to other requesters, and if it is open or ended too long ago. */
export function redeemRequest<K extends Kind>(
  db: Queries,
  redemption: Redemption<K>,
): Promise<RedeemedRequest<K> | undefined> {
  const { id, kind, states, digest, hasCode, allowsTest, isSandbox, minAssurance, endedAfter, now } = redemption
  return db.maybeOne(sql`
    WITH due AS (
      SELECT r.id FROM request r ${JOINS}
      WHERE r.id = ${id} AND r.kind = ${kind} AND ${isOf(redemption.requester)} AND a.ended_at IS NULL AND ${IS_HEARD}
        AND r.state = ANY (${states}::text[]) AND r.redeemed_at IS NULL AND r.ended_at > ${endedAfter}
        AND (${digest}::text IS NULL OR r.digest = ${digest}) AND (${hasCode} OR r.return_url IS NULL)
        AND (${allowsTest} OR NOT (r.test OR ${isSandbox}))
        AND (${minAssurance}::int IS NULL OR w.reached >= greatest(${minAssurance}::int, (s.actions ->> r.action)::int))
      FOR UPDATE OF r),
    redeemed AS (UPDATE request r SET redeemed_at = ${now} FROM due WHERE r.id = due.id RETURNING r.*),
    emptied AS (UPDATE request_grant g SET sealed = NULL FROM redeemed WHERE g.request_id = redeemed.id)
    SELECT ${COLUMNS}, w.sealed FROM redeemed r ${JOINS}`)
}

function isOf(requester: Redemption<Kind>['requester']) {
  if ('hash' in requester) return sql`s.id = (SELECT site_id FROM site_secret WHERE secret_hash = ${requester.hash})`
  return requester.kind === 'agent' ? sql`a.agent_id = ${requester.id}` : sql`s.id = ${requester.id}`
}

/** A place in a list, the newest first. */
export type Before = { createdAt: string; id: string } | null
type Page = { before: Before; limit: number | null }

const after = (before: Before) =>
  before === null ? sql`true` : sql`(r.created_at, r.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`

/** The approvals that a node was asked for. */
export function listApprovalsOfNode(db: Queries, nodeId: number, { before, limit }: Page): Promise<StoredApproval[]> {
  return db.query<StoredApproval>(sql`
    SELECT ${COLUMNS} FROM request r ${JOINS} WHERE a.node_id = ${nodeId} AND ${after(before)} ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`)
}

/** The approvals of all nodes. */
export function listApprovals(db: Queries, { before, limit }: Page): Promise<StoredApproval[]> {
  return db.query<StoredApproval>(sql`
    SELECT ${COLUMNS} FROM request r ${JOINS} WHERE r.kind = 'approval' AND ${after(before)} ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}`)
}

/** An unopened check that no site's server asked for. Any program can start as many as it likes. */
export const IS_UNOPENED = sql`(asked_by <> 'server' AND screen_hash IS NULL AND state = 'open')`

export type Usage = { day: string; created: number; passed: number; failed: number; redeemed: number }

/** The checks of a site, day by day, the newest first; without unopened ones that any program can start. */
export function countUsage(db: Queries, siteId: number): Promise<Usage[]> {
  return db.query<Usage>(sql`
    SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS created,
      count(*) FILTER (WHERE state = 'granted') AS passed, count(*) FILTER (WHERE state IN ('denied', 'failed')) AS failed,
      count(*) FILTER (WHERE redeemed_at IS NOT NULL) AS redeemed
    FROM request WHERE site_id = ${siteId} AND NOT ${IS_UNOPENED} GROUP BY 1 ORDER BY 1 DESC`)
}

/** Checks that were not opened in time, an hour later. Apart from the others, for an index of their own. */
export const unopenedChecks = expireRows({
  table: sql`request`,
  where: (now) => sql`${IS_UNOPENED} AND expires_at < ${new Date(now.getTime() - HOUR_MS)}`,
})

/** Long enough to see how a site is used. */
const CHECK_KEPT_DAYS = 7
/** Long enough for a person to look back on what they approved. */
const APPROVAL_KEPT_DAYS = 90

/** Checks that no site asks about any more. */
export const expiredChecks = expireRows({
  table: sql`request`,
  where: (now) => sql`kind = 'check' AND expires_at < ${daysBefore(now, CHECK_KEPT_DAYS)}`,
})

/** Approvals that no person looks back on. */
export const expiredApprovals = expireRows({
  table: sql`request`,
  where: (now) => sql`kind = 'approval' AND created_at < ${daysBefore(now, APPROVAL_KEPT_DAYS)}`,
})
