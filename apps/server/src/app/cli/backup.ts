import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  countMigrations,
  listApplied,
  lockMigrations,
  createTables,
  runMigrations,
} from '../../platform/database/migrate.ts'
import { DatabaseProblem } from '../../platform/database/migrate.ts'
import type { Database, Queries, Transaction } from '../../platform/database/pool.ts'
import { isOfOtherKey, removeTimeouts, recordBackup } from '../../platform/database/store.ts'
import { computeSecrets, computeFingerprint } from '../../platform/secrets.ts'
import { readSecrets, type Settings } from '../../platform/settings/settings.ts'
import { say } from '../../platform/speakers.ts'
import { openData } from '../start.ts'
import { type Command, openBesideService, readArguments, type ShowProgress } from './command.ts'
import {
  countOthers,
  deleteTables,
  deleteRows,
  hasNodes,
  addRows,
  listSequences,
  setSequence,
  readReferences,
  readRows,
  readTables,
  type Reference,
  type Sequence,
  type Table,
} from './store.ts'

/** Writes a backup file with all rows, read in one snapshot. */
export const runBackup: Command = async (args, { settings, print, showProgress }) => {
  const [path = ''] = readArguments(args, { options: {}, word: 'FILE' }).positionals
  if (existsSync(path)) throw new DatabaseProblem('{path} exists: give the backup another name', { path })
  const { db, stop } = await openBesideService(settings, print)
  const unfinished = `${path}.unfinished-${process.pid}`
  try {
    const rows = await db.transaction((tx) => saveTables(tx, unfinished, showProgress), {
      isolation: 'REPEATABLE READ',
    })
    renameSync(unfinished, path)
    await db.transaction((tx) => recordBackup(tx, tx.now))
    print(say('{path} holds {rows} rows', { path, rows: String(rows) }))
    print(
      say('Keep the secret key apart from it, and keep it: {place}. No backup is of use without.', {
        place: describeKeyPlace(settings),
      }),
    )
    return 0
  } finally {
    rmSync(unfinished, { force: true })
    await stop()
  }
}

function describeKeyPlace({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): string {
  return secretKey === undefined ? `${dataDir}/secret-key` : say('the setting SECRET_KEY')
}

async function saveTables(tx: Transaction, path: string, showProgress: ShowProgress): Promise<number> {
  await removeTimeouts(tx)
  const header = await readHeader(tx)
  const file = openBackupWriter(path)
  await file.write(JSON.stringify(header))
  let rows = 0
  for (const [index, { name }] of header.tables.entries()) {
    showProgress(index / header.tables.length, name)
    rows += await saveTable(tx, file, { index, name })
  }
  await file.finish()
  return rows
}

async function readHeader(tx: Transaction): Promise<Header> {
  const migrations = await listApplied(tx)
  const tables = await listTables(tx)
  const sequences = await listSequences(tx)
  return { format: 'stillhere-backup', version: 1, createdAt: tx.now.toISOString(), migrations, tables, sequences }
}

async function saveTable(tx: Queries, file: BackupWriter, { index, name }: { index: number; name: string }) {
  let count = 0
  for await (const rows of readRows(tx, name)) {
    for (const row of rows) await file.write(`${index} ${row}`)
    count += rows.length
  }
  return count
}

const ROWS_AT_ONCE = 500

/** Restores a backup in one transaction. If it fails, the database is unchanged. */
export const runRestore: Command = async (args, { settings, print, showProgress }) => {
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
    await runMigrations(db)
    print(say('restored {rows} rows of {time}', { rows: String(rows), time: header.createdAt }))
    return 0
  } finally {
    await stop()
  }
}

type OnRow = (loaded: number, table: string) => void
type RestoreProgress = {
  path: string
  header: Header
  migrationCount: number
  settings: Settings
  replace: boolean
  onRow: OnRow
}

async function load(
  db: Database,
  { path, header, migrationCount, settings, replace, onRow }: RestoreProgress,
): Promise<void> {
  await db.transaction(async (tx) => {
    await removeTimeouts(tx)
    await lockMigrations(tx)
    await requireNoOtherProcess(tx)
    await deleteContents(tx, replace)
    // As they were when the backup was made; what came later is applied to the restored rows afterwards.
    await createTables(tx, migrationCount)
    // Some migrations bring rows of their own.
    await deleteRows(tx, header.tables)
    await loadRows(tx, { path, tables: header.tables, onRow })
    for (const { name, last } of header.sequences) if (last !== null) await setSequence(tx, name, last)
    await requireSameSecret(tx, settings)
  })
}

async function requireNoOtherProcess(tx: Queries): Promise<void> {
  if ((await countOthers(tx)) > 0) throw new DatabaseProblem('the service is running on this database: stop it first')
}

