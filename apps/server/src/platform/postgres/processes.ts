import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

export type Process = { pid: number; args: readonly string[] }

/** The PostgreSQL processes that carry a cluster's name: its postmaster and all that it started. */
export function findProcesses(clusterName: string, running = listProcesses()): Process[] {
  return running.filter(({ args }) => isPostmaster(args, clusterName) || isWorker(args, clusterName))
}

/** Whether a process is a PostgreSQL on this cluster, although it may not carry the name: one started by hand. */
export function isPostgresOn(cluster: string, pid: number | undefined, running = listProcesses()): boolean {
  const args = running.find((one) => one.pid === pid)?.args ?? []
  return basename(args[0] ?? '') === 'postgres' && args.includes(cluster)
}

function isPostmaster(args: readonly string[], clusterName: string): boolean {
  return basename(args[0] ?? '') === 'postgres' && args.includes(`cluster_name=${clusterName}`)
}

// Workers write one line over their arguments: "postgres: NAME: checkpointer".
function isWorker(args: readonly string[], clusterName: string): boolean {
  return args.join(' ').startsWith(`postgres: ${clusterName}: `)
}

/** All processes of the machine that this user may see. */
export function listProcesses(): Process[] {
  return process.platform === 'linux' ? readProc() : askPs()
}

// Slim container images have no ps.
function readProc(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), args: readArguments(name) }))
}

function readArguments(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It ended since the folder was listed.
    return []
  }
}

function askPs(): Process[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => {
    const [pid, ...args] = line.trim().split(/\s+/)
    return { pid: Number(pid), args }
  })
}
