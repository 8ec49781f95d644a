import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg'
import { findTypeParser } from './column-types.ts'
import { createRoute, type Route } from './route.ts'

/** How to reach a PostgreSQL; a host that is a folder means the unix socket in it. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false; options: string }

/** Who stands between: nobody, or a pooler that gives each transaction whatever connection is free. */
export type Pooler = 'none' | 'transaction'

/** Where connections lead, and how many there may be. */
export type ConnectionOptions = ({ databaseUrls: readonly string[] } | { connection: Connection }) & {
  max?: number
  pooler?: Pooler
  /** When a connection is asked for a sign of life before it is used. */
  idle?: IdleCheck
  /** Told when the database drops a connection that nobody was using. */
  onIdleError?: (error: Error) => void
}

/** After how long without use a connection may be dead without a word, and how long it has to show that it is not. */
type IdleCheck = { afterMs: number; answerMs: number }

/** A pool of connections to whichever host takes writes. */
export type Connections = { pool: Pool; route: Route; pooler: Pooler; idle: IdleCheck }

/** How long one statement may take, and a transaction between two. */
export const STATEMENT_MS = 15_000
const CONNECT_MS = 15_000
// Where another host may take over, callers are not left waiting; and a host that does not answer at all is asked again.
const CONNECT_ONE_OF_SEVERAL_MS = 3000
const IDLE_CHECK: IdleCheck = { afterMs: 1000, answerMs: 2000 }
/** The same as settings of a session, or of a transaction. */
export const TIME_LIMITS = { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: STATEMENT_MS }

/** Opens a pool; the first connection is made by the first statement. */
export function openConnections(options: ConnectionOptions): Connections {
  const route = createRoute('databaseUrls' in options ? options.databaseUrls : [])
  const pool = new Pool(poolConfig(options, route))
  // Without these listeners, a lost connection would end this process: an idle one, and one in use.
  pool.on('error', options.onIdleError ?? ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  pool.on('release', (_error, client) => usedAt.set(client, performance.now()))
  return { pool, route, pooler: options.pooler ?? 'none', idle: options.idle ?? IDLE_CHECK }
}

/** A connection to the host that is the right one now; those to another are closed, and those that died without a word. */
export async function takeClient({ pool, route, idle }: Connections): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const home = homes.get(client)
    const isHere = home === undefined || home === route.here()
    if (isHere && (await isAlive(client, idle))) return client
    client.release(true)
  }
}

const usedAt = new WeakMap<object, number>()

// A host that vanished, or a firewall that forgot, closes no connection: whatever is asked on it waits for an answer that never comes.
async function isAlive(client: PoolClient, { afterMs, answerMs }: IdleCheck): Promise<boolean> {
  const last = usedAt.get(client)
  if (last === undefined || performance.now() - last < afterMs) return true
  const ping: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: answerMs }
  return client.query(ping).then(
    () => true,
    () => false,
  )
}

function poolConfig(options: ConnectionOptions, route: Route): PoolConfig {
  const hosts = 'databaseUrls' in options ? options.databaseUrls.length : 1
  return {
    ...('connection' in options ? options.connection : { Client: clientOn(route) }),
    max: options.max ?? 10,
    types: { getTypeParser: findTypeParser },
    application_name: 'stillhere',
    // A pooler refuses settings of a session that is not ours.
    ...(options.pooler === 'transaction' ? {} : TIME_LIMITS),
    connectionTimeoutMillis: hosts > 1 ? CONNECT_ONE_OF_SEVERAL_MS : CONNECT_MS,
    keepAlive: true,
  }
}

const homes = new WeakMap<object, string>()

// A connection belongs to the host that was the right one when it was made.
function clientOn(route: Route): new (config?: string | ClientConfig) => Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      const given = typeof config === 'string' ? {} : config
      super({ ...given, connectionTimeoutMillis: CONNECT_ONE_OF_SEVERAL_MS, connectionString: route.here() })
      homes.set(this, route.here())
    }
  }
}

function ignore(): void {}
