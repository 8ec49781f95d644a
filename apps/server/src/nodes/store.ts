import { DatabaseError } from 'pg'
import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

export type NodeStatus = 'SUBSCRIBED' | 'PENDING_VERIFICATION' | 'ACTIVE' | 'GENESIS_NODE'

/** A human node as stored. */
export type Node = {
  id: number
  email: string
  emailKey: string
  handle: string
  status: NodeStatus
  originDomain: string | null
  registeredAt: Date
  activatedAt: Date | null
  genesisIndex: number | null
  lockedAt: Date | null
  scanCount: number
  lastScanAt: Date | null
  lastSeenAt: Date | null
  score: number
  streakDays: number
  bestPes: number
  lastDay: string | null
}

const COLUMNS = sql`
  id, email, email_key AS "emailKey", node_handle AS handle, status, origin_domain AS "originDomain",
  registered_at AS "registeredAt", activated_at AS "activatedAt", genesis_index AS "genesisIndex",
  locked_at AS "lockedAt", scan_count AS "scanCount", last_scan_at AS "lastScanAt", last_seen_at AS "lastSeenAt",
  entropy_score AS score, streak_days AS "streakDays", best_pes AS "bestPes", last_entropy_day AS "lastDay"`

export function findNode(db: Queries, emailKey: string): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`SELECT ${COLUMNS} FROM node WHERE email_key = ${emailKey}`)
}

export function findNodeById(db: Queries, id: number): Promise<Node> {
  return db.one<Node>(sql`SELECT ${COLUMNS} FROM node WHERE id = ${id}`)
}

/** As findNode; other transactions that want to change the node wait until this one ends. */
export function lockNode(db: Queries, emailKey: string): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`SELECT ${COLUMNS} FROM node WHERE email_key = ${emailKey} FOR NO KEY UPDATE`)
}

/** As lockNode, by the node's id. */
export function lockNodeById(db: Queries, id: number): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`SELECT ${COLUMNS} FROM node WHERE id = ${id} FOR NO KEY UPDATE`)
}

/** Forgets what a node did so far, its scans, days and points, and answers it as it is then. */
export function forgetActivity(db: Queries, id: number): Promise<Node> {
  return db.one<Node>(sql`
    WITH scans AS (DELETE FROM scan_day WHERE node_id = ${id}), gains AS (DELETE FROM gain_day WHERE node_id = ${id}),
      days AS (DELETE FROM active_day WHERE node_id = ${id}), ledger AS (DELETE FROM entropy_entry WHERE node_id = ${id})
    UPDATE node
    SET scan_count = 0, last_scan_at = NULL, last_seen_at = NULL, entropy_score = 0, streak_days = 0, best_pes = 0,
      last_entropy_day = NULL
    WHERE id = ${id} RETURNING ${COLUMNS}`)
}

/** Where a page of activated nodes begins: after this one. The time is PostgreSQL's text, exact to the microsecond. */
export type Position = { activatedAt: string; id: number }

/** What the list of activated nodes shows of one: no more columns than it needs, since a page has hundreds of rows. */
export type ActivatedNode = Pick<Node, 'id' | 'handle' | 'status' | 'scanCount' | 'score' | 'lastDay'> & {
  /** Last scan or gain, else activation. */
  seenAt: Date
  position: string
}

/** Activated nodes, the newest first. */
export function listActivated(
  db: Queries,
  { after, limit }: { after: Position | null; limit: number },
): Promise<ActivatedNode[]> {
  const where = after === null ? sql`` : sql`AND (activated_at, id) < (${after.activatedAt}::timestamptz, ${after.id})`
  return db.query(sql`
    SELECT id, node_handle AS handle, status, scan_count AS "scanCount", entropy_score AS score,
      last_entropy_day AS "lastDay", coalesce(last_seen_at, activated_at) AS "seenAt", activated_at::text AS position
    FROM node
    WHERE activated_at IS NOT NULL ${where}
    ORDER BY activated_at DESC, id DESC LIMIT ${limit}`)
}

export type GenesisNode = { id: number; index: number; joined: Date }

