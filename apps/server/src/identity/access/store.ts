import { FRESH_SIGN_IN_MINUTES, MOST_PROGRAM_TOKENS, type ProgramScope } from '@stillhere/contract'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDay, toDaysBefore } from '../../platform/day.ts'

export type StoredToken = {
  id: number
  nodeId: number
  proved: boolean
  lastUsedAt: Date | null
  /** Name of the device of a browser session; null for tokens. */
  deviceName: string | null
  expiresAt: Date | null
  /** End of the waiting time after a sign-in by recovery code, before which it can't grant lasting authority; null for other sign-ins. */
  waitsUntil: Date | null
  /** Name and scopes of a program's token; null for other tokens. */
  name: string | null
  scopes: ProgramScope[] | null
  /** True if the operator has blocked the node. */
  isBlocked: boolean
}

/** The session of a browser. */
export type Session = StoredToken & { deviceName: string; expiresAt: Date }

/** The number of tokens that a node can have, and of browser sessions; the oldest is deleted when an eleventh of its kind is added. */
const MAX_LIVE_TOKENS = 10

const COLUMNS = sql`
  id, node_id AS "nodeId", proved, last_used_at AS "lastUsedAt", device_name AS "deviceName", expires_at AS "expiresAt",
  waits_until AS "waitsUntil", name, scopes, EXISTS (SELECT FROM node WHERE node.id = node_id AND blocked_at IS NOT NULL) AS "isBlocked"`

/** Finds a token or browser session that hasn't expired by the hash of its secret. */
export function findToken(db: Queries, hash: Buffer, now: Date): Promise<StoredToken | undefined> {
  return db.maybeOne<StoredToken>(sql`
    SELECT ${COLUMNS} FROM node_token WHERE token_hash = ${hash} AND (expires_at IS NULL OR expires_at > ${now})`)
}

/** Locks the row of a token until the transaction ends. */
export async function lockToken(tx: Transaction, hash: Buffer): Promise<void> {
  await tx.query(sql`SELECT FROM node_token WHERE token_hash = ${hash} FOR UPDATE`)
}

type NewSession = { tokenHash: Buffer; hash: Buffer; deviceName: string; now: Date; expiresAt: Date }

/**
 * Converts a token to the session of a browser: replaces its hash and sets device name and expiry. Returns undefined, and changes nothing,
 * unless the token was issued by a sign-in. Deletes the oldest sessions of a node that has more than ten.
 */
export async function saveAsSession(db: Queries, session: NewSession): Promise<Session | undefined> {
  const { tokenHash, hash, deviceName, now, expiresAt } = session
  const turned = await db.maybeOne<Session>(sql`
    UPDATE node_token SET token_hash = ${hash}, device_name = ${deviceName}, expires_at = ${expiresAt},
      last_used_at = date_trunc('hour', ${now}::timestamptz, 'UTC')
    WHERE token_hash = ${tokenHash} AND proved AND expires_at IS NULL AND scopes IS NULL RETURNING ${COLUMNS}`)
  if (turned)
    await db.query(sql`
      DELETE FROM node_token WHERE id IN (
        SELECT id FROM node_token WHERE node_id = ${turned.nodeId} AND expires_at IS NOT NULL
        ORDER BY id DESC OFFSET ${MAX_LIVE_TOKENS})`)
  return turned
}

/**
 * Deletes the session with the hash `old` if it belongs to the same node as the new session, and copies its device name to the new session.
 * Returns the new session, or undefined if there was no such session to delete.
 */
export async function deleteReplacedSession(
  db: Queries,
  old: Buffer,
  { id, nodeId }: Session,
): Promise<Session | undefined> {
  return db.maybeOne<Session>(sql`
    WITH ended AS (
      DELETE FROM node_token
      WHERE token_hash = ${old} AND node_id = ${nodeId} AND node_token.id <> ${id} AND expires_at IS NOT NULL
      RETURNING node_token.device_name AS kept
    )
    UPDATE node_token SET device_name = ended.kept FROM ended WHERE node_token.id = ${id} RETURNING ${COLUMNS}`)
}

/** Finds a browser session that hasn't expired by the hash of its secret. */
export function findSession(db: Queries, hash: Buffer, now: Date): Promise<Session | undefined> {
  return db.maybeOne<Session>(sql`SELECT ${COLUMNS} FROM node_token WHERE token_hash = ${hash} AND expires_at > ${now}`)
}

