import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../src/platform/database/pool.ts'
import { toScript, sql } from '../src/platform/database/sql.ts'
import { contentsOf } from './contents.ts'
import { addNode, bearerFor } from './nodes.ts'
import { ownFrames, researchUpload } from './research.ts'
import { scratchDatabase } from './scratch-database.ts'
import { startTestService, type TestService } from './service.ts'
import { activate } from './sign-in.ts'

let service: TestService
afterEach(() => service.stop())

const SEQUENCES = sql`
  SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`

/** Stops the service and starts another; says whether that one has the same database. */
async function startNext(): Promise<boolean> {
  const { database } = service.connection
  await service.stop()
  service = await startTestService()
  return service.connection.database === database
}

it('a service that starts after another finds no row, number, count or time of it', async () => {
  const fresh = await scratchDatabase()
  const asNew = [await contentsOf(fresh.db), await fresh.db.query(SEQUENCES)]
  await fresh.drop()

  service = await startTestService()
  service.clock.pass(86_400_000)
  await activate(service, 'ada@example.org')
  const headers = await bearerFor(service, await addNode(service, { status: 'GENESIS_NODE', score: 3 }))
  const upload = { payload: researchUpload(ownFrames()), headers: { ...headers, 'idempotency-key': 'one' } }
  expect((await service.call('POST', '/api/research/upload', upload)).statusCode).toBe(201)
  await service.db.query(sql`DELETE FROM calibration_active`)
  await service.db.query(sql`UPDATE cohort SET taken = 9`)
  const used = Object.values(await contentsOf(service.db)).filter((rows) => rows !== '')
  expect(used.length).toBeGreaterThan(10)
  expect(await service.db.query(SEQUENCES)).not.toEqual(asNew[1])

  expect(await startNext()).toBe(true)
  expect([await contentsOf(service.db), await service.db.query(SEQUENCES)]).toEqual(asNew)
  expect(service.now()).toEqual(new Date('2026-03-10T12:00:00.000Z'))
})

it.each([
  ['a table', 'CREATE TABLE fruit (name text)'],
  ['a rule of a table', 'ALTER TABLE tally DROP CONSTRAINT tally_pkey'],
  ['a trigger', 'ALTER TABLE node DISABLE TRIGGER ALL'],
])('a database in which a test changed %s is not handed out again', async (_, change) => {
  service = await startTestService()
  await service.db.query(toScript(change))
  expect(await startNext()).toBe(false)
})

it('nor one that somebody is still connected to', async () => {
  service = await startTestService()
  const other = openDatabase({ connection: service.connection, max: 1 })
  await other.query(sql`SELECT 1`)
  expect(await startNext()).toBe(false)
  await other.close()
})

it('a service that was stopped does not reach the database any more, which is another’s now', async () => {
  service = await startTestService()
  const { db } = service
  expect(await startNext()).toBe(true)
  expect(() => db.query(sql`SELECT 1`)).toThrow('stopped')
})

it('a service whose functions a test replaced leaves the next one its own', async () => {
  service = await startTestService()
  service.db.query = () => Promise.reject(new Error('the test says so'))
  service.threads.run = () => Promise.reject(new Error('the test says so'))
  expect(await startNext()).toBe(true)
  expect(await service.db.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  const { authorization } = await bearerFor(service, await addNode(service))
  const upload = { payload: researchUpload(ownFrames()), headers: { authorization } }
  expect((await service.call('POST', '/api/research/upload', upload)).statusCode).toBe(201)
})
