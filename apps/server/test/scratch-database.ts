import { inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '../src/platform/database/pool.ts'
import { type Cluster, copyTemplate } from './cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** From postgres.setup.ts. */
    postgres: Pick<Cluster, 'connection' | 'template'> & {
      /** Through a pooler in transaction mode, where the tests are run behind one. */
      pooled: Connection | undefined
    }
  }
}

/** A database for one test file, and how to reach it by connections of one's own. */
export type Scratch = { db: Database; connection: Connection; drop: () => Promise<void> }

/** A fresh database with all migrations and no rows; drop it in afterAll. */
export async function scratchDatabase({ max = 10, now }: { max?: number; now?: () => Date } = {}): Promise<Scratch> {
  const { connection, drop: dropDatabase } = await copyTemplate(inject('postgres'))
  const { pooled } = inject('postgres')
  const way = pooled
    ? { connection: { ...pooled, database: connection.database }, pooler: 'transaction' as const }
    : { connection }
  const db = openDatabase({ ...way, max, ...(now ? { now } : {}) })
  const drop = async () => {
    await db.close()
    await dropDatabase()
  }
  return { db, connection, drop }
}
