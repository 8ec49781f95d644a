import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { addInviteCodes } from '../../identity/invites/routes.ts'
import { DatabaseProblem } from '../../platform/database/migrate.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { toScript, sql } from '../../platform/database/sql.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { startService } from '../start.ts'
import { runBackup, listTables, runRestore } from './backup.ts'
import { listSequences } from './store.ts'

let from: Scratch
let folder: string
let file: string
const KEY = 'a-secret-key-of-tests'
const ADMIN_SECRET = 'an-admin-secret-of-tests'
// Made by the last version that had the migrations 0001 to 0052, under KEY.
const AT_0052 = join(import.meta.dirname, '../../../test/backup-0052.gz')

beforeAll(async () => {
  folder = temporaryFolder()
  file = join(folder, 'backup.gz')
  from = await scratchDatabase()
  await fill()
  await run(runBackup, from, [file])
})
afterAll(async () => {
  await endProcesses()
  await from.drop()
})

function settingsOf({ connection }: Scratch, secretKey = KEY) {
  return readSettings({ DATABASE_URL: databaseUrl(connection), DATA_DIR: folder, SECRET_KEY: secretKey, ADMIN_SECRET })
}

type Choice = { secretKey?: string; sandbox?: boolean }

async function run(
  command: typeof runBackup,
  scratch: Scratch,
  args: string[],
  { secretKey = KEY, sandbox = false }: Choice = {},
): Promise<string> {
  const lines: string[] = []
  await command(args, {
    settings: { ...settingsOf(scratch, secretKey), sandbox },
    print: (line) => lines.push(line),
    showProgress: () => {},
  })
  return lines.join('\n')
}

/** Rows of many kinds: times to the microsecond, infinity, bytes, lists, null, letters of all sorts. */
async function fill(): Promise<void> {
  const { service, stop } = await startService(settingsOf(from), () => {})
  await service.db.transaction((tx) => addInviteCodes(tx, service, { count: 1200, now: tx.now }))
  await service.db.query(sql`
    INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at, best_pes)
    VALUES (${'ädä"\\@example.org'}, ${'ädä"\\@example.org'}, 'a', 'a', 'SUBSCRIBED', '2026-03-01T00:00:00.123456Z', 0.1::float8 + 0.2::float8)`)
  await service.db.query(sql`
    INSERT INTO budget (name, key, hits, stale_at) VALUES ('a', '\\x00ff', ARRAY[now(), now()], now())`)
  await service.db.query(sql`
    INSERT INTO entropy_entry (node_id, at, change, reason, score) SELECT id, now(), 5, 'gain', 5 FROM node`)
  await stop()
}

async function everything(db: Queries): Promise<unknown> {
  const contents: Record<string, unknown> = {}
  for (const { name } of await listTables(db)) {
    contents[name] = await db.query(toScript(`SELECT t::text FROM ${name} t ORDER BY t::text`))
  }
  return { contents, sequences: await listSequences(db) }
}

/** A connection that was closed is there until PostgreSQL has noticed, and counts as a running service. */
async function untilNobodyIsIn({ connection: { database } }: Scratch): Promise<void> {
  const connections = () => from.db.query(sql`SELECT pid FROM pg_stat_activity WHERE datname = ${database}`)
  await expect.poll(connections, { timeout: 20_000 }).toEqual([])
}

const plain = () => gunzipSync(readFileSync(file)).toString('utf8')

