import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Connection, openDatabase } from '../../apps/server/src/database/pool.ts'
import { script, sql } from '../../apps/server/src/database/sql.ts'
import type { Service } from '../../apps/server/src/service.ts'
import type { Answer, Asked, Call } from './area.ts'
import type { Defect } from './defects.ts'
import { readWorldSettings, worldSecrets } from './settings.ts'

const MAIN = join(import.meta.dirname, 'process.ts')
const PLANT = join(import.meta.dirname, 'plant.ts')
const BEGINNING = Date.parse('2026-03-10T12:00:00.000Z')

/** Processes of the service on one database, with one clock that moves when it is told to. */
export type World = {
  processes: number
  /** Of each process, as http://HOST:PORT. */
  addresses: readonly string[]
  /** For what has no endpoint: scans that pass, and a look into the database. Nothing is ever planted in it. */
  service: Service
  now: () => number
  pass: (ms: number) => Promise<void>
  /** Calls one process from a network address. */
  call: (process: number, address: string) => Call
  /** What the newest mail of a kind to an address holds; undefined where there is none. */
  readMail: (kind: string, to: string) => Promise<Record<string, string> | undefined>
  stop: () => Promise<void>
}

export type WorldOptions = {
  connection: Connection
  processes: number
  defect?: Defect | undefined
  /** As in the setting LIMITS. */
  limits?: string
}

/** Starts a world on an empty database that has all migrations. */
export async function openWorld({ connection, processes, defect, limits }: WorldOptions): Promise<World> {
  let now = BEGINNING
  const clock = () => new Date(now)
  const db = openDatabase({ connection, max: 8, now: clock })
  if (defect?.sql !== undefined) await db.query(script(defect.sql))
  const own = { NOW: String(now), CONNECTION: JSON.stringify(connection), DEFECT: defect?.name ?? '' }
  const env = { ...process.env, ...own, ...(limits === undefined ? {} : { WORLD_LIMITS: limits }) }
  const children = Array.from({ length: processes }, () => startProcess(env))
  const addresses = await Promise.all(children.map(readAddress))
  const service = { db, secrets: worldSecrets(), settings: readWorldSettings(), now: clock } as Service
  return {
    processes,
    addresses,
    service,
    now: () => now,
    pass: async (ms) => {
      now += ms
      await Promise.all(children.map((child) => tellTime(child, now)))
    },
    call: (index, address) => (method, path, asked) =>
      send(`${addresses[index % processes]}${path}`, method, { from: address, ...asked }),
    readMail: createMailReader(service),
    stop: async () => {
      await Promise.all(children.map(end))
      await db.close()
    },
  }
}

function startProcess(env: NodeJS.ProcessEnv): ChildProcess {
  const execArgv = ['--conditions=stillhere-source', '--import', PLANT]
  return fork(MAIN, { env, execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function readAddress(child: ChildProcess): Promise<string> {
  const [{ address }] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{}])])
  if (address === undefined) throw new Error('a process ended before it was listening')
  return address
}

async function tellTime(child: ChildProcess, time: number): Promise<void> {
  const heard = once(child, 'message')
  child.send({ time })
  await heard
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

async function send(url: string, method: string, { body, headers = {}, from = '' }: Asked): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, {
    method,
    headers: { ...type, 'x-forwarded-for': from, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as Answer['body']
  return { status: answer.status, body: said, replayed: answer.headers.has('idempotency-replayed') }
}

/** Mails are sealed, also for whoever looks for one: those that came since the last look are opened and sorted by address. */
function createMailReader({ db, secrets }: Service): World['readMail'] {
  const newest = new Map<string, { id: number; params: Record<string, string> }>()
  const opened = new Set<number>()
  let looking: Promise<unknown> = Promise.resolve()
  const look = async () => {
    // A transaction with a smaller number may have ended after one with a larger.
    const from = Math.max(0, ...opened) - 100
    const known = [...opened].filter((id) => id > from)
    const rows = await db.query<{ id: number; kind: string; payload: Buffer }>(sql`
      SELECT id, kind, payload FROM outbox WHERE channel = 'mail' AND id > ${from} AND id <> ALL (${known}::bigint[]) ORDER BY id`)
    for (const id of opened) if (id <= from) opened.delete(id)
    for (const { id, kind, payload } of rows) {
      opened.add(id)
      const { to, params } = JSON.parse(secrets.open('mail', payload))
      if (id > (newest.get(`${kind} ${to}`)?.id ?? 0)) newest.set(`${kind} ${to}`, { id, params })
    }
  }
  return async (kind, to) => {
    looking = looking.then(look)
    await looking
    return newest.get(`${kind} ${to}`)?.params
  }
}
