import {
  APPROVAL_LIMITS,
  type ApprovalMethod,
  type Asker,
  type AssuranceLevel,
  type CHECK_FAILURES,
  type CheckDetails,
  type DENIALS,
  type ReachedLevel,
  type SubjectKind,
} from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { Queries } from '../../platform/database/pool.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { HOUR_MS, toDaysBefore } from '../../platform/day.ts'
import {
  ASKER,
  type AskerRef,
  IS_ASKER_ACTIVE,
  isIntroduction,
  createAgentJoin,
  KEY_TYPES,
  readRedeemableMs,
} from '../asker-store.ts'

export type CheckFailure = (typeof CHECK_FAILURES)[number]

export type Denial = (typeof DENIALS)[number]

type RequestFields<Reason> = {
  id: string
  /** The public description of the site or agent that asks. */
  asker: Asker
  /** True while the requester may ask: the site is not disabled, the agent not revoked, and enough people of an approval still let it ask. */
  isActive: boolean
  test: boolean
  action: string
  details: CheckDetails | null
  nonce: string | null
  /** The lowest level that grants it; 0 for an approval without motion. */
  assurance: ReachedLevel
  /** True if the person may answer without motion, by a mailed code. */
  otherWay: boolean
  audience: string
  createdAt: Date
  expiresAt: Date
  state: 'open' | 'granted' | 'denied' | 'failed'
  reason: Reason | null
  endedAt: Date | null
  redeemedAt: Date | null
  /** Subject of the person who granted it; null if none or several did. */
  subject: string | null
  /** `same` if the requester can recognize the person by the subject, `once` for a first visit; null if no one granted the request. */
  subjectKind: SubjectKind | null
  /** The lowest level that one of the grants reached; null without grants. */
  reached: ReachedLevel | null
  /** `name`: the name that the person gives to the requester, or null. */
  grants: { subject: string; reached: ReachedLevel; grantedAt: string; name: string | null }[]
}

export type StoredCheck = RequestFields<CheckFailure> & {
  kind: 'check'
  assurance: AssuranceLevel
  /** True if it also accepts a first visit: a person whom the site won't recognize. */
  takesFirstVisit: boolean
  siteId: number
  /** True if the receipt carries the signing key of the person. */
  sharesKey: boolean
  cdata: string | null
  origin: string | null
  returnUrl: string | null
  changes: number
  screenHash: Buffer | null
  deviceHash: Buffer | null
  followerHash: Buffer | null
  /** True if a page started it, so that the page that opens it must prove that it comes from there. */
  needsProof: boolean
  /** True if it was opened by way of the page that started it; null until it is opened, and for a server's check. */
  sameBrowser: boolean | null
  wrongNumbers: number
}

/** A person whom an approval asks. `askerId`: the row id of the permission by which the asker asks them. */
export type StoredApprover = {
  askerId: number
  nodeId: number
  handle: string
  /** Their handle when they were asked, or the subject under which the asker knows them. */
  name: string
  state: 'open' | 'granted' | 'denied' | 'failed'
  decidedAt: string | null
  reached: ReachedLevel | null
  /** True if the grant of this person counts: the asker may still ask them, and they are not the operator of an agent that asks several people. */
  counts: boolean
  /** True if the receipt of this person carries their key. */
  sharesKey: boolean
  /** The thumbprint of the key by which the asker knows the person; null until one was introduced. */
  knownKey: string | null
}

export type StoredApproval = RequestFields<Denial> & {
  kind: 'approval'
  siteId: number | null
  agentId: number | null
  type: string
  digest: string
  method: ApprovalMethod
  /** The language of the binding message. */
  language: Language
  /** How many of the people must grant the approval. */
  need: number
  approvers: StoredApprover[]
}

export type StoredRequest = StoredCheck | StoredApproval
type Kind = StoredRequest['kind']
type RequestOf<K extends Kind> = Extract<StoredRequest, { kind: K }>

// The operator of an agent stands on its side where several people are asked; an agent may ask its operator alone.
const COUNTS = sql`(a.ended_at IS NULL AND (r.people = 1 OR o.node_id IS DISTINCT FROM a.node_id))`

const IS_ACTIVE = sql`(${IS_ASKER_ACTIVE} AND (r.kind = 'check' OR p.able >= r.need))`

