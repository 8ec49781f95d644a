import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { checkPooler } from '../src/app/cli/doctor.ts'
import { type Database, openDatabase } from '../src/platform/database/pool.ts'
import { sql } from '../src/platform/database/sql.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from './process.ts'
import { type Scratch, scratchDatabase } from './scratch-database.ts'

const LISTENING = /^Stillhere is listening on (http:\/\/127\.0\.0\.1:\d+)$/

let scratch: Scratch
let bouncer: PgBouncer
let db: Database
beforeAll(async () => {
  scratch = await scratchDatabase()
  bouncer = await startPgBouncer(inject('postgres').connection)
  db = openDatabase({ connection: through(), pooler: 'transaction' })
})
afterAll(async () => {
  await endProcesses()
  await db.close()
  await bouncer.stop()
  await scratch.drop()
})

const through = () => ({ ...bouncer.connection, database: scratch.connection.database })

describe('behind a pooler in transaction mode', () => {
  it('statements with values do not ask for what another connection was told', async () => {
    const ask = (n: number) => db.one<{ n: number }>(sql`SELECT ${n}::int AS n`)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n)))
    expect(answers.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })

  it('a transaction has its time limits, and leaves none behind', async () => {
    const limit = sql`SELECT current_setting('statement_timeout') AS value`
    expect(await db.transaction((tx) => tx.one(limit))).toEqual({ value: '15s' })
    expect(await db.one(limit)).toEqual({ value: '0' })
  })

  it('a service starts, migrates and serves', { timeout: 60_000 }, async () => {
    const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl(through()), PORT: '0' }
    const service = runStillhere(['serve'], { ...env, DATABASE_POOLER: 'transaction' })
    const lines = await service.linesUntil(LISTENING)
    const address = LISTENING.exec(lines.at(-1) ?? '')?.[1]
    const answers = await Promise.all(Array.from({ length: 200 }, (_, k) => callSomething(`${address}`, k)))
    expect(answers.filter((status) => status >= 500)).toEqual([])
    service.child.kill('SIGTERM')
    expect((await service.exited).code).toBe(0)
  })

  it('a service that was not told of it says so and does not start', async () => {
    const env = { DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl(through()), PORT: '0' }
    const { code, stderr } = await runStillhere(['serve'], env).exited
    expect([code, stderr]).toEqual([1, expect.stringContaining('set DATABASE_POOLER=transaction')])
  })

  it('doctor knows a pooler by the connections that take turns', async () => {
    expect(await checkPooler([databaseUrl(through())], 'transaction')).toMatchObject({ mood: 'ok' })
    expect(await checkPooler([databaseUrl(scratch.connection)], 'none')).toMatchObject({ mood: 'ok' })
    expect(await checkPooler([databaseUrl(scratch.connection)], 'transaction')).toMatchObject({ mood: 'warn' })
  })
})

async function callSomething(address: string, k: number): Promise<number> {
  const posts = [
    ['/api/send-otp', { email: `p${k}@example.org` }],
    ['/api/challenge', {}],
    [
      '/api/agent/declare',
      { agent_handle: `a-${k}`, agent_type: 'bot', origin: 'example.org', public_key: `key ${k}` },
    ],
  ] as const
  const [path, body] = posts[k % 4] ?? ['/api/presence/network', undefined]
  const more = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {}
  return (await fetch(address + path, more)).status
}
