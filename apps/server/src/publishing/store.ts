import type { PlatformName } from '@stillhere/contract'
import type { Queries } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { createExpiry } from '../platform/database/store.ts'
import { toDaysBefore } from '../platform/day.ts'
import type { ComposedPost } from './target.ts'

type State = 'sending' | 'published' | 'failed' | 'unknown'

export type StoredPublication = {
  id: string
  requestHash: Buffer
  platform: PlatformName
  text: string
  message: ComposedPost['message']
  reference: string
  state: State
  attempts: number
  claim: string
  claimedUntil: Date
  createdAt: Date
  changedAt: Date
  postId: string | null
  postUrl: string | null
  problem: string
}

const PUBLICATION = sql`id, request_hash AS "requestHash", platform, text, message, reference, state, attempts, claim,
  claimed_until AS "claimedUntil", created_at AS "createdAt", changed_at AS "changedAt", post_id AS "postId",
  post_url AS "postUrl", problem`

/** Releases the key that keeps a post from being published twice, if the post was published at or before `publishedBefore`. */
export async function removeOldKey(db: Queries, keyHash: Buffer, publishedBefore: Date): Promise<void> {
  await db.query(sql`
    UPDATE publication SET key_hash = NULL
    WHERE key_hash = ${keyHash} AND state = 'published' AND created_at <= ${publishedBefore}`)
}

type NewPublication = Pick<
  StoredPublication,
  'id' | 'requestHash' | 'platform' | 'text' | 'message' | 'reference' | 'claim'
> & {
  keyHash: Buffer
  now: Date
  until: Date
}

/**
 * Claims a publication for one request, which alone may send it until `until`, and returns it; undefined if the same post was published, is
 * being sent or has an unknown outcome. A publication that failed can be claimed again. `claim`: a random id of this claim; `keyHash`: the
 * keyed hash by which repeats are recognized.
 */
export function claimPublication(db: Queries, one: NewPublication): Promise<StoredPublication | undefined> {
  const { id, keyHash, requestHash, platform, text, message, reference, claim, now, until } = one
  return db.maybeOne<StoredPublication>(sql`
    INSERT INTO publication AS p
      (id, key_hash, request_hash, platform, text, message, reference, state, claim, claimed_until, created_at, changed_at)
    VALUES (${id}, ${keyHash}, ${requestHash}, ${platform}, ${text}, ${JSON.stringify(message)}, ${reference}, 'sending',
      ${claim}, ${until}, ${now}, ${now})
    ON CONFLICT (key_hash) DO UPDATE
    SET request_hash = excluded.request_hash, platform = excluded.platform, text = excluded.text,
      message = excluded.message, reference = excluded.reference, state = 'sending', attempts = p.attempts + 1,
      claim = excluded.claim, claimed_until = excluded.claimed_until, created_at = excluded.created_at,
      changed_at = excluded.changed_at, problem = ''
    WHERE p.state = 'failed'
    RETURNING ${PUBLICATION}`)
}

/**
 * Returns the publication under this key; undefined if there is none. `keyHash`: the keyed hash of the idempotency key or, without one, of
 * platform and post.
 */
export function findByKey(db: Queries, keyHash: Buffer): Promise<StoredPublication | undefined> {
  return db.maybeOne<StoredPublication>(sql`SELECT ${PUBLICATION} FROM publication WHERE key_hash = ${keyHash}`)
}

/** Returns the publication with this id; undefined if there is none. */
export function findPublication(db: Queries, id: string): Promise<StoredPublication | undefined> {
  return db.maybeOne<StoredPublication>(sql`SELECT ${PUBLICATION} FROM publication WHERE id = ${id}`)
}

/**
 * Claims a publication of unknown outcome, until `until`, to find out its outcome; undefined if another request has claimed it, or its outcome
 * is known.
 */
