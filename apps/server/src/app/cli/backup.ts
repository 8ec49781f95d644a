import { existsSync, renameSync, rmSync } from 'node:fs'
import { listApplied } from '../../platform/database/migrate.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { liftTimeouts, noteBackup } from '../../platform/database/store.ts'
import { DatabaseProblem } from '../../platform/operator-problem.ts'
import { say } from '../../platform/speakers.ts'
import { type BackupWriter, type Header, writeBackup } from './backup-file.ts'
import { type Command, readArguments } from './command.ts'
import { openBesideService } from './open-data.ts'
import type { ShowProgress } from './progress.ts'
import { listSequences, readRows } from './store.ts'
import { listTables } from './tables.ts'

/** Writes all rows as they were at one moment. */
export const backup: Command = async (args, { settings, print, showProgress }) => {
  const [path = ''] = readArguments(args, { options: {}, word: 'FILE' }).positionals
  if (existsSync(path)) throw new DatabaseProblem('{path} exists: give the backup another name', { path })
  const { db, stop } = await openBesideService(settings, print)
  const unfinished = `${path}.unfinished-${process.pid}`
  try {
    const rows = await db.transaction((tx) => writeAll(tx, unfinished, showProgress), { isolation: 'REPEATABLE READ' })
    renameSync(unfinished, path)
    await db.transaction((tx) => noteBackup(tx, tx.now))
    print(say('{path} holds {rows} rows', { path, rows: String(rows) }))
    print(
      say('Keep the secret key apart from it, and keep it: {place}. No backup is of use without.', {
        place: keyPlace(settings),
      }),
    )
    return 0
  } finally {
    rmSync(unfinished, { force: true })
    await stop()
  }
}

function keyPlace({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): string {
  return secretKey === undefined ? `${dataDir}/secret-key` : say('the setting SECRET_KEY')
}

async function writeAll(tx: Transaction, path: string, showProgress: ShowProgress): Promise<number> {
  await liftTimeouts(tx)
  const header = await readHeader(tx)
  const file = writeBackup(path)
  await file.write(JSON.stringify(header))
  let rows = 0
  for (const [index, { name }] of header.tables.entries()) {
    showProgress(index / header.tables.length, name)
    rows += await writeTable(tx, file, { index, name })
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

async function writeTable(tx: Queries, file: BackupWriter, { index, name }: { index: number; name: string }) {
  let count = 0
  for await (const rows of readRows(tx, name)) {
    for (const row of rows) await file.write(`${index} ${row}`)
    count += rows.length
  }
  return count
}
