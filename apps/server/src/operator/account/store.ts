import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** Lists the days on which a node scanned or gained entropy, oldest first, with the number of scans and gains. */
export function listDays(db: Queries, nodeId: number): Promise<{ day: string; scans: number; gains: number }[]> {
  return db.query(sql`
    SELECT day, coalesce(scans, 0) AS scans, coalesce(gains, 0) AS gains
    FROM (SELECT day, scans FROM scan_day WHERE node_id = ${nodeId}) AS s
    FULL JOIN (SELECT day, gains FROM gain_day WHERE node_id = ${nodeId}) AS g USING (day)
    ORDER BY day`)
}
