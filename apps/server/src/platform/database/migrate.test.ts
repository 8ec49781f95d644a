import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { isUpToDate, MIGRATIONS_FOLDER, runMigrations, readMigrations } from './migrate.ts'
import { toScript, sql } from './sql.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

let scratch: Scratch
let folder: string

beforeAll(async () => {
  scratch = await scratchDatabase()
})

afterAll(() => scratch.drop())

beforeEach(async () => {
  // The template carries the service's own migrations; these tests bring their own.
  await scratch.db.query(toScript('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  folder = mkdtempSync(join(tmpdir(), 'stillhere-migrations-'))
  write('0001-fruit.sql', 'CREATE TABLE fruit (name text); INSERT INTO fruit VALUES (1);')
  write('0002-more-fruit.sql', "INSERT INTO fruit VALUES ('pear')")
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

const fruits = () => scratch.db.query<{ name: string }>(sql`SELECT name FROM fruit`)
const recorded = () => scratch.db.query<{ name: string }>(sql`SELECT name FROM migration ORDER BY number`)

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    expect(await runMigrations(scratch.db, folder)).toEqual(['0001-fruit.sql', '0002-more-fruit.sql'])
    expect(await runMigrations(scratch.db, folder)).toEqual([])
    expect(await fruits()).toHaveLength(2)
    write('0003-last.sql', "INSERT INTO fruit VALUES ('plum')")
    expect(await runMigrations(scratch.db, folder)).toEqual(['0003-last.sql'])
    expect(await recorded()).toHaveLength(3)
  })

  it('keeps the finished ones when a later one fails, and nothing of that one', async () => {
    write('0003-broken.sql', "INSERT INTO fruit VALUES ('plum'); SELECT 1 / 0;")
    await expect(runMigrations(scratch.db, folder)).rejects.toThrow(
      'migration 0003-broken.sql failed: division by zero',
    )
    expect(await recorded()).toHaveLength(2)
    expect(await fruits()).toHaveLength(2)
  })

  it('names the line of a mistake', async () => {
    write('0003-broken.sql', 'SELECT 1;\n\nSELEC 2;\n')
    await expect(runMigrations(scratch.db, folder)).rejects.toThrow(
      'migration 0003-broken.sql failed in line 3: syntax error at or near "SELEC"',
    )
  })

  it.each([
    ['whose text changed', '0001-fruit.sql', 'CREATE TABLE fruit (name text);'],
    ['whose text changed by a space', '0002-more-fruit.sql', "INSERT INTO fruit VALUES ('pear') "],
  ])('refuses a shipped file %s', async (_, name, text) => {
    await runMigrations(scratch.db, folder)
    write(name, text)
    await expect(runMigrations(scratch.db, folder)).rejects.toThrow(
      `migration ${name} is not the ${name} that made this database: shipped migrations are never edited`,
    )
  })

  it('refuses a shipped file that was renamed', async () => {
    await runMigrations(scratch.db, folder)
    rmSync(join(folder, '0002-more-fruit.sql'))
    write('0002-pears.sql', "INSERT INTO fruit VALUES ('pear')")
    await expect(runMigrations(scratch.db, folder)).rejects.toThrow(
      'migration 0002-pears.sql is not the 0002-more-fruit.sql',
    )
  })

  it('refuses a database that a newer version wrote', async () => {
    await runMigrations(scratch.db, folder)
    rmSync(join(folder, '0002-more-fruit.sql'))
    await expect(runMigrations(scratch.db, folder)).rejects.toThrow('it has migration 0002-more-fruit.sql')
  })

  it('goes on with a database that a newer version only expanded, and not with one that it contracted', async () => {
    write('0003-expand-fruit.sql', 'ALTER TABLE fruit ADD COLUMN color text')
    await runMigrations(scratch.db, folder)
    rmSync(join(folder, '0003-expand-fruit.sql'))
    expect(await runMigrations(scratch.db, folder)).toEqual([])
    expect(await isUpToDate(scratch.db, folder)).toBe(true)
    write('0003-expand-fruit.sql', 'ALTER TABLE fruit ADD COLUMN color text')
    write('0004-contract-fruit.sql', 'ALTER TABLE fruit DROP COLUMN color')
    await runMigrations(scratch.db, folder)
    rmSync(join(folder, '0004-contract-fruit.sql'))
    await expect(runMigrations(scratch.db, folder)).rejects.toThrow('it has migration 0004-contract-fruit.sql')
  })

  it('is done by one of four processes that start at once, while the others wait', async () => {
    const migrators = Array.from({ length: 4 }, startMigrator)
    await Promise.all(migrators.map((child) => once(child, 'message')))
    for (const child of migrators) child.send('go')
    const answers = await Promise.all(migrators.map(async (child) => (await once(child, 'message'))[0] as string[]))
    expect(answers.flat().toSorted()).toEqual(['0001-fruit.sql', '0002-more-fruit.sql'])
    expect(await fruits()).toHaveLength(2)
  })
})

