import { generateChallenge, type Random, replayDigest } from '@stillhere/engine'
import { captureOf, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic'
import type { Database } from '../apps/server/src/database/pool.ts'
import { sql } from '../apps/server/src/database/sql.ts'

const RECORDED = 200
const BATCH = 2000
const BITS = 20

type Kept = { digest: string; hashes: number[] }

/** Captures for the replay memory: each has its hashes half from one and half from another of some recorded ones, most a little off. */
export async function fillMemory(db: Database, { count, random }: { count: number; random: Random }): Promise<void> {
  const recorded = Array.from({ length: RECORDED }, (_, index) => recordedCapture(index, random))
  for (let from = 0; from < count; from += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, count - from) }, () => blended(recorded, random))
    await addCaptures(db, made, from)
  }
  await db.query(sql`VACUUM ANALYZE replay_capture`)
  await db.query(sql`VACUUM ANALYZE replay_hash`)
}

function recordedCapture(index: number, random: Random): Kept {
  const person = syntheticPerson(index)
  const imu = index % 2 === 0 ? captureOf(person, random) : strokesOf(person, generateChallenge(random).strokes, random)
  const digest = replayDigest({ imu })
  if (digest.status !== 'ok') throw new Error('the bench made too little motion')
  return { digest: Buffer.from(digest.bytes).toString('hex'), hashes: digest.hashes }
}

function blended(recorded: readonly Kept[], random: Random): Kept {
  const [one, other] = [0, 1].map(() => recorded[Math.floor(random() * recorded.length)])
  if (!one || !other) throw new Error('the bench has no captures')
  const mixed = [...one.hashes.filter((_, i) => i % 2 === 0), ...other.hashes.filter((_, i) => i % 2 === 1)]
  return { digest: one.digest, hashes: [...new Set(mixed.map((hash) => turned(hash, random)))] }
}

/** Nine of ten hashes have one or two bits turned. */
function turned(hash: number, random: Random): number {
  if (random() < 0.1) return hash
  const once = hash ^ (1 << Math.floor(random() * BITS))
  return random() < 0.6 ? once ^ (1 << Math.floor(random() * BITS)) : once
}

async function addCaptures(db: Database, captures: readonly Kept[], from: number): Promise<void> {
  const digests = captures.map(({ digest }) => digest)
  const hashes = captures.map((one) => `{${one.hashes.slice(0, 48).join(',')}}`)
  await db.query(sql`
    WITH added AS (
      INSERT INTO replay_capture (id, digest, hashes, seen_on)
      SELECT ${from}::int + n, decode(d, 'hex'), h::int[], current_date
      FROM unnest(${digests}::text[], ${hashes}::text[]) WITH ORDINALITY AS c (d, h, n) RETURNING id, hashes
    )
    INSERT INTO replay_hash (hash, capture_id) SELECT unnest(hashes), id FROM added ORDER BY 1`)
}
