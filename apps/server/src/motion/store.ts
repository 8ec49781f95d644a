import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { MAX_SCANS_PER_DAY } from './rules.ts'

/** Takes one of the day's scans and answers how many are taken now; undefined when none was left. */
export async function takeScan(db: Queries, nodeId: number, day: string): Promise<number | undefined> {
  const taken = await db.maybeOne<{ scans: number }>(sql`
    INSERT INTO scan_day AS s (node_id, day, scans) VALUES (${nodeId}, ${day}, 1)
    ON CONFLICT (node_id, day) DO UPDATE SET scans = s.scans + 1 WHERE s.scans < ${MAX_SCANS_PER_DAY} RETURNING scans`)
  return taken?.scans
}

/** Counts one more scan of a node and answers how many it has now. */
export async function raiseScanCount(db: Queries, nodeId: number, now: Date): Promise<number> {
  const { scanCount } = await db.one<{ scanCount: number }>(sql`
    UPDATE node
    SET scan_count = scan_count + 1, last_scan_at = greatest(last_scan_at, ${now}),
      last_seen_at = greatest(last_seen_at, ${now})
    WHERE id = ${nodeId} RETURNING scan_count AS "scanCount"`)
  return scanCount
}
