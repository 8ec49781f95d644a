import type { Database } from '../src/database/pool.ts'
import { script, sql } from '../src/database/sql.ts'

/** All rows of all tables of the service as text, to see that a refused request wrote nothing. */
export async function contentsOf(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name`)
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(script(`SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`))
    contents[name] = rows.map(({ row }) => row).join('\n')
  }
  return contents
}