/** Finds a browser session by the hash of its secret if its token was issued after `since`. */
export function findNewSession(db: Queries, hash: Buffer, since: Date): Promise<Session | undefined> {
  return db.maybeOne<Session>(sql`
    SELECT ${COLUMNS} FROM node_token WHERE token_hash = ${hash} AND created_at > ${since} AND expires_at IS NOT NULL`)
}

/** A token to store. `signedInAt` is null if no sign-in issued it; such a token never counts as freshly signed in. */
type NewToken = {
  nodeId: number
  hash: Buffer
  proved: boolean
  signedInAt: Date | null
  waitsUntil?: Date | null
  now: Date
}

/** Stores a token of a node, and deletes the oldest tokens of a node that has more than ten. Browser sessions and programs' tokens don't count. */
export async function addToken(db: Queries, token: NewToken): Promise<void> {
  const { nodeId, hash, proved, signedInAt, waitsUntil = null, now } = token
  await db.query(sql`
    INSERT INTO node_token (node_id, token_hash, created_at, proved, signed_in_at, waits_until)
    VALUES (${nodeId}, ${hash}, ${now}, ${proved}, ${signedInAt}, ${waitsUntil})`)
  await db.query(sql`
    DELETE FROM node_token WHERE id IN (
      SELECT id FROM node_token WHERE node_id = ${nodeId} AND expires_at IS NULL AND scopes IS NULL
      ORDER BY id DESC OFFSET ${MAX_LIVE_TOKENS})`)
}

type NewProgramToken = { nodeId: number; hash: Buffer; name: string; scopes: readonly ProgramScope[]; now: Date }

/** Stores a program's token in the first free slot of its node and returns its id; returns undefined if no slot is free. */
export async function addProgramToken(db: Queries, made: NewProgramToken): Promise<string | undefined> {
  const added = await db.maybeOne<{ id: string }>(sql`
    INSERT INTO node_token (node_id, token_hash, created_at, proved, name, scopes, slot)
    SELECT ${made.nodeId}::bigint, ${made.hash}::bytea, ${made.now}::timestamptz, true, ${made.name}::text,
      ${[...made.scopes]}::text[], min(slot)
    FROM generate_series(1, ${MOST_PROGRAM_TOKENS}::int) AS slot
    WHERE NOT EXISTS (SELECT 1 FROM node_token t WHERE t.node_id = ${made.nodeId} AND t.slot = slot.slot)
    HAVING count(*) > 0
    RETURNING id::text`)
  return added?.id
}

/** Returns whether the token or session with this id comes from a sign-in within the ten minutes before `at`. */
export async function isFreshlySignedIn(db: Queries, id: number, at: Date): Promise<boolean> {
  const fresh = await db.query(sql`
    SELECT 1 FROM node_token
    WHERE id = ${id} AND signed_in_at > ${at}::timestamptz - make_interval(mins => ${FRESH_SIGN_IN_MINUTES})`)
  return fresh.length > 0
}

/** Records the hour in which a token was used. A more precise time could be matched with the times of other rows. */
export async function recordTokenUse(db: Queries, id: number, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE node_token SET last_used_at = date_trunc('hour', ${now}::timestamptz, 'UTC') WHERE id = ${id}`)
}

/** Deletes all tokens and sessions of a node and returns how many were deleted. */
export async function revokeAllTokens(db: Queries, nodeId: number): Promise<number> {
  return (await db.query(sql`DELETE FROM node_token WHERE node_id = ${nodeId} RETURNING id`)).length
}

export type OwnToken = Omit<StoredToken, 'id' | 'nodeId' | 'isBlocked'> & { id: string; createdAt: Date }

/** Lists the tokens and sessions of a node that haven't expired, without their hashes, newest first. */
export function listTokens(db: Queries, nodeId: number, now: Date): Promise<OwnToken[]> {
  return db.query(sql`
    SELECT id::text, created_at AS "createdAt", last_used_at AS "lastUsedAt", proved, device_name AS "deviceName",
      expires_at AS "expiresAt", waits_until AS "waitsUntil", name, scopes
    FROM node_token WHERE node_id = ${nodeId} AND (expires_at IS NULL OR expires_at > ${now})
    ORDER BY node_token.id DESC`)
}

/** Updates the device name of a session; returns false if the node has no session with this id. */
export async function updateSessionName(
  db: Queries,
  { nodeId, id, deviceName }: { nodeId: number; id: string; deviceName: string },
): Promise<boolean> {
  const renamed = await db.query(sql`
    UPDATE node_token SET device_name = ${deviceName}
    WHERE node_id = ${nodeId} AND id::text = ${id} AND expires_at IS NOT NULL RETURNING id`)
  return renamed.length > 0
}

/** Deletes all tokens and sessions of a node except the one with this id, and returns how many were deleted. */
export async function deleteOtherTokens(db: Queries, { nodeId, id }: { nodeId: number; id: number }): Promise<number> {
  const deleted = await db.query(sql`DELETE FROM node_token WHERE node_id = ${nodeId} AND id <> ${id} RETURNING id`)
  return deleted.length
}

/** Deletes all tokens and sessions of a node that come from sign-ins by recovery code, except the one with this id. */
export async function deleteOtherRecoverySignIns(
  db: Queries,
  { nodeId, id }: { nodeId: number; id: number },
): Promise<void> {
  await db.query(sql`
    DELETE FROM node_token WHERE node_id = ${nodeId} AND id <> ${id} AND waits_until IS NOT NULL`)
}

/** Deletes browser sessions a day after they expired. */
export const expiredSessions = createExpiry({
  table: sql`node_token`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})

/** Deletes the token or session of a node with this id; returns false if the node has no such token. */
export async function deleteToken(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM node_token WHERE node_id = ${nodeId} AND id::text = ${id} RETURNING id`)
  return deleted.length > 0
}

