import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

/** Uses up a challenge; false when it was answered before. */
export async function useChallenge(db: Queries, { id, expiresAt }: { id: string; expiresAt: Date }): Promise<boolean> {
  const used = await db.query(sql`
    INSERT INTO used_challenge (id, expires_at) VALUES (${id}, ${expiresAt}) ON CONFLICT (id) DO NOTHING RETURNING id`)
  return used.length > 0
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
