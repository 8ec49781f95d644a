import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofOperations } from '../../apps/server/test/proof-endpoint.ts'
import { makeFolder, type Program, startAndRead } from './processes.ts'

const ENTRY = join(import.meta.dirname, '..', '..', 'apps', 'server', 'test', 'proof-process.ts')
const PATCH = join(import.meta.dirname, 'patch.ts')

// The load comes from one address and declares agents of one origin.
const LIMITS = [
  'declare.address',
  'declare.origin',
  'declare.all',
  'challenge.next.address',
  'check.site',
  'agent.address',
  'code.try.address',
  'lookup.address',
]

export const ADMIN_SECRET = 'the admin secret of all proofs'

/** A process of the service. */
export type RunningService = {
  address: string
  port: number
  pid: number
  dataDir: string
  /** Asks what HTTP does not give; see apps/server/test/proof-endpoint.ts. */
  ask: Ask
  kill: () => Promise<void>
  stop: () => Promise<void>
}

export type Ask = <Name extends keyof ProofOperations>(
  name: Name,
  ...given: Parameters<ProofOperations[Name]> extends [unknown, infer Given] ? [Given] : []
) => ReturnType<ProofOperations[Name]>

/** A change of one file of the service, below apps/server/src, in which `from` stands once. */
export type Patch = { file: string; from: string; to: string }

export type ServiceOptions = {
  /** Where it keeps its data; its database is that of the folder unless `env` names one. */
  dataDir?: string
  env?: Record<string, string>
  isQuiet?: boolean
  isApart?: boolean
  patch?: Patch | undefined
}

/** Starts the service as it ships, in a process of its own, and waits until it listens. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { dataDir = makeFolder(), env = {}, patch, ...how } = options
  const own = {
    DATA_DIR: dataDir,
    PORT: '0',
    LIMITS: liftLimits(LIMITS),
    LOG_LEVEL: 'warn',
    REFUSE_SIMULATION: 'no',
    ADMIN_SECRET,
  }
  const patched = patch === undefined ? {} : { PROOF_PATCH: JSON.stringify(patch) }
  const preload = patch === undefined ? [] : ['--import', PATCH]
  const command = [process.execPath, '--conditions=stillhere-source', '--max-semi-space-size=4', ...preload, ENTRY]
  const patterns = [/listening on (https?:\/\/\S+)/, /proofs ask (\S+)/]
  const program = await startAndRead(command, patterns, { env: { ...process.env, ...own, ...env, ...patched }, ...how })
  return toService(program, dataDir)
}

function toService(
  { said: [address = '', endpoint = ''], pid, end }: Program & { said: string[] },
  dataDir: string,
): RunningService {
  return {
    address,
    port: Number(new URL(address).port),
    pid,
    dataDir,
    ask: (async (name: string, given: object = {}) => {
      const answer = await fetch(`${endpoint}/${name}`, { method: 'POST', body: JSON.stringify(given) })
      const body: unknown = await answer.json()
      if (!answer.ok) throw new Error(`${name}: ${String(body)}`)
      return body
    }) as unknown as Ask,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** The setting LIMITS that lets as much through as can be asked for. */
export function liftLimits(names: readonly string[]): string {
  return names.map((name) => `${name}=100000000/600`).join()
}

export type AddedSite = { site: { site_key: string; secrets: { id: string; hint: string }[] }; secret: string }

/** Registers a site as its operator does. */
export async function addSite(
  address: string,
  wanted: { name: string; origins: string[]; return_urls?: string[] },
): Promise<AddedSite> {
  const headers = { 'content-type': 'application/json', 'x-admin-secret': ADMIN_SECRET }
  const answer = await fetch(`${address}/api/admin/sites`, { method: 'POST', headers, body: JSON.stringify(wanted) })
  if (answer.status !== 201) throw new Error(`the site was not registered: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as AddedSite
}

/** Lists the broken rules, tables and indexes of a database, the latter as PostgreSQL's amcheck reads them. */
export async function findWrong({ ask }: Pick<RunningService, 'ask'>): Promise<string[]> {
  await ask('query', { text: 'CREATE EXTENSION IF NOT EXISTS amcheck' })
  const tables = await ask('query', {
    text: `SELECT c.relname || ': ' || found.msg AS what FROM pg_class AS c, LATERAL verify_heapam(c.oid) AS found
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
  })
  const indexes = await ask('query', {
    text: `SELECT c.oid::regclass::text AS name FROM pg_class AS c JOIN pg_am AS a ON a.oid = c.relam
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND a.amname = 'btree'`,
  })
  const wrong = [...(await ask('findViolations')), ...tables.map(({ what }) => String(what))]
  for (const { name } of indexes) {
    // It throws where an index is not whole, or misses a row.
    const check = ask('query', { text: `SELECT bt_index_check('${String(name)}'::regclass, true)` })
    await check.catch((error: unknown) => wrong.push(`${String(name)}: ${String(error)}`))
  }
  return wrong
}

/** Several processes on one database; the first holds it. */
export type Fleet = {
  nth: (index: number) => RunningService
  restart: (index: number) => Promise<void>
  stop: () => Promise<void>
}

/** How many processes a fleet has. */
export const PROCESSES = 4

export async function startFleet(): Promise<Fleet> {
  const first = await startService()
  const { dataDir } = first
  const env = { DATABASE_URL: readDatabaseUrl(dataDir) }
  const services = [first]
  while (services.length < PROCESSES) services.push(await startService({ dataDir, env }))
  return {
    nth: (index) => services[index % PROCESSES] as RunningService,
    restart: async (index) => void (services[index % PROCESSES] = await startService({ dataDir, env })),
    stop: async () => {
      for (const service of services.toReversed()) await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address of the embedded database of a data folder. */
export function readDatabaseUrl(dataDir: string): string {
  const { port, socket } = readPostmaster(dataDir)
  return `postgresql://stillhere@localhost:${port}/stillhere?host=${encodeURIComponent(socket)}`
}

/** The process of the embedded database of a data folder, and where it listens. */
export function readPostmaster(dataDir: string): { pid: number; port: string; socket: string } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const [pid = '', , , port = '', socket = ''] = lines
  return { pid: Number(pid), port, socket }
}
