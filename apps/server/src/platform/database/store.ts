import { type Queries, ReadOnlyError, type Transaction } from './pool.ts'
import { sql, type Sql } from './sql.ts'

/** Throws a ReadOnlyError if the database takes no writes. */
export async function requireWrites(db: Queries): Promise<void> {
  const { mode } = await db.one<{ mode: string }>(sql`SELECT current_setting('transaction_read_only') AS mode`)
  if (mode === 'on') throw new ReadOnlyError()
}

/** Resolves when the database has answered; rejects if it doesn't. */
export async function waitForAnswer(db: Queries): Promise<void> {
  await db.query(sql`SELECT 1`)
}

/** Ties a new database to a secret key; returns false if it belongs to another one. */
export async function claimDatabase(db: Queries, fingerprint: Buffer): Promise<boolean> {
  const { same } = await db.one<{ same: boolean }>(sql`
    INSERT INTO service AS s (secret_fingerprint) VALUES (${fingerprint})
    ON CONFLICT (singleton) DO UPDATE SET secret_fingerprint = s.secret_fingerprint
    RETURNING secret_fingerprint = ${fingerprint} AS same`)
  return same
}

/** Returns whether the database belongs to another secret key. */
export async function isOfOtherKey(db: Queries, fingerprint: Buffer): Promise<boolean> {
  const foreign = await db.query(sql`SELECT 1 FROM service WHERE secret_fingerprint <> ${fingerprint}`)
  return foreign.length > 0
}

/** Records the time of a backup. */
export async function recordBackup(db: Queries, now: Date): Promise<void> {
  await db.query(sql`UPDATE service SET backed_up_at = ${now}`)
}

/** Reads the version of PostgreSQL, in words and as a number, and its clock. */
export function readServer(db: Queries): Promise<{ version: string; number: number; now: Date }> {
  return db.one(sql`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
      clock_timestamp() AS now`)
}

/** Returns whether the database is a replica, and the age of the newest write that it has copied in seconds; null if there is none yet. */
export function readReplica(db: Queries): Promise<{ isReplica: boolean; behindSeconds: number | null }> {
  return db.one(sql`
    SELECT pg_is_in_recovery() AS "isReplica",
      CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
        ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS "behindSeconds"`)
}

/** Removes the time limits of a transaction. */
export async function removeTimeouts(db: Queries): Promise<void> {
  await db.query(sql`SET LOCAL statement_timeout = 0`)
  await db.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
}

/** Rows that one statement removes at most: one that took long would hold locks that requests wait for. */
export const EXPIRY_BATCH = 2_000

/** Deletes a batch of expired rows, and returns how many. */
export type Expiry = (tx: Transaction) => Promise<number>

type ExpiredRows = { table: Sql; where: (now: Date) => Sql }

/**
 * An expiry of the rows that meet a condition. Several processes may run it at once: each takes rows that no other has. They are
 * taken once, into an array: joined with them, a table that was empty when it was last counted has them taken again for every row.
 */
export function createExpiry({ table, where }: ExpiredRows): Expiry {
  return async (tx) => {
    const removed = await tx.query(sql`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${where(tx.now)} LIMIT ${EXPIRY_BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING 1`)
    return removed.length
  }
}
