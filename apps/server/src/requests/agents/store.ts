import { addToTally } from '../../identity/node-store.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Expiry, createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'
import {
  type AgentState,
  type Declaration,
  createAgentId,
  type RevokedBy,
  type StoredAgent,
  type StoredKey,
  type StoredOperator,
} from './rules.ts'

/**
 * Adds a declared agent and returns the id of its row; undefined if its handle, or one that looks the same, is taken. No conflict target is
 * named, since a simultaneous declaration can violate any of the unique constraints.
 */
export async function addAgent(db: Queries, declaration: Declaration, now: Date): Promise<number | undefined> {
  const { handle, handleKey, skeleton, type, origin, publicKey } = declaration
  const added = await db.maybeOne<{ id: number }>(sql`
    INSERT INTO agent (agent_id, agent_handle, handle_key, skeleton, agent_type, origin, public_key, declared_at)
    VALUES (${createAgentId(declaration)}, ${handle}, ${handleKey}, ${skeleton}, ${type}, ${origin}, ${publicKey}, ${now})
    ON CONFLICT DO NOTHING RETURNING id`)
  return added?.id
}

const AGENT = sql`
  id, agent_id AS "agentId", agent_handle AS handle, handle_key AS "handleKey", agent_type AS type, origin,
  public_key AS "publicKey", state, declared_at AS "declaredAt", verified_at AS "verifiedAt", revoked_at AS "revokedAt", revoked_by AS "revokedBy"`

type Handle = Pick<Declaration, 'handleKey' | 'skeleton'>

/**
 * Returns the agent with this handle, or else an agent whose handle looks the same, and locks its row until the transaction ends; undefined if
 * there is neither.
 */
export function lockAgentOfHandle(db: Queries, { handleKey, skeleton }: Handle): Promise<StoredAgent | undefined> {
  return db.maybeOne(sql`
    SELECT ${AGENT} FROM agent WHERE handle_key = ${handleKey} OR skeleton = ${skeleton}
    ORDER BY handle_key <> ${handleKey} LIMIT 1 FOR UPDATE`)
}

/** Deletes the agents that have this handle, or one that looks the same, and never proved a key; returns how many were deleted. */
export async function removeUnproved(db: Queries, { handleKey, skeleton }: Handle): Promise<number> {
  const gone = await db.query(sql`
    DELETE FROM agent WHERE (handle_key = ${handleKey} OR skeleton = ${skeleton}) AND state = 'declared' RETURNING 1`)
  return gone.length
}

/** Deletes an agent that isn't verified; returns false if it is verified or doesn't exist. The keys that it proved stay reserved. */
export async function removeAgent(db: Queries, id: number): Promise<boolean> {
  const gone = await db.query(sql`DELETE FROM agent WHERE id = ${id} AND state <> 'verified' RETURNING 1`)
  return gone.length > 0
}

/** Returns the agent with this agent id, and locks its row until the transaction ends; undefined if there is none. */
export function lockAgent(db: Queries, agentId: string): Promise<StoredAgent | undefined> {
  return db.maybeOne(sql`SELECT ${AGENT} FROM agent WHERE agent_id = ${agentId} FOR UPDATE`)
}

/** Returns the agent with this agent id; undefined if there is none. */
export function findAgent(db: Queries, agentId: string): Promise<StoredAgent | undefined> {
  return db.maybeOne(sql`SELECT ${AGENT} FROM agent WHERE agent_id = ${agentId}`)
}

