import { type ApprovalAction, type Asker, ASKER_LIMITS } from '@stillhere/contract'
import type { Queries } from '../platform/database/pool.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { DAY_MS, MINUTE_MS } from '../platform/day.ts'
import { toCaseKey } from '../platform/visible-text.ts'

/** Reference to an asker: its kind and the id of its row in `site` or `agent`. */
export type AskerRef = { kind: Asker['kind']; id: number }

/** Permission of one asker (a site or an agent) to ask one node for approvals: a row of `asker` with the asker's public description. */
export type StoredAsker = {
  id: number
  nodeId: number
  subject: string
  allowedAt: Date
  endedAt: Date | null
  perDay: number
  day: string
  asked: number
  /** True if the asker's receipts carry the key of the person. */
  sharesKey: boolean
  /** The thumbprint of the key by which the asker knows the person, and since when; null until a key was introduced. */
  knownKey: string | null
  knownSince: Date | null
  /** The name that the person gives to the asker with each approval. */
  personName: string | null
  asker: Asker
}

/** SQL column: the public description of an asker as JSON, from a row of `site` named `s` and the joins of createAgentJoin. */
export const ASKER = sql`
  json_build_object('id', coalesce(s.site_key, g.agent_id), 'kind', CASE WHEN g.id IS NULL THEN 'site' ELSE 'agent' END,
    'name', coalesce(s.name, g.agent_handle), 'origin', coalesce(s.origins[1], g.origin), 'operator', operator.node_handle) AS asker`
/** Returns the SQL joins that find an agent (`g`), its operator (`o`) and the operator's node. `id`: the SQL expression of the agent's row id. */
export function createAgentJoin(id: Sql): Sql {
  return sql`
  LEFT JOIN agent g ON g.id = ${id} LEFT JOIN agent_operator o ON o.agent_id = g.id LEFT JOIN node operator ON operator.id = o.node_id`
}
const JOINS = sql`LEFT JOIN site s ON s.id = a.site_id ${createAgentJoin(sql`a.agent_id`)}`
/** SQL condition: the asker is a site that isn't disabled, or an agent that has proved its key and isn't revoked. */
export const IS_ASKER_ACTIVE = sql`(s.disabled_at IS NULL AND (g.id IS NULL OR g.state = 'verified'))`

const COLUMNS = sql`
  a.id, a.node_id AS "nodeId", a.subject, a.allowed_at AS "allowedAt", a.ended_at AS "endedAt", a.per_day AS "perDay",
  a.day::text AS day, a.asked, a.shares_key AS "sharesKey", a.known_key AS "knownKey", a.known_since AS "knownSince",
  a.person_name AS "personName", ${ASKER}`

/**
 * Returns the public description of a site or an agent (name, origin, operator), whether or not it may ask for approvals; undefined if there
 * is no such row.
 */
export async function findAsker(db: Queries, { kind, id }: AskerRef): Promise<Asker | undefined> {
  const [siteId, agentId] = kind === 'site' ? [id, null] : [null, id]
  const found = await db.maybeOne<{ asker: Asker }>(sql`
    SELECT ${ASKER} FROM (SELECT ${siteId}::bigint AS site_id, ${agentId}::bigint AS agent_id) a ${JOINS}
    WHERE s.id IS NOT NULL OR g.id IS NOT NULL`)
  return found?.asker
}

/**
 * Lists the permissions that a node (a person's account) has given to sites and agents to ask it for approvals, the oldest first; without
 * ended ones.
 */
export function listAllowed(db: Queries, nodeId: number): Promise<StoredAsker[]> {
  return db.query<StoredAsker>(sql`
    SELECT ${COLUMNS} FROM asker a ${JOINS} WHERE a.node_id = ${nodeId} AND a.ended_at IS NULL ORDER BY a.allowed_at, a.id`)
}

/**
 * Returns the permission of an asker to ask one person, also an ended permission; undefined if there is none or the person's node isn't
 * activated. `approver`: the node's handle, or the subject under which the asker knows the person.
 */
export function findByApprover(db: Queries, asker: AskerRef, approver: string): Promise<StoredAsker | undefined> {
  return db.maybeOne<StoredAsker>(sql`
    SELECT ${COLUMNS} FROM asker a JOIN node n ON n.id = a.node_id ${JOINS}
    WHERE ${isOf(asker)} AND n.activated_at IS NOT NULL AND (n.handle_key = ${toCaseKey(approver)} OR a.subject = ${approver})`)
}

function isOf({ kind, id }: AskerRef) {
  return kind === 'site' ? sql`a.site_id = ${id}` : sql`a.agent_id = ${id}`
}

type Allowance = {
  nodeId: number
  asker: AskerRef
  subject: string
  perDay: number
  /** undefined keeps the stored value, which is false for a new permission. */
  sharesKey?: boolean | undefined
  /** undefined keeps the stored name; null removes it. */
  personName?: string | null | undefined
  now: Date
}

/**
 * Stores that an asker (a site or an agent) may ask a node for approvals, or updates that permission. Returns false, with nothing stored, if
 * the node has reached its limit of askers. The caller has locked the node's row.
 */
