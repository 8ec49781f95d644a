import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

/** `openHash` and `number` are the proof that a page presents; null where it has none. */
type Claim = { id: string; hash: Buffer; openHash: Buffer | null; number: number | null; seconds: number; now: Date }

/**
 * Gives an open check to the first page that asks. A check that a page started needs its secret or its number, and then lasts `seconds`
 * from its beginning. The third wrong number ends it. Undefined if another page has it, it has ended, or there is no proof.
 */
export function claimScreen(
  db: Queries,
  { id, hash, openHash, number, seconds, now }: Claim,
): Promise<{ opened: boolean; state: string } | undefined> {
  const isProven = sql`coalesce(open_hash IS NULL OR open_hash = ${openHash} OR open_number = ${number}, false)`
  const isLastTry = sql`(NOT ${isProven} AND wrong_numbers >= 2)`
  return db.maybeOne(sql`
    UPDATE request SET
      changes = changes + 1,
      screen_hash = CASE WHEN ${isProven} THEN ${hash}::bytea END,
      same_browser = CASE WHEN ${isProven} AND open_hash IS NOT NULL THEN coalesce(open_hash = ${openHash}, false) END,
      expires_at = CASE WHEN ${isProven} AND open_hash IS NOT NULL THEN created_at + make_interval(secs => ${seconds}) ELSE expires_at END,
      wrong_numbers = wrong_numbers + (NOT ${isProven})::int,
      state = CASE WHEN ${isLastTry} THEN 'failed' ELSE state END,
      reason = CASE WHEN ${isLastTry} THEN 'wrong_number' END,
      ended_at = CASE WHEN ${isLastTry} THEN ${now}::timestamptz END
    WHERE id = ${id} AND screen_hash IS NULL AND state = 'open' AND expires_at > ${now} AND (${isProven} OR ${number}::int IS NOT NULL)
    RETURNING screen_hash IS NOT NULL AS opened, state`)
}

export type Pair = { hash: Buffer; number: number; expiresAt: Date }

/** Replaces the link for a phone, and releases a phone that has joined; false if the check is not open. */
export async function replacePair(db: Queries, id: string, pair: Pair, now: Date): Promise<boolean> {
  const replaced = await db.query(sql`
    UPDATE request SET changes = changes + 1, pair_hash = ${pair.hash}, pair_number = ${pair.number}, pair_expires_at = ${pair.expiresAt},
      device_hash = NULL
    WHERE id = ${id} AND state = 'open' AND expires_at > ${now} RETURNING 1`)
  return replaced.length > 0
}

export type Join = { id: string; pairHash: Buffer; number: number; deviceHash: Buffer; now: Date }

/**
 * Spends the link for a phone. With the right number the phone has the check; the third wrong number ends it. Undefined if there is no
 * such link, or it has expired or was spent.
 */
export function joinDevice(
  db: Queries,
  { id, pairHash, number, deviceHash, now }: Join,
): Promise<{ joined: boolean; state: string } | undefined> {
  return db.maybeOne(sql`
    UPDATE request c SET
      changes = changes + 1,
      pair_hash = NULL,
      device_hash = CASE WHEN pair_number = ${number} THEN ${deviceHash}::bytea END,
      wrong_numbers = wrong_numbers + (pair_number <> ${number})::int,
      state = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN 'failed' ELSE state END,
      reason = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN 'wrong_number' END,
      ended_at = CASE WHEN pair_number <> ${number} AND wrong_numbers >= 2 THEN ${now}::timestamptz END
    WHERE id = ${id} AND pair_hash = ${pairHash} AND pair_expires_at > ${now} AND state = 'open' AND expires_at > ${now}
    RETURNING device_hash IS NOT NULL AS joined, state`)
}