async function deleteContents(tx: Queries, replace: boolean): Promise<void> {
  const tables = await listTables(tx)
  const isInUse = tables.some(({ name }) => name === 'node') && (await hasNodes(tx))
  if (!replace && isInUse)
    throw new DatabaseProblem('the database is not empty: restore with --replace to remove what it holds')
  await deleteTables(tx, tables)
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
      await addRows(tx, table, batch)
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
async function requireSameSecret(tx: Queries, settings: Settings): Promise<void> {
  const secrets = computeSecrets(readSecrets(settings).secretKey)
  if (!(await isOfOtherKey(tx, computeFingerprint(secrets, settings)))) return
  if (await isOfOtherKey(tx, computeFingerprint(secrets, { sandbox: !settings.sandbox })))
    throw new DatabaseProblem('SECRET_KEY is not the one that the backup was made with; put the old key in place first')
  throw settings.sandbox
    ? new DatabaseProblem('this is the backup of a service: restore it without --sandbox and SANDBOX=yes')
    : new DatabaseProblem('this is the backup of a sandbox: add --sandbox or set SANDBOX=yes to restore it as one')
}

/**
 * The first line of a backup. Each further line is a row: the number of its table, a space, and the row as JSON. The last line is "end" and the
 * SHA-256 of all lines before it, which detects an incomplete file.
 */
export type Header = {
  format: 'stillhere-backup'
  version: 1
  createdAt: string
  migrations: { number: number; name: string; sha256: string }[]
  tables: Table[]
  sequences: Sequence[]
}

export type BackupWriter = { write: (line: string) => Promise<void>; finish: () => Promise<void> }

/**
 * Opens a new backup file (gzip, readable by its owner only) to be written line by line. `finish` adds the line with the checksum; it throws a
 * DatabaseProblem if anything couldn't be written, for example because the file exists.
 */
export function openBackupWriter(path: string): BackupWriter {
  const digest = createHash('sha256')
  const gzip = createGzip()
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const written = pipeline(gzip, file).catch((error: Error) => {
    throw new DatabaseProblem('{path} cannot be written: {reason}', { path, reason: error.message })
  })
  // A disk that is full is reported by finish.
  written.catch(() => {})
  const write = async (line: string) => {
    digest.update(`${line}\n`)
    if (gzip.write(`${line}\n`)) return
    // A failure ends gzip, too, but with an error that doesn't name the file.
    await Promise.race([once(gzip, 'drain').catch(() => written), written])
  }
  const finish = async () => {
    gzip.end(`end ${digest.digest('hex')}\n`)
    await written
  }
  return { write, finish }
}

/**
 * Yields the lines of a backup file except the last, which is the checksum. Throws a DatabaseProblem if the file can't be read, or at the end if
 * the checksum is missing or wrong.
 */
export async function* readBackup(path: string): AsyncGenerator<string> {
  const digest = createHash('sha256')
  let end: string | undefined
  try {
    for await (const line of readLines(path)) {
      if (line.startsWith('end ')) {
        end = line.slice(4)
        continue
      }
      digest.update(`${line}\n`)
      yield line
    }
  } catch (error) {
    throw error instanceof DatabaseProblem ? error : createUnreadableProblem(path, error)
  }
  if (end !== digest.digest('hex')) throw createUnreadableProblem(path, 'it is cut off or was changed')
}

/**
 * Reads a whole backup file and returns its header and the number of its rows. Throws a DatabaseProblem if the file is incomplete or isn't a
 * backup, so that a restore fails before it changes the database.
 */
export async function checkBackup(path: string): Promise<{ header: Header; rows: number }> {
  let header: Header | undefined
  let rows = -1
  for await (const line of readBackup(path)) {
    if (rows++ < 0) header = readBackupHeader(path, line)
  }
  if (header === undefined) throw createUnreadableProblem(path, 'it is empty')
  return { header, rows }
}

async function* readLines(path: string): AsyncGenerator<string> {
  const plain = createGunzip().setEncoding('utf8')
  const file = createReadStream(path).on('error', (error) => plain.destroy(error))
  let rest = ''
  for await (const chunk of file.pipe(plain)) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function readBackupHeader(path: string, line: string): Header {
  if (!line.startsWith('{"format":"stillhere-backup","version":1,'))
    throw createUnreadableProblem(path, 'it is not a backup of this service')
  return JSON.parse(line) as Header
}

function createUnreadableProblem(path: string, reason: unknown): DatabaseProblem {
  return new DatabaseProblem('{path} cannot be restored: {reason}', {
    path,
    reason: reason instanceof Error ? reason.message : String(reason),
  })
}

/** Lists the tables of the database with their columns, each table after the tables that it references. Generated columns are left out. */
export async function listTables(db: Queries): Promise<Table[]> {
  return sortParentsFirst(await readTables(db), await readReferences(db))
}

/** Sorts tables so that each comes after the tables that it references by foreign keys. Throws if the references form a cycle. */
export function sortParentsFirst(tables: readonly Table[], references: readonly Reference[]): Table[] {
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
