import type { ApprovalMethod } from '@stillhere/contract'
import { DatabaseError } from 'pg'
import type { Queries, Transaction } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { createExpiry } from '../platform/database/store.ts'
import { toDay, toDaysBefore } from '../platform/day.ts'
import type { Secrets } from '../platform/secrets.ts'
import { computeSkeleton, toCaseKey } from '../platform/visible-text.ts'

/** Subtracts a node that is being erased from the public statistics: people, people active today, scans. The time of the last scan stays. */
export async function removeFromStatistics(tx: Transaction, node: Node): Promise<void> {
  if (node.activatedAt === null) return
  const today = toDay(tx.now)
  await addToTally(tx, 'humans', -1)
  if (isSeenOn(node, today)) await addToTally(tx, toActiveTallyName(today), -1)
  if (node.scanCount > 0) await addToTally(tx, 'scans', -node.scanCount)
  await removeScansOfDay(tx, node, today)
}

// Only today's figure is ever shown, so earlier days need no correction.
function isSeenOn({ lastSeenAt }: Node, day: string): boolean {
  return lastSeenAt !== null && toDay(lastSeenAt) === day
}

/**
 * Adds `by`, which may be negative, to the public statistics counter (tally) `name`. Each tally is spread over 16 rows, so that concurrent
 * writers rarely wait for each other.
 */
