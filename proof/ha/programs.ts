import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Where Debian keeps the programs of PostgreSQL. */
export const POSTGRES = '/usr/lib/postgresql/15/bin'

const NEEDED: Record<string, string> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  [join(POSTGRES, 'postgres')]: 'postgresql-15',
}

/** Says in one line what has to be installed; undefined where all is there. */
export function describeMissing(): string | undefined {
  const isThere = (program: string) =>
    program.startsWith('/') ? existsSync(program) : spawnSync('which', [program]).status === 0
  const missing = Object.entries(NEEDED).filter(([program]) => !isThere(program))
  if (missing.length === 0) return undefined
  return `missing here: apt-get install --no-install-recommends ${missing.map(([, name]) => name).join(' ')}`
}

/** Who runs databases: none of them does as root. */
export type User = { uid: number; gid: number } | Record<string, never>

export function databaseUser(): User {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('no user called postgres')
  return { uid: Number(uid), gid: Number(gid) }
}

export type Program = { pid: () => number; kill: (signal: NodeJS.Signals) => Promise<void> }

/** Starts a program in a group of processes of its own; what it says goes to a file. */
export function startProgram([name = '', ...given]: string[], folder: string, log: string): Program {
  const out = openSync(join(folder, log), 'a')
  const child: ChildProcess = spawn(name, given, {
    ...databaseUser(),
    cwd: folder,
    detached: true,
    stdio: ['ignore', out, out],
    env: { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C.UTF-8' },
  })
  closeSync(out)
  const pid = child.pid ?? 0
  return {
    pid: () => pid,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      process.kill(-pid, signal)
      await ended
    },
  }
}

/** Ports that nobody listens on at the moment. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  for (const server of servers) server.close()
  return ports
}