describe('backup and restore', () => {
  it('brings back every row and every counter', async () => {
    const to = await scratchDatabase()
    // That it was made is noted afterwards.
    await from.db.query(sql`UPDATE service SET backed_up_at = NULL`)
    const before = await everything(from.db)
    expect(await run(runRestore, to, [file])).toMatch(/^restored \d{4} rows of /)
    expect(await everything(to.db)).toEqual(before)
    await to.drop()
  })

  it('writes a file that its owner alone can read, and never over another', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(run(runBackup, from, [file])).rejects.toThrow('exists: give the backup another name')
  })

  it('holds the addresses of members in plain text, as the guide says', () => {
    expect(plain()).toContain('@example.org')
    const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/operation.md'), 'utf8')
    expect(guide).toMatch(/addresses\s+of members and applicants are in plain text/)
  })

  it('holds neither SECRET_KEY nor the admin secret', () => {
    const text = plain()
    expect(text).toContain('issuer_key')
    for (const secret of [KEY, ADMIN_SECRET])
      for (const form of ['utf8', 'hex', 'base64url'] as const)
        expect(text).not.toContain(Buffer.from(secret).toString(form))
  })

  it('finds the host that takes writes where the first of DATABASE_URL is away', async () => {
    const databaseUrls = ['postgresql://ada@127.0.0.1:1/stillhere', databaseUrl(from.connection)]
    const made = join(folder, 'second-host.gz')
    const lines: string[] = []
    await runBackup([made], {
      settings: { ...settingsOf(from), databaseUrls },
      print: (line) => lines.push(line),
      showProgress: () => {},
    })
    expect(lines[0]).toMatch(/second-host\.gz holds \d{4} rows$/)
  })

  it('says in one line that a file cannot be written', async () => {
    const nowhere = join(folder, 'nowhere', 'backup.gz')
    await expect(run(runBackup, from, [nowhere])).rejects.toThrow(DatabaseProblem)
    await expect(run(runBackup, from, [nowhere])).rejects.toThrow(/backup\.gz\S* cannot be written: ENOENT/)
  })

  it('does not restore over rows unless told to', async () => {
    const to = await scratchDatabase()
    await run(runRestore, to, [file])
    await untilNobodyIsIn(to)
    await expect(run(runRestore, to, [file])).rejects.toThrow('the database is not empty')
    await untilNobodyIsIn(to)
    expect(await run(runRestore, to, [file, '--replace'])).toMatch(/^restored/)
    await to.drop()
  })

  it('does not restore while the service runs', async () => {
    const busy = await scratchDatabase()
    await busy.db.query(sql`SELECT 1`)
    await expect(run(runRestore, busy, [file])).rejects.toThrow('the service is running on this database')
    await busy.drop()
  })

  it('leaves the database alone when the key is another', async () => {
    const to = await scratchDatabase()
    await expect(run(runRestore, to, [file], { secretKey: 'another-key-of-tests' })).rejects.toThrow(
      'SECRET_KEY is not the one',
    )
    expect(await to.db.query(sql`SELECT 1 FROM node UNION ALL SELECT 1 FROM invite`)).toEqual([])
    expect(await to.db.query(sql`SELECT 1 FROM migration`)).not.toEqual([])
    await to.drop()
  })

  it('restores a backup from before 0001-schema.sql, which ends at migration 0052', async () => {
    const to = await scratchDatabase()
    expect(await run(runRestore, to, [AT_0052])).toMatch(/^restored 62 rows of 2026-11-19/)
    const nodes = sql`
      SELECT registered_at::text, best_pes, language, scopes FROM node JOIN node_token ON node_id = node.id`
    expect(await to.db.query(nodes)).toEqual([
      { registered_at: '2026-03-01 00:00:00.123456+00', best_pes: 0.1 + 0.2, language: 'de', scopes: ['read'] },
    ])
    const counts = sql`SELECT (SELECT count(*)::int FROM invite) AS invites, (SELECT count(*)::int FROM issuer_key) AS keys`
    expect(await to.db.one(counts)).toEqual({ invites: 3, keys: 1 })
    await to.drop()
  })

  it('refuses a backup of an older version, and leaves the database alone', async () => {
    const older = join(folder, 'older.gz')
    const lines = gunzipSync(readFileSync(AT_0052)).toString('utf8').split('\n').slice(0, -2)
    const header = JSON.parse(lines[0] ?? '')
    header.migrations.pop()
    const text = [JSON.stringify(header), ...lines.slice(1), ''].join('\n')
    writeFileSync(older, gzipSync(`${text}end ${createHash('sha256').update(text).digest('hex')}\n`))
    await expect(run(runRestore, from, [older, '--replace'])).rejects.toThrow(
      'the tables end at migration 0051-contract-older-freshness.sql, and this program needs those of migration 0052',
    )
    expect(await from.db.query(sql`SELECT 1 FROM node`)).toHaveLength(1)
  })

  it('names the sandbox as the reason where a backup and a service differ in that alone', async () => {
    const [sandbox, to] = [await scratchDatabase(), await scratchDatabase()]
    const started = await startService({ ...settingsOf(sandbox), sandbox: true }, () => {})
    await started.stop()
    const made = join(folder, 'sandbox.gz')
    await run(runBackup, sandbox, [made], { sandbox: true })
    await expect(run(runRestore, to, [made])).rejects.toThrow(
      'this is the backup of a sandbox: add --sandbox or set SANDBOX=yes to restore it as one',
    )
    await expect(run(runRestore, to, [file], { sandbox: true })).rejects.toThrow(
      'this is the backup of a service: restore it without --sandbox and SANDBOX=yes',
    )
    expect(await run(runRestore, to, [made], { sandbox: true })).toMatch(/^restored/)
    await sandbox.drop()
    await to.drop()
  })

  it.each([
    ['is cut off', () => readFileSync(file).subarray(0, -20)],
    ['lacks its last line', () => gzipSync(plain().replace(/end [0-9a-f]+\n$/, ''))],
    ['was changed', () => gzipSync(plain().replace('"SUBSCRIBED"', '"ACTIVE"'))],
    ['is not compressed', () => Buffer.from('hello')],
    ['is something else', () => gzipSync('hello\n')],
  ])('refuses a file that %s', async (_, bytes) => {
    const broken = join(folder, 'broken.gz')
    writeFileSync(broken, bytes())
    await expect(run(runRestore, from, [broken])).rejects.toThrow(/broken\.gz cannot be restored: /)
  })

  it('refuses a file that is not there', async () => {
    await expect(run(runRestore, from, [join(folder, 'nothing.gz')])).rejects.toThrow(/cannot be restored: ENOENT/)
  })
})
