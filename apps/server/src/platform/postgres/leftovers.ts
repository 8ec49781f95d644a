import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Places } from './paths.ts'
import { isPostgresOn, listProcesses, findProcesses } from './processes.ts'

const FAST_MS = 10_000
const IMMEDIATE_MS = 5_000
const POLL_MS = 10

/** Ends what an earlier server left behind; call it only with the lock of the data folder. Returns how many processes. */
export async function stopLeftovers({ cluster, clusterName, socketLock }: Places): Promise<number> {
  const pids = listPids(clusterName)
  if (pids.length > 0) await stopProcesses(readPostmasterPid(cluster), clusterName)
  // PostgreSQL believes any living process that these files name, so a stranger's number would stop every start.
  if (!isPostgresOn(cluster, readPostmasterPid(cluster)))
    for (const file of [join(cluster, 'postmaster.pid'), socketLock]) rmSync(file, { force: true })
  return pids.length
}

/** Kills an initdb whose server died: it would go on writing into a folder that is about to be removed. */
export async function killMakers({ unfinished }: Places): Promise<void> {
  const makers = () =>
    listProcesses().flatMap(({ pid, args }) => (args.some((arg) => arg.includes(unfinished)) ? [pid] : []))
  for (let waitedMs = 0; waitedMs < IMMEDIATE_MS && makers().length > 0; waitedMs += POLL_MS) {
    signal(makers(), 'SIGKILL')
    await delay(POLL_MS)
  }
}

/** The first line of postmaster.pid; it may name a process that is long gone, or a stranger. */
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
    signal([postmaster], 'SIGINT')
    if (await areGone(clusterName, FAST_MS)) return
  }
  // Without a postmaster its workers end at the latest with their statement; we do not wait for that.
  signal(listPids(clusterName), 'SIGQUIT')
  if (await areGone(clusterName, IMMEDIATE_MS)) return
  signal(listPids(clusterName), 'SIGKILL')
  if (!(await areGone(clusterName, IMMEDIATE_MS)))
    throw new Error(`processes of an earlier database do not end: ${listPids(clusterName).join(', ')}`)
}

function listPids(clusterName: string): number[] {
  return findProcesses(clusterName).map(({ pid }) => pid)
}

async function areGone(clusterName: string, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += POLL_MS) {
    if (listPids(clusterName).length === 0) return true
    await delay(POLL_MS)
  }
  return false
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}
