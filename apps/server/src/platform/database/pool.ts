import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseError, type PoolClient, type QueryResult } from 'pg'
import {
  type ConnectionOptions,
  type Connections,
  openConnections,
  type Pooler,
  STATEMENT_MS,
  openClient,
  TIME_LIMITS,
} from './connections.ts'
import { type Query, type Sql, toQuery } from './sql.ts'

export type { Connection } from '@stillhere/postgres'
export type { Pooler } from './connections.ts'

/** Runs SQL statements, each on its own or inside a transaction. */
export type Queries = {
  /** Runs a statement and returns all rows. */
  query: <Row>(statement: Sql) => Promise<Row[]>
  /** Runs a statement and returns its only row; throws for any other number of rows. */
  one: <Row>(statement: Sql) => Promise<Row>
  /** Runs a statement and returns its only row, or undefined without rows; throws for more rows. */
  maybeOne: <Row>(statement: Sql) => Promise<Row | undefined>
}

/** Runs SQL statements inside one transaction. `now` is the time that all of them use. */
export type Transaction = Queries & { now: Date }

type Isolation = 'READ COMMITTED' | 'REPEATABLE READ' | 'SERIALIZABLE'

export type Database = Queries & {
  /**
   * Runs `work` in one transaction and returns its result. Repeats `work` from the start after a serialization failure or a deadlock, and
   * if the database was lost before the commit was sent.
   */
  transaction: <T>(work: (tx: Transaction) => Promise<T>, options?: { isolation?: Isolation }) => Promise<T>
  /** Returns how many connections there are, how many of them are idle, and how many callers wait for one. */
  connections: () => { total: number; idle: number; waiting: number }
  close: () => Promise<void>
}

type DatabaseOptions = ConnectionOptions & {
  /** Longest time that a transaction waits for an unreachable database. */
  patienceMs?: number
  /** A clock for tests; by default, transactions use the database's clock. */
  now?: () => Date
  /** Randomizes the waits between tries of a transaction. */
  random?: () => number
}

const PATIENCE_MS = 5000
// A time limit of the driver itself, because an unreachable database cannot keep its own.
const CLIENT_TIME_LIMIT = { query_timeout: STATEMENT_MS + 1000 }
const LOCAL_TIME_LIMITS = Object.entries(TIME_LIMITS).map(([name, ms]) => `SET LOCAL ${name} = ${ms}; `)

// See liftTimeouts.
const LIFTS = /SET LOCAL statement_timeout = 0/

/**
 * Creates the interface to the database: statements, transactions with retries, and a pool of connections. No connection is made before the
 * first statement.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { random = Math.random, patienceMs = PATIENCE_MS, now } = options
  const source = openConnections(options)
  const { pool, route, pooler } = source
  return {
    ...createQueries(createPlainQuery(source)),
    transaction: (work, { isolation = 'READ COMMITTED' } = {}) =>
      retry(() => runWithClient(source, (client) => runTransaction(client, work, { isolation, now, pooler })), {
        random,
        patienceMs,
        search: route.search,
      }),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

type Ask = (statement: Sql) => Promise<QueryResult>

function createPlainQuery(source: Connections): Ask {
  return async (statement) => {
    const query = toQuery(statement)
    const asked = { ...(source.pooler === 'none' ? query : removeName(query)), ...CLIENT_TIME_LIMIT }
    try {
      return await runQueryOnce(source, asked)
    } catch (error) {
      // Not sent again: it may have been executed. The next caller finds the right host.
      if (isLost(error)) await source.route.search()
      throw error
    }
  }
}

async function runQueryOnce(source: Connections, query: Query): Promise<QueryResult> {
  const client = await openClient(source)
  try {
    const result = await client.query(query)
    client.release()
    return result
  } catch (error) {
    client.release(!(error instanceof DatabaseError) || isLost(error))
    throw error
  }
}

function createQueries(ask: Ask): Queries {
  const query = async <Row>(statement: Sql): Promise<Row[]> => {
    try {
      // A script of several statements has several results, which no caller reads.
      return ((await ask(statement)).rows ?? []) as Row[]
    } catch (error) {
      throw removeRowValues(error)
    }
  }
  const maybeOne = async <Row>(statement: Sql): Promise<Row | undefined> => {
    const rows = await query<Row>(statement)
    if (rows.length > 1) throw new Error(`expected one row at most, got ${rows.length}`)
    return rows[0]
  }
  const one = async <Row>(statement: Sql): Promise<Row> => {
    const row = await maybeOne<Row>(statement)
    if (row === undefined) throw new MissingRowError()
    return row
  }
  return { query, one, maybeOne }
}

// Behind a pooler, the next transaction may get a connection that doesn't know the name.
function removeName({ text, values }: Query): Query {
  return { text, values }
}

// PostgreSQL's detail quotes the row ("Key (email)=(…) already exists"), and errors end up in logs.
function removeRowValues(error: unknown): unknown {
  if (error instanceof DatabaseError) error.detail = undefined
  return error
}

async function runWithClient<T>(source: Connections, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await openClient(source)
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    // On a connection that is gone, a ROLLBACK would wait for an answer, too.
    const isGone = !(error instanceof DatabaseError) && isDatabaseUnavailable(error)
    client.release(isGone || isLost(error) || !(await runRollback(client)))
    throw error
  }
}

async function runRollback(client: PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  )
}

type Begin = { isolation: Isolation; now: (() => Date) | undefined; pooler: Pooler }

async function runTransaction<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
  { isolation, now, pooler }: Begin,
): Promise<T> {
  const limits = pooler === 'none' ? '' : LOCAL_TIME_LIMITS.join('')
  // Several statements in one journey to the database; the driver then answers a list of results.
  const text = `BEGIN ISOLATION LEVEL ${isolation}; ${limits}SELECT now() AS now`
  const begun = await client.query({ text, ...CLIENT_TIME_LIMIT })
  const clock = (begun as unknown as QueryResult<{ now: Date }>[]).at(-1)
  let limit: Partial<typeof CLIENT_TIME_LIMIT> = CLIENT_TIME_LIMIT
  const ask: Ask = async (statement) => {
    const query = toQuery(statement)
    if (LIFTS.test(query.text)) limit = {}
    return client.query({ ...(pooler === 'none' ? query : removeName(query)), ...limit })
  }
  const result = await work({ ...createQueries(ask), now: now?.() ?? clock?.rows[0]?.now ?? new Date(Number.NaN) })
  await runCommit(client, limit)
  return result
}

async function runCommit(client: PoolClient, limit: { query_timeout?: number }): Promise<void> {
  const { command } = await client.query({ text: 'COMMIT', ...limit }).catch((error: unknown) => {
    throw toUnsureError(error)
  })
  // PostgreSQL answers COMMIT after a failed statement with ROLLBACK, and without an error.
  if (command !== 'COMMIT') throw new Error('nothing was written: a statement of this transaction had failed')
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
// Another transaction removed what this one had found before: the next try finds nothing and says so.
const FOREIGN_KEY_VIOLATION = '23503'
const MAX_TRIES = 5
// A host that is gone is asked for again as often; a takeover is then noticed soon.
const LOOK_AGAIN_MS = 250
// Full disks and statements that took too long do not pass by trying again; what was asked to stop must stop.
const LASTING = /^(?:53|57014)/

/** A statement returned no row although it must return one. */
class MissingRowError extends Error {
  constructor() {
    super('expected one row, got none')
  }
}

