import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Paths } from './paths.ts'

const FAST_MS = 10_000
const IMMEDIATE_MS = 5_000
const POLL_MS = 10

/**
 * Stops all PostgreSQL processes of this cluster that an earlier server left running, and deletes stale pid and lock files. Returns how
 * many processes were found. The caller must hold the lock of the data folder. Throws an Error if a process survives SIGKILL.
 */
export async function stopLeftovers({ cluster, clusterName, socketLock }: Paths): Promise<number> {
  const pids = listPids(clusterName)
  if (pids.length > 0) await stopProcesses(readPostmasterPid(cluster), clusterName)
  // PostgreSQL believes any living process that these files name, so an unrelated process with that number would prevent every start.
  if (!isPostgresOn(cluster, readPostmasterPid(cluster)))
    for (const file of [join(cluster, 'postmaster.pid'), socketLock]) rmSync(file, { force: true })
  return pids.length
}

/**
 * Kills every initdb process that still works on a new cluster of this data folder, after its server died. Otherwise it would go on writing
 * into a folder that is about to be deleted. Gives up silently after five seconds.
 */
export async function killInitdb({ unfinished }: Paths): Promise<void> {
  const listInitdb = () =>
    listProcesses().flatMap(({ pid, args }) => (args.some((arg) => arg.includes(unfinished)) ? [pid] : []))
  for (let waitedMs = 0; waitedMs < IMMEDIATE_MS && listInitdb().length > 0; waitedMs += POLL_MS) {
    signalProcesses(listInitdb(), 'SIGKILL')
    await delay(POLL_MS)
  }
}

/** Reads the first line of postmaster.pid, which may name a process that ended long ago, or an unrelated one. */
function readPostmasterPid(cluster: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

async function stopProcesses(postmaster: number | undefined, clusterName: string): Promise<void> {
  const pids = listPids(clusterName)
  if (postmaster !== undefined && pids.includes(postmaster)) {
    signalProcesses([postmaster], 'SIGINT')
    if (await waitUntilGone(clusterName, FAST_MS)) return
  }
  // Without a postmaster its workers end at the latest with their statement; we do not wait for that.
  signalProcesses(listPids(clusterName), 'SIGQUIT')
  if (await waitUntilGone(clusterName, IMMEDIATE_MS)) return
  signalProcesses(listPids(clusterName), 'SIGKILL')
  if (!(await waitUntilGone(clusterName, IMMEDIATE_MS)))
    throw new Error(`processes of an earlier database do not end: ${listPids(clusterName).join(', ')}`)
}

function listPids(clusterName: string): number[] {
  return findProcesses(clusterName).map(({ pid }) => pid)
}

/** Resolves to true once the processes of a cluster have ended, or to false after the time limit. */
async function waitUntilGone(clusterName: string, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += POLL_MS) {
    if (listPids(clusterName).length === 0) return true
    await delay(POLL_MS)
  }
  return false
}

function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

export type Process = { pid: number; args: readonly string[] }

/**
 * Returns the PostgreSQL processes that carry this cluster name, out of `processes` (default: all of the machine): the postmaster and its
 * workers.
 */
export function findProcesses(clusterName: string, processes = listProcesses()): Process[] {
  return processes.filter(({ args }) => {
    const isPostmaster = basename(args[0] ?? '') === 'postgres' && args.includes(`cluster_name=${clusterName}`)
    // Workers write one line over their arguments: "postgres: NAME: checkpointer".
    return isPostmaster || args.join(' ').startsWith(`postgres: ${clusterName}: `)
  })
}

/**
 * Returns whether the process `pid` is a PostgreSQL that runs on the cluster folder `cluster`. Recognizes it by its arguments, so a
 * PostgreSQL started by hand counts too, although it doesn't carry the cluster's name.
 */
export function isPostgresOn(cluster: string, pid: number | undefined, processes = listProcesses()): boolean {
  const args = processes.find((one) => one.pid === pid)?.args ?? []
  return basename(args[0] ?? '') === 'postgres' && args.includes(cluster)
}

/**
 * Returns all processes of the machine that this user may see, with their arguments. Reads /proc on Linux, because slim container images
 * have no `ps`.
 */
export function listProcesses(): Process[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.map((pid) => ({ pid: Number(pid), args: readArguments(pid) }))
  }
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid, ...args] = line.trim().split(/\s+/)
    return { pid: Number(pid), args }
  })
}

function readArguments(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It ended since the folder was listed.
    return []
  }
}
