import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { checkBackup } from '../../app/cli/backup.ts'
import {
  type AppliedMigration,
  isUpToDate,
  listApplied,
  MIGRATIONS_FOLDER,
  createTables,
  runMigrations,
  readMigrations,
} from './migrate.ts'
import { toScript, sql } from './sql.ts'

const LATER = readMigrations(MIGRATIONS_FOLDER).slice(1)

let scratch: Scratch
/** The migrations 0001 to 0052, as a database that they made names them. */
let replaced: AppliedMigration[]
beforeAll(async () => {
  scratch = await scratchDatabase()
  replaced = (await checkBackup(join(import.meta.dirname, '../../../test/backup-0052.gz'))).header.migrations
})
afterAll(() => scratch.drop())

beforeEach(async () => {
  await scratch.db.query(toScript('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  await scratch.db.transaction((tx) => createTables(tx, 1))
})

function note(applied: readonly AppliedMigration[]): Promise<unknown> {
  return scratch.db.query(sql`
    INSERT INTO migration (number, name, sha256)
    SELECT number, name, sha256 FROM json_to_recordset(${JSON.stringify(applied)}) AS a(number int, name text, sha256 text)`)
}

// The digests were taken of a database that the migrations 0001 to 0052 made.
const CATALOG = {
  'tables and sequences': [
    '8637c6845f155960',
    `SELECT concat_ws(' ', relname, relkind, relpersistence, reloptions, relacl, relrowsecurity) AS line FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i'`,
  ],
  columns: [
    'ee3db93ec9f732e4',
    `SELECT concat_ws(' ', relname, row_number() OVER (PARTITION BY c.oid ORDER BY attnum), attname,
        format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcollation, attacl,
        pg_get_expr(adbin, adrelid)) AS line
      FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`,
  ],
  // Those of NOT NULL stand in the columns.
  constraints: [
    'dd373c3169eb4784',
    `SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, condeferrable, pg_get_constraintdef(oid)) AS line
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'`,
  ],
  indexes: ['d39f8dadb6e70721', `SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public'`],
  'functions, triggers and types': [
    'e3b0c44298fc1c14',
    `SELECT proname AS line FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype <> 'c' AND typelem = 0`,
  ],
  rows: [
    'dfde09fd0eb4a2b9',
    `SELECT concat_ws(' ', name, taken, last_at) AS line FROM cohort
      UNION ALL SELECT concat_ws(' ', singleton, artifact_id, strokes_artifact_id) FROM calibration_active`,
  ],
} as const

describe('0001-schema.sql', () => {
  it.each(Object.entries(CATALOG))(
    'makes the %s that the migrations 0001 to 0052 made',
    async (_, [digest, catalog]) => {
      const rows = await scratch.db.query<{ line: string }>(toScript(catalog))
      const lines = rows.map(({ line }) => line).toSorted()
      expect(createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)).toBe(digest)
    },
  )

  it('stands for them: a database at 0052 goes on with the migrations after it', async () => {
    await note(replaced)
    expect(await runMigrations(scratch.db)).toEqual(LATER.map(({ name }) => name))
    expect(await isUpToDate(scratch.db)).toBe(true)
    expect(await listApplied(scratch.db)).toEqual([
      ...replaced,
      ...LATER.map(({ number, name, sha256 }) => ({ number, name, sha256 })),
    ])
  })

  it.each([
    ['an older database', () => replaced.slice(0, -1), '0051-contract-older-freshness.sql'],
    ['a database of the first migration', () => replaced.slice(0, 1), '0001-nodes.sql'],
    [
      'one migration that was another',
      () => replaced.map((one) => ({ ...one, sha256: '' })),
      '0052-expand-apostrophes.sql',
    ],
  ])('refuses %s, and says how to go on', async (_, applied, last) => {
    await note(applied())
    expect(await isUpToDate(scratch.db)).toBe(false)
    await expect(runMigrations(scratch.db)).rejects.toMatchObject({
      message: `the tables end at migration ${last}, and this program needs those of migration 0052: first run an earlier version that has it (docs/guides/upgrade.md)`,
    })
    expect(await listApplied(scratch.db)).toEqual(applied())
  })
})
