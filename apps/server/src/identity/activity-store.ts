import type { Queries } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'

/** Spends one of the three entropy gains that a node has per day; returns false if all three are spent. `day` is 'YYYY-MM-DD' in UTC. */
export async function spendGain(db: Queries, nodeId: number, day: string): Promise<boolean> {
  const taken = await db.query(sql`
    INSERT INTO gain_day AS g (node_id, day, gains) VALUES (${nodeId}, ${day}, 1)
    ON CONFLICT (node_id, day) DO UPDATE SET gains = g.gains + 1 WHERE g.gains < ${MAX_GAINS_PER_DAY} RETURNING gains`)
  return taken.length > 0
}

export type Change = { at: Date; change: number; reason: 'gain' | 'decay'; score: number }

/** Adds an entry to the entropy ledger of a node. The changes of all entries add up to the node's score. */
export async function addEntry(db: Queries, nodeId: number, { at, change, reason, score }: Change): Promise<void> {
  await db.query(sql`
    INSERT INTO entropy_entry (node_id, at, change, reason, score)
    VALUES (${nodeId}, ${at}, ${change}, ${reason}, ${score})`)
}

/** Lists a node's ledger entries with an id below `before` (null: from the newest), newest first. A `limit` of null means no limit. */
export function listEntries(
  db: Queries,
  nodeId: number,
  { before, limit }: { before: string | null; limit: number | null },
): Promise<(Change & { id: number })[]> {
  return db.query(sql`
    SELECT id, at, change, reason, score FROM entropy_entry
    WHERE node_id = ${nodeId} AND (${before}::bigint IS NULL OR id < ${before}::bigint)
    ORDER BY id DESC LIMIT ${limit}`)
}

/** Deletes the ledger of a node and its counts of gains per day. */
export async function deleteLedger(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`
    WITH gains AS (DELETE FROM gain_day WHERE node_id = ${nodeId}) DELETE FROM entropy_entry WHERE node_id = ${nodeId}`)
}

/** Spends one of the three scans that count per day, and returns how many the node has now spent; returns undefined if all three were spent. */
export async function spendScan(db: Queries, nodeId: number, day: string): Promise<number | undefined> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    INSERT INTO scan_day AS s (node_id, day, scans) VALUES (${nodeId}, ${day}, 1)
    ON CONFLICT (node_id, day) DO UPDATE SET scans = s.scans + 1 WHERE s.scans < ${MAX_SCANS_PER_DAY} RETURNING scans`)
  return taken?.scans
}

/** Returns how many scans of a node were counted on a day, 'YYYY-MM-DD' in UTC. */
export async function countScans(db: Queries, nodeId: number, day: string): Promise<number> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    SELECT scans FROM scan_day WHERE node_id = ${nodeId} AND day = ${day}`)
  return taken?.scans ?? 0
}

/** Deletes the daily scan counts of a node. */
export async function deleteScanDays(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM scan_day WHERE node_id = ${nodeId}`)
}

/** The number of scans of a node that count per UTC day. */
export const MAX_SCANS_PER_DAY = 3

/** The number of gains of a node that count per UTC day. */
const MAX_GAINS_PER_DAY = 3