const COLUMNS = sql`
  r.id, r.kind, r.site_id AS "siteId", r.agent_id AS "agentId", ${ASKER}, ${IS_ACTIVE} AS "isActive", r.test, r.type, r.action, r.details, r.digest,
  r.language, r.method, r.nonce, r.cdata, r.assurance, r.other_way AS "otherWay", r.audience, r.approver_key AS "sharesKey", r.origin, r.return_url AS "returnUrl", r.created_at AS "createdAt",
  r.expires_at AS "expiresAt", r.state, r.reason, r.ended_at AS "endedAt", r.redeemed_at AS "redeemedAt", r.changes, r.screen_hash AS "screenHash",
  r.device_hash AS "deviceHash", r.follower_hash AS "followerHash", r.open_hash IS NOT NULL AS "needsProof", r.same_browser AS "sameBrowser",
  r.wrong_numbers AS "wrongNumbers", r.subject_kind = 'once' AS "takesFirstVisit", r.need, p.approvers, w.subject, w.subject_kind AS "subjectKind", w.reached, coalesce(w.grants, '[]') AS grants`

// The site is found by the request, never the other way round: `+ 0` hides the column from the planner.
const JOINS = sql`
  LEFT JOIN site s ON s.id = r.site_id + 0 ${createAgentJoin(sql`r.agent_id`)}
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('askerId', p.asker_id, 'nodeId', a.node_id, 'handle', n.node_handle, 'name', p.name, 'state', p.state,
        'decidedAt', p.decided_at, 'reached', g.reached, 'counts', ${COUNTS},
        'sharesKey', a.shares_key, 'knownKey', a.known_key) ORDER BY p.name, p.asker_id) AS approvers,
      count(*) FILTER (WHERE ${COUNTS} AND (p.state = 'granted' OR (p.state = 'open' AND r.state = 'open'))) AS able
    FROM request_approver p JOIN asker a ON a.id = p.asker_id JOIN node n ON n.id = a.node_id
      LEFT JOIN request_grant g ON g.request_id = p.request_id AND g.asker_id = p.asker_id
    WHERE r.kind = 'approval' AND p.request_id = r.id) p ON true
  LEFT JOIN LATERAL (
    SELECT CASE WHEN count(*) = 1 THEN min(g.subject) END AS subject, min(g.subject_kind) AS subject_kind, min(g.reached) AS reached,
      json_agg(json_build_object('subject', g.subject, 'reached', g.reached, 'grantedAt', g.granted_at, 'name', (SELECT person_name FROM asker WHERE id = g.asker_id))
        ORDER BY g.granted_at, g.subject) AS grants,
      array_agg(g.sealed ORDER BY g.granted_at, g.subject) AS sealed
    FROM request_grant g WHERE g.request_id = r.id) w ON true`

type NewFields = Pick<
  RequestFields<null>,
  'id' | 'action' | 'details' | 'assurance' | 'otherWay' | 'audience' | 'test' | 'expiresAt'
>

export type NewCheck = NewFields &
  Pick<StoredCheck, 'kind' | 'siteId'> &
  Partial<
    Pick<StoredCheck, 'nonce' | 'takesFirstVisit' | 'sharesKey' | 'cdata' | 'origin' | 'returnUrl' | 'followerHash'>
  > & {
    askedBy: 'server' | 'page' | 'sign_in'
    /** The proof that a page comes from the one that started the check; absent for a server's check. */
    opening?: { hash: Buffer; number: number }
  }

export type NewApproval = NewFields &
  Pick<StoredApproval, 'kind' | 'siteId' | 'agentId' | 'type' | 'digest' | 'language' | 'method' | 'need'> & {
    /** The row ids of the permissions by which it asks people, and the names that the asker used. The caller has locked these rows. */
    approvers: readonly { askerId: number; name: string }[]
    /** If absent, the id of the approval. */
    nonce?: string | undefined
    /** The keyed hash of the auth_req_id by which a backchannel request (CIBA) asks. */
    authReqHash?: Buffer
  }

const ABSENT = {
  siteId: null,
  agentId: null,
  need: 1,
  approvers: [],
  askedBy: null,
  type: null,
  digest: null,
  language: null,
  method: null,
  nonce: null,
  takesFirstVisit: false,
  sharesKey: false,
  cdata: null,
  origin: null,
  returnUrl: null,
  followerHash: null,
  opening: null,
  authReqHash: null,
}

/**
 * Stores a new check or approval. Returns false, with nothing stored, if an approval asks a person who has too many open approvals of this
 * asker or denied too many of them in the last hour. Checks and introductions have no such limit.
 */
