import { join } from 'node:path'
import { type Proxy, startProxy, type Tap } from '../world/proxy.ts'
import { readPostmaster, type RunningService, startService } from '../world/service.ts'

/** A service that reaches its database through a proxy, and one that holds the database and is asked only by us. */
export type BehindProxy = {
  holder: RunningService
  proxy: Proxy
  /** Starts a process of the service behind the proxy, also once more after it was killed. */
  start: (env?: Record<string, string>) => Promise<RunningService>
  stop: () => Promise<void>
}

/** Starts the holder of a database, and a proxy in front of the database. */
export async function startBehindProxy(tap?: Tap, more: Record<string, string> = {}): Promise<BehindProxy> {
  const holder = await startService()
  const { dataDir } = holder
  const { port, socket } = readPostmaster(dataDir)
  const proxy = await startProxy({ path: join(socket, `.s.PGSQL.${port}`) }, tap)
  const env = { DATABASE_URL: `postgresql://stillhere@127.0.0.1:${proxy.port}/stillhere`, LOG_LEVEL: 'silent', ...more }
  return {
    holder,
    proxy,
    start: (own = {}) => startService({ dataDir, env: { ...env, ...own } }),
    stop: async () => {
      await proxy.close()
      await holder.stop()
    },
  }
}
