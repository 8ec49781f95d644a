import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../apps/server/src/database/pool.ts'
import type { Secrets } from '../../apps/server/src/secrets.ts'
import { databaseUrlIn, readSecretsIn } from './data-folder.ts'
import { type RunningServer, startServer } from './server.ts'

/** How many processes a fleet has. */
export const PROCESSES = 4

/** Several processes on one database, and what is needed to look into it. */
export type Fleet = {
  nth: (index: number) => RunningServer
  kill: (index: number) => Promise<void>
  restart: (index: number) => Promise<void>
  db: Database
  secrets: Secrets
  stop: () => Promise<void>
}

/** Starts the processes of a fleet; the first holds the database. */
export async function startFleet(): Promise<Fleet> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-faults-'))
  const servers = [await startServer(dataDir)]
  const env = { DATABASE_URL: databaseUrlIn(dataDir) }
  for (let more = 1; more < PROCESSES; more++) servers.push(await startServer(dataDir, env))
  const db = openDatabase({ databaseUrls: [env.DATABASE_URL], max: 2 })
  const nth = (index: number) => servers[index % PROCESSES] as RunningServer
  return {
    nth,
    kill: (index) => nth(index).kill(),
    restart: async (index) => void (servers[index % PROCESSES] = await startServer(dataDir, env)),
    db,
    secrets: readSecretsIn(dataDir),
    stop: async () => {
      await db.close()
      for (const server of servers.toReversed()) await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