export async function saveAsker(db: Queries, allowance: Allowance): Promise<boolean> {
  const { nodeId, asker, subject, perDay, sharesKey = null, personName, now } = allowance
  const keepsName = personName === undefined
  const [siteId, agentId] = asker.kind === 'site' ? [asker.id, null] : [null, asker.id]
  const saved = await db.query(sql`
    INSERT INTO asker AS a (node_id, site_id, agent_id, subject, allowed_at, per_day, shares_key, person_name, day)
    SELECT ${nodeId}, ${siteId}::bigint, ${agentId}::bigint, ${subject}, ${now}::timestamptz, ${perDay},
      coalesce(${sharesKey}::boolean, false), ${personName ?? null}::text, (${now}::timestamptz AT TIME ZONE 'UTC')::date
    WHERE (SELECT count(*) FROM asker WHERE node_id = ${nodeId} AND ended_at IS NULL) < ${ASKER_LIMITS.askers}
      OR EXISTS (SELECT 1 FROM asker a WHERE a.node_id = ${nodeId} AND a.ended_at IS NULL AND ${isOf(asker)})
    ON CONFLICT ${asker.kind === 'site' ? sql`(node_id, site_id)` : sql`(node_id, agent_id)`} DO UPDATE SET
      allowed_at = CASE WHEN a.ended_at IS NULL THEN a.allowed_at ELSE excluded.allowed_at END,
      shares_key = coalesce(${sharesKey}::boolean, a.ended_at IS NULL AND a.shares_key),
      person_name = CASE WHEN ${keepsName} AND a.ended_at IS NULL THEN a.person_name ELSE excluded.person_name END,
      ended_at = NULL, subject = excluded.subject, per_day = excluded.per_day, asked = least(a.asked, excluded.per_day)
    RETURNING 1`)
  return saved.length > 0
}

/** Permission of an asker that was just ended. */
type EndedAsker = { askerId: number; siteId: number | null }

/**
 * Ends the permission of a site or an agent to ask a node for approvals, also of a disabled site or a revoked agent. `key`: the site key or
 * the agent id. Returns undefined if the node had given no such permission.
 */
export function revokeAsker(
  db: Queries,
  { nodeId, key, now }: { nodeId: number; key: string; now: Date },
): Promise<EndedAsker | undefined> {
  return db.maybeOne<EndedAsker>(sql`
    UPDATE asker a SET ended_at = ${now}
    WHERE a.node_id = ${nodeId} AND a.ended_at IS NULL
      AND (a.site_id = (SELECT id FROM site WHERE site_key = ${key}) OR a.agent_id = (SELECT id FROM agent WHERE agent_id = ${key}))
    RETURNING a.id AS "askerId", a.site_id AS "siteId"`)
}

/**
 * Counts one approval request against the daily limit of an asker's permission, and locks the permission until the transaction ends. Returns
 * false if the limit is reached or the permission has ended. `id`: the row id of the permission.
 */
export async function spendTurn(db: Queries, id: number, now: Date): Promise<boolean> {
  const today = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`
  const taken = await db.query(sql`
    UPDATE asker SET day = ${today}, asked = CASE WHEN day = ${today} THEN asked + 1 ELSE 1 END
    WHERE id = ${id} AND ended_at IS NULL AND (day <> ${today} OR asked < per_day) RETURNING 1`)
  return taken.length > 0
}

/**
 * Returns the permission of an asker (a site or an agent) to ask a node for approvals, and locks its row until the transaction ends; undefined
 * if the asker may not ask.
 */
export function lockAsker(db: Queries, nodeId: number, asker: AskerRef): Promise<StoredAsker | undefined> {
  return db.maybeOne<StoredAsker>(sql`
    SELECT ${COLUMNS} FROM asker a ${JOINS} WHERE a.node_id = ${nodeId} AND ${isOf(asker)} AND a.ended_at IS NULL FOR UPDATE OF a`)
}

/**
 * Stores the thumbprint of the key that a person introduced to an asker; from then on the asker's receipts carry the person's key. `id`: the
 * row id of the permission.
 */
export async function saveKnownKey(db: Queries, { id, key }: { id: number; key: string }, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE asker SET known_key = ${key}, known_since = CASE WHEN known_key = ${key} THEN known_since ELSE ${now}::timestamptz END,
      shares_key = true
    WHERE id = ${id}`)
}

/**
 * The action types of introductions: approvals by which an asker learns a key of a person. Askers can't request them; they come from the
 * person alone.
 */
export const KEY_TYPES = { introduce: 'key.introduce', replace: 'key.replace' } as const

type TypedRequest = { kind?: string; type?: string | null }

/** Returns whether a request is an introduction: an approval by which a person makes one of their keys known to an asker. */
export function isIntroduction({ type }: TypedRequest): boolean {
  return Object.values<unknown>(KEY_TYPES).includes(type)
}

/** The key that an asker is to know from now on, and the earlier key if that one can still sign. Both are thumbprints. */
export type Introduction = { key: string; replaces: string | null }

/** Creates the action that a person approves to introduce their key to an asker, or to replace an introduced key by another one. */
export function createIntroduction({ key, replaces }: Introduction): ApprovalAction {
  if (replaces === null) return { type: KEY_TYPES.introduce, summary: 'Introduce my key', details: { key } }
  return {
    type: KEY_TYPES.replace,
    summary: 'Replace my key by another one',
    details: { old_key: replaces, new_key: key },
  }
}

const REDEEMABLE_MS = 5 * MINUTE_MS

/**
 * Returns for how many milliseconds after its end a request can be redeemed: five minutes, but one day for an introduction, since no asker
 * waits for it.
 */
export function readRedeemableMs(request: TypedRequest): number {
  return isIntroduction(request) ? DAY_MS : REDEEMABLE_MS
}
