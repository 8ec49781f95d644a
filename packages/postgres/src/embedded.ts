import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseLog, ensureCluster, openLog, ownCluster } from './cluster.ts'
import { claimDataFolder, type Installation } from './installation.ts'
import { killInitdb, stopLeftovers } from './leftovers.ts'
import { type Connection, toConnection } from './paths.ts'
import { type Postmaster, type ServerSettings, startPostmaster } from './postmaster.ts'

type PostgresOptions = {
  dataDir: string
  /** Receives one line about each long task and each failure. */
  log: (line: string) => void
  settings?: ServerSettings
}

/**
 * Starts the embedded PostgreSQL of a data folder, creates its database cluster if there is none, and restarts PostgreSQL whenever it ends.
 * It runs until `stop` is called or this process ends. Throws a `DataFolderInUse` if another process has locked the folder, or another
 * `PostgresProblem` if PostgreSQL can't start.
 */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
}: PostgresOptions): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const installation = claimDataFolder(dataDir)
  const file = openLog(installation.paths.log)
  const release = () => {
    file.close()
    installation.unlock()
  }
  try {
    const { stop } = await run(installation, file, { log, settings })
    let stopping: Promise<void> | undefined
    return { connection: toConnection(installation.paths), stop: () => (stopping ??= stop().finally(release)) }
  } catch (error) {
    release()
    throw error
  }
}

async function run(
  installation: Installation,
  file: DatabaseLog,
  { log, settings }: { log: (line: string) => void; settings: ServerSettings },
): Promise<{ stop: () => Promise<void> }> {
  await killInitdb(installation.paths)
  await ensureCluster(installation, { log: file, report: log, isSynced: settings['fsync'] !== 'off' })
  const orphans = await stopLeftovers(installation.paths)
  if (orphans > 0) log('stopped the database that an earlier server had left running')
  return keepRunning({ log, start })

  async function start(): Promise<Postmaster> {
    // Connections outlive a postmaster that was killed.
    await stopLeftovers(installation.paths)
    ownCluster(installation)
    return startPostmaster(installation, file, settings)
  }
}

type Supervision = {
  start: () => Promise<Postmaster>
  log: (line: string) => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 30_000

/**
 * Starts PostgreSQL by `start` and starts it again, with growing pauses, whenever it ends, until `stop` is called. Rejects only if the
 * first start fails; later failures are passed to `log`.
 */
export async function keepRunning({
  start,
  log,
  wait = waitUnref,
}: Supervision): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let current = await start()
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const how = await current.exited
      if (stopping.signal.aborted) return
      log(`PostgreSQL ended unexpectedly (${how}); starting it again`)
      await restart()
    }
  }

  async function restart(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        current = await start()
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await wait(waitMs, stopping.signal).catch(() => {})
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await current.stop()
    await watching
    // A start may have been under way when the stop came.
    await current.stop()
  }
  return { stop }
}

function waitUnref(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal, ref: false })
}
