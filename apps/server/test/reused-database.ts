import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../src/platform/database/pool.ts'
import { toScript, sql } from '../src/platform/database/sql.ts'
import { type Scratch, scratchDatabase } from './scratch-database.ts'

/** What a database held when it was new: its tables, their rows where they had some, and where its sequences stood. */
type Beginning = {
  tables: string[]
  rows: { name: string; rows: string }[]
  sequences: { name: string; last: number | null; start: number }[]
  shape: string
}

type Reusable = { scratch: Scratch; beginning: Beginning; clock: { now: () => Date } }

const free: Reusable[] = []

/**
 * A database with all migrations and no other rows, for one service. To make one takes ten times as long as to empty one, so
 * `drop` empties it for the next test of this worker; it goes away where a test changed more than rows. With `isNew`, none that another test
 * used, whose statistics PostgreSQL may still have.
 */
export async function borrowDatabase(now: () => Date, { isNew = false } = {}): Promise<Scratch> {
  // The one that was given back last is the likeliest to be in memory.
  const database = (isNew ? undefined : free.pop()) ?? (await makeReusable())
  database.clock.now = now
  const { scratch } = database
  const lent = lend(scratch.db)
  const drop = async () => {
    lent.end()
    const isAsNew = await empty(database).catch(() => false)
    if (isAsNew) free.push(database)
    else await scratch.drop()
  }
  return { ...scratch, db: lent.db, drop }
}

/** The database for one borrower: what a stopped service still wants of it would end up in another test. */
function lend(database: Database): { db: Database; end: () => void } {
  let hasEnded = false
  const db = new Proxy(
    { ...database },
    {
      get: (target, name) => {
        if (hasEnded) throw new Error('the service of this database was stopped')
        return Reflect.get(target, name)
      },
    },
  )
  return { db, end: () => void (hasEnded = true) }
}

async function makeReusable(): Promise<Reusable> {
  const clock = { now: () => new Date(Number.NaN) }
  const scratch = await scratchDatabase({ now: () => clock.now() })
  return { scratch, clock, beginning: await readBeginning(scratch.db) }
}

async function readBeginning(db: Database): Promise<Beginning> {
  const named = await db.query<{ name: string }>(sql`
    SELECT oid::regclass::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`)
  const tables = named.map(({ name }) => name)
  const each = tables.map((name) => `SELECT '${name}' AS name, json_agg(t)::text AS rows FROM ${name} AS t`)
  const all = await db.query<{ name: string; rows: string | null }>(toScript(each.join(' UNION ALL ')))
  const rows = all.flatMap(({ name, rows: found }) => (found === null ? [] : [{ name, rows: found }]))
  const sequences = await db.query<Beginning['sequences'][number]>(sql`
    SELECT quote_ident(sequencename) AS name, last_value AS last, start_value AS start
    FROM pg_sequences WHERE schemaname = 'public'`)
  return { tables, rows, sequences, shape: (await readShape(db)).shape }
}

function countClients(db: Database): Promise<{ clients: number }> {
  return db.one(sql`
    SELECT count(*)::int AS clients FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'`)
}

// What PostgreSQL itself brings has lower numbers.
const FIRST_OWN_OID = 16_384
const CATALOGS = ['pg_attrdef', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_type'].map(
  (catalog) => [catalog, 'oid'] as const,
)

/**
 * What is more than rows, as one text: how many entries each catalog has of our own, and by which transactions. Whoever changes an
 * entry writes it anew, as TRUNCATE does with those of tables, which are named instead; to read what all of them say takes four times as long.
 */
function readShape(db: Database): Promise<{ shape: string }> {
  const own = [...CATALOGS, ['pg_attribute', 'attrelid'] as const].map(
    ([catalog, oid]) => `(SELECT concat_ws(' ', count(*), sum(xmin::text::bigint)) FROM ${catalog}
      WHERE ${oid} >= ${FIRST_OWN_OID})`,
  )
  return db.one(
    toScript(`SELECT concat_ws('/', ${own.join(', ')},
      (SELECT string_agg(concat_ws(' ', oid, relname, relkind), ',' ORDER BY oid) FROM pg_class WHERE oid >= ${FIRST_OWN_OID}),
      (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_'),
      (SELECT string_agg(setconfig::text, ',' ORDER BY setdatabase, setrole) FROM pg_db_role_setting)) AS shape`),
  )
}

/** Whether only this worker is connected; a connection that was just closed is there a moment longer, on a busy machine for seconds. */
async function isAlone(db: Database): Promise<boolean> {
  for (let looks = 0; looks < 200; looks++) {
    if ((await countClients(db)).clients <= db.connections().total) return true
    await delay(25)
  }
  return false
}

/** Makes the rows those of the beginning; false where that does not make it a new database. */
async function empty({ scratch: { db }, beginning }: Reusable): Promise<boolean> {
  if ((await readShape(db)).shape !== beginning.shape || !(await isAlone(db))) return false
  const held = beginning.tables.map((name) => `CASE WHEN EXISTS (TABLE ${name}) THEN '${name}' END`)
  await db.transaction(async (tx) => {
    // Waits for transactions that the stopped service may have left under way. Rows go in any order, without their triggers.
    await tx.query(
      toScript(`LOCK TABLE ${beginning.tables.join(', ')} IN ACCESS EXCLUSIVE MODE;
      SET LOCAL session_replication_role = replica`),
    )
    const { filled } = await tx.one<{ filled: string[] }>(
      toScript(`SELECT array_remove(ARRAY[${held.join(', ')}], NULL) AS filled`),
    )
    const again = beginning.rows.map(
      ({ name, rows }) => `INSERT INTO ${name} OVERRIDING SYSTEM VALUE
        SELECT * FROM json_populate_recordset(NULL::${name}, '${rows.replaceAll("'", "''")}')`,
    )
    await tx.query(toScript([...filled.map((name) => `DELETE FROM ${name}`), ...again].join('; ')))
    await tx.query(sql`
      SELECT setval(name::regclass, coalesce(last, start), last IS NOT NULL)
      FROM json_to_recordset(${JSON.stringify(beginning.sequences)}) AS s(name text, last bigint, start bigint)`)
  })
  return true
}
