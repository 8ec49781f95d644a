import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

/** Uses up a challenge; false when it was answered before. */
export async function useChallenge(db: Queries, { id, expiresAt }: { id: string; expiresAt: Date }): Promise<boolean> {
  const used = await db.query(sql`
    INSERT INTO used_challenge (id, expires_at) VALUES (${id}, ${expiresAt}) ON CONFLICT (id) DO NOTHING RETURNING id`)
  return used.length > 0
}

/** Which enrollment of a node counts now; 0 before its first. */
export async function currentEnrollment(db: Queries, nodeId: number): Promise<number> {
  const found = await db.maybeOne<{ number: number }>(sql`SELECT number FROM node_enrollment WHERE node_id = ${nodeId}`)
  return found?.number ?? 0
}

/** Who enrolls when, and since when a verification of theirs is fresh. */
export type Enrolling = { nodeId: number; owner: Buffer; now: Date; freshSince: Date }

/** Whether a node may enroll: for the first time, after a fresh code, or after a verification under its present enrollment. */
export async function mayEnroll(db: Queries, { nodeId, owner, now, freshSince }: Enrolling): Promise<boolean> {
  const refused = await db.query(sql`
    SELECT 1 FROM node_enrollment e WHERE e.node_id = ${nodeId} AND e.allowed_until > ${now} IS NOT TRUE
      AND NOT EXISTS (SELECT 1 FROM receipt r WHERE r.owner = ${owner} AND r.revoked_at IS NULL
        AND r.issued_at > greatest(${freshSince}::timestamptz, e.enrolled_at))`)
  return refused.length === 0
}

/** Numbers a new enrollment of a node, if it may enroll, and so ends the one before; undefined if it may not. */
export async function numberEnrollment(
  db: Queries,
  { nodeId, owner, now, freshSince }: Enrolling,
): Promise<number | undefined> {
  const numbered = await db.maybeOne<{ number: number }>(sql`
    INSERT INTO node_enrollment AS e (node_id, number, enrolled_at)
    VALUES (${nodeId}, 1, date_trunc('minute', ${now}::timestamptz))
    ON CONFLICT (node_id) DO UPDATE
    SET number = e.number + 1, enrolled_at = excluded.enrolled_at, allowed_until = NULL
    WHERE e.allowed_until > ${now} OR EXISTS (SELECT 1 FROM receipt r WHERE r.owner = ${owner} AND r.revoked_at IS NULL
      AND r.issued_at > greatest(${freshSince}::timestamptz, e.enrolled_at))
    RETURNING number`)
  return numbered?.number
}

/** Lets a node enroll again until then, once. */
export async function allowEnrolling(db: Queries, nodeId: number, until: Date): Promise<void> {
  await db.query(sql`UPDATE node_enrollment SET allowed_until = ${until} WHERE node_id = ${nodeId}`)
}

/** What the memory keeps of a capture. Lists are PostgreSQL's text of arrays, which threads write. */
export type RememberedCapture = { id: number; digest: Uint8Array; hashes: string }

/** Puts a capture into the memory with its hashes; false when this very capture is there already. */
export async function rememberCapture(db: Queries, capture: RememberedCapture, day: string): Promise<boolean> {
  const added = await db.query(sql`
    WITH added AS (
      INSERT INTO replay_capture (id, digest, hashes, seen_on)
      VALUES (${capture.id}, ${Buffer.from(capture.digest)}, ${capture.hashes}::text::int[], ${day})
      ON CONFLICT (id) DO NOTHING RETURNING id, hashes
    ), found_under AS (
      INSERT INTO replay_hash (hash, capture_id) SELECT unnest(hashes), id FROM added
    )
    SELECT id FROM added`)
  return added.length > 0
}

/** Where to look for the original of a capture: hashes and what each weighs, and the capture's own number. */
export type Search = { id: number; probes: string; weights: string }

/**
 * Tried with altered copies among 100,000 captures: what leads to its original at all finds it among the first 64, with a
 * quarter of the most votes or more, and with 5 at least; copies of full length with 30 to 100.
 */
const MAX_CANDIDATES = 64
const LEAST_SHARE = 0.25
const LEAST_VOTES = 5

/** Digests of other captures that share enough hashes with this one, the likeliest first. */
export async function findCandidates(db: Queries, search: Search): Promise<Uint8Array[]> {
  const rows = await db.query<{ digest: Buffer }>(sql`
    WITH voted AS (
      SELECT h.capture_id, sum(p.weight) AS votes
      FROM unnest(${search.probes}::text::int[], ${search.weights}::text::float8[]) AS p (hash, weight)
      JOIN replay_hash h USING (hash)
      WHERE h.capture_id <> ${search.id}
      GROUP BY h.capture_id HAVING sum(p.weight) >= ${LEAST_VOTES}
      ORDER BY votes DESC LIMIT ${MAX_CANDIDATES}
    )
    SELECT c.digest FROM voted JOIN replay_capture c ON c.id = voted.capture_id
    WHERE voted.votes >= ${LEAST_SHARE} * (SELECT max(votes) FROM voted)
    ORDER BY voted.votes DESC`)
  return rows.map(({ digest }) => digest)
}
