import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { expireRows } from '../../platform/database/store.ts'
import { dayOf, daysBefore } from '../../platform/day.ts'
import type { Node } from './store.ts'

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

/** Counts for the operator how a verification ended on a day: of nobody in particular. */
export async function countVerification(db: Queries, verified: boolean, day: string): Promise<void> {
  await addToTally(db, `${verified ? 'verified' : 'refused'}:${day}`, 1)
}

/** Forgets on which days a node was active. */
export async function deleteActiveDays(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM active_day WHERE node_id = ${nodeId}`)
}

/** Public figures of days before yesterday, of which only today's are shown, and those for the operator after 90 days. */
export const expiredTallies = expireRows({
  table: sql`tally`,
  where: (now) => {
    const [yesterday, old] = [dayOf(daysBefore(now, 1)), dayOf(daysBefore(now, 90))]
    return sql`(name ^@ ${activeTally('')} AND name < ${activeTally(yesterday)})
      OR (name ^@ ${scansTally('')} AND name < ${scansTally(yesterday)})
      OR (name ^@ 'verified:' AND name < ${`verified:${old}`}) OR (name ^@ 'refused:' AND name < ${`refused:${old}`})`
  },
})
