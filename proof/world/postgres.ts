import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findDatabaseUser, findFreePorts, makeFolder, startProgram } from './processes.ts'

/** The programs of the system's own PostgreSQL; the embedded one takes no other clock and follows no leader. */
export const [POSTGRES_FOLDER] = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
  existsSync(join(folder, 'initdb')),
)

/** A database that can be started with another clock. */
export type OwnPostgres = {
  url: string
  start: (env: Record<string, string>) => Promise<{ stop: () => Promise<void> }>
}

/** Makes a database of the system's own PostgreSQL in a folder of its own. */
export async function makeOwnPostgres(): Promise<OwnPostgres> {
  const programs = POSTGRES_FOLDER
  if (programs === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const folder = makeFolder()
  const user = findDatabaseUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, '-U', 'stillhere', '-A', 'trust', '-E', 'UTF8'], user)
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`)
  const [port = 0] = await findFreePorts(1)
  const command = [
    join(programs, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-k',
    folder,
  ]
  return {
    url: `postgresql://stillhere@127.0.0.1:${port}/postgres`,
    start: async (env) => {
      const program = startProgram(command, { ...user, env: { PATH: process.env.PATH, ...env }, isQuiet: true })
      const ask = [join(programs, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port)] as const
      while (spawnSync(ask[0], ask.slice(1)).status !== 0) {
        if (program.hasEnded()) throw new Error('the database ended before it was ready')
        await delay(200)
      }
      return { stop: () => program.end('SIGINT') }
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function queryAt(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, statement_timeout: 15_000 })
  // An idle connection may be cut at any time; the statement fails by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end().catch(() => {})
  }
}