export async function addRequest(db: Queries, request: NewCheck | NewApproval, now: Date): Promise<boolean> {
  const one = { ...ABSENT, ...request }
  const isLimited = !isIntroduction(one)
  const nonce = one.nonce ?? (one.kind === 'approval' ? one.id : null)
  const anHourAgo = new Date(now.getTime() - HOUR_MS)
  const [askerIds, names] = [one.approvers.map(({ askerId }) => askerId), one.approvers.map(({ name }) => name)]
  const people = Math.max(1, one.approvers.length)
  const added = await db.query(sql`
    WITH person AS (SELECT * FROM unnest(${askerIds}::bigint[], ${names}::text[]) AS u (asker_id, name)),
    added AS (
      INSERT INTO request (id, kind, site_id, agent_id, people, need, asked_by, type, action, details, digest, language, method, nonce, cdata, assurance, other_way, subject_kind, approver_key,
        audience, test, origin, return_url, follower_hash, open_hash, open_number, auth_req_hash, created_at, expires_at)
      SELECT ${one.id}::uuid, ${one.kind}, ${one.siteId}::bigint, ${one.agentId}::bigint, ${people}::smallint, ${one.need}::smallint, ${one.askedBy},
        ${one.type}, ${one.action}, ${one.details && JSON.stringify(one.details)}::json, ${one.digest}, coalesce(${one.language}, 'en'), coalesce(${one.method}, 'hand'), ${nonce}, ${one.cdata},
        ${one.assurance}::smallint, ${one.otherWay}::boolean, ${one.takesFirstVisit ? 'once' : 'same'}, ${one.sharesKey}::boolean, ${one.audience}, ${one.test}::boolean, ${one.origin}, ${one.returnUrl},
        ${one.followerHash}::bytea, ${one.opening?.hash ?? null}::bytea, ${one.opening?.number ?? null}::smallint, ${one.authReqHash}::bytea,
        ${now}::timestamptz, ${one.expiresAt}::timestamptz
      WHERE NOT EXISTS (
        SELECT 1 FROM person WHERE ${isLimited}::boolean AND ((
          SELECT count(*) FROM request_approver p JOIN request r ON r.id = p.request_id
          WHERE p.asker_id = person.asker_id AND p.decided_at IS NULL AND r.state = 'open' AND r.expires_at > ${now}) >= ${APPROVAL_LIMITS.open}
        OR (
          SELECT count(*) FROM request_approver p
          WHERE p.asker_id = person.asker_id AND p.decided_at > ${anHourAgo} AND p.reason = 'denied_by_person') >= ${APPROVAL_LIMITS.deniedInAnHour}))
      RETURNING id)
    INSERT INTO request_approver (request_id, asker_id, name)
    SELECT added.id, a.id, CASE WHEN person.name = a.subject THEN a.subject ELSE n.node_handle END
    FROM added, person JOIN asker a ON a.id = person.asker_id JOIN node n ON n.id = a.node_id
    RETURNING 1`)
  return one.kind === 'check' || added.length > 0
}

/** Returns the check or approval with this id; undefined if there is none of this kind. */
export function findRequest<K extends Kind>(db: Queries, kind: K, id: string): Promise<RequestOf<K> | undefined> {
  return db.maybeOne(sql`SELECT ${COLUMNS} FROM request r ${JOINS} WHERE r.id = ${id} AND r.kind = ${kind}`)
}

/**
 * Returns the approval that belongs to a backchannel request (CIBA); undefined if there is none. `authReqHash`: the keyed hash of the
 * auth_req_id.
 */
export function findBackchannelApproval(db: Queries, authReqHash: Buffer): Promise<StoredApproval | undefined> {
  return db.maybeOne<StoredApproval>(
    sql`SELECT ${COLUMNS} FROM request r ${JOINS} WHERE r.auth_req_hash = ${authReqHash}`,
  )
}

/** The id of a check, and its change counter when the caller last read it. */
type SeenCheck = { id: string; changes: number }

/** Returns those of the given checks that changed since the caller last read them, or that expired while they were open. */
export function findChanged(db: Queries, seen: readonly SeenCheck[], now: Date): Promise<StoredCheck[]> {
  const [ids, changes] = [seen.map((one) => one.id), seen.map((one) => one.changes)]
  return db.query<StoredCheck>(sql`
    SELECT ${COLUMNS} FROM unnest(${ids}::uuid[], ${changes}::integer[]) AS f (id, changes) JOIN request r ON r.id = f.id ${JOINS}
    WHERE r.changes <> f.changes OR (r.state = 'open' AND r.expires_at <= ${now})`)
}

