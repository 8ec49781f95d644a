import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

/** A table of the service; names are quoted where SQL needs it. */
export type Table = { name: string; columns: string[] }

export type Reference = { child: string; parent: string }

/** All tables, each after those that it refers to; columns that PostgreSQL computes are left out. */
export async function listTables(db: Queries): Promise<Table[]> {
  const tables = await db.query<Table>(sql`
    SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attgenerated = ''
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    GROUP BY c.relname ORDER BY c.relname`)
  const references = await db.query<Reference>(sql`
    SELECT quote_ident(child.relname) AS child, quote_ident(parent.relname) AS parent
    FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND child.relnamespace = current_schema()::regnamespace`)
  return parentsFirst(tables, references)
}

/** Puts every table after those that it refers to; a circle is a bug of the migrations. */
export function parentsFirst(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const placed = new Set(ordered.map(({ name }) => name))
    const ready = [...waiting].filter(({ name }) =>
      references.every(({ child, parent }) => child !== name || parent === name || placed.has(parent)),
    )
    if (ready.length === 0) throw new Error('the tables refer to each other in a circle')
    for (const table of ready) waiting.delete(table)
    ordered.push(...ready)
  }
  return ordered
}

/** A counter of a table's ids, and how far it has counted. */
export type Sequence = { name: string; last: string | null }

export function listSequences(db: Queries): Promise<Sequence[]> {
  return db.query<Sequence>(sql`
    SELECT quote_ident(sequencename) AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename`)
}