function startMigrator(): ChildProcess {
  const file = join(import.meta.dirname, '../../../test/migrator.ts')
  return fork(file, [JSON.stringify(scratch.connection), folder], { execArgv: ['--conditions=stillhere-source'] })
}

describe('readMigrations', () => {
  it('takes numbers that rise, also where some are left out', () => {
    write('0009-later.sql', '')
    const numbers = readMigrations(folder).map(({ number }) => number)
    expect(numbers.at(-1)).toBe(9)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  it.each(['0002-twice.sql', '3-short.sql', '0003-Upper.sql', 'notes.txt', '0003-name.sql~'])(
    'complains about %s in the folder',
    (name) => {
      write(name, '')
      expect(() => readMigrations(folder)).toThrow(/^expected migration 000\d-name\.sql, found /)
    },
  )
})

describe('migrations after 0001-schema.sql', () => {
  const later = readMigrations(MIGRATIONS_FOLDER).slice(1)

  it('say by their names whether the version before can go on beside them', () => {
    expect(later.map(({ name }) => name).filter((name) => !/^\d{4}-(?:expand|contract)-/.test(name))).toEqual([])
  })

  it('remove and rename nothing where they say that they expand', () => {
    const removing = later.filter(({ name, text }) => /-expand-/.test(name) && REMOVES.test(text))
    expect(removing.map(({ name }) => name)).toEqual([])
  })

  it.each([
    ['ALTER TABLE a DROP COLUMN b', true],
    ['ALTER TABLE a RENAME TO c', true],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', true],
    ['ALTER TABLE a ALTER b TYPE text', true],
    ['ALTER TABLE a ADD COLUMN b text NOT NULL', true],
    ['ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0)', true],
    ['ALTER TABLE a ADD UNIQUE (b)', true],
    ['ALTER TABLE a DROP CONSTRAINT c', true],
    ['ALTER TABLE a ALTER b DROP DEFAULT', true],
    ['CREATE UNIQUE INDEX ON a (b)', true],
    ['DROP INDEX c', true],
    ['CREATE INDEX ON a (b)', false],
    ['ALTER TABLE a ADD COLUMN b text CHECK (b > 0)', false],
    ["ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT ''", false],
    ['CREATE TABLE a (b text NOT NULL)', false],
  ])('%s removes something: %s', (text, removes) => expect(REMOVES.test(text)).toBe(removes))
})

// What the version before would stumble over: what is gone or renamed (an ON CONFLICT needs its index), a rule that it does not
// know of, a column that must be given.
const REMOVES = new RegExp(
  [
    String.raw`\bDROP\b`,
    String.raw`\bRENAME\b`,
    String.raw`\bSET\s+NOT\s+NULL\b`,
    String.raw`\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b`,
    String.raw`\bADD\s+(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b`,
    String.raw`\bCREATE\s+UNIQUE\s+INDEX\b`,
    String.raw`\bADD\s+COLUMN\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b`,
  ].join('|'),
  'i',
)
