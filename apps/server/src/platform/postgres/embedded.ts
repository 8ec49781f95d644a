import type { Connection } from '../database/pool.ts'
import { ensureCluster, ownCluster } from './cluster.ts'
import { claimDataFolder, type Installation } from './installation.ts'
import { keepRunning } from './keep-running.ts'
import { killMakers, stopLeftovers } from './leftovers.ts'
import { type DatabaseLog, openLog } from './log.ts'
import { connectionIn } from './paths.ts'
import { type Postmaster, type ServerSettings, startPostmaster } from './postmaster.ts'

/** A PostgreSQL of our own: it runs until it is stopped or this process ends. */
export type Embedded = { connection: Connection; stop: () => Promise<void> }

export type EmbeddedOptions = {
  dataDir: string
  /** Told in one line what takes time or went wrong. */
  log: (line: string) => void
  settings?: ServerSettings
}

/** Starts the PostgreSQL of a data folder, making it where there is none; one process at a time can hold a folder. */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  const installation = claimDataFolder(dataDir)
  const file = openLog(installation.places.log)
  const letGo = () => {
    file.close()
    installation.unlock()
  }
  try {
    const { stop } = await run(installation, file, { log, settings })
    return { connection: connectionIn(installation.places), stop: once(() => stop().finally(letGo)) }
  } catch (error) {
    letGo()
    throw error
  }
}

type Running = { log: (line: string) => void; settings: ServerSettings }

async function run(installation: Installation, file: DatabaseLog, { log, settings }: Running) {
  await killMakers(installation.places)
  await ensureCluster(installation, { log: file, say: log, synced: settings.fsync !== 'off' })
  const orphans = await stopLeftovers(installation.places)
  if (orphans > 0) log('stopped the database that an earlier server had left running')
  return keepRunning({ log, start })

  async function start(): Promise<Postmaster> {
    // Connections outlive a postmaster that was killed.
    await stopLeftovers(installation.places)
    ownCluster(installation)
    return startPostmaster(installation, file, settings)
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined
  return () => (begun ??= work())
}
