import type { Cluster } from '../../apps/server/test/cluster.ts'
import { databaseUrl } from '../../apps/server/test/process.ts'
import { makeFolder } from '../world/processes.ts'
import { addSite, type AddedSite, type Ask, liftLimits, startService } from '../world/service.ts'
import type { Defect } from './defects.ts'

const BEGINNING = Date.parse('2026-03-10T12:00:00.000Z')

// What all subjects share, or what no model looks at, must not run out.
const SHARED = ['code.send.all', 'mail.code.all', 'mail.other.all', 'declare.all', 'declare.origin', 'kept.node']
const LIMITS = `${liftLimits(SHARED)},code.wrong.asker=100/1,code.wrong.email=100/1,code.wrong.email.month=100000/1`

/** An answer of the service. */
export type Answer = { status: number; body: ResponseBody; replayed: boolean }

/** Members that an area knows of. */
type ResponseBody = Record<string, unknown> & { error?: string }

type RequestOptions = {
  body?: object
  headers?: Record<string, string>
  /** The caller's network address; that of the lane by default. */
  from?: string
}

export type Call = (method: string, path: string, options?: RequestOptions) => Promise<Answer>

/** Processes of the service on one database, with one clock that stands still until it is moved. */
export type World = {
  processes: number
  /** Of each process, as http://HOST:PORT. */
  addresses: readonly string[]
  /** For what has no endpoint; asked of the first process. */
  ask: Ask
  now: () => number
  pass: (ms: number) => Promise<void>
  /** Calls one process from a network address. */
  call: (process: number, address: string) => Call
  addSite: (name: string) => Promise<AddedSite>
  stop: () => Promise<void>
}

export type WorldOptions = {
  /** A database that has all migrations and no rows. */
  connection: Cluster['connection']
  processes: number
  defect?: Defect | undefined
  /** As in the setting LIMITS; `none` lifts all of them. */
  limits?: string
}

export async function openWorld({ connection, processes, defect, limits = LIMITS }: WorldOptions): Promise<World> {
  let now = BEGINNING
  const env = {
    PROOF_TIME: String(now),
    DATABASE_URL: databaseUrl(connection),
    SECRET_KEY: '7'.repeat(64),
    ...(limits === 'none' ? { PROOF_LIMITS: limits } : { LIMITS: limits }),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'silent',
  }
  const options = { dataDir: makeFolder(), env, patch: defect?.patch }
  const services = await Promise.all(Array.from({ length: processes }, () => startService(options)))
  const addresses = services.map(({ address }) => address)
  const ask = services[0]?.ask as Ask
  const stop = async () => void (await Promise.all(services.map((service) => service.stop())))
  try {
    if (defect?.sql !== undefined) await ask('query', { text: defect.sql })
  } catch (error) {
    await stop()
    throw error
  }
  const call: World['call'] = (index, address) => (method, path, request) =>
    // By name: an address of digits can have no passkeys.
    send(`${addresses[index % processes]?.replace('127.0.0.1', 'localhost')}${path}`, method, {
      from: address,
      ...request,
    })
  return {
    processes,
    addresses,
    ask,
    now: () => now,
    pass: async (ms) => {
      now += ms
      await Promise.all(services.map((service) => service.ask('setTime', { time: now })))
    },
    call,
    addSite: (name) => {
      const origin = `https://${name}.example`
      return addSite(addresses[0] ?? '', { name, origins: [origin], return_urls: [`${origin}/back`] })
    },
    stop,
  }
}

async function send(url: string, method: string, { body, headers = {}, from = '' }: RequestOptions): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, {
    method,
    headers: { ...type, 'x-forwarded-for': from, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as Answer['body']
  return { status: answer.status, body: said, replayed: answer.headers.has('idempotency-replayed') }
}