/**
 * Locks an approval until the transaction ends, and before it the asker's permissions to ask its people, in a fixed order, which prevents
 * deadlocks. Does nothing if there is no such approval.
 */
export async function lockApproval(db: Queries, id: string): Promise<void> {
  await db.query(sql`
    SELECT FROM asker WHERE id IN (SELECT asker_id FROM request_approver WHERE request_id = ${id}) ORDER BY node_id FOR UPDATE`)
  await db.query(sql`SELECT FROM request WHERE id = ${id} AND kind = 'approval' FOR UPDATE`)
}

/**
 * Returns an open request, and locks it (an approval with the permissions of its people) until the transaction ends. Returns undefined if it
 * isn't open, has expired, or its requester may no longer ask.
 */
export async function lockOpenRequest<K extends Kind>(
  db: Queries,
  { kind, id }: { kind: K; id: string },
  now: Date,
): Promise<RequestOf<K> | undefined> {
  if (kind === 'approval') await lockApproval(db, id)
  return db.maybeOne(sql`
    SELECT ${COLUMNS} FROM request r ${JOINS}
    WHERE r.id = ${id} AND r.kind = ${kind} AND r.state = 'open' AND r.expires_at > ${now} AND ${IS_ACTIVE} FOR UPDATE OF r`)
}

/** A request that was just redeemed, with the sealed outcome of each grant, in the order of `grants`; null if there are no grants. */
export type RedeemedRequest<K extends Kind> = RequestOf<K> & { sealed: (Buffer | null)[] | null }

/** Which request to redeem, for whom (an asker, or the keyed hash of a site secret), and which outcomes may be returned. */
export type Redemption<K extends Kind> = {
  id: string
  kind: K
  requester: AskerRef | { hash: Buffer }
  states: readonly StoredRequest['state'][]
  /** The digest of the action that the requester expects; null if any action is accepted. */
  digest: string | null
  /** True if the person's code was presented and is right. */
  hasCode: boolean
  allowsTest: boolean
  /** True if every outcome counts as a test, also that of a site that is no test site. */
  isSandbox: boolean
  /** The lowest level that counts, unless the site has registered a higher one for the action; null if every level counts. */
  minAssurance: AssuranceLevel | null
  /** True if a first visit counts. */
  allowsFirstVisit: boolean
  now: Date
}

/**
 * Marks an ended request as redeemed, and returns it with its sealed outcomes, which are then deleted. Works once. Returns undefined if the
 * request was redeemed before, is open, ended too long ago, belongs to another requester, or doesn't meet a condition of `redemption`.
 */
export function redeemRequest<K extends Kind>(
  db: Queries,
  redemption: Redemption<K>,
): Promise<RedeemedRequest<K> | undefined> {
  const { id, kind, states, digest, hasCode, allowsTest, isSandbox, minAssurance, allowsFirstVisit, now } = redemption
  return db.maybeOne(sql`
    WITH due AS (
      SELECT r.id FROM request r ${JOINS}
      WHERE r.id = ${id} AND r.kind = ${kind} AND ${isOf(redemption.requester)} AND ${IS_ACTIVE}
        AND r.state = ANY (${states}::text[]) AND r.redeemed_at IS NULL AND ${toRedeemableCondition(now)}
        AND (${digest}::text IS NULL OR r.digest = ${digest}) AND (${hasCode} OR r.return_url IS NULL)
        AND (${allowsTest} OR NOT (r.test OR ${isSandbox}))
        AND (${allowsFirstVisit} OR w.subject_kind IS DISTINCT FROM 'once')
        AND (${minAssurance}::int IS NULL OR w.reached >= greatest(${minAssurance}::int, (s.actions ->> r.action)::int))
      FOR UPDATE OF r),
    redeemed AS (UPDATE request r SET redeemed_at = ${now} FROM due WHERE r.id = due.id RETURNING r.*),
    emptied AS (UPDATE request_grant g SET sealed = NULL FROM redeemed WHERE g.request_id = redeemed.id)
    SELECT ${COLUMNS}, w.sealed FROM redeemed r ${JOINS}`)
}

/** Returns the SQL condition that a request `r` ended recently enough to be redeemed; see readRedeemableMs. */
function toRedeemableCondition(now: Date): Sql {
  const [usual, introduction] = [{}, { type: KEY_TYPES.introduce }].map(
    (one) => new Date(now.getTime() - readRedeemableMs(one)),
  )
  return sql`r.ended_at > CASE WHEN r.type = ANY (${Object.values(KEY_TYPES)}::text[]) THEN ${introduction}::timestamptz ELSE ${usual}::timestamptz END`
}

