import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@stillhere/engine'
import { startListening } from '../src/app/listen.ts'
import { createStartNote, startService } from '../src/app/start.ts'
import { openTaskThreads } from '../src/app/tasks/tasks.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { copyTemplate, joinCluster } from './cluster.ts'
import { databaseUrl } from './process.ts'
import { serveQuickPeople } from './quick-people.ts'
import { STROKES_SEED, TAKES_SYNTHETIC_PEOPLE } from './synthetic-people.ts'
import { createTestApp } from './test-app.ts'
import { UNHURRIED } from './unhurried.ts'

/*
 * Runs services for tests, each with a database and a data folder of its own, so that only the first of them waits for the modules and
 * for PostgreSQL. scripts/service-process.ts starts this process and asks by messages; it ends with whoever started it.
 */
type Request = { id: number } & ({ start: Record<string, string> } | { stop: true })

const cluster = joinCluster()
// To start a thread takes a second of CPU, and most services of tests have nothing for it to do.
const sharedThreads = { ...openTaskThreads(), close: async () => {} }
const stops = new Map<number, () => Promise<void>>()

process.on('message', (request: Request) => void answer(request))
process.once('disconnect', () => void end())

async function answer(request: Request): Promise<void> {
  const { id } = request
  try {
    if ('start' in request) process.send?.({ id, started: await start(id, request.start) })
    else process.send?.({ id, stopped: await stops.get(id)?.() })
  } catch (error) {
    process.send?.({ id, problem: String(error) })
  }
}

async function start(id: number, env: Record<string, string>) {
  const { connection, drop } = await copyTemplate(await cluster)
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-service-'))
  const own = { DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl(connection) }
  const settings = readSettings({ PORT: '0', LOG_LEVEL: 'warn', ...TAKES_SYNTHETIC_PEOPLE, ...own, ...env })
  const { service, address, stop } = await startListening(settings, () => {}, {
    start: startSeeded,
    create: createTestApp,
    frame: UNHURRIED,
  })
  stops.set(id, async () => {
    stops.delete(id)
    await stop()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const note = await createStartNote(service, settings, address)
  return {
    address,
    invites: note?.text.match(/SERVICE-\w{4}-\w{4}/g) ?? [],
    adminSecret: service.settings.adminSecret,
    setupUrl: note?.setupUrl,
    env: own,
  }
}

const startSeeded: typeof startService = async (settings, log) => {
  const { service, stop } = await startService(settings, log)
  return { service: { ...serveQuickPeople(service), threads: sharedThreads, random: seededRandom(STROKES_SEED) }, stop }
}

async function end(): Promise<void> {
  await Promise.allSettled([...stops.values()].map((stop) => stop()))
  await (await cluster).stop()
  process.exit()
}