export async function addToTally(db: Queries, name: string, by: number): Promise<void> {
  await db.query(sql`
    INSERT INTO tally AS t (name, shard, value) VALUES (${name}, pg_backend_pid() % 16, ${by})
    ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
}

/** Adds `scans` to the tally of all scans in the public statistics, and saves `lastAt` as the time of the last scan if it is later. */
export async function addScansToTally(db: Queries, scans: number, lastAt: Date | null): Promise<void> {
  await db.query(sql`
    INSERT INTO tally AS t (name, shard, value, last_at) VALUES ('scans', pg_backend_pid() % 16, ${scans}, ${lastAt})
    ON CONFLICT (name, shard) DO UPDATE
    SET value = t.value + excluded.value, last_at = greatest(t.last_at, excluded.last_at)`)
}

/** Subtracts a node's scans of this day from the day's public count. */
async function removeScansOfDay(db: Queries, { id }: Node, day: string): Promise<void> {
  await db.query(sql`
    INSERT INTO tally AS t (name, shard, value)
    SELECT ${toScansTallyName(day)}::text, pg_backend_pid() % 16, -scans FROM scan_day WHERE node_id = ${id} AND day = ${day}
    ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
}

/**
 * Records that a node scanned or earned a gain on this day. If the node is activated, also adds 1 to the public count of nodes active on
 * this day, once a day.
 */
export async function recordActivity(db: Queries, { id, activatedAt }: Node, day: string): Promise<void> {
  await db.query(sql`
    WITH first AS (
      INSERT INTO active_day (node_id, day) VALUES (${id}, ${day}) ON CONFLICT DO NOTHING RETURNING node_id)
    INSERT INTO tally AS t (name, shard, value)
    SELECT ${toActiveTallyName(day)}::text, pg_backend_pid() % 16, 1 FROM first WHERE ${activatedAt !== null}
    ON CONFLICT (name, shard) DO UPDATE SET value = t.value + excluded.value`)
}

/** Returns the name of the tally (counter) of nodes that were active on a day, 'YYYY-MM-DD'. */
export function toActiveTallyName(day: string): string {
  return `active:${day}`
}

/** Returns the name of the tally (counter) of scans on a day, 'YYYY-MM-DD'. */
export function toScansTallyName(day: string): string {
  return `scans:${day}`
}

/** Adds 1 to the operator's statistics of passed or failed verifications of a day. The node isn't recorded. */
export async function countVerification(db: Queries, verified: boolean, day: string): Promise<void> {
  await addToTally(db, `${verified ? 'verified' : 'refused'}:${day}`, 1)
}

/** Deletes the record of the days on which a node was active. */
export async function deleteActiveDays(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM active_day WHERE node_id = ${nodeId}`)
}

/** Deletes the daily counters of public statistics after a day, since only today's are shown, and the operator's statistics of verifications after 90 days. */
export const expiredTallies = createExpiry({
  table: sql`tally`,
  where: (now) => {
    const [yesterday, old] = [toDay(toDaysBefore(now, 1)), toDay(toDaysBefore(now, 90))]
    return sql`(name ^@ ${toActiveTallyName('')} AND name < ${toActiveTallyName(yesterday)})
      OR (name ^@ ${toScansTallyName('')} AND name < ${toScansTallyName(yesterday)})
      OR (name ^@ 'verified:' AND name < ${`verified:${old}`}) OR (name ^@ 'refused:' AND name < ${`refused:${old}`})`
  },
})

/** Computes the pseudonymous user id that appears in a node's enrollments and receipts. Only the holder of SECRET_KEY can link it to the node. */
export function computeUserId(secrets: Secrets, nodeId: number): string {
  return `node-${secrets.hash('user', String(nodeId)).toString('base64url')}`
}

type KnownNode = Pick<Node, 'email' | 'handle' | 'status' | 'registeredAt'>

/** Finds e-mail address, handle, status and registration time of a node. `emailKey`: the normalized address, from toEmailKey. */
export function findIdentity(db: Queries, emailKey: string): Promise<KnownNode | undefined> {
  return db.maybeOne<KnownNode>(sql`
    SELECT email, node_handle AS handle, status, registered_at AS "registeredAt" FROM node WHERE email_key = ${emailKey}`)
}

/** The status of a node, in the words of the API. */
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
  blockedAt: Date | null
  /** The language of mails to its owner; null if unknown. */
  language: string | null
  /** The weakest method that its owner accepts for approvals. */
  leastMethod: ApprovalMethod
}

const COLUMNS = sql`
  id, email, email_key AS "emailKey", node_handle AS handle, status, origin_domain AS "originDomain",
  registered_at AS "registeredAt", activated_at AS "activatedAt", genesis_index AS "genesisIndex",
  locked_at AS "lockedAt", scan_count AS "scanCount", last_scan_at AS "lastScanAt", last_seen_at AS "lastSeenAt",
  entropy_score AS score, streak_days AS "streakDays", best_pes AS "bestPes", last_entropy_day AS "lastDay",
  blocked_at AS "blockedAt", language, least_method AS "leastMethod"`

/** Finds a node by its e-mail address. `emailKey`: the normalized address, from toEmailKey. */
export function findNode(db: Queries, emailKey: string): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`SELECT ${COLUMNS} FROM node WHERE email_key = ${emailKey}`)
}

/** Returns the node with this id; throws if it doesn't exist. */
export function findNodeById(db: Queries, id: number): Promise<Node> {
  return db.one<Node>(sql`SELECT ${COLUMNS} FROM node WHERE id = ${id}`)
}

/** Finds a node by its e-mail address and locks it until the transaction ends. `emailKey`: the normalized address, from toEmailKey. */
export function lockNode(db: Queries, emailKey: string): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`SELECT ${COLUMNS} FROM node WHERE email_key = ${emailKey} FOR NO KEY UPDATE`)
}

/** Finds a node by its id and locks it until the transaction ends. */
export function lockNodeById(db: Queries, id: number): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`SELECT ${COLUMNS} FROM node WHERE id = ${id} FOR NO KEY UPDATE`)
}

/** Resets a node's score, streak, scan count and activity dates to their initial values, and returns the node. */
export function deleteActivity(db: Queries, id: number): Promise<Node> {
  return db.one<Node>(sql`
    UPDATE node
    SET scan_count = 0, last_scan_at = NULL, last_seen_at = NULL, entropy_score = 0, streak_days = 0, best_pes = 0,
      last_entropy_day = NULL
    WHERE id = ${id} RETURNING ${COLUMNS}`)
}

/**
 * Saves the handle of a node. Throws a database error, which isHandleTaken recognizes, if another node has this handle in any letter case
 * or a look-alike handle. A node without a stored skeleton, from before look-alikes were refused, keeps its handle when only the letter
 * case changes.
 */
export async function saveHandle(db: Queries, id: number, handle: string): Promise<void> {
  const key = toCaseKey(handle)
  await db.query(sql`
    UPDATE node SET node_handle = ${handle}, handle_key = ${key},
      skeleton = CASE WHEN handle_key = ${key} AND skeleton IS NULL THEN NULL ELSE ${computeSkeleton(handle)} END
    WHERE id = ${id}`)
}

/** Returns whether a node other than `id` has this handle or a look-alike handle. */
export async function isHandleHeld(db: Queries, id: number, handle: string): Promise<boolean> {
  const held = await db.query(sql`
    SELECT 1 FROM node
    WHERE id <> ${id} AND (handle_key = ${toCaseKey(handle)} OR skeleton = ${computeSkeleton(handle)})`)
  return held.length > 0
}

/** Returns whether a database error says that another node has the handle or a look-alike handle. */
export function isHandleTaken(error: unknown): boolean {
  return error instanceof DatabaseError && ['node_handle_key_key', 'node_skeleton_key'].includes(error.constraint ?? '')
}

/** Deletes a node with everything stored for it, such as tokens, activity days and ledger. */
export async function deleteNode(db: Queries, id: number): Promise<void> {
  await db.query(sql`DELETE FROM node WHERE id = ${id}`)
}

export type NewNode = {
  email: string
  emailKey: string
  handle: string
  status: 'SUBSCRIBED' | 'PENDING_VERIFICATION'
  originDomain: string | null
  now: Date
}

/** Adds a node and locks it until the transaction ends; returns undefined if the e-mail address or the handle exists. */
export function addNode(db: Queries, node: NewNode): Promise<Node | undefined> {
  return db.maybeOne<Node>(sql`
    INSERT INTO node (email, email_key, node_handle, handle_key, skeleton, status, origin_domain, registered_at)
    VALUES (${node.email}, ${node.emailKey}, ${node.handle}, ${toCaseKey(node.handle)}, ${computeSkeleton(node.handle)},
      ${node.status}, ${node.originDomain}, ${node.now})
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`)
}

/** Changes a node that isn't activated to PENDING_VERIFICATION, and saves the origin that registered it unless an origin is saved already. */
export async function setPending(db: Queries, nodeId: number, originDomain: string | null): Promise<void> {
  await db.query(sql`
    UPDATE node SET status = 'PENDING_VERIFICATION', origin_domain = coalesce(origin_domain, ${originDomain})
    WHERE id = ${nodeId} AND activated_at IS NULL`)
}

/** Marks a node as closed: from now on, calls for it need a token. No effect if it is closed already. */
export async function closeNode(db: Queries, nodeId: number, now: Date): Promise<void> {
  await db.query(sql`UPDATE node SET locked_at = ${now} WHERE id = ${nodeId} AND locked_at IS NULL`)
}

/** Saves the language in which the owner of a node gets mails. */
export async function saveLanguage(db: Queries, nodeId: number, language: string): Promise<void> {
  await db.query(sql`
    UPDATE node SET language = ${language} WHERE id = ${nodeId} AND language IS DISTINCT FROM ${language}`)
}

/** Saves the weakest method by which the owner of a node accepts to approve: a weaker one isn't enough. */
export async function saveLeastMethod(db: Queries, nodeId: number, method: ApprovalMethod): Promise<void> {
  await db.query(sql`UPDATE node SET least_method = ${method} WHERE id = ${nodeId}`)
}

/** Returns whether the operator has blocked a node. */
export async function isNodeBlocked(db: Queries, nodeId: number): Promise<boolean> {
  return (await db.query(sql`SELECT 1 FROM node WHERE id = ${nodeId} AND blocked_at IS NOT NULL`)).length > 0
}

/** Blocks a node; returns false if the node doesn't exist. A node that was blocked before keeps its earlier time. */
export async function setBlocked(db: Queries, nodeId: number, now: Date): Promise<boolean> {
  const blocked = await db.query(sql`
    UPDATE node SET blocked_at = coalesce(blocked_at, ${now}) WHERE id = ${nodeId} RETURNING id`)
  return blocked.length > 0
}

/** Unblocks a node; returns false if the node doesn't exist. */
export async function removeBlock(db: Queries, nodeId: number): Promise<boolean> {
  return (await db.query(sql`UPDATE node SET blocked_at = NULL WHERE id = ${nodeId} RETURNING id`)).length > 0
}

type Place = { index: number; at: Date }

/**
 * Claims the next of the 100 genesis places and returns its number and time; returns undefined if all are taken. The times never decrease
 * from one place to the next.
 */
export function claimGenesisPlace(db: Queries, now: Date): Promise<Place | undefined> {
  return db.maybeOne<Place>(sql`
    UPDATE cohort SET taken = taken + 1, last_at = greatest(last_at, ${now})
    WHERE name = 'genesis' AND taken < 100 RETURNING taken AS index, last_at AS at`)
}

type Activation = { nodeId: number; email: string; at: Date; genesisIndex: number | null }

/**
 * Activates a node, and replaces its stored e-mail address by the owner's spelling. `genesisIndex` is the number of its genesis place, or
 * null. No effect if the node is activated already.
 */
export async function setActivated(db: Queries, { nodeId, email, at, genesisIndex }: Activation): Promise<void> {
  await db.query(sql`
    UPDATE node
    SET status = CASE WHEN ${genesisIndex}::int IS NULL THEN 'ACTIVE' ELSE 'GENESIS_NODE' END,
      email = ${email}, activated_at = ${at}, genesis_index = ${genesisIndex}
    WHERE id = ${nodeId} AND activated_at IS NULL`)
}

/** Adds 1 to the scan count of a node, saves the time of the scan, and returns the new count. */
export async function addScan(db: Queries, nodeId: number, now: Date): Promise<number> {
  const { scanCount } = await db.one<{ scanCount: number }>(sql`
    UPDATE node
    SET scan_count = scan_count + 1, last_scan_at = greatest(last_scan_at, ${now}),
      last_seen_at = greatest(last_seen_at, ${now})
    WHERE id = ${nodeId} RETURNING scan_count AS "scanCount"`)
  return scanCount
}

type Entropy = Pick<Node, 'score' | 'streakDays' | 'bestPes' | 'lastDay'>

/** Saves a node's score, streak, best presence score and day of the last gain. */
export async function saveEntropy(db: Queries, nodeId: number, after: Entropy & { now: Date }): Promise<void> {
  await db.query(sql`
    UPDATE node
    SET entropy_score = ${after.score}, streak_days = ${after.streakDays}, best_pes = ${after.bestPes},
      last_entropy_day = ${after.lastDay}, last_seen_at = greatest(last_seen_at, ${after.now})
    WHERE id = ${nodeId}`)
}

/** Saves the best presence score of a node. */
export async function saveBestPes(db: Queries, nodeId: number, bestPes: number): Promise<void> {
  await db.query(sql`UPDATE node SET best_pes = ${bestPes} WHERE id = ${nodeId}`)
}

/** Deletes nodes that weren't activated within 90 days, with everything stored for them. Public statistics don't count them. */
export const unconfirmedNodes = createExpiry({
  table: sql`node`,
  where: (now) => sql`activated_at IS NULL AND registered_at < ${toDaysBefore(now, 90)}`,
})
