import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../apps/server/src/database/pool.ts'
import { startEmbedded } from '../../apps/server/src/postgres/embedded.ts'
import { type Proxy, startProxy, type Tap } from '../world/proxy.ts'
import { databaseUrlIn, readPostmaster } from './data-folder.ts'
import { type RunningServer, startServer } from './server.ts'

/** A service that reaches its database through a proxy, and the database itself. */
export type BehindProxy = {
  dataDir: string
  proxy: Proxy
  db: Database
  /** Starts a process of the service, also once more after it was killed. */
  start: (env?: Record<string, string>) => Promise<RunningServer>
  stop: () => Promise<void>
}

/** Starts a database in this process and a proxy in front of it. */
export async function startBehindProxy(tap?: Tap, more: Record<string, string> = {}): Promise<BehindProxy> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-faults-'))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const { port, socket } = readPostmaster(dataDir)
  const proxy = await startProxy({ path: join(socket, `.s.PGSQL.${port}`) }, tap)
  const db = openDatabase({ databaseUrls: [databaseUrlIn(dataDir)], max: 2 })
  const env = { DATABASE_URL: `postgresql://stillhere@127.0.0.1:${proxy.port}/stillhere`, LOG_LEVEL: 'silent', ...more }
  return {
    dataDir,
    proxy,
    db,
    start: (own = {}) => startServer(dataDir, { ...env, ...own }),
    stop: async () => {
      await proxy.close()
      await db.close()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
