import { generateChallenge, type Random, replayDigest } from '@stillhere/engine'
import { rememberStroke, strokeMotions } from '@stillhere/engine/strokes'
import { captureOf, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { script, type Service, sql } from '../../apps/server/test/measured.ts'

/** Synthetic people whose motion fills the memory. */
export const RECORDED_PEOPLE = 200
const STROKES = 6

/** Motion made by synthetic people. */
type Made = { digest: Uint8Array; hashes: number[] }

/**
 * Captures and six times as many strokes: each has its hashes half from one and half from another of some that synthetic people
 * made, most a little off. That leads a search to about as many strokes as recorded people's strokes would.
 */
export async function fillMemory(
  db: Service['db'],
  { count, random }: { count: number; random: Random },
): Promise<void> {
  const captures = Array.from({ length: RECORDED_PEOPLE }, (_, index) => makeCapture(index, random))
  const strokes = Array.from({ length: RECORDED_PEOPLE / 2 }, (_, index) => makeStrokes(index, random)).flat()
  await fill(
    db,
    { motion: 'replay_capture', hash: 'replay_hash', found: 'capture_id' },
    { made: captures, bits: 20, count },
  )
  await fill(
    db,
    { motion: 'replay_stroke', hash: 'replay_stroke_hash', found: 'stroke_id' },
    { made: strokes, bits: 22, count: STROKES * count },
  )
}

type Tables = { motion: string; hash: string; found: string }
type Filling = { made: Made[]; bits: number; count: number }

/** By the database itself, or a hundred thousand captures would take longer than everything that is measured with them. */
async function fill(db: Service['db'], { motion, hash, found }: Tables, { made, bits, count }: Filling): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = 0`)
    await tx.query(script('CREATE TEMPORARY TABLE made (n int, digest bytea, hashes int[]) ON COMMIT DROP'))
    await tx.query(sql`
      INSERT INTO made SELECT n, decode(digest, 'hex'), hashes::int[]
      FROM unnest(${made.map((_, n) => n)}::int[], ${made.map(({ digest }) => Buffer.from(digest).toString('hex'))}::text[],
        ${made.map(({ hashes }) => `{${hashes.join(',')}}`)}::text[]) AS one (n, digest, hashes)`)
    await tx.query(
      script(`
      INSERT INTO ${motion} (id, digest, hashes, seen_on)
      SELECT drawn.k, one.digest, mixed.hashes, current_date FROM generate_series(0, ${count - 1}) AS numbers (n)
      JOIN LATERAL (SELECT (random() * ${made.length - 1})::int AS a, (random() * ${made.length - 1})::int AS b, numbers.n AS k) AS drawn ON true
      JOIN made one ON one.n = drawn.a JOIN made other ON other.n = drawn.b
      JOIN LATERAL (
        SELECT array_agg(DISTINCT CASE WHEN random() < 0.1 THEN h WHEN random() < 0.6
          THEN h # (1 << (random() * ${bits - 1})::int) # (1 << (random() * ${bits - 1})::int)
          ELSE h # (1 << (random() * ${bits - 1})::int) END) AS hashes
        FROM (
          SELECT h FROM unnest(one.hashes) WITH ORDINALITY AS u (h, i) WHERE i % 2 = 1
          UNION ALL SELECT h FROM unnest(other.hashes) WITH ORDINALITY AS u (h, i) WHERE i % 2 = 0
        ) AS blended
      ) AS mixed ON mixed.hashes IS NOT NULL`),
    )
    await tx.query(
      script(`INSERT INTO ${hash} (hash, ${found}) SELECT unnest(hashes), id FROM ${motion} ORDER BY 1, 2`),
    )
  })
  // As autovacuum does after so many new rows: without it every entry of an index is looked up in its table, too.
  for (const table of [motion, hash]) await db.query(script(`VACUUM ANALYZE ${table}`))
}

function makeCapture(index: number, random: Random): Made {
  const person = syntheticPerson(index)
  const imu = index % 2 === 0 ? captureOf(person, random) : strokesOf(person, generateChallenge(random).strokes, random)
  const digest = replayDigest({ imu })
  if (digest.status !== 'ok') throw new Error('the bench made too little motion')
  return { digest: digest.bytes, hashes: digest.hashes }
}

function makeStrokes(index: number, random: Random): Made[] {
  const challenge = generateChallenge(random)
  const imu = strokesOf(syntheticPerson(index), challenge.strokes, random)
  return strokeMotions(imu, challenge).map((motion) => {
    const { bytes, hashes } = rememberStroke(motion)
    return { digest: bytes, hashes }
  })
}
