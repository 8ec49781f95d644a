import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Proxy, startProxy } from '../../../../../proof/world/proxy.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { type Database, isDatabaseUnavailable, openDatabase } from './pool.ts'
import { sql } from './sql.ts'

let scratch: Scratch
let proxy: Proxy
let db: Database
beforeAll(async () => {
  scratch = await scratchDatabase()
  const { host, port, user, database } = scratch.connection
  proxy = await startProxy({ path: join(host, `.s.PGSQL.${port}`) })
  const databaseUrls = [`postgresql://${user}@127.0.0.1:${proxy.port}/${database}`]
  db = openDatabase({ databaseUrls, max: 1, idle: { afterMs: 0, answerMs: 100 } })
})
afterAll(async () => {
  await db.close()
  await proxy.close()
  await scratch.drop()
})

const one = sql`SELECT 1 AS one`

describe('a connection whose other side is gone without a word', () => {
  it.each([
    ['a statement', () => db.one(one)],
    ['a transaction', () => db.transaction((tx) => tx.one(one))],
  ])('is not used by %s: a new one is made', async (_, ask) => {
    await ask()
    proxy.set('half-open')
    proxy.set('pass')
    expect(await ask()).toEqual({ one: 1 })
  })
})

describe('isDatabaseUnavailable', () => {
  it.each(['timeout expired', 'Query read timeout'])('knows the driver by its words: %s', (words) => {
    expect(isDatabaseUnavailable(new Error(words))).toBe(true)
  })
})
