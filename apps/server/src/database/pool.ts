import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg'
import { findTypeParser } from './column-types.ts'
import { type Sql, toQuery } from './sql.ts'

/** How to reach a PostgreSQL; a host that is a folder means the unix socket in it. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false; options: string }

/** Where statements run: on the database itself or inside one transaction. */
export type Queries = {
  /** All rows. */
  query: <Row>(statement: Sql) => Promise<Row[]>
  /** The only row; another number of rows is a bug. */
  one: <Row>(statement: Sql) => Promise<Row>
  /** The only row or undefined; more rows are a bug. */
  maybeOne: <Row>(statement: Sql) => Promise<Row | undefined>
}

/** Statements inside one transaction, and the one time that all of them go by. */
export type Transaction = Queries & { now: Date }

type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE'

export type Database = Queries & {
  /** Runs the work in one transaction; after a serialization failure or a deadlock again, from the start. */
  transaction: <T>(work: (tx: Transaction) => Promise<T>, options?: { isolation?: Isolation }) => Promise<T>
  /** How many connections there are, how many of them nobody uses, and how many callers wait for one. */
  connections: () => { total: number; idle: number; waiting: number }
  close: () => Promise<void>
}

export type DatabaseOptions = ({ databaseUrl: string } | { connection: Connection }) & {
  max?: number
  /** A clock for tests; by default every transaction goes by the database's own. */
  now?: () => Date
  /** For the waits between tries of a transaction. */
  random?: () => number
  /** Told when the database drops a connection that nobody was using. */
  onIdleError?: (error: Error) => void
}

const MAX_TRIES = 5
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/** Opens a pool of connections; the first one is made by the first statement. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool(poolConfig(options))
  // Without these listeners, a lost connection would end this process: an idle one, and one in use.
  pool.on('error', options.onIdleError ?? ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const random = options.random ?? Math.random
  return {
    ...queriesOn(pool),
    transaction: (work, { isolation = 'READ COMMITTED' } = {}) =>
      retry(() => withClient(pool, (client) => runTransaction(client, work, { isolation, now: options.now })), random),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

function poolConfig(options: DatabaseOptions): PoolConfig {
  const target = 'databaseUrl' in options ? { connectionString: options.databaseUrl } : options.connection
  return {
    ...target,
    max: options.max ?? 10,
    types: { getTypeParser: findTypeParser },
    application_name: 'stillhere',
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  }
}

function queriesOn(target: Pool | PoolClient): Queries {
  const query = async <Row>(statement: Sql): Promise<Row[]> => {
    try {
      // A script of several statements answers several results, which nobody reads.
      return ((await target.query(toQuery(statement))).rows ?? []) as Row[]
    } catch (error) {
      throw withoutRowValues(error)
    }
  }
  const maybeOne = async <Row>(statement: Sql): Promise<Row | undefined> => {
    const rows = await query<Row>(statement)
    if (rows.length > 1) throw new Error(`expected one row at most, got ${rows.length}`)
    return rows[0]
  }
  const one = async <Row>(statement: Sql): Promise<Row> => {
    const row = await maybeOne<Row>(statement)
    if (row === undefined) throw new Error('expected one row, got none')
    return row
  }
  return { query, one, maybeOne }
}

// PostgreSQL's detail quotes the row ("Key (email)=(…) already exists"), and errors end up in logs.
function withoutRowValues(error: unknown): unknown {
  if (error instanceof DatabaseError) error.detail = undefined
  return error
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(!(await rollBack(client)))
    throw error
  }
}

function ignore(): void {}

async function rollBack(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

type Begin = { isolation: Isolation; now: (() => Date) | undefined }

async function runTransaction<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
  { isolation, now }: Begin,
): Promise<T> {
  // Two statements in one journey to the database; the driver then answers a list of results.
  const begun = await client.query(`BEGIN ISOLATION LEVEL ${isolation}; SELECT now() AS now`)
  const [, clock] = begun as unknown as [QueryResult, QueryResult<{ now: Date }>]
  const result = await work({ ...queriesOn(client), now: now?.() ?? clock.rows[0]?.now ?? new Date(Number.NaN) })
  const { command } = await client.query('COMMIT')
  // PostgreSQL answers COMMIT after a failed statement with ROLLBACK, and without an error.
  if (command !== 'COMMIT') throw new Error('nothing was written: a statement of this transaction had failed')
  return result
}

async function retry<T>(attempt: () => Promise<T>, random: () => number): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MAX_TRIES || !isWorthAnotherTry(error)) throw error
      await delay(random() * 5 * 2 ** tries)
    }
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
}