/** Lists agents, newest first. `before`: the row id before which the page begins, or null for the first page. */
export function listNewest(
  db: Queries,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredAgent[]> {
  return db.query(sql`
    SELECT ${AGENT} FROM agent WHERE ${before}::bigint IS NULL OR id < ${before}::bigint ORDER BY id DESC LIMIT ${limit}`)
}

/** Sets a declared agent to verified, with the time; does nothing if it has another state. */
export async function recordVerified(db: Queries, id: number, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE agent SET state = 'verified', verified_at = ${now} WHERE id = ${id} AND state = 'declared'`)
}

/** Sets an agent to revoked, with the time and who did it; does nothing if it is revoked already. */
export async function revokeStored(db: Queries, id: number, { by, now }: { by: RevokedBy; now: Date }): Promise<void> {
  await db.query(sql`
    UPDATE agent SET state = 'revoked', revoked_at = ${now}, revoked_by = ${by}
    WHERE id = ${id} AND state <> 'revoked'`)
}

/** Lists all keys of an agent, ended ones included, the oldest first. */
export function listKeys(db: Queries, id: number): Promise<StoredKey[]> {
  return db.query(sql`
    SELECT version, public_key AS "publicKey", added_at AS "addedAt", proved_at AS "provedAt", ended_at AS "endedAt"
    FROM agent_key WHERE agent_id = ${id} ORDER BY version`)
}

/** Adds the first key of an agent, not yet proved. */
export async function addFirstKey(
  db: Queries,
  id: number,
  { publicKey, now }: { publicKey: string; now: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO agent_key (agent_id, version, public_key, added_at) VALUES (${id}, 1, ${publicKey}, ${now})`)
}

/**
 * Reserves a key for an agent, so that it can never be proved again; returns false if the key was reserved before. `thumbprint`: of the key
 * (RFC 7638).
 */
export async function claimKey(db: Queries, id: number, thumbprint: string): Promise<boolean> {
  const claimed = await db.query(sql`
    INSERT INTO proved_key (thumbprint, agent_id) VALUES (${thumbprint}, ${id})
    ON CONFLICT (thumbprint) DO NOTHING RETURNING 1`)
  return claimed.length > 0
}

/** Records that the current key of an agent is proved, and stores its thumbprint. The caller has reserved the key for the agent. */
export async function recordKeyProof(
  db: Queries,
  id: number,
  { thumbprint, now }: { thumbprint: string; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE agent_key SET thumbprint = ${thumbprint}, proved_at = ${now}
    WHERE agent_id = ${id} AND ended_at IS NULL AND proved_at IS NULL`)
}

/**
 * Ends a key of an agent if it is the current one, and returns its version; undefined if it isn't, so of two simultaneous callers only one
 * succeeds.
 */
export async function revokeKey(
  db: Queries,
  id: number,
  { thumbprint, now }: { thumbprint: string; now: Date },
): Promise<number | undefined> {
  const ended = await db.maybeOne<{ version: number }>(sql`
    UPDATE agent_key SET ended_at = ${now}
    WHERE agent_id = ${id} AND thumbprint = ${thumbprint} AND ended_at IS NULL RETURNING version`)
  return ended?.version
}

export type NextKey = { version: number; publicKey: string; thumbprint: string; now: Date }

/** Stores a new key as the current and proved one of an agent. The caller has reserved the key for the agent, and ended the earlier one. */
export async function addNextKey(
  db: Queries,
  id: number,
  { version, publicKey, thumbprint, now }: NextKey,
): Promise<void> {
  await db.query(sql`
    WITH added AS (
      INSERT INTO agent_key (agent_id, version, public_key, thumbprint, added_at, proved_at)
      VALUES (${id}, ${version}, ${publicKey}, ${thumbprint}, ${now}, ${now}))
    UPDATE agent SET public_key = ${publicKey} WHERE id = ${id}`)
}

/** The agent to which a key belongs. `endedAt`: when the key stopped being the agent's current one, or null. */
export type KeyHolder = {
  id: number
  agentId: string
  handle: string
  type: string
  origin: string
  state: AgentState
  publicKey: string
  endedAt: Date | null
}

/** Returns the agent that proved the key with this thumbprint, also if the key or the agent has ended since; undefined if there is none. */
export function findKeyHolder(db: Queries, thumbprint: string): Promise<KeyHolder | undefined> {
  return db.maybeOne(sql`
    SELECT a.id, a.agent_id AS "agentId", a.agent_handle AS handle, a.agent_type AS type, a.origin, a.state,
      k.public_key AS "publicKey", k.ended_at AS "endedAt"
    FROM agent_key AS k JOIN agent AS a ON a.id = k.agent_id WHERE k.thumbprint = ${thumbprint}`)
}

/** The hash of a signature's nonce, and until when the signature is valid. */
export type Nonce = { hash: Buffer; expiresAt: Date }

/** Stores a nonce of an agent as used; returns false if the agent used it before. */
export async function useNonce(db: Queries, id: number, { hash, expiresAt }: Nonce): Promise<boolean> {
  const used = await db.query(sql`
    INSERT INTO agent_nonce (agent_id, nonce_hash, expires_at) VALUES (${id}, ${hash}, ${expiresAt})
    ON CONFLICT (agent_id, nonce_hash) DO NOTHING RETURNING 1`)
  return used.length > 0
}

/** Returns the operator of an agent: the node, its handle and its receipt; undefined if there is none. `id`: the row id of the agent. */
export function findOperator(db: Queries, id: number): Promise<StoredOperator | undefined> {
  return db.maybeOne(sql`
    SELECT o.node_id AS "nodeId", n.node_handle AS handle, o.receipt_id AS "receiptId", o.since
    FROM agent_operator AS o JOIN node AS n ON n.id = o.node_id WHERE o.agent_id = ${id}`)
}

export type NewOperator = { nodeId: number; receiptId: string; now: Date }

/** Makes a node the operator of an agent, or replaces the receipt if it is the operator already. Returns false if another node is the operator. */
export async function addOperator(db: Queries, id: number, { nodeId, receiptId, now }: NewOperator): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO agent_operator AS o (agent_id, node_id, receipt_id, since)
    VALUES (${id}, ${nodeId}, ${receiptId}, ${now})
    ON CONFLICT (agent_id) DO UPDATE SET receipt_id = excluded.receipt_id WHERE o.node_id = excluded.node_id
    RETURNING 1`)
  return added.length > 0
}

