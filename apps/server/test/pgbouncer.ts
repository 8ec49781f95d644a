import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Connection } from '../src/platform/database/pool.ts'

const PORT = 6432

/** A PgBouncer in transaction mode in front of the tests' PostgreSQL. */
export type PgBouncer = { connection: Connection; process: ChildProcess; stop: () => Promise<void> }

/** Starts one with so few connections to the database that transactions have to share them. */
export async function startPgBouncer(database: Connection, { poolSize = 3 } = {}): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, writeSettings(database, { folder, poolSize }))
  // It does not run as root, and only the user of the PostgreSQL enters the folder of its socket.
  const { uid, gid } = statSync(database.host)
  chownSync(folder, uid, gid)
  chmodSync(folder, 0o755)
  const child = spawn('pgbouncer', [file], { stdio: ['ignore', 'ignore', 'pipe'], uid, gid })
  await hearThatItRuns(child)
  return {
    connection: { ...database, host: folder, port: PORT, options: '' },
    process: child,
    stop: async () => {
      child.kill('SIGQUIT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

function writeSettings(
  { host, port, user }: Connection,
  { folder, poolSize }: { folder: string; poolSize: number },
): string {
  return `[databases]
* = host=${host} port=${port} user=${user}
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
server_idle_timeout = 5
`
}

async function hearThatItRuns(child: ChildProcess): Promise<void> {
  if (!child.stderr) throw new Error('pgbouncer has no output')
  const heard: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    heard.push(line)
    if (line.includes('process up')) return void child.stderr.resume()
  }
  throw new Error(`pgbouncer did not start: ${heard.join('\n')}`)
}
