import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, type Database, openDatabase } from './pool.ts'
import { script } from './sql.ts'

/** What apps/server/test/postgres.setup.ts gives to every test: a cluster, and a database in it with all migrations. */
type TestCluster = { connection: Connection; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestCluster
  }
}

/** A database for one test file, and how to reach it by connections of one's own. */
export type Scratch = { db: Database; connection: Connection; drop: () => Promise<void> }

/** A fresh database with all migrations and no rows; drop it in afterAll. */
export async function scratchDatabase({ max = 10, now }: { max?: number; now?: () => Date } = {}): Promise<Scratch> {
  const cluster = inject('postgres')
  const database = `scratch_${randomBytes(8).toString('hex')}`
  await runOn(cluster.connection, `CREATE DATABASE ${database} TEMPLATE ${cluster.template}`)
  const connection = { ...cluster.connection, database }
  const db = openDatabase({ connection, max, ...(now ? { now } : {}) })
  const drop = async () => {
    await db.close()
    await runOn(cluster.connection, `DROP DATABASE ${database} WITH (FORCE)`)
  }
  return { db, connection, drop }
}

async function runOn(connection: Connection, text: string): Promise<void> {
  const db = openDatabase({ connection, max: 1 })
  await db.query(script(text))
  await db.close()
}
