import type { FastifyInstance } from 'fastify'
import { openTaskThreads } from '../src/app/tasks/tasks.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import type { Service } from '../src/platform/service.ts'
import { readSettings, type Settings } from '../src/platform/settings/settings.ts'
import { borrowDatabase } from './reused-database.ts'
import { TAKES_SYNTHETIC_PEOPLE } from './synthetic-people.ts'
import { createTestApp } from './test-app.ts'

export type Process = Service & { app: FastifyInstance }

/** Services that share nothing but one database, as several processes do; their clock is the database's unless one is given. */
export type Processes = { all: Process[]; nth: (index: number) => Process; stop: () => Promise<void> }

export async function startTestProcesses(
  count: number,
  settings: Partial<Settings> = {},
  now?: () => Date,
): Promise<Processes> {
  const clock = now ?? (() => new Date())
  const { connection, drop } = await borrowDatabase(clock)
  const all = Array.from({ length: count }, () => {
    const service: Service = {
      db: openDatabase({ connection, ...(now ? { now } : {}) }),
      secrets: createSecrets(Buffer.alloc(32, 7)),
      settings: { ...readSettings({ ADMIN_SECRET: 'the-admin-secret', ...TAKES_SYNTHETIC_PEOPLE }), ...settings },
      threads: openTaskThreads({ most: 1 }),
      now: clock,
    }
    return { ...service, app: createTestApp(service) }
  })
  const stop = async () => {
    for (const { app, db, threads } of all) await app.close().then(() => Promise.all([db.close(), threads.close()]))
    await drop()
  }
  return { all, nth: (index) => all[index % count] as Process, stop }
}
