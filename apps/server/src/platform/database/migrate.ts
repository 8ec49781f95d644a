import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorProblem } from '@stillhere/messages'
import type { Database, Queries } from './pool.ts'
import { toScript, sql } from './sql.ts'
import { removeTimeouts } from './store.ts'

/** A state of the database that prevents the start; the message is one line and says what to do. */
export class DatabaseProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** One migration, read from a file NNNN-name.sql. */
export type Migration = { number: number; name: string; text: string; sha256: string }

export type AppliedMigration = { number: number; name: string; sha256: string }

// Migrations and restores lock this number. Any will do if nothing else of the service locks it: "STIL" in ASCII.
const MIGRATION_LOCK = 0x5354494c

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

// 0001-schema.sql replaced the migrations from FIRST_REPLACED to number 52. The digest covers their names and contents: tables that
// all of them made are the same as those of 0001-schema.sql.
const FIRST_REPLACED = '0001-nodes.sql'
const LAST_REPLACED = 52
const REPLACED_DIGEST = 'c7601f0a2d7f6af7e1493c2f3798c56309d70aeb63edd35dc76f2ea92f0eb5d6'

/**
 * Runs the migrations that the database lacks, each in its own transaction, and returns their names in order. If several processes start,
 * one runs them and the others wait. `onApplied` is called after each migration with its name and its position in the folder, from 1.
 * Throws a DatabaseProblem if the database has other migrations than this program.
 */
export async function runMigrations(
  db: Database,
  folder = MIGRATIONS_FOLDER,
  onApplied: (name: string, place: number) => void = () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const done: string[] = []
  for (;;) {
    const name = await db.transaction((tx) => runNextMigration(tx, migrations))
    if (name === undefined) return done
    done.push(name)
    onApplied(name, 1 + migrations.findIndex((one) => one.name === name))
  }
}

/** Locks migrations until the transaction ends: migrations of other processes wait. */
export async function lockMigrations(tx: Queries): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
}

/** Prevents a restore from a backup until the transaction ends. Several transactions can hold this lock at once. */
export async function lockOutRestore(tx: Queries): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`)
}

/** Creates the tables of the first `migrationCount` migrations, without recording these migrations as applied. */
export async function createTables(tx: Queries, migrationCount: number): Promise<void> {
  for (const { text } of readMigrations(MIGRATIONS_FOLDER).slice(0, migrationCount)) await tx.query(toScript(text))
  await readApplied(tx)
}

/**
 * Returns how many of this program's migrations created the tables of a backup. Throws a DatabaseProblem if the backup has migrations that
 * this program lacks.
 */
export function countMigrations(applied: readonly AppliedMigration[]): number {
  const migrations = readMigrations(MIGRATIONS_FOLDER)
  const steps = mergeReplaced(migrations, applied)
  const strange = steps.find(({ sha256 }, index) => migrations[index]?.sha256 !== sha256)
  if (strange?.name === FIRST_REPLACED) throw createOldTablesProblem(applied)
  if (strange)
    throw new DatabaseProblem('the backup is of another version: it has migration {name}', { name: strange.name })
  return steps.length
}

/** Returns whether all of this program's migrations have been applied to the database. */
export async function isUpToDate(db: Queries, folder = MIGRATIONS_FOLDER): Promise<boolean> {
  const migrations = readMigrations(folder)
  return mergeReplaced(migrations, await listApplied(db))[migrations.length - 1]?.name === migrations.at(-1)?.name
}

/** Reads the migrations of a folder, ordered by number. Numbers may be skipped; throws for a duplicate number or any other file. */
export function readMigrations(folder: string): Migration[] {
  let last = 0
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1])
      const expected = String(last + 1).padStart(4, '0')
      if (!(number > last)) throw new Error(`expected migration ${expected}-name.sql, found ${file} in ${folder}`)
      last = number
      const text = readFileSync(join(folder, file), 'utf8')
      return { number, name: file, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
}

/** If a database has all of the earlier migrations that 0001-schema.sql replaced, returns its list with 0001-schema.sql in their place. */
function mergeReplaced(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly AppliedMigration[] {
  const replaced = applied.filter(({ number }) => number <= LAST_REPLACED)
  const digest = createHash('sha256')
  for (const { name, sha256 } of replaced) digest.update(`${name} ${sha256}\n`)
  if (digest.digest('hex') !== REPLACED_DIGEST) return applied
  return [...migrations.slice(0, 1), ...applied.slice(replaced.length)]
}

/**
 * Returns the first migration that the database lacks, or undefined. Throws for a database that these migrations didn't create. Additions
 * by a newer version are accepted, so that both versions can run side by side during an upgrade, and an upgrade can be reversed.
 */
function findNextMigration(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration | undefined {
  const steps = mergeReplaced(migrations, applied)
  for (const [index, { name, sha256 }] of steps.entries()) {
    const known = migrations[index]
    if (known === undefined && isExpansion(name)) continue
    if (known === undefined) throw createNewerProblem(name)
    if (known.name === name && known.sha256 === sha256) continue
    throw name === FIRST_REPLACED ? createOldTablesProblem(applied) : createEditedProblem(known.name, name)
  }
  return migrations[steps.length]
}

/**
 * Returns whether a migration only adds to the schema. This is part of its name, because an older version knows nothing else of it; see
 * docs/guides/upgrade.md.
 */
function isExpansion(name: string): boolean {
  return /^\d{4}-expand-/.test(name)
}

function createNewerProblem(name: string): DatabaseProblem {
  return new DatabaseProblem(
    'the database is newer than this program: it has migration {name}; start the newer version or restore a backup made before it',
    { name },
  )
}

function createOldTablesProblem(applied: readonly AppliedMigration[]): DatabaseProblem {
  return new DatabaseProblem(
    'the tables end at migration {name}, and this program needs those of migration 0052: first run an earlier version that has it (docs/guides/upgrade.md)',
    { name: applied.at(-1)?.name ?? '' },
  )
}

function createEditedProblem(known: string, applied: string): DatabaseProblem {
  return new DatabaseProblem(
    'migration {known} is not the {applied} that made this database: shipped migrations are never edited, add a new one',
    { known, applied },
  )
}

// The lock is let go with each migration, so every round looks again at what the others have done.
async function runNextMigration(tx: Queries, migrations: readonly Migration[]): Promise<string | undefined> {
  await removeTimeouts(tx)
  await lockMigrations(tx)
  const next = findNextMigration(migrations, await readApplied(tx))
  if (next === undefined) return undefined
  await runScript(tx, next)
  await tx.query(
    sql`INSERT INTO migration (number, name, sha256) VALUES (${next.number}, ${next.name}, ${next.sha256})`,
  )
  return next.name
}

async function runScript(tx: Queries, { name, text }: Migration): Promise<void> {
  try {
    await tx.query(toScript(text))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${name} failed${describeLine(error, text)}: ${message}`, { cause: error })
  }
}

// PostgreSQL counts characters, from 1, for errors of syntax and of names.
function describeLine(error: unknown, text: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN
  return position > 0 ? ` in line ${text.slice(0, position).split('\n').length}` : ''
}

/** Lists the applied migrations, after creating the table of migrations if it doesn't exist. */
async function readApplied(tx: Queries): Promise<AppliedMigration[]> {
  await tx.query(sql`
    CREATE TABLE IF NOT EXISTS migration (
      number int PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  return listApplied(tx)
}

/** Lists the migrations that are recorded in the database, ordered by number. */
export function listApplied(db: Queries): Promise<AppliedMigration[]> {
  return db.query<AppliedMigration>(sql`SELECT number, name, sha256 FROM migration ORDER BY number`)
}