export function claimUnclear(
  db: Queries,
  { id, claim, now, until }: { id: string; claim: string; now: Date; until: Date },
): Promise<StoredPublication | undefined> {
  return db.maybeOne<StoredPublication>(sql`
    UPDATE publication SET state = 'sending', attempts = attempts + 1, claim = ${claim}, claimed_until = ${until},
      changed_at = ${now}
    WHERE id = ${id} AND (state = 'unknown' OR (state = 'sending' AND claimed_until <= ${now}))
    RETURNING ${PUBLICATION}`)
}

type HeldKey = Pick<StoredPublication, 'id' | 'claim'>

/** Records that a claimed post is on the platform, also after the claim has expired; does nothing if another request has claimed it since. */
export async function recordPublished(
  db: Queries,
  { id, claim }: HeldKey,
  { postId, postUrl, now }: { postId: string; postUrl: string | null; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE publication SET state = 'published', post_id = ${postId}, post_url = ${postUrl}, problem = '', changed_at = ${now}
    WHERE id = ${id} AND claim = ${claim}`)
}

/**
 * Records that a claimed post failed, or that its outcome is unknown; does nothing if another request has claimed it since, or it isn't being
 * sent any more.
 */
export async function recordUnpublished(
  db: Queries,
  { id, claim }: HeldKey,
  { state, problem, now }: { state: 'failed' | 'unknown'; problem: string; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE publication SET state = ${state}, problem = ${problem}, changed_at = ${now}
    WHERE id = ${id} AND claim = ${claim} AND state = 'sending'`)
}

/**
 * Records that the outcome of a post is unknown because the request that sent it has died; does nothing unless the claim has expired while
 * sending.
 */
export async function recordLapsed(
  db: Queries,
  id: string,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE publication SET state = 'unknown', problem = ${problem}, changed_at = ${now}
    WHERE id = ${id} AND state = 'sending' AND claimed_until <= ${now}`)
}

type SettledState = { state: 'published' | 'failed'; postId: string | null; postUrl: string | null; now: Date }

/**
 * Records the outcome that an operator saw for a publication of unknown outcome, and returns it; undefined, with nothing changed, if the
 * outcome is known or the post is being sent.
 */
export function updateState(
  db: Queries,
  id: string,
  { state, postId, postUrl, now }: SettledState,
): Promise<StoredPublication | undefined> {
  const problem = state === 'failed' ? 'The operator found no post.' : ''
  return db.maybeOne<StoredPublication>(sql`
    UPDATE publication SET state = ${state}, post_id = ${postId}, post_url = ${postUrl}, problem = ${problem},
      changed_at = ${now}
    WHERE id = ${id} AND (state = 'unknown' OR (state = 'sending' AND claimed_until <= ${now}))
    RETURNING ${PUBLICATION}`)
}

type Filter = { platform: PlatformName | null; state: State | null; limit: number; now: Date }

/**
 * Lists publications, newest first, of one platform and state if they aren't null. A publication whose sending request has died counts as
 * unknown.
 */
export function findPublications(db: Queries, { platform, state, limit, now }: Filter): Promise<StoredPublication[]> {
  return db.query<StoredPublication>(sql`
    SELECT ${PUBLICATION} FROM publication
    WHERE (${platform}::text IS NULL OR platform = ${platform}) AND (${state}::text IS NULL
      OR CASE WHEN state = 'sending' AND claimed_until <= ${now} THEN 'unknown' ELSE state END = ${state})
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
}

/** Counts the publications of unknown outcome, including those whose sending request has died. */
export async function countUnclear(db: Queries, now: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*) AS count FROM publication
    WHERE state = 'unknown' OR (state = 'sending' AND claimed_until <= ${now})`)
  return count
}

/** Deletes publications of known outcome after 400 days; the others stay until an operator settles them. */
export const expiredPublications = createExpiry({
  table: sql`publication`,
  where: (now) => sql`state IN ('published', 'failed') AND created_at < ${toDaysBefore(now, 400)}`,
})
