import type { Transaction } from './pool.ts'
import { type Sql, sql } from './sql.ts'

/** Rows that one statement removes at most: one that took long would hold locks that requests wait for. */
export const EXPIRY_BATCH = 2_000

/** Removes a batch of rows that nobody needs any more, and returns how many it removed. */
export type Expiry = (tx: Transaction) => Promise<number>

type ExpiredRows = { table: Sql; where: (now: Date) => Sql }

/**
 * An expiry of the rows that meet a condition. Several processes may run it at once: each takes rows that no other has. They are
 * taken once, into an array: joined with them, a table that was empty when it was last counted has them taken again for every row.
 */
export function expireRows({ table, where }: ExpiredRows): Expiry {
  return async (tx) => {
    const removed = await tx.query(sql`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${where(tx.now)} LIMIT ${EXPIRY_BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING 1`)
    return removed.length
  }
}
