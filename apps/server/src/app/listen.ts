import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openServiceLog } from '../platform/logger.ts'
import type { Service } from '../platform/service.ts'
import { SettingProblem, type Settings } from '../platform/settings/settings.ts'
import type { createApp } from './app.ts'
import type { FrameOptions } from './frame.ts'
import { createFailingJobs } from './jobs/worker.ts'
import { createStartNote, saveOwnAddress, openOnEnter, openData, startService } from './start.ts'

/** How long unfinished requests may take after the signal to stop. */
const STOP_MS = 30_000

/**
 * How many connections the system queues until they are accepted. With Node's default of 511, connections of a crowd would be dropped and retried
 * a second later.
 */
const BACKLOG = 4096

/** A listening service: its address, and the function that stops it after finishing the requests in progress. */
export type RunningService = { service: Service; address: string; stop: () => Promise<void> }

/**
 * Starts the service, prints the notes of the first start, and returns the address on which it listens. On SIGINT or SIGTERM it finishes the
 * requests in progress and stops.
 */
export async function serveUntilStopped(
  settings: Settings,
  print: (line: string) => void,
  parts: Parts = {},
): Promise<string> {
  const { service, address, stop } = await startListening(settings, print, parts)
  const forget = saveOwnAddress(settings, address)
  handleStopSignal(async () => (forget(), stop()))
  const note = await createStartNote(service, settings, address)
  if (note !== undefined) print(note.text)
  print(`Stillhere is listening on ${address}`)
  if (note !== undefined) openOnEnter(note.setupUrl, print)
  return address
}

/** The parts that tests replace. */
type Parts = { start?: typeof startService; create?: typeof createApp; frame?: FrameOptions }

/**
 * Starts the service with its HTTP listener and its background jobs. If the port can't be opened, stops what was started and rejects. The third
 * argument replaces parts in tests.
 */
export async function startListening(
  settings: Settings,
  print: (line: string) => void,
  { start = startService, create, frame = {} }: Parts = {},
): Promise<RunningService> {
  const { service, stop } = await start(settings, print, openWhileLoading)
  const { createApp, startWorker } = await loadParts()
  const log = openServiceLog({ level: settings.logLevel, format: settings.logFormat })
  const failing = createFailingJobs()
  const app = (create ?? createApp)(service, { ...frame, logger: log.logger, recent: log.recent, failing })
  const address = await startListener(app, settings).catch(async (error: unknown) => {
    await app.close()
    await stop()
    throw error
  })
  // The first capture to be judged need not wait for it.
  service.threads.start()
  const worker = startWorker(service, (line) => log.logger.info(line), failing)
  const stopAll = async () => {
    await app.close()
    await worker.stop()
    await stop()
    log.flush()
  }
  return { service, address, stop: stopAll }
}

/** Opens the database, and meanwhile loads routes and jobs, which takes most of a second of CPU time. */
const openWhileLoading: typeof openData = async (settings, log) => {
  // A connection to another one would time out: the event loop stands still while files are loaded.
  if (settings.databaseUrls !== undefined) {
    await loadParts()
    return openData(settings, log)
  }
  const opening = openData(settings, log)
  // A failure is reported below, and must not end the process before.
  opening.catch(() => {})
  // By then the database has been called.
  await nextTurn()
  await loadParts()
  return opening
}

async function loadParts() {
  const [{ createApp }, { startWorker }] = await Promise.all([import('./app.ts'), import('./jobs/worker.ts')])
  return { createApp, startWorker }
}

// A second signal ends the process at once; its database then stops by itself.
function handleStopSignal(stop: () => Promise<void>): void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const begin = () => {
    for (const signal of signals) process.removeListener(signal, begin)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void stop()
  }
  for (const signal of signals) process.on(signal, begin)
}

/** Opens the port and returns the address that callers can use. With PORT=0, the system selects the port. */
async function startListener(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (reason === 'EADDRINUSE') throw createPortProblem(host, port)
    const setting = reason === 'EACCES' ? 'PORT' : 'HOST'
    throw new SettingProblem('{setting} cannot be used: listening on {host}, port {port}, failed with {reason}', {
      setting,
      host,
      port: String(port),
      reason,
    })
  }
}

function createPortProblem(host: string, port: number): SettingProblem {
  const other = port < 65_535 ? port + 1 : port - 1
  return new SettingProblem(
    'PORT {port} is taken on {host} (EADDRINUSE). Stop what listens there, or choose another one: PORT={other} npm start',
    { port: String(port), host, other: String(other) },
  )
}
