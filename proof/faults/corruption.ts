import type { Database } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'

/** Reads every table and index by PostgreSQL's amcheck; what it finds, in its words. */
export async function findCorruption(db: Database): Promise<string[]> {
  await db.query(sql`CREATE EXTENSION IF NOT EXISTS amcheck`)
  const tables = await db.query<{ what: string }>(sql`
    SELECT c.relname || ': ' || found.msg AS what FROM pg_class AS c, LATERAL verify_heapam(c.oid) AS found
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`)
  const indexes = await db.query<{ index: string }>(sql`
    SELECT c.oid::regclass::text AS index FROM pg_class AS c JOIN pg_am AS a ON a.oid = c.relam
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND a.amname = 'btree'`)
  const problems = tables.map(({ what }) => what)
  for (const { index } of indexes) {
    // It throws where an index is not whole, or misses a row.
    const check = db.query(sql`SELECT bt_index_check(${index}::regclass, true)`)
    await check.catch((error: unknown) => problems.push(`${index}: ${String(error)}`))
  }
  return problems
}