function isOf(requester: Redemption<Kind>['requester']) {
  if ('hash' in requester) return sql`s.id = (SELECT site_id FROM site_secret WHERE secret_hash = ${requester.hash})`
  return requester.kind === 'agent' ? sql`r.agent_id = ${requester.id}` : sql`s.id = ${requester.id}`
}

/** Position in a list that is sorted newest first; null for its start. */
export type Before = { createdAt: string; id: string } | null
type Page = { before: Before; limit: number | null }

const after = (before: Before) =>
  before === null ? sql`true` : sql`(r.created_at, r.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`

/**
 * Lists the approvals that a node was asked for, newest first. `page`: the position before which the list begins, and its length (null: no
 * limit).
 */
export function listApprovalsOfNode(db: Queries, nodeId: number, page: Page): Promise<StoredApproval[]> {
  const ids = sql`SELECT p.request_id FROM request_approver p JOIN asker a ON a.id = p.asker_id WHERE a.node_id = ${nodeId}`
  return listPage(db, sql`r.id IN (${ids})`, page)
}

/** Lists the approvals of all nodes, newest first. `page`: the position before which the list begins, and its length (null: no limit). */
export function listApprovals(db: Queries, page: Page): Promise<StoredApproval[]> {
  return listPage(db, sql`r.kind = 'approval'`, page)
}

/**
 * Lists an asker's approvals that are open, or granted and still redeemable, newest first. `page`: the position before which the list begins,
 * and its length (null: no limit).
 */
export function listPending(db: Queries, asker: AskerRef, page: Page & { now: Date }): Promise<StoredApproval[]> {
  const own = asker.kind === 'site' ? sql`r.site_id = ${asker.id}` : sql`r.agent_id = ${asker.id}`
  const { now } = page
  return listPage(
    db,
    sql`r.kind = 'approval' AND ${own}
      AND (r.state = 'open' AND r.expires_at > ${now} OR r.state = 'granted' AND r.redeemed_at IS NULL AND ${toRedeemableCondition(now)})`,
    page,
  )
}

// The page is cut before people are looked for.
function listPage(db: Queries, condition: Sql, { before, limit }: Page): Promise<StoredApproval[]> {
  return db.query<StoredApproval>(sql`
    SELECT ${COLUMNS} FROM (
      SELECT r.* FROM request r WHERE ${condition} AND ${after(before)} ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit}) r ${JOINS}
    ORDER BY r.created_at DESC, r.id DESC`)
}

/** SQL condition: a check that no site's server asked for and no page has opened. Any program can start as many as it likes. */
export const IS_UNOPENED = sql`(asked_by <> 'server' AND screen_hash IS NULL AND state = 'open')`

type Usage = { day: string; created: number; passed: number; failed: number; redeemed: number }

/**
 * Counts a site's checks per UTC day, newest day first: created, passed, failed and redeemed. Unopened checks that a page or a sign-in started
 * aren't counted, since any program can start them.
 */
export function countUsage(db: Queries, siteId: number): Promise<Usage[]> {
  return db.query<Usage>(sql`
    SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS created,
      count(*) FILTER (WHERE state = 'granted') AS passed, count(*) FILTER (WHERE state IN ('denied', 'failed')) AS failed,
      count(*) FILTER (WHERE redeemed_at IS NOT NULL) AS redeemed
    FROM request WHERE site_id = ${siteId} AND kind = 'check' AND NOT ${IS_UNOPENED} GROUP BY 1 ORDER BY 1 DESC`)
}

/** Deletes checks that were not opened in time, an hour later. Separate from the other checks, because an index serves this condition. */
export const unopenedChecks = createExpiry({
  table: sql`request`,
  where: (now) => sql`${IS_UNOPENED} AND expires_at < ${new Date(now.getTime() - HOUR_MS)}`,
})

/** Long enough to see how a site is used. */
const CHECK_KEPT_DAYS = 7
/** Long enough for a person to look back on what they approved. */
const APPROVAL_KEPT_DAYS = 90

/** Deletes checks seven days after they expired. */
export const expiredChecks = createExpiry({
  table: sql`request`,
  where: (now) => sql`kind = 'check' AND expires_at < ${toDaysBefore(now, CHECK_KEPT_DAYS)}`,
})

/** Deletes approvals 90 days after they were created. */
export const expiredApprovals = createExpiry({
  table: sql`request`,
  where: (now) => sql`kind = 'approval' AND created_at < ${toDaysBefore(now, APPROVAL_KEPT_DAYS)}`,
})
