import { generateChallenge, type Random, replayDigest } from '@stillhere/engine'
import { rememberStroke, strokeMotions } from '@stillhere/engine/strokes'
import { captureOf, strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import type { Database } from '../apps/server/src/database/pool.ts'
import { script } from '../apps/server/src/database/sql.ts'
import { dayOf } from '../apps/server/src/day.ts'
import { addRemembered, type MotionKind } from '../apps/server/src/verification/store.ts'

/** Synthetic people whose motion fills the memory. */
export const RECORDED_PEOPLE = 200
const BATCH = 2000
const STROKES = 6

/** Motion made by synthetic people, how many bits its hashes have and how many it may keep. */
type Made = { digest: Uint8Array; hashes: number[] }
type Kind = { made: Made[]; bits: number; most: number }

/**
 * Captures and six times as many strokes: each has its hashes half from one and half from another of some that synthetic people
 * made, most a little off. That leads a search to about as many strokes as recorded people's strokes would.
 */
export async function fillMemory(db: Database, { count, random }: { count: number; random: Random }): Promise<void> {
  const captures = Array.from({ length: RECORDED_PEOPLE }, (_, index) => makeCapture(index, random))
  const strokes = Array.from({ length: RECORDED_PEOPLE / 2 }, (_, index) => makeStrokes(index, random)).flat()
  await fill(db, 'capture', { count, random, kind: { made: captures, bits: 20, most: 48 } })
  await fill(db, 'stroke', { count: STROKES * count, random, kind: { made: strokes, bits: 22, most: 12 } })
  for (const table of ['replay_capture', 'replay_hash', 'replay_stroke', 'replay_stroke_hash'])
    await db.query(script(`VACUUM ANALYZE ${table}`))
}

type Filling = { count: number; random: Random; kind: Kind }

async function fill(db: Database, name: MotionKind, { count, random, kind }: Filling): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => ({
      ...blended(kind, random),
      id: from + i,
      seenOn: dayOf(new Date()),
    }))
    await addRemembered(db, name, batch)
  }
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

function blended({ made, bits, most }: Kind, random: Random): Made {
  const [one, other] = [0, 1].map(() => made[Math.floor(random() * made.length)])
  if (!one || !other) throw new Error('the bench has no motion')
  const mixed = [...one.hashes.filter((_, i) => i % 2 === 0), ...other.hashes.filter((_, i) => i % 2 === 1)]
  const hashes = [...new Set(mixed.map((hash) => turned(hash, bits, random)))]
  return { digest: one.digest, hashes: hashes.slice(0, most) }
}

/** Nine of ten hashes have one or two bits turned. */
function turned(hash: number, bits: number, random: Random): number {
  if (random() < 0.1) return hash
  const once = hash ^ (1 << Math.floor(random() * bits))
  return random() < 0.6 ? once ^ (1 << Math.floor(random() * bits)) : once
}
