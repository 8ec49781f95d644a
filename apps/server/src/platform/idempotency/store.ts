import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { createExpiry } from '../database/store.ts'
import { DAY_MS, toDaysBefore } from '../day.ts'

/** A request's claim on an Idempotency-Key: hashes of the key and of the request, and the time of the request. */
export type Claim = { keyHash: Buffer; requestHash: Buffer; startedAt: Date }

/** A stored response, encrypted. `sameRequest` is false if the key was sent with a different request. */
type StoredAnswer = { sameRequest: boolean; status: number | null; sealed: Buffer | null }

const KEPT_MS = DAY_MS
// Longer than any request may take, so the process that held the key has died.
const STUCK_MS = 60_000

/**
 * Claims an Idempotency-Key for a request. Returns true if the key is new, 24 hours old, or was claimed a minute ago without a response,
 * because that process must have died; returns false if another request has it.
 */
export async function claimKey(db: Queries, { keyHash, requestHash, startedAt }: Claim): Promise<boolean> {
  const forgotten = new Date(startedAt.getTime() - KEPT_MS)
  const stuck = new Date(startedAt.getTime() - STUCK_MS)
  const claimed = await db.query(sql`
    INSERT INTO idempotent_answer AS a (key_hash, request_hash, started_at)
    VALUES (${keyHash}, ${requestHash}, ${startedAt})
    ON CONFLICT (key_hash) DO UPDATE
    SET request_hash = excluded.request_hash, started_at = excluded.started_at, status = NULL, sealed = NULL
    WHERE a.started_at <= ${forgotten} OR (a.status IS NULL AND a.started_at <= ${stuck})
    RETURNING key_hash`)
  return claimed.length > 0
}

/**
 * Reads the stored response for an Idempotency-Key, and if it belongs to the same request. `status` and `sealed` are null while the request
 * is running. Undefined if the key isn't stored.
 */
export function readAnswer(db: Queries, { keyHash, requestHash }: Claim): Promise<StoredAnswer | undefined> {
  return db.maybeOne<StoredAnswer>(sql`
    SELECT request_hash = ${requestHash} AS "sameRequest", status, sealed
    FROM idempotent_answer WHERE key_hash = ${keyHash}`)
}

/** Saves the encrypted response of a request under its Idempotency-Key; returns false, and saves nothing, if another request has claimed the key meanwhile. */
export async function saveAnswer(
  db: Queries,
  { keyHash, startedAt }: Claim,
  { status, sealed }: { status: number; sealed: Buffer },
): Promise<boolean> {
  const kept = await db.query(sql`
    UPDATE idempotent_answer SET status = ${status}, sealed = ${sealed}
    WHERE key_hash = ${keyHash} AND started_at = ${startedAt} AND status IS NULL RETURNING key_hash`)
  return kept.length > 0
}

/** Releases the Idempotency-Key of a request that has no response stored, so that the request can be repeated. */
export async function deleteClaim(db: Queries, { keyHash, startedAt }: Claim): Promise<void> {
  await db.query(sql`
    DELETE FROM idempotent_answer WHERE key_hash = ${keyHash} AND started_at = ${startedAt} AND status IS NULL`)
}

/** Deletes stored responses after a day. */
export const expiredAnswers = createExpiry({
  table: sql`idempotent_answer`,
  where: (now) => sql`started_at < ${toDaysBefore(now, 1)}`,
})
