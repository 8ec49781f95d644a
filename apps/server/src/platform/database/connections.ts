import type { Connection } from '@stillhere/postgres'
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg'

/** The connection pooler in front of the database: none, or one that assigns any free connection to each transaction. */
export type Pooler = 'none' | 'transaction'

/** The URLs of the database hosts or the connection to the embedded database, and options of the pool. `max` is the maximum number of connections. */
export type ConnectionOptions = ({ databaseUrls: readonly string[] } | { connection: Connection }) & {
  max?: number
  pooler?: Pooler
  /** The time without use after which a connection must answer a ping before it is used again. */
  idle?: IdleCheck
  /** Called when the database drops an idle connection. */
  onIdleError?: (error: Error) => void
}

/** `afterMs`: the time without use after which a connection is checked; `answerMs`: the time that it has to answer. */
type IdleCheck = { afterMs: number; answerMs: number }

/** A pool of connections to the host that currently accepts writes. */
export type Connections = { pool: Pool; route: Route; pooler: Pooler; idle: IdleCheck }

/** Time limit of one statement, and of a pause inside a transaction. */
export const STATEMENT_MS = 15_000
const CONNECT_MS = 15_000
// If another host may take over, callers wait less; and a host that doesn't answer at all is tried again.
const CONNECT_ONE_OF_SEVERAL_MS = 3000
const IDLE_CHECK: IdleCheck = { afterMs: 1000, answerMs: 2000 }
/** These time limits as PostgreSQL settings of a session or a transaction. */
export const TIME_LIMITS = { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: STATEMENT_MS }

/** Creates a pool of database connections. No connection is made before the first statement. */
export function openConnections(options: ConnectionOptions): Connections {
  const route = createRoute('databaseUrls' in options ? options.databaseUrls : [])
  const pool = new Pool(createPoolConfig(options, route))
  // Without these listeners, a lost connection would end this process: an idle one, and one in use.
  pool.on('error', options.onIdleError ?? handleLostConnection)
  pool.on('connect', (client) => client.on('error', handleLostConnection))
  pool.on('release', (_error, client) => usedAt.set(client, performance.now()))
  return { pool, route, pooler: options.pooler ?? 'none', idle: options.idle ?? IDLE_CHECK }
}

/**
 * Takes a connection to the current host from the pool. Closes pooled connections to other hosts, and those that don't answer, until it
 * finds or makes a usable one.
 */
export async function openClient({ pool, route, idle }: Connections): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const home = homes.get(client)
    const isHere = home === undefined || home === route.here()
    if (isHere && (await isAlive(client, idle))) return client
    client.release(true)
  }
}

const usedAt = new WeakMap<object, number>()

// A host that vanished, or a firewall that forgot a connection, doesn't close it: a statement on it would wait forever.
async function isAlive(client: PoolClient, { afterMs, answerMs }: IdleCheck): Promise<boolean> {
  const last = usedAt.get(client)
  if (last === undefined || performance.now() - last < afterMs) return true
  const ping: QueryConfig & { query_timeout: number } = { text: 'SELECT 1', query_timeout: answerMs }
  return client.query(ping).then(
    () => true,
    () => false,
  )
}

function createPoolConfig(options: ConnectionOptions, route: Route): PoolConfig {
  const hosts = 'databaseUrls' in options ? options.databaseUrls.length : 1
  return {
    ...('connection' in options ? options.connection : { Client: createClientClass(route) }),
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
function createClientClass(route: Route): new (config?: string | ClientConfig) => Client {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      const given = typeof config === 'string' ? {} : config
      super({ ...given, connectionTimeoutMillis: CONNECT_ONE_OF_SEVERAL_MS, connectionString: route.here() })
      homes.set(this, route.here())
    }
  }
}

function handleLostConnection(): void {}

/** The state that says which of several hosts gets new connections. */
type Route = {
  /** Returns the URL for new connections. */
  here: () => string
  /** Finds the host that accepts writes now. Concurrent calls share one search. */
  search: () => Promise<void>
}

const ANSWER_MS = 2000

/**
 * Creates the state that says which of several database hosts gets new connections: the first URL, until `search` finds that another host
 * accepts writes. `takesWrites` is replaced in tests.
 */
export function createRoute(urls: readonly string[], takesWrites = canWrite): Route {
  let here = urls[0] ?? ''
  let searching: Promise<void> | undefined
  const search = async () => {
    here = await Promise.any(urls.map(async (url) => requireWritable(url, takesWrites))).catch(() => here)
    searching = undefined
  }
  return {
    here: () => here,
    search: async () => {
      if (urls.length > 1) await (searching ??= search())
    },
  }
}

async function requireWritable(url: string, takesWrites: (url: string) => Promise<boolean>): Promise<string> {
  if (await takesWrites(url)) return url
  throw new Error('it only reads')
}

async function canWrite(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  // Without a listener, a connection that is lost would end this process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } finally {
    void client.end().catch(() => {})
  }
}

type Parse = (text: string) => unknown

// The driver's types name only some object identifiers; these are from PostgreSQL's pg_type.dat.
const driverParserOf = types.getTypeParser as (type: number, format?: string) => Parse
const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TIMESTAMP = 1114
const TEXT_ARRAY = 1009

const parseTextArray = driverParserOf(TEXT_ARRAY)

const OWN_PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, toSafeInteger],
  [INT8_ARRAY, (text) => (parseTextArray(text) as (string | null)[]).map((one) => one && toSafeInteger(one))],
  // The driver would make a Date of midnight in the machine's zone; a day has no zone.
  [DATE, String],
  [DATE_ARRAY, parseTextArray],
  [TIMESTAMP, String],
])

/** Returns the parser of a column type: int8 becomes a number, date 'YYYY-MM-DD', timestamptz a Date; numeric stays text. */
function findTypeParser(type: number, format?: string): Parse {
  const own = format === 'binary' ? undefined : OWN_PARSERS.get(type)
  return own ?? driverParserOf(type, format)
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly; select it as text`)
  return value
}
