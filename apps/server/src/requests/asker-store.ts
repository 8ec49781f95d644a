import { type ApprovalAction, type Asker, ASKER_LIMITS } from '@stillhere/contract'
import type { Queries } from '../platform/database/pool.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { DAY_MS, MINUTE_MS } from '../platform/day.ts'
import { toCaseKey } from '../platform/visible-text.ts'

/** Who asks, by its row: a site or an agent. */
export type AskerRef = { kind: Asker['kind']; id: number }

/** Who may ask a node, and how often. */
export type StoredAsker = {
  id: number
  nodeId: number
  subject: string
  allowedAt: Date
  endedAt: Date | null
  perDay: number
  day: string
  asked: number
  /** Whether receipts for it carry the key of the person. */
  sharesKey: boolean
  /** The thumbprint of the key by which it knows the person, and since when; null until one was introduced. */
  knownKey: string | null
  knownSince: Date | null
  /** The name that the person gives it with each approval. */
  personName: string | null
  asker: Asker
}

/** The public description of an asker, from the rows of a site `s` and those of createAgentJoin. */
export const ASKER = sql`
  json_build_object('id', coalesce(s.site_key, g.agent_id), 'kind', CASE WHEN g.id IS NULL THEN 'site' ELSE 'agent' END,
    'name', coalesce(s.name, g.agent_handle), 'origin', coalesce(s.origins[1], g.origin), 'operator', operator.node_handle) AS asker`
export function createAgentJoin(id: Sql): Sql {
  return sql`
  LEFT JOIN agent g ON g.id = ${id} LEFT JOIN agent_operator o ON o.agent_id = g.id LEFT JOIN node operator ON operator.id = o.node_id`
}
const JOINS = sql`LEFT JOIN site s ON s.id = a.site_id ${createAgentJoin(sql`a.agent_id`)}`
/** Sites that are not disabled, and agents that have proved their key and are not revoked. */
export const IS_ASKER_ACTIVE = sql`(s.disabled_at IS NULL AND (g.id IS NULL OR g.state = 'verified'))`

const COLUMNS = sql`
  a.id, a.node_id AS "nodeId", a.subject, a.allowed_at AS "allowedAt", a.ended_at AS "endedAt", a.per_day AS "perDay",
  a.day::text AS day, a.asked, a.shares_key AS "sharesKey", a.known_key AS "knownKey", a.known_since AS "knownSince",
  a.person_name AS "personName", ${ASKER}`

/** What people are told of a site or an agent, whether it may ask them or not. */
export async function findAsker(db: Queries, { kind, id }: AskerRef): Promise<Asker | undefined> {
  const [siteId, agentId] = kind === 'site' ? [id, null] : [null, id]
  const found = await db.maybeOne<{ asker: Asker }>(sql`
    SELECT ${ASKER} FROM (SELECT ${siteId}::bigint AS site_id, ${agentId}::bigint AS agent_id) a ${JOINS}
    WHERE s.id IS NOT NULL OR g.id IS NOT NULL`)
  return found?.asker
}

/** Those that may ask a node, in the order in which they were let. */
export function listAllowed(db: Queries, nodeId: number): Promise<StoredAsker[]> {
  return db.query<StoredAsker>(sql`
    SELECT ${COLUMNS} FROM asker a ${JOINS} WHERE a.node_id = ${nodeId} AND a.ended_at IS NULL ORDER BY a.allowed_at, a.id`)
}

/** The row between an asker and a node, by the handle of the node or by the name under which the asker knows it; ended or not. */
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
  /** As before where it is undefined; not shared with a new one. */
  sharesKey?: boolean | undefined
  /** As before where it is undefined; null for none. */
  personName?: string | null | undefined
  now: Date
}

/** Lets an asker ask a node, or changes how; false where the node, which the caller holds, has too many. */
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

/** An asker that may ask no more. */
type EndedAsker = { askerId: number; siteId: number | null }

/** Lets the site with this key, or the agent with this id, ask a node no more; undefined where it may not ask. Also where it is revoked or disabled. */
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

/** Takes one of the askings of a day; false where the asker has none left or may no longer ask. Holds the row. */
export async function spendTurn(db: Queries, id: number, now: Date): Promise<boolean> {
  const today = sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`
  const taken = await db.query(sql`
    UPDATE asker SET day = ${today}, asked = CASE WHEN day = ${today} THEN asked + 1 ELSE 1 END
    WHERE id = ${id} AND ended_at IS NULL AND (day <> ${today} OR asked < per_day) RETURNING 1`)
  return taken.length > 0
}

/** Locks the row between an asker and a node; undefined where the asker may not ask. */
export function lockAsker(db: Queries, nodeId: number, asker: AskerRef): Promise<StoredAsker | undefined> {
  return db.maybeOne<StoredAsker>(sql`
    SELECT ${COLUMNS} FROM asker a ${JOINS} WHERE a.node_id = ${nodeId} AND ${isOf(asker)} AND a.ended_at IS NULL FOR UPDATE OF a`)
}

/** Notes that a person introduced a key to an asker, which gets it with receipts from then on. */
export async function saveKnownKey(db: Queries, { id, key }: { id: number; key: string }, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE asker SET known_key = ${key}, known_since = CASE WHEN known_key = ${key} THEN known_since ELSE ${now}::timestamptz END,
      shares_key = true
    WHERE id = ${id}`)
}

/** The types of the approvals by which an asker learns a key of a person. No asker can ask for one: they come from the person alone. */
export const KEY_TYPES = { introduce: 'key.introduce', replace: 'key.replace' } as const

type TypedRequest = { kind?: string; type?: string | null }

/** Whether this request introduces a key. */
export function isIntroduction({ type }: TypedRequest): boolean {
  return Object.values<unknown>(KEY_TYPES).includes(type)
}

/** Which key an asker is to know from now on, and which one it knew, if that can still sign. Both are thumbprints. */
export type Introduction = { key: string; replaces: string | null }

/** The action of an introduction, as the person approves it. The new key signs it, or the one that it replaces. */
export function createIntroduction({ key, replaces }: Introduction): ApprovalAction {
  if (replaces === null) return { type: KEY_TYPES.introduce, summary: 'Introduce my key', details: { key } }
  return {
    type: KEY_TYPES.replace,
    summary: 'Replace my key by another one',
    details: { old_key: replaces, new_key: key },
  }
}

const REDEEMABLE_MS = 5 * MINUTE_MS

/** How long after its end a request can be redeemed: as long as its receipt is valid. No asker waits for an introduction, so it has a day. */
export function readRedeemableMs(request: TypedRequest): number {
  return isIntroduction(request) ? DAY_MS : REDEEMABLE_MS
}
