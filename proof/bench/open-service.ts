import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../apps/server/src/app.ts'
import { type Connection, openDatabase } from '../../apps/server/src/database/pool.ts'
import { createFailingJobs } from '../../apps/server/src/jobs/failing.ts'
import { startWorker } from '../../apps/server/src/jobs/worker.ts'
import { openServiceLog } from '../../apps/server/src/logger.ts'
import { startEmbedded } from '../../apps/server/src/postgres/embedded.ts'
import type { Service } from '../../apps/server/src/service.ts'
import { readSettings } from '../../apps/server/src/settings/settings.ts'
import { startService } from '../../apps/server/src/start.ts'

/** A service on a database and a port of its own, and how others reach the same PostgreSQL. */
export type OpenService = {
  service: Service
  app: FastifyInstance
  port: number
  connection: Connection
  close: () => Promise<void>
}

/** Starts a service as it ships, in a folder that goes with it: it writes a log, runs its jobs, and its detectors are those of the settings. */
export async function openService(settings: Record<string, string>): Promise<OpenService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-bench-'))
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const { connection } = embedded
  const db = openDatabase({ connection })
  const { service, stop } = await startService(
    readSettings({ DATA_DIR: dataDir, ...settings }),
    () => {},
    async () => ({
      db,
      stop: async () => {
        await db.close()
        await embedded.stop()
      },
    }),
  )
  const { logLevel: level } = service.settings
  const log = openServiceLog({ level, format: 'json', dest: join(dataDir, 'service.log') })
  const failing = createFailingJobs()
  const app = createApp(service, { logger: log.logger, recent: log.recent, failing })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const worker = startWorker(service, (line) => log.logger.info(line), failing)
  const close = async () => {
    await app.close()
    await worker.stop()
    log.flush()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { service, app, port, connection, close }
}
