import { MIGRATION_LOCK, MIGRATIONS_FOLDER, migrate, readMigrations } from '../database/migrate.ts'
import type { Database, Queries } from '../database/pool.ts'
import { DatabaseProblem } from '../database/problem.ts'
import { script, sql } from '../database/sql.ts'
import { readSecrets } from '../secret-files.ts'
import { secretsOf } from '../secrets.ts'
import type { Settings } from '../settings/settings.ts'
import { openData } from '../start.ts'
import { checkBackup, type Header, readBackup } from './backup-file.ts'
import { type Command, readArguments } from './command.ts'
import { listTables, type Table } from './tables.ts'

const ROWS_AT_ONCE = 500

/** All or nothing: a restore that fails leaves the database as it was. */
export const restore: Command = async (args, { settings, print }) => {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, { options, word: 'FILE' })
  const [path = ''] = positionals
  const { header, rows } = await checkBackup(path)
  demandKnownMigrations(header)
  // Not beside a running service: what it holds in memory would no longer be true.
  const { db, stop } = await openData(settings, print)
  try {
    await load(db, { path, header, settings, replace: values.replace })
    await migrate(db)
    print(`restored ${rows} rows of ${header.createdAt}`)
    return 0
  } finally {
    await stop()
  }
}

function demandKnownMigrations({ migrations }: Header): void {
  const known = readMigrations(MIGRATIONS_FOLDER)
  const strange = migrations.find(({ sha256 }, index) => known[index]?.sha256 !== sha256)
  if (strange) throw new DatabaseProblem(`the backup is of another version: it has migration ${strange.name}`)
}

type Loading = { path: string; header: Header; settings: Settings; replace: boolean }

async function load(db: Database, { path, header, settings, replace }: Loading): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = 0`)
    await tx.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
    await tx.query(sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await demandNobodyElse(tx)
    await clear(tx, replace)
    await makeTables(tx, header)
    await insertRows(tx, path, header.tables)
    for (const { name, last } of header.sequences)
      if (last !== null) await tx.query(sql`SELECT setval(${name}::regclass, ${last}::bigint)`)
    await demandSameSecret(tx, settings)
  })
}

async function demandNobodyElse(tx: Queries): Promise<void> {
  const { others } = await tx.one<{ others: number }>(sql`
    SELECT count(*)::int AS others FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'stillhere' AND pid <> pg_backend_pid()`)
  if (others > 0) throw new DatabaseProblem('the service is running on this database: stop it first')
}

async function clear(tx: Queries, replace: boolean): Promise<void> {
  const tables = await listTables(tx)
  if (!replace && (await holdsNodes(tx, tables)))
    throw new DatabaseProblem('the database is not empty: restore with --replace to remove what it holds')
  if (tables.length > 0) await tx.query(script(`DROP TABLE ${tables.map(({ name }) => name).join(', ')} CASCADE`))
}

async function holdsNodes(tx: Queries, tables: readonly Table[]): Promise<boolean> {
  if (!tables.some(({ name }) => name === 'node')) return false
  const rows = await tx.query(sql`
    SELECT 1 WHERE EXISTS (SELECT 1 FROM node) OR EXISTS (SELECT 1 FROM invite) OR EXISTS (SELECT 1 FROM agent)`)
  return rows.length > 0
}

// As they were when the backup was made; what came later is applied to the restored rows afterwards.
async function makeTables(tx: Queries, { migrations, tables }: Header): Promise<void> {
  for (const { text } of readMigrations(MIGRATIONS_FOLDER).slice(0, migrations.length)) await tx.query(script(text))
  await tx.query(sql`
    CREATE TABLE IF NOT EXISTS migration (
      number int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  // Some migrations bring rows of their own.
  await tx.query(script(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`))
}

async function insertRows(tx: Queries, path: string, tables: readonly Table[]): Promise<void> {
  let current = -1
  let batch: string[] = []
  const flush = async () => {
    const table = tables[current]
    if (table && batch.length > 0) await insertBatch(tx, table, batch)
    batch = []
  }
  let isHeader = true
  for await (const line of readBackup(path)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    const index = Number.parseInt(line, 10)
    if (index !== current || batch.length === ROWS_AT_ONCE) await flush()
    current = index
    batch.push(line.slice(line.indexOf(' ') + 1))
  }
  await flush()
}

async function insertBatch(tx: Queries, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const list = columns.join(', ')
  const statement = script(
    `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${name}, `,
  )
  await tx.query(sql`${statement} ${`[${rows.join(',')}]`}::json)`)
}

// Under another SECRET_KEY every restored hash and sealed value would be foreign.
async function demandSameSecret(tx: Queries, settings: Settings): Promise<void> {
  const fingerprint = secretsOf(readSecrets(settings).secretKey).hash('fingerprint', 'service')
  const foreign = await tx.query(sql`SELECT 1 FROM service WHERE secret_fingerprint <> ${fingerprint}`)
  if (foreign.length > 0)
    throw new DatabaseProblem('SECRET_KEY is not the one that the backup was made with; put the old key in place first')
}
