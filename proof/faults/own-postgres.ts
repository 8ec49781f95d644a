import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const [BIN] = globSync('/usr/lib/postgresql/*/bin').filter((folder) => existsSync(join(folder, 'initdb')))

/** A database of the system's own PostgreSQL, which can be started with another clock; the embedded one takes nothing from outside. */
export type OwnPostgres = {
  url: string
  start: (env: Record<string, string>) => Promise<{ stop: () => Promise<void> }>
  remove: () => void
}

export async function makeOwnPostgres(): Promise<OwnPostgres> {
  if (BIN === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-faults-postgres-'))
  const ids = findPostgresUser()
  chownSync(folder, ids.uid, ids.gid)
  const data = join(folder, 'data')
  const made = spawnSync(join(BIN, 'initdb'), ['-D', data, '-U', 'stillhere', '-A', 'trust', '-E', 'UTF8'], { ...ids })
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`)
  const port = await findFreePort()
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder]
  return {
    url: `postgresql://stillhere@127.0.0.1:${port}/postgres`,
    start: async (env) => {
      const child = spawn(join(BIN, 'postgres'), args, {
        ...ids,
        env: { PATH: process.env.PATH, ...env },
        stdio: 'ignore',
      })
      await waitUntilReady(child, ['-h', '127.0.0.1', '-p', String(port)])
      return { stop: () => stop(child) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

// PostgreSQL refuses to run as root.
function findPostgresUser(): { uid: number; gid: number } {
  const ask = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim())
  return { uid: ask('-u'), gid: ask('-g') }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function waitUntilReady(child: ChildProcess, where: readonly string[]): Promise<void> {
  while (spawnSync(join(BIN ?? '', 'pg_isready'), ['-q', ...where]).status !== 0) {
    if (child.exitCode !== null) throw new Error('the database ended before it was ready')
    await delay(200)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}
