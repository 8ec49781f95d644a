import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { openBesideService } from '../src/app/cli/command.ts'
import { addToTally } from '../src/identity/node-store.ts'
import type { Queries } from '../src/platform/database/pool.ts'
import { sql } from '../src/platform/database/sql.ts'
import { readSettings } from '../src/platform/settings/settings.ts'
import { encodeLandmarks } from '../src/scan/research/landmarks.ts'
import { ACCEPTED_TALLY, addSession, USABLE_TALLY } from '../src/scan/research/store.ts'
import { researchUpload } from './research.ts'
import { swingingBody } from './swinging-body.ts'

/*
 * Gives a running service, whose settings stand in the environment, what an operator has to work with and what no caller could
 * upload: made-up people who count as alive, and a post of unknown outcome. Arguments: people, sessions of each.
 */
const [people = 0, sessionsEach = 0] = process.argv.slice(2).map(Number)
const { db, stop } = await openBesideService(readSettings(process.env), () => {})
await db.transaction(async (tx) => {
  for (let person = 0; person < people; person++)
    for (let session = 0; session < sessionsEach; session++) await addMadeUp(tx, person, session)
  const count = people * sessionsEach
  await addToTally(tx, ACCEPTED_TALLY, count)
  await addToTally(tx, USABLE_TALLY, count)
  await addUnknownPost(tx)
})
await stop()

async function addMadeUp(tx: Queries & { now: Date }, person: number, session: number): Promise<void> {
  const frames = swingingBody(person, session)
  const alive = { score: 1, microTiming: 1, noiseResidual: 1, freqEntropy: 1, bioPerturb: 1 }
  await addSession(tx, {
    described: researchUpload(),
    motion: { joints: 18, frames: frames.length, landmarks: encodeLandmarks(frames), presence: alive },
    contentHash: randomBytes(32),
    person: label(`person ${person}`),
    source: label(`source ${person}`),
    deleteHash: randomBytes(32),
    now: tx.now,
    repeats: false,
  })
}

async function addUnknownPost(tx: Queries & { now: Date }): Promise<void> {
  await tx.query(sql`
    INSERT INTO publication (id, key_hash, request_hash, platform, text, message, reference, state, claim, claimed_until,
      created_at, changed_at, problem)
    VALUES (${randomUUID()}, ${randomBytes(32)}, ${randomBytes(32)}, 'telegram', 'The hundredth node is with us.', '{}', 'r',
      'unknown', ${randomUUID()}, ${tx.now}, ${tx.now}, ${tx.now}, 'Telegram did not answer in time')`)
}

function label(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
