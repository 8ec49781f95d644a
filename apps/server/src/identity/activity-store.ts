import type { Queries } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'

/** Spends one of the day's three gains; returns false if none is left. */
export async function spendGain(db: Queries, nodeId: number, day: string): Promise<boolean> {
  const taken = await db.query(sql`
    INSERT INTO gain_day AS g (node_id, day, gains) VALUES (${nodeId}, ${day}, 1)
    ON CONFLICT (node_id, day) DO UPDATE SET gains = g.gains + 1 WHERE g.gains < ${MAX_GAINS_PER_DAY} RETURNING gains`)
  return taken.length > 0
}

export type Change = { at: Date; change: number; reason: 'gain' | 'decay'; score: number }

/** Adds an entry to the ledger of a node, whose changes add up to its score. */
export async function addEntry(db: Queries, nodeId: number, { at, change, reason, score }: Change): Promise<void> {
  await db.query(sql`
    INSERT INTO entropy_entry (node_id, at, change, reason, score)
    VALUES (${nodeId}, ${at}, ${change}, ${reason}, ${score})`)
}

/** Lists the entries of the ledger before the given one, newest first; a limit of null means all. */
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

/** Deletes the ledger of a node and its gains of each day. */
export async function deleteLedger(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`
    WITH gains AS (DELETE FROM gain_day WHERE node_id = ${nodeId}) DELETE FROM entropy_entry WHERE node_id = ${nodeId}`)
}

/** Spends one of the day's scans and returns how many are spent now; returns undefined if none was left. */
export async function spendScan(db: Queries, nodeId: number, day: string): Promise<number | undefined> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    INSERT INTO scan_day AS s (node_id, day, scans) VALUES (${nodeId}, ${day}, 1)
    ON CONFLICT (node_id, day) DO UPDATE SET scans = s.scans + 1 WHERE s.scans < ${MAX_SCANS_PER_DAY} RETURNING scans`)
  return taken?.scans
}

/** Counts the scans of a node on a day. */
export async function countScans(db: Queries, nodeId: number, day: string): Promise<number> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    SELECT scans FROM scan_day WHERE node_id = ${nodeId} AND day = ${day}`)
  return taken?.scans ?? 0
}

/** Deletes how often a node scanned on which day. */
export async function deleteScanDays(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM scan_day WHERE node_id = ${nodeId}`)
}

/** Scans that count in one UTC day. */
export const MAX_SCANS_PER_DAY = 3

/** Gains that count in one UTC day. */
const MAX_GAINS_PER_DAY = 3
