import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Expiry, EXPIRY_BATCH } from '../../platform/database/store.ts'
import { toDay, toDaysBefore } from '../../platform/day.ts'
import type { MotionTrace, SearchedMotion } from './traces.ts'

type WaitingRow = { id: Buffer; sealed: Buffer }

/**
 * Adds a sealed stream to the replay queue, from which a job moves batches to the replay memory, so that no entry there reveals its time. Returns
 * false if the same motion is in the queue already. `id` comes from computeWaitingId; `day` is the current UTC day.
 */
export async function addWaiting(db: Queries, { id, sealed, day }: WaitingRow & { day: string }): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO replay_waiting (id, sealed, seen_on) VALUES (${id}, ${sealed}, ${day})
    ON CONFLICT (id) DO NOTHING RETURNING id`)
  return added.length > 0
}

/** Length of a mark, as in the database column. The first bytes of a sealed text are random, so they identify its row. */
const MARK_BYTES = 12

/** Lists the marks of all rows in the replay queue. A mark is the first 12 bytes of the sealed text in hexadecimal; they are random. */
export async function listWaitingMarks(db: Queries): Promise<string[]> {
  const { marks } = await db.one<{ marks: Buffer | null }>(
    sql`SELECT string_agg(mark, ''::bytea) AS marks FROM replay_waiting`,
  )
  if (marks === null) return []
  return Array.from({ length: marks.length / MARK_BYTES }, (_, at) =>
    marks.toString('hex', at * MARK_BYTES, (at + 1) * MARK_BYTES),
  )
}

/** Reads the rows of the replay queue that have these marks. Rows that have left the queue in the meantime are missing. */
export function readWaitingRows(db: Queries, marks: readonly string[]): Promise<(WaitingRow & { mark: string })[]> {
  return db.query(sql`
    SELECT id, sealed, encode(mark, 'hex') AS mark FROM replay_waiting
    WHERE mark = ANY(${marks.map((mark) => Buffer.from(mark, 'hex'))}::bytea[])`)
}

type TakenRow = { sealed: Buffer; seenOn: string }

/**
 * Removes rows from the replay queue and returns them, at most `most`: all of them if there are at least `least`, otherwise only those from days
 * before `today`. Two processes never get the same row.
 */
export function claimWaiting(
  db: Queries,
  { least, most, today }: { least: number; most: number; today: string },
): Promise<TakenRow[]> {
  return db.query<TakenRow>(sql`
    WITH waiting AS MATERIALIZED (
      SELECT id FROM replay_waiting LIMIT ${most} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM replay_waiting
    WHERE id IN (SELECT id FROM waiting) AND ((SELECT count(*) FROM waiting) >= ${least} OR seen_on < ${today})
    RETURNING sealed, seen_on AS "seenOn"`)
}

/** Whole captures and single strokes are stored in tables of the same form. */
export type MotionKind = 'capture' | 'stroke'

const MOTION_TABLES = {
  capture: { motion: sql`replay_capture`, hash: sql`replay_hash`, found: sql`capture_id` },
  stroke: { motion: sql`replay_stroke`, hash: sql`replay_stroke_hash`, found: sql`stroke_id` },
} as const

type RememberedMotion = MotionTrace & { seenOn: string }

/** Adds a batch of motion to the replay memory and skips motion that is there already. Rows are written in the order of their ids, which reveals no time. */
export async function addRemembered(db: Queries, kind: MotionKind, batch: readonly RememberedMotion[]): Promise<void> {
  const { motion, hash, found } = MOTION_TABLES[kind]
  await db.query(sql`
    WITH added AS (
      INSERT INTO ${motion} (id, digest, hashes, seen_on)
      SELECT DISTINCT ON (id) id, decode(digest, 'hex'), hashes::int[], seen_on
      FROM unnest(
        ${batch.map(({ id }) => id)}::bigint[], ${batch.map(({ digest }) => Buffer.from(digest).toString('hex'))}::text[],
        ${batch.map(({ hashes }) => toArrayText(hashes))}::text[], ${batch.map(({ seenOn }) => seenOn)}::date[]
      ) AS batch (id, digest, hashes, seen_on)
      ORDER BY id
      ON CONFLICT (id) DO NOTHING RETURNING id, hashes
    )
    INSERT INTO ${hash} (hash, ${found}) SELECT DISTINCT unnest(hashes), id FROM added ORDER BY 1, 2`)
}

/** Lists those of the given motion ids that the replay memory contains. */
export async function listRemembered(db: Queries, kind: MotionKind, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`SELECT id FROM ${MOTION_TABLES[kind].motion} WHERE id = ANY(${toArrayText(ids)}::text::bigint[])`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Bounds of the candidates that are compared: their number (`most`), and their votes, as a share of the most votes (`leastShare`) and absolutely
 * (`leastVotes`). Captures were tried with altered copies among 100,000: an original that can be found at all is among the first 64 candidates, has
 * at least a quarter of the most votes and at least 5; copies of full length have 30 to 100. An original stroke and its copy shared two hashes or
 * more in all but 1 of 147 trials; strokes of other people seldom share two.
 */
export const WANTED = {
  capture: { most: 64, leastShare: 0.25, leastVotes: 5 },
  stroke: { most: 64, leastShare: 0, leastVotes: 1.4 },
} as const

/** The motions to search for, and the ids of the searcher's own motion, which may be in the memory by now and must not be found. */
type Search = {
  kind: MotionKind
  own: readonly number[]
  searched: readonly Pick<SearchedMotion, 'probes' | 'weights'>[]
}

/**
 * Finds digests in the replay memory that share enough hashes with each motion of `searched`, the most likely original first. Returns one list per
 * motion, in the same order. `own` lists the ids of the answer's own motion, which is left out.
 */
export async function findCandidates(db: Queries, { kind, own, searched }: Search): Promise<Uint8Array[][]> {
  const { motion, hash, found } = MOTION_TABLES[kind]
  const { most, leastShare, leastVotes } = WANTED[kind]
  if (searched.every(({ probes }) => probes.length === 0)) return searched.map(() => [])
  const places = searched.flatMap(({ probes }, place) => probes.map(() => place))
  const [probes, weights] = [searched.flatMap((one) => one.probes), searched.flatMap((one) => one.weights)]
  const rows = await db.query<{ place: number; digest: Buffer }>(sql`
    WITH voted AS (
      SELECT p.place, h.${found} AS id, sum(p.weight) AS votes
      FROM unnest(${toArrayText(places)}::text::int[], ${toArrayText(probes)}::text::int[], ${toArrayText(weights)}::text::float8[])
        AS p (place, hash, weight)
      JOIN ${hash} h USING (hash)
      WHERE h.${found} <> ALL(${toArrayText(own)}::text::bigint[])
      GROUP BY p.place, h.${found} HAVING sum(p.weight) >= ${leastVotes}
    ), ranked AS (
      SELECT place, id, votes, row_number() OVER likeliest AS rank, max(votes) OVER (PARTITION BY place) AS best
      FROM voted WINDOW likeliest AS (PARTITION BY place ORDER BY votes DESC)
    )
    SELECT r.place, m.digest FROM ranked r JOIN ${motion} m USING (id)
    WHERE r.rank <= ${most} AND r.votes >= ${leastShare} * r.best
    ORDER BY r.place, r.votes DESC`)
  return searched.map((_, place) => rows.filter((row) => row.place === place).map(({ digest }) => digest))
}

/** Formats an array in PostgreSQL's text form. The driver takes far longer over a list of a thousand numbers. */
function toArrayText(values: readonly number[]): string {
  return `{${values.join(',')}}`
}

/** Deletes captures older than 90 days from the replay memory, with their hashes. */
export const expiredCaptures: Expiry = (tx) => deleteExpiredMotion(tx, 'capture')

/** Deletes single strokes older than 90 days from the replay memory, with their hashes. */
export const expiredStrokes: Expiry = (tx) => deleteExpiredMotion(tx, 'stroke')

async function deleteExpiredMotion(tx: Transaction, kind: MotionKind): Promise<number> {
  const { motion, hash, found } = MOTION_TABLES[kind]
  const gone = await tx.query(sql`
    WITH gone AS (
      DELETE FROM ${motion} WHERE id = ANY (ARRAY(
        SELECT id FROM ${motion} WHERE seen_on < ${toDay(toDaysBefore(tx.now, 90))}
        LIMIT ${EXPIRY_BATCH} FOR UPDATE SKIP LOCKED))
      RETURNING id, hashes
    ), forgotten AS (
      DELETE FROM ${hash} h USING (SELECT unnest(hashes) AS hash, id FROM gone) g
      WHERE h.hash = g.hash AND h.${found} = g.id
    )
    SELECT 1 FROM gone`)
  return gone.length
}