export type AdminSession = { hash: Buffer; createdAt: Date; expiresAt: Date }

/** Stores a session of the operator under the hash of its token. */
export async function addAdminSession(
  db: Queries,
  { hash, now, expiresAt }: { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO admin_session (token_hash, created_at, expires_at) VALUES (${hash}, ${now}, ${expiresAt})`)
}

/** Finds a session of the operator that hasn't expired by the hash of its token. */
export function findAdminSession(db: Queries, hash: Buffer, now: Date): Promise<AdminSession | undefined> {
  return db.maybeOne<AdminSession>(sql`
    SELECT token_hash AS hash, created_at AS "createdAt", expires_at AS "expiresAt" FROM admin_session
    WHERE token_hash = ${hash} AND expires_at > ${now}`)
}

/** Deletes the session of the operator with this hash, if it exists. */
export async function deleteAdminSession(db: Queries, hash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM admin_session WHERE token_hash = ${hash}`)
}

/** Deletes expired sessions of the operator. */
export const expiredAdminSessions = createExpiry({
  table: sql`admin_session`,
  where: (now) => sql`expires_at < ${now}`,
})

/** An IP network and an e-mail address, both hashed. */
export type NetworkKey = { emailHash: Buffer; askerHash: Buffer }

/** The number of days for which a network stays familiar after the last sign-in from it. */
const FAMILIAR_DAYS = 90
/** The number of networks that can be familiar to an e-mail address; the oldest is deleted when another one is added. */
const MAX_FAMILIAR = 5

/** Saves an IP network as familiar to an e-mail address, with today's date. Only the five newest networks of an address are kept. */
export async function saveNetwork(db: Queries, { emailHash, askerHash }: NetworkKey, now: Date): Promise<void> {
  await db.query(sql`
    INSERT INTO familiar_network (email_hash, network_hash, seen_on) VALUES (${emailHash}, ${askerHash}, ${toDay(now)})
    ON CONFLICT (email_hash, network_hash) DO UPDATE SET seen_on = excluded.seen_on`)
  await db.query(sql`
    DELETE FROM familiar_network WHERE email_hash = ${emailHash} AND network_hash IN (
      SELECT network_hash FROM familiar_network WHERE email_hash = ${emailHash}
      ORDER BY network_hash = ${askerHash} DESC, seen_on DESC OFFSET ${MAX_FAMILIAR})`)
}

/** Returns whether this e-mail address had a sign-in from this IP network in the last 90 days. */
export async function isFamiliarNetwork(
  db: Queries,
  { emailHash, askerHash }: NetworkKey,
  now: Date,
): Promise<boolean> {
  const found = await db.maybeOne(sql`
    SELECT 1 FROM familiar_network
    WHERE email_hash = ${emailHash} AND network_hash = ${askerHash} AND seen_on >= ${toDay(toDaysBefore(now, FAMILIAR_DAYS))}`)
  return found !== undefined
}

/** Deletes the record of the IP networks from which this e-mail address has signed in. */
export async function deleteNetworks(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM familiar_network WHERE email_hash = ${emailHash}`)
}

/** Deletes networks that have had no sign-in for 90 days. */
export const unfamiliarNetworks = createExpiry({
  table: sql`familiar_network`,
  where: (now) => sql`seen_on < ${toDay(toDaysBefore(now, FAMILIAR_DAYS))}`,
})
