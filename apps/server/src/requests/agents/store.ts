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
 * Adds an agent and returns its row's id; undefined when its handle is taken, or one that looks the same. A simultaneous declaration of the same may be
 * met at the id before the handle, so that neither may be named as the place of the conflict.
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

/** Locks the agent with a handle or, if there is none, with one that looks the same. */
export function lockAgentOfHandle(db: Queries, { handleKey, skeleton }: Handle): Promise<StoredAgent | undefined> {
  return db.maybeOne(sql`
    SELECT ${AGENT} FROM agent WHERE handle_key = ${handleKey} OR skeleton = ${skeleton}
    ORDER BY handle_key <> ${handleKey} LIMIT 1 FOR UPDATE`)
}

/** Removes who never proved a key from a handle and from those that look the same; returns how many went. */
export async function removeUnproved(db: Queries, { handleKey, skeleton }: Handle): Promise<number> {
  const gone = await db.query(sql`
    DELETE FROM agent WHERE (handle_key = ${handleKey} OR skeleton = ${skeleton}) AND state = 'declared' RETURNING 1`)
  return gone.length
}

/** Removes an agent with all that is its own; its proved keys stay used. False when it is verified, or not there. */
export async function removeAgent(db: Queries, id: number): Promise<boolean> {
  const gone = await db.query(sql`DELETE FROM agent WHERE id = ${id} AND state <> 'verified' RETURNING 1`)
  return gone.length > 0
}

/** Locks an agent; other transactions that change it wait. */
export function lockAgent(db: Queries, agentId: string): Promise<StoredAgent | undefined> {
  return db.maybeOne(sql`SELECT ${AGENT} FROM agent WHERE agent_id = ${agentId} FOR UPDATE`)
}

export function findAgent(db: Queries, agentId: string): Promise<StoredAgent | undefined> {
  return db.maybeOne(sql`SELECT ${AGENT} FROM agent WHERE agent_id = ${agentId}`)
}

/** Agents before the given one, newest first. */
export function listNewest(
  db: Queries,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredAgent[]> {
  return db.query(sql`
    SELECT ${AGENT} FROM agent WHERE ${before}::bigint IS NULL OR id < ${before}::bigint ORDER BY id DESC LIMIT ${limit}`)
}

export async function recordVerified(db: Queries, id: number, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE agent SET state = 'verified', verified_at = ${now} WHERE id = ${id} AND state = 'declared'`)
}

/** Revokes an agent; a second time changes nothing. */
export async function revokeStored(db: Queries, id: number, { by, now }: { by: RevokedBy; now: Date }): Promise<void> {
  await db.query(sql`
    UPDATE agent SET state = 'revoked', revoked_at = ${now}, revoked_by = ${by}
    WHERE id = ${id} AND state <> 'revoked'`)
}

/** The keys of an agent, the first one first. */
export function listKeys(db: Queries, id: number): Promise<StoredKey[]> {
  return db.query(sql`
    SELECT version, public_key AS "publicKey", added_at AS "addedAt", proved_at AS "provedAt", ended_at AS "endedAt"
    FROM agent_key WHERE agent_id = ${id} ORDER BY version`)
}

/** The first key of an agent, not yet proved. */
export async function addFirstKey(
  db: Queries,
  id: number,
  { publicKey, now }: { publicKey: string; now: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO agent_key (agent_id, version, public_key, added_at) VALUES (${id}, 1, ${publicKey}, ${now})`)
}

/** Takes a key for an agent, for good; false when an agent has proved it before. */
export async function claimKey(db: Queries, id: number, thumbprint: string): Promise<boolean> {
  const claimed = await db.query(sql`
    INSERT INTO proved_key (thumbprint, agent_id) VALUES (${thumbprint}, ${id})
    ON CONFLICT (thumbprint) DO NOTHING RETURNING 1`)
  return claimed.length > 0
}