/** Removes the operator of an agent; does nothing if there is none. `id`: the row id of the agent. */
export async function removeOperator(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM agent_operator WHERE agent_id = ${id}`)
}

/** Lists the agents whose operator is this node (a person's account), in the order in which they were declared. */
export function listOperatedBy(
  db: Queries,
  nodeId: number,
): Promise<{ agentId: string; receiptId: string; since: Date }[]> {
  return db.query(sql`
    SELECT a.agent_id AS "agentId", o.receipt_id AS "receiptId", o.since
    FROM agent_operator AS o JOIN agent AS a ON a.id = o.agent_id WHERE o.node_id = ${nodeId} ORDER BY a.id`)
}

/**
 * Returns when a receipt expires and whether it is revoked; undefined if it isn't a receipt of this owner. `owner`: the keyed hash under which
 * a node's receipts are stored.
 */
export function findOwnReceipt(
  db: Queries,
  { receiptId, owner }: { receiptId: string; owner: Buffer },
): Promise<{ expiresAt: Date; revokedAt: Date | null } | undefined> {
  return db.maybeOne(sql`
    SELECT expires_at AS "expiresAt", revoked_at AS "revokedAt" FROM receipt
    WHERE receipt_id = ${receiptId} AND owner = ${owner}`)
}

/** Returns the handle of a node; throws if there is no such node. */
export async function handleOfNode(db: Queries, nodeId: number): Promise<string> {
  const { handle } = await db.one<{ handle: string }>(sql`SELECT node_handle AS handle FROM node WHERE id = ${nodeId}`)
  return handle
}

/** Deletes nonces whose signatures expired a day ago. */
export const expiredAgentNonces = createExpiry({
  table: sql`agent_nonce`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})

const deleteUnproved = createExpiry({
  table: sql`agent`,
  where: (now) => sql`state = 'declared' AND declared_at < ${toDaysBefore(now, 30)}`,
})

/** Deletes agents that proved no key within 30 days, which frees their handles, and subtracts them from the public count of agents. */
export const expiredUnprovedAgents: Expiry = async (tx) => {
  const removed = await deleteUnproved(tx)
  if (removed > 0) await addToTally(tx, 'agents', -removed)
  return removed
}
