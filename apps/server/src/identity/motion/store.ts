import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { MAX_SCANS_PER_DAY } from './rules.ts'

/** Takes one of the day's scans and returns how many are taken now; undefined when none was left. */
export async function takeScan(db: Queries, nodeId: number, day: string): Promise<number | undefined> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    INSERT INTO scan_day AS s (node_id, day, scans) VALUES (${nodeId}, ${day}, 1)
    ON CONFLICT (node_id, day) DO UPDATE SET scans = s.scans + 1 WHERE s.scans < ${MAX_SCANS_PER_DAY} RETURNING scans`)
  return taken?.scans
}

/** How many scans a node took on a day. */
export async function countScans(db: Queries, nodeId: number, day: string): Promise<number> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    SELECT scans FROM scan_day WHERE node_id = ${nodeId} AND day = ${day}`)
  return taken?.scans ?? 0
}

/** Forgets how often a node scanned on which day. */
export async function deleteScanDays(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM scan_day WHERE node_id = ${nodeId}`)
}
