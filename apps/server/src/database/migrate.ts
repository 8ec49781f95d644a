import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Queries } from './pool.ts'
import { DatabaseProblem } from './problem.ts'
import { script, sql } from './sql.ts'
import { liftTimeouts } from './store.ts'

/** One file NNNN-name.sql. */
export type Migration = { number: number; name: string; text: string; sha256: string }

export type Applied = { number: number; name: string; sha256: string }

// What migrate and restore hold. Any number will do, so long as nothing else of the service locks it: "STIL" in ASCII.
const MIGRATION_LOCK = 0x5354494c

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/** Brings the database up to the last migration and returns what was applied; of several processes one works, the others wait. */
export async function migrate(
  db: Database,
  folder = MIGRATIONS_FOLDER,
  onApplied: (name: string, place: number) => void = () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const done: string[] = []
  for (;;) {
    const name = await db.transaction((tx) => applyNext(tx, migrations))
    if (name === undefined) return done
    done.push(name)
    onApplied(name, 1 + migrations.findIndex((one) => one.name === name))
  }
}

/** Makes other processes wait with their migrations until this transaction ends. */
export async function lockMigrations(tx: Queries): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`)
}

/** Makes a restore wait until this transaction ends, and no other transaction that does the same. */
export async function holdOffRestore(tx: Queries): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`)
}

/** Makes the tables of the first migrations, without noting that they are applied. */
export async function makeTables(tx: Queries, migrationCount: number): Promise<void> {
  for (const { text } of readMigrations(MIGRATIONS_FOLDER).slice(0, migrationCount)) await tx.query(script(text))
  await readApplied(tx)
}

/** Whether every migration of this program is in the database. */
export async function isUpToDate(db: Queries, folder = MIGRATIONS_FOLDER): Promise<boolean> {
  const { applied } = await db.one<{ applied: number }>(sql`SELECT count(*)::int AS applied FROM migration`)
  return applied >= readMigrations(folder).length
}

/** The migrations of a folder in order; numbers may be left out, but a double number or a stray file is a bug. */
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

/**
 * The first migration that is missing; refuses a database that these migrations did not make. What a newer version only added does not
 * disturb this one: so processes of both run side by side during an upgrade, and one can go back.
 */
function nextMigration(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  for (const [index, { name, sha256 }] of applied.entries()) {
    const known = migrations[index]
    if (known === undefined && isExpansion(name)) continue
    if (known === undefined) throw newerDatabaseProblem(name)
    if (known.name !== name || known.sha256 !== sha256) throw makeEditedProblem(known.name, name)
  }
  return migrations[applied.length]
}

/** Marked by its name, which is all that an older version knows of it: docs/guides/upgrade.md. */
function isExpansion(name: string): boolean {
  return /^\d{4}-expand-/.test(name)
}

function newerDatabaseProblem(name: string): DatabaseProblem {
  return new DatabaseProblem(
    'the database is newer than this program: it has migration {name}; start the newer version or restore a backup made before it',
    { name },
  )
}

function makeEditedProblem(known: string, applied: string): DatabaseProblem {
  return new DatabaseProblem(
    'migration {known} is not the {applied} that made this database: shipped migrations are never edited, add a new one',
    { known, applied },
  )
}

// The lock is let go with each migration, so every round looks again at what the others have done.
async function applyNext(tx: Queries, migrations: readonly Migration[]): Promise<string | undefined> {
  await liftTimeouts(tx)
  await lockMigrations(tx)
  const next = nextMigration(migrations, await readApplied(tx))
  if (next === undefined) return undefined
  await runScript(tx, next)
  await tx.query(
    sql`INSERT INTO migration (number, name, sha256) VALUES (${next.number}, ${next.name}, ${next.sha256})`,
  )
  return next.name
}

async function runScript(tx: Queries, { name, text }: Migration): Promise<void> {
  try {
    await tx.query(script(text))
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

async function readApplied(tx: Queries): Promise<Applied[]> {
  await tx.query(sql`
    CREATE TABLE IF NOT EXISTS migration (
      number int PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  return tx.query<Applied>(sql`SELECT number, name, sha256 FROM migration ORDER BY number`)
}
