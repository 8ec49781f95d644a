import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { POSTGRES_FOLDER } from '../world/postgres.ts'
import { findDatabaseUser, type Program, startProgram } from '../world/processes.ts'

const NEEDED = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', pgbouncer: 'pgbouncer' }

/** Says in one line what has to be installed; undefined where all is there. */
export function describeMissing(): string | undefined {
  const missing = Object.entries(NEEDED)
    .filter(([program]) => spawnSync('which', [program]).status !== 0)
    .map(([, name]) => name)
  if (POSTGRES_FOLDER === undefined) missing.push('postgresql')
  if (missing.length === 0) return undefined
  return `missing here: apt-get install --no-install-recommends ${missing.join(' ')}`
}

/** Starts a program as the user of databases, in a group of its own; its output goes to a file of the folder. */
export function startInFolder(command: string[], folder: string, log: string): Program {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C.UTF-8' }
  return startProgram(command, { ...findDatabaseUser(), cwd: folder, env, isApart: true, log: join(folder, log) })
}