// Failures of a COMMIT: whether it was done, only the database knows.
const unsure = new WeakSet<object>()

/** Converts a failure after which a transaction may or may not have been committed; it is never retried. */
function toUnsureError(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) unsure.add(error)
  return error
}

type Tries = {
  random: () => number
  /** Longest time that a transaction waits for an unreachable database. */
  patienceMs: number
  /** Called before each retry after the database was lost. */
  search: () => Promise<void>
}

/** Repeats a transaction after a conflict with another one, and for a limited time if the database was lost before anything was written. */
async function retry<T>(attempt: () => Promise<T>, { random, patienceMs, search }: Tries): Promise<T> {
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (isConflict(error) && tries < MAX_TRIES) await delay(random() * 5 * 2 ** tries)
      else if (isLost(error) && performance.now() - began < patienceMs) {
        await delay(random() * LOOK_AGAIN_MS)
        await search()
      } else throw error
    }
  }
}

/**
 * Returns whether a statement failed because the connection or the host was lost or became read-only, so that nothing was written and a
 * retry is safe. False if a COMMIT may have succeeded.
 */
export function isLost(error: unknown): boolean {
  if (!isDatabaseUnavailable(error) || (typeof error === 'object' && error !== null && unsure.has(error))) return false
  return !(error instanceof DatabaseError && LASTING.test(error.code ?? ''))
}

function isConflict(error: unknown): boolean {
  if (isContended(error) || error instanceof MissingRowError) return true
  return isReferenceGone(error)
}

/** Returns whether a statement failed with a foreign key violation: another transaction deleted the row that it refers to. */
export function isReferenceGone(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION
}

/** Returns whether a transaction failed because of concurrent changes (serialization failure or deadlock), so that a retry can succeed. */
export function isContended(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK)
}

// Classes of SQLSTATE (appendix A of PostgreSQL's manual): connection, out of resources, operator intervention.
const PASSING_CLASSES = ['08', '53', '57']
const READ_ONLY = '25006'
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
// The driver gives these no code.
const DRIVER_WORDS =
  /^Connection terminated|^timeout expired|^Query read timeout|timeout exceeded when trying to connect|^Client has encountered|^Cannot use a pool after/

const SYSTEM_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])

/** The database host answers, but is read-only. */
export class ReadOnlyError extends Error {
  constructor() {
    super('the database takes no writes')
  }
}

/** Returns whether an error is the database's fault rather than the request's: it restarts, is full, is read-only or can't be reached. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return PASSING_CLASSES.includes(error.code?.slice(0, 2) ?? '') || error.code === READ_ONLY
  }
  if (error instanceof ReadOnlyError) return true
  // One error for each address of a name.
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  if ('syscall' in error && 'code' in error && SYSTEM_CODES.has(String(error.code))) {
    return SYSTEM_CALLS.has(String(error.syscall))
  }
  return DRIVER_WORDS.test(error.message)
}
