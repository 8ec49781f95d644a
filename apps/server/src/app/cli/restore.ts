import { countMigrations, lockMigrations, makeTables, migrate } from '../../platform/database/migrate.ts'
import type { Database, Queries } from '../../platform/database/pool.ts'
import { isOfOtherKey, liftTimeouts } from '../../platform/database/store.ts'
import { DatabaseProblem } from '../../platform/operator-problem.ts'
import { deriveSecrets, fingerprintOf } from '../../platform/secrets.ts'
import { readSecrets, type Settings } from '../../platform/settings/settings.ts'
import { say } from '../../platform/speakers.ts'
import { openData } from '../start.ts'
import { checkBackup, type Header, readBackup } from './backup-file.ts'
import { type Command, readArguments } from './command.ts'
import { countOthers, dropTables, emptyTables, holdsNodes, insertRows, moveSequence, type Table } from './store.ts'
import { listTables } from './tables.ts'

const ROWS_AT_ONCE = 500

/** All or nothing: a restore that fails leaves the database as it was. */
export const restore: Command = async (args, { settings, print, showProgress }) => {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(args, { options, word: 'FILE' })
  const [path = ''] = positionals
  const { header, rows } = await checkBackup(path)
  const migrationCount = countMigrations(header.migrations)
  // Not beside a running service: what it holds in memory would no longer be true.
  const { db, stop } = await openData(settings, print)
  try {
    const onRow = (loaded: number, table: string) => showProgress(loaded / Math.max(1, rows), table)
    await load(db, { path, header, migrationCount, settings, replace: values.replace, onRow })
    await migrate(db)
    print(say('restored {rows} rows of {time}', { rows: String(rows), time: header.createdAt }))
    return 0
  } finally {
    await stop()
  }
}

type OnRow = (loaded: number, table: string) => void
type Loading = {
  path: string
  header: Header
  migrationCount: number
  settings: Settings
  replace: boolean
  onRow: OnRow
}

async function load(db: Database, { path, header, migrationCount, settings, replace, onRow }: Loading): Promise<void> {
  await db.transaction(async (tx) => {
    await liftTimeouts(tx)
    await lockMigrations(tx)
    await demandNobodyElse(tx)
    await clear(tx, replace)
    // As they were when the backup was made; what came later is applied to the restored rows afterwards.
    await makeTables(tx, migrationCount)
    // Some migrations bring rows of their own.
    await emptyTables(tx, header.tables)
    await loadRows(tx, { path, tables: header.tables, onRow })
    for (const { name, last } of header.sequences) if (last !== null) await moveSequence(tx, name, last)
    await demandSameSecret(tx, settings)
  })
}

async function demandNobodyElse(tx: Queries): Promise<void> {
  if ((await countOthers(tx)) > 0) throw new DatabaseProblem('the service is running on this database: stop it first')
}

async function clear(tx: Queries, replace: boolean): Promise<void> {
  const tables = await listTables(tx)
  const hasNodes = tables.some(({ name }) => name === 'node') && (await holdsNodes(tx))
  if (!replace && hasNodes)
    throw new DatabaseProblem('the database is not empty: restore with --replace to remove what it holds')
  await dropTables(tx, tables)
}

async function loadRows(
  tx: Queries,
  { path, tables, onRow }: { path: string; tables: readonly Table[]; onRow: OnRow },
): Promise<void> {
  let current = -1
  let loaded = 0
  let batch: string[] = []
  const flush = async () => {
    const table = tables[current]
    if (table && batch.length > 0) {
      await insertRows(tx, table, batch)
      loaded += batch.length
      onRow(loaded, table.name)
    }
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

// Under another SECRET_KEY every restored hash and sealed value would be foreign, and a sandbox has a key of its own.
async function demandSameSecret(tx: Queries, settings: Settings): Promise<void> {
  const secrets = deriveSecrets(readSecrets(settings).secretKey)
  if (!(await isOfOtherKey(tx, fingerprintOf(secrets, settings)))) return
  if (await isOfOtherKey(tx, fingerprintOf(secrets, { sandbox: !settings.sandbox })))
    throw new DatabaseProblem('SECRET_KEY is not the one that the backup was made with; put the old key in place first')
  throw settings.sandbox
    ? new DatabaseProblem('this is the backup of a service: restore it without --sandbox and SANDBOX=yes')
    : new DatabaseProblem('this is the backup of a sandbox: add --sandbox or set SANDBOX=yes to restore it as one')
}
