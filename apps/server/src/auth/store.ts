import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

export type StoredToken = { id: number; nodeId: number; proved: boolean; lastUsedAt: Date | null }

/** Live tokens of one node; an older one goes when an eleventh comes. */
const MAX_LIVE_TOKENS = 10

export function findToken(db: Queries, hash: Buffer): Promise<StoredToken | undefined> {
  return db.maybeOne<StoredToken>(sql`
    SELECT id, node_id AS "nodeId", proved, last_used_at AS "lastUsedAt" FROM node_token WHERE token_hash = ${hash}`)
}

export type NewToken = { nodeId: number; hash: Buffer; proved: boolean; now: Date }

export async function addToken(db: Queries, { nodeId, hash, proved, now }: NewToken): Promise<void> {
  await db.query(sql`
    INSERT INTO node_token (node_id, token_hash, created_at, proved) VALUES (${nodeId}, ${hash}, ${now}, ${proved})`)
  await db.query(sql`
    DELETE FROM node_token WHERE id IN (
      SELECT id FROM node_token WHERE node_id = ${nodeId} ORDER BY id DESC OFFSET ${MAX_LIVE_TOKENS})`)
}

/** To the hour: the minute could be joined with the times of other rows. */
export async function markTokenUsed(db: Queries, id: number, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE node_token SET last_used_at = date_trunc('hour', ${now}::timestamptz, 'UTC') WHERE id = ${id}`)
}

export async function revokeAllTokens(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM node_token WHERE node_id = ${nodeId}`)
}

export type OwnToken = { id: string; createdAt: Date; lastUsedAt: Date | null; proved: boolean }

/** The live tokens of a node, without their hashes, the newest first. */
export function listTokens(db: Queries, nodeId: number): Promise<OwnToken[]> {
  return db.query(sql`
    SELECT id::text, created_at AS "createdAt", last_used_at AS "lastUsedAt", proved FROM node_token
    WHERE node_id = ${nodeId} ORDER BY node_token.id DESC`)
}

/** Deletes a token of a node; false when it has no such token. */
export async function deleteToken(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM node_token WHERE node_id = ${nodeId} AND id::text = ${id} RETURNING id`)
  return deleted.length > 0
}
