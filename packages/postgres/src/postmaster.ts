import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseLog, type GuardedProcess, spawnGuarded } from './cluster.ts'
import type { Installation } from './installation.ts'
import { PostgresProblem } from './paths.ts'

/** A running PostgreSQL; `exited` resolves to how it ended. */
export type Postmaster = { pid: number; exited: Promise<string>; stop: () => Promise<void> }

/** Settings of PostgreSQL by their names. */
export type ServerSettings = Readonly<Record<string, string>>

const FAST_STOP_MS = 20_000
const POLL_MS = 5

// Passed at each start, so that a new version of the service also changes databases that exist.
const SETTINGS: ServerSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '64MB',
  huge_pages: 'off',
  jit: 'off',
  // Nothing is replicated, and few reads come from the disk: fewer processes and less to write.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
}

/**
 * Starts PostgreSQL on a complete cluster and resolves when it accepts connections. `settings` override the default settings of PostgreSQL.
 * Throws a `PostgresProblem` with the last lines of the log if PostgreSQL ends before that.
 */
export async function startPostmaster(
  { paths, binaries, identities, env }: Installation,
  log: DatabaseLog,
  settings: ServerSettings = {},
): Promise<Postmaster> {
  const own = { unix_socket_directories: paths.socket, cluster_name: paths.clusterName }
  const options = Object.entries({ ...SETTINGS, ...settings, ...own }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const guarded = spawnGuarded({
    command: binaries.postgres,
    args: ['-D', paths.cluster, ...options],
    identity: identities.server,
    env,
    log: log.descriptor,
  })
  const { child, exited } = guarded
  const ended = await Promise.race([exited, waitUntilReady(guarded, paths.cluster)])
  if (child.pid === undefined || ended !== undefined)
    throw new PostgresProblem('PostgreSQL did not start ({how}); the end of {file}:\n{lines}', {
      how: String(ended),
      file: paths.log,
      lines: log.readLastLines(),
    })
  child.unref()
  return { pid: child.pid, exited, stop: () => stopPostmaster(guarded) }
}

// A cluster that was not stopped cleanly recovers first, however long that takes.
async function waitUntilReady({ child }: GuardedProcess, cluster: string): Promise<undefined> {
  while (child.exitCode === null && child.signalCode === null && !isReady(cluster, child.pid)) await delay(POLL_MS)
}

// The file's lines are named in PostgreSQL's pidfile.h: the first is the process, the eighth its state.
function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

async function stopPostmaster({ child, exited }: GuardedProcess): Promise<void> {
  // Otherwise nothing might keep this process alive until PostgreSQL has ended.
  child.ref()
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS)
  await exited
  clearTimeout(timer)
}