/** Genesis nodes that still exist, in their order. */
export function listGenesis(db: Queries): Promise<GenesisNode[]> {
  return db.query(sql`
    SELECT id, genesis_index AS index, activated_at AS joined FROM node
    WHERE genesis_index BETWEEN 1 AND 100 ORDER BY genesis_index`)
}

/** The public figures. */
export type Figures = {
  humans: number
  agents: number
  scans: number
  activeToday: number
  scansToday: number
  lastScan: Date | null
  /** Genesis nodes that exist, and places that are taken: the place of an erased node stays so. */
  genesisNodes: number
  genesisTaken: number
}

/** All public figures in one statement, so that they agree with each other; no table is scanned. */
export function readFigures(db: Queries, day: string): Promise<Figures> {
  return db.one(sql`
    SELECT
      coalesce(sum(value) FILTER (WHERE name = 'humans'), 0)::bigint AS humans,
      coalesce(sum(value) FILTER (WHERE name = 'agents'), 0)::bigint AS agents,
      coalesce(sum(value) FILTER (WHERE name = 'scans'), 0)::bigint AS scans,
      coalesce(sum(value) FILTER (WHERE name = ${activeTally(day)}), 0)::bigint AS "activeToday",
      coalesce(sum(value) FILTER (WHERE name = ${scansTally(day)}), 0)::bigint AS "scansToday",
      max(last_at) AS "lastScan",
      (SELECT count(*) FROM node WHERE genesis_index BETWEEN 1 AND 100) AS "genesisNodes",
      (SELECT taken FROM cohort WHERE name = 'genesis') AS "genesisTaken"
    FROM tally WHERE name IN ('humans', 'agents', 'scans', ${activeTally(day)}, ${scansTally(day)})`)
}

/** Gives a node a handle; fails when another node has it, in whatever letter case: see isHandleTaken. */
export async function saveHandle(db: Queries, id: number, handle: string): Promise<void> {
  await db.query(sql`UPDATE node SET node_handle = ${handle}, handle_key = ${handle.toLowerCase()} WHERE id = ${id}`)
}

export function isHandleTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'node_handle_key_key'
}

/** Deletes a node; its tokens, days and ledger go with it. */
export async function deleteNode(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM node WHERE id = ${id}`)
}

/** Adds to a public figure. Writers of different connections mostly change different rows. */
export async function addToTally(db: Queries, name: string, by: number): Promise<void> {
  await db.query(sql`
    INSERT INTO tally AS t (name, shard, value) VALUES (${name}, pg_backend_pid() % 16, ${by})
    ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
}

/** Adds scans to the public figure, and the time of the last of them. */
export async function addScansToTally(db: Queries, scans: number, lastAt: Date | null): Promise<void> {
  await db.query(sql`
    INSERT INTO tally AS t (name, shard, value, last_at) VALUES ('scans', pg_backend_pid() % 16, ${scans}, ${lastAt})
    ON CONFLICT (name, shard) DO UPDATE
    SET value = t.value + excluded.value, last_at = greatest(t.last_at, excluded.last_at)`)
}

/** Takes the scans of a node on this day out of the public figure of the day. */
export async function withdrawScansOfDay(db: Queries, { id }: Node, day: string): Promise<void> {
  await db.query(sql`
    INSERT INTO tally AS t (name, shard, value)
    SELECT ${scansTally(day)}::text, pg_backend_pid() % 16, -scans FROM scan_day WHERE node_id = ${id} AND day = ${day}
    ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
}

/** Marks that a node scanned or gained on this day; activated nodes are counted in the public figure, once a day. */
export async function markActive(db: Queries, { id, activatedAt }: Node, day: string): Promise<void> {
  await db.query(sql`
    WITH first AS (
      INSERT INTO active_day (node_id, day) VALUES (${id}, ${day}) ON CONFLICT DO NOTHING RETURNING node_id)
    INSERT INTO tally AS t (name, shard, value)
    SELECT ${activeTally(day)}::text, pg_backend_pid() % 16, 1 FROM first WHERE ${activatedAt !== null}
    ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
}

/** The name of the tally of nodes that were active on a day. */
export function activeTally(day: string): string {
  return `active:${day}`
}

/** The name of the tally of scans on a day. */
export function scansTally(day: string): string {
  return `scans:${day}`
}
