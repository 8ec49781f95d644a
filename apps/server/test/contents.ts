import type { Database } from '../src/platform/database/pool.ts'
import { toScript, sql } from '../src/platform/database/sql.ts'

/** All rows of all tables of the service as text, to see that a refused request wrote nothing. */
export async function contentsOf(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`)
  // One statement for all tables: hundreds of tests look twice.
  const each = tables.map(({ name }) => `SELECT '${name}' AS name, t::text AS row FROM "${name}" AS t`)
  const all = await db.query<{ name: string; row: string }>(toScript(each.join(' UNION ALL ')))
  const contents = Object.fromEntries(tables.map(({ name }) => [name, '']))
  for (const { name, row } of all.toSorted((one, other) => (one.row < other.row ? -1 : 1))) contents[name] += `${row}\n`
  return contents
}
