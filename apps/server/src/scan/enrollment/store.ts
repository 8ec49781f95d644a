import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** Returns the number of a node's valid enrollment, 0 if it has none. Enrollments of the node with other numbers are invalid. */
export async function findEnrollmentNumber(db: Queries, nodeId: number): Promise<number> {
  const found = await db.maybeOne<{ number: number }>(sql`SELECT number FROM node_enrollment WHERE node_id = ${nodeId}`)
  return found?.number ?? 0
}

/** Increments and returns the enrollment number of a node, which invalidates its previous enrollment. The time is stored to the minute only. */
export async function addEnrollmentNumber(
  db: Queries,
  { nodeId, now }: { nodeId: number; now: Date },
): Promise<number> {
  const { number } = await db.one<{ number: number }>(sql`
    INSERT INTO node_enrollment AS e (node_id, number, enrolled_at)
    VALUES (${nodeId}, 1, date_trunc('minute', ${now}::timestamptz))
    ON CONFLICT (node_id) DO UPDATE SET number = e.number + 1, enrolled_at = excluded.enrolled_at
    RETURNING number`)
  return number
}
