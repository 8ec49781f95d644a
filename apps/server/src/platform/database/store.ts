import { type Queries, ReadOnlyError, type Transaction } from './pool.ts'
import { sql, type Sql } from './sql.ts'

/** Throws a ReadOnlyError if the database is read-only. */
export async function requireWrites(db: Queries): Promise<void> {
  const { mode } = await db.one<{ mode: string }>(sql`SELECT current_setting('transaction_read_only') AS mode`)
  if (mode === 'on') throw new ReadOnlyError()
}

/** Resolves when the database has answered a trivial statement; rejects if the statement fails. */
export async function waitForAnswer(db: Queries): Promise<void> {
  await db.query(sql`SELECT 1`)
}

/** Saves the fingerprint of the secret key in a new database; returns false if the database has the fingerprint of another key. */
export async function claimDatabase(db: Queries, fingerprint: Buffer): Promise<boolean> {
  const { same } = await db.one<{ same: boolean }>(sql`
    INSERT INTO service AS s (secret_fingerprint) VALUES (${fingerprint})
    ON CONFLICT (singleton) DO UPDATE SET secret_fingerprint = s.secret_fingerprint
    RETURNING secret_fingerprint = ${fingerprint} AS same`)
  return same
}

/** Returns whether the database has the fingerprint of another secret key. False for a new database. */
export async function isOfOtherKey(db: Queries, fingerprint: Buffer): Promise<boolean> {
  const foreign = await db.query(sql`SELECT 1 FROM service WHERE secret_fingerprint <> ${fingerprint}`)
  return foreign.length > 0
}

/** Records the time of the last backup. */
export async function recordBackup(db: Queries, now: Date): Promise<void> {
  await db.query(sql`UPDATE service SET backed_up_at = ${now}`)
}

/** Reads PostgreSQL's version, as text and as a number, and the time of its clock. */
export function readServer(db: Queries): Promise<{ version: string; number: number; now: Date }> {
  return db.one(sql`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      clock_timestamp() AS now`)
}

/** Returns whether the database is a replica, and by how many seconds its data is behind. `behindSeconds` is null if nothing has been replicated yet. */
export function readReplica(db: Queries): Promise<{ isReplica: boolean; behindSeconds: number | null }> {
  return db.one(sql`
    SELECT pg_is_in_recovery() AS "isReplica",
      CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
        ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS "behindSeconds"`)
}

/** Removes the statement and idle time limits of the current transaction. */
export async function removeTimeouts(db: Queries): Promise<void> {
  await db.query(sql`SET LOCAL statement_timeout = 0`)
  await db.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
}

/** The number of rows that one statement deletes at most. A longer statement would hold locks that requests wait for. */
export const EXPIRY_BATCH = 2_000

/** Deletes a batch of expired rows, and returns how many. */
export type Expiry = (tx: Transaction) => Promise<number>

type ExpiredRows = { table: Sql; where: (now: Date) => Sql }

/**
 * Creates a function that deletes one batch of the table's rows for which `where` is true, and returns how many it deleted. Several
 * processes can run it at once, because rows locked by another process are skipped.
 */
export function createExpiry({ table, where }: ExpiredRows): Expiry {
  return async (tx) => {
    // The rows are selected once, into an array. In a join, PostgreSQL would select them again for every row of a table that was empty
    // when its statistics were last collected.
    const removed = await tx.query(sql`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${where(tx.now)} LIMIT ${EXPIRY_BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING 1`)
    return removed.length
  }
}
