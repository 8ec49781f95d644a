import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

/** The state of a live challenge as it is stored. */
export type LiveRow = {
  sealed: Buffer
  step: number
  chain: Buffer
  elapsedMs: number[]
  issuedAt: Date
  beganAt: Date | null
  ended: string | null
  expiresAt: Date
}

const COLUMNS = sql`sealed, step, chain, elapsed_ms AS "elapsedMs", issued_at AS "issuedAt", began_at AS "beganAt",
  ended, expires_at AS "expiresAt"`

type NewLive = Pick<LiveRow, 'sealed' | 'chain' | 'issuedAt' | 'expiresAt'> & { id: string }

/** Stores the state of a new live challenge. */
export async function addLive(db: Queries, { id, sealed, chain, issuedAt, expiresAt }: NewLive): Promise<void> {
  await db.query(sql`
    INSERT INTO live_challenge (id, sealed, chain, issued_at, expires_at)
    VALUES (${id}, ${sealed}, ${chain}, ${issuedAt}, ${expiresAt})`)
}

/** Finds the state of a live challenge by the challenge's id. */
export function findLive(db: Queries, id: string): Promise<LiveRow | undefined> {
  return db.maybeOne<LiveRow>(sql`SELECT ${COLUMNS} FROM live_challenge WHERE id = ${id}`)
}

/** Identifies a live challenge and the state in which it was read. */
type LiveRef = Pick<LiveRow, 'step' | 'chain'> & { id: string }

/** The result of a valid step. */
type NextStep = { chain: Buffer; elapsedMs: number; beganAt: Date }

/**
 * Advances a live challenge by one step. Returns false, without a change, if another call has changed the state since it was read (`step` and
 * `chain` name that state).
 */
export async function updateLive(db: Queries, { id, step, chain }: LiveRef, next: NextStep): Promise<boolean> {
  const advanced = await db.query(sql`
    UPDATE live_challenge SET step = step + 1, chain = ${next.chain}, elapsed_ms = elapsed_ms || ${next.elapsedMs}::integer,
      began_at = coalesce(began_at, ${next.beganAt})
    WHERE id = ${id} AND step = ${step} AND chain = ${chain} AND ended IS NULL RETURNING 1`)
  return advanced.length > 0
}

/**
 * Ends a live challenge for good, with the reason `why`. Returns false, without a change, if another call has changed the state since it was read
 * (`step` and `chain` name that state).
 */
export async function recordLiveEnd(db: Queries, { id, step, chain }: LiveRef, why: string): Promise<boolean> {
  const ended = await db.query(sql`
    UPDATE live_challenge SET ended = ${why}
    WHERE id = ${id} AND step = ${step} AND chain = ${chain} AND ended IS NULL RETURNING 1`)
  return ended.length > 0
}

/** Deletes the state of a live challenge and returns it, so that only one answer gets it. Returns undefined if there is none. */
export function spendLive(db: Queries, id: string): Promise<LiveRow | undefined> {
  return db.maybeOne<LiveRow>(sql`DELETE FROM live_challenge WHERE id = ${id} RETURNING ${COLUMNS}`)
}

/** Deletes live challenges that can be neither advanced nor answered any more. */
export const expiredLive = createExpiry({
  table: sql`live_challenge`,
  where: (now) => sql`expires_at < ${now}`,
})

/**
 * Records that a challenge was answered. Returns false if it was answered before. Its expiry is stored by the full hour only, since the minute
 * could link it to other stored times.
 */
export async function spendChallenge(
  db: Queries,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<boolean> {
  const used = await db.query(sql`
    INSERT INTO used_challenge (id, expires_at)
    VALUES (${id}, date_trunc('hour', ${expiresAt}::timestamptz, 'UTC') + interval '1 hour')
    ON CONFLICT (id) DO NOTHING RETURNING id`)
  return used.length > 0
}

/** Deletes the records of answered challenges a day after they expired. */
export const expiredChallenges = createExpiry({
  table: sql`used_challenge`,
  where: (now) => sql`expires_at < ${toDaysBefore(now, 1)}`,
})