/** Notes that the current key of an agent is proved; the key was claimed before. */
export async function recordKeyProof(
  db: Queries,
  id: number,
  { thumbprint, now }: { thumbprint: string; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE agent_key SET thumbprint = ${thumbprint}, proved_at = ${now}
    WHERE agent_id = ${id} AND ended_at IS NULL AND proved_at IS NULL`)
}

/** Ends a key of an agent if it is the current one; of two callers only one succeeds. Returns its version. */
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

/** Makes a claimed key the current one of an agent. */
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

/** Whose key a thumbprint names, and whether the agent still has it. */
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

export function findKeyHolder(db: Queries, thumbprint: string): Promise<KeyHolder | undefined> {
  return db.maybeOne(sql`
    SELECT a.id, a.agent_id AS "agentId", a.agent_handle AS handle, a.agent_type AS type, a.origin, a.state,
      k.public_key AS "publicKey", k.ended_at AS "endedAt"
    FROM agent_key AS k JOIN agent AS a ON a.id = k.agent_id WHERE k.thumbprint = ${thumbprint}`)
}

/** A nonce of a signature, and until when the signature is good. */
export type Nonce = { hash: Buffer; expiresAt: Date }

/** Uses a nonce of an agent; false when it was used before. */
export async function useNonce(db: Queries, id: number, { hash, expiresAt }: Nonce): Promise<boolean> {
  const used = await db.query(sql`
    INSERT INTO agent_nonce (agent_id, nonce_hash, expires_at) VALUES (${id}, ${hash}, ${expiresAt})
    ON CONFLICT (agent_id, nonce_hash) DO NOTHING RETURNING 1`)
  return used.length > 0
}

export function findOperator(db: Queries, id: number): Promise<StoredOperator | undefined> {
  return db.maybeOne(sql`
    SELECT o.node_id AS "nodeId", n.node_handle AS handle, o.receipt_id AS "receiptId", o.since
    FROM agent_operator AS o JOIN node AS n ON n.id = o.node_id WHERE o.agent_id = ${id}`)
}

export type NewOperator = { nodeId: number; receiptId: string; now: Date }

/** Makes a node the operator of an agent, or renews its receipt; false when another node is it. */
export async function addOperator(db: Queries, id: number, { nodeId, receiptId, now }: NewOperator): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO agent_operator AS o (agent_id, node_id, receipt_id, since)
    VALUES (${id}, ${nodeId}, ${receiptId}, ${now})
    ON CONFLICT (agent_id) DO UPDATE SET receipt_id = excluded.receipt_id WHERE o.node_id = excluded.node_id
    RETURNING 1`)
  return added.length > 0
}

export async function removeOperator(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM agent_operator WHERE agent_id = ${id}`)
}

/** The agents that a node answers for. */
export function listOperatedBy(
  db: Queries,
  nodeId: number,
): Promise<{ agentId: string; receiptId: string; since: Date }[]> {
  return db.query(sql`
    SELECT a.agent_id AS "agentId", o.receipt_id AS "receiptId", o.since
    FROM agent_operator AS o JOIN agent AS a ON a.id = o.agent_id WHERE o.node_id = ${nodeId} ORDER BY a.id`)
}

/** A receipt of a node's own, as far as it matters to who relies on its presence. */
export function findOwnReceipt(
  db: Queries,
  { receiptId, owner }: { receiptId: string; owner: Buffer },
): Promise<{ expiresAt: Date; revokedAt: Date | null } | undefined> {
  return db.maybeOne(sql`
    SELECT expires_at AS "expiresAt", revoked_at AS "revokedAt" FROM receipt
    WHERE receipt_id = ${receiptId} AND owner = ${owner}`)
}

/** The handle of a node, by which an agent names its operator. */
export async function handleOfNode(db: Queries, nodeId: number): Promise<string> {
  const { handle } = await db.one<{ handle: string }>(sql`SELECT node_handle AS handle FROM node WHERE id = ${nodeId}`)
  return handle
}

/** Nonces whose signatures expired a day ago. */
export const expiredAgentNonces = createExpiry({
  table: sql`agent_nonce`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})

const deleteUnproved = createExpiry({
  table: sql`agent`,
  where: (now) => sql`state = 'declared' AND declared_at < ${toDaysBefore(now, 30)}`,
})

/** Agents that proved no key in 30 days: their names are free again, and the public figure counts them no longer. */
export const expiredUnprovedAgents: Expiry = async (tx) => {
  const removed = await deleteUnproved(tx)
  if (removed > 0) await addToTally(tx, 'agents', -removed)
  return removed
}
