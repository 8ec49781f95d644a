import type { Queries } from '../../platform/database/pool.ts'
import { toScript, sql } from '../../platform/database/sql.ts'

const ROWS_AT_ONCE = 1000

/** A table of the service with its columns. Names are quoted where SQL needs it. */
export type Table = { name: string; columns: string[] }

export type Reference = { child: string; parent: string }

/** Reads the names and columns of all tables in the current schema, by name. Generated columns are left out. */
export function readTables(db: Queries): Promise<Table[]> {
  return db.query<Table>(sql`
    SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attgenerated = ''
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    GROUP BY c.relname ORDER BY c.relname`)
}

/** Reads the foreign keys of the current schema: which table references which. */
export function readReferences(db: Queries): Promise<Reference[]> {
  return db.query<Reference>(sql`
    SELECT quote_ident(child.relname) AS child, quote_ident(parent.relname) AS parent
    FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND child.relnamespace = current_schema()::regnamespace`)
}

/** A sequence of the database with its last value; null if it was never used. */
export type Sequence = { name: string; last: string | null }

/** Lists the sequences of the current schema, by name, with their last values (null if never used). */
export function listSequences(db: Queries): Promise<Sequence[]> {
  return db.query<Sequence>(sql`
    SELECT quote_ident(sequencename) AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename`)
}

/** Yields all rows of a table as JSON texts, in batches of up to 1000. Needs a transaction, because it reads through a cursor. */
export async function* readRows(db: Queries, table: string): AsyncGenerator<string[]> {
  await db.query(toScript(`DECLARE rows NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM ${table} t`))
  for (;;) {
    const rows = await db.query<{ row: string }>(toScript(`FETCH ${ROWS_AT_ONCE} FROM rows`))
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < ROWS_AT_ONCE) break
  }
  await db.query(toScript('CLOSE rows'))
}

/** Inserts rows into a table, given as the JSON texts that `readRows` yields. */
export async function addRows(db: Queries, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const list = columns.join(', ')
  const statement = toScript(
    `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${name}, `,
  )
  await db.query(sql`${statement} ${`[${rows.join(',')}]`}::json)`)
}

/** Counts the connections to this database by other processes of the service, by their application name. */
export async function countOthers(db: Queries): Promise<number> {
  const { others } = await db.one<{ others: number }>(sql`
    SELECT count(*)::int AS others FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'stillhere' AND pid <> pg_backend_pid()`)
  return others
}

/** Returns true if the database has nodes, invites or agents, which a restore would destroy. */
export async function hasNodes(db: Queries): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 WHERE EXISTS (SELECT 1 FROM node) OR EXISTS (SELECT 1 FROM invite) OR EXISTS (SELECT 1 FROM agent)`)
  return rows.length > 0
}

/** Drops these tables and everything that depends on them. */
export async function deleteTables(db: Queries, tables: readonly Table[]): Promise<void> {
  if (tables.length > 0) await db.query(toScript(`DROP TABLE ${tables.map(({ name }) => name).join(', ')} CASCADE`))
}

/** Deletes all rows of these tables (TRUNCATE). */
export async function deleteRows(db: Queries, tables: readonly Table[]): Promise<void> {
  await db.query(toScript(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`))
}

/** Sets the last value of a sequence, so that it continues after this number. */
export async function setSequence(db: Queries, name: string, last: string): Promise<void> {
  await db.query(sql`SELECT setval(${name}::regclass, ${last}::bigint)`)
}
