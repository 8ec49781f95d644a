import { createHash, randomUUID } from 'node:crypto'
import { cutStrokes, generateEnrollment, seededRandom } from '@stillhere/engine'
import { strokesOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { addToTally } from '../src/identity/node-store.ts'
import { addGiver, addStrokeSession, STROKE_TALLIES } from '../src/scan/research/store.ts'
import { encodeStrokes } from '../src/scan/research/strokes.ts'
import type { TestService } from './service.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Strokes of three rounds, as an upload would keep them. */
function strokesFrom(person: number, session: number) {
  const random = seededRandom(1000 * person + session)
  return generateEnrollment(random).flatMap((challenge, round) =>
    cutStrokes(challenge, strokesOf(syntheticPerson(person), challenge.strokes, random)).map((stroke) => {
      return { round, ...stroke }
    }),
  )
}

/** Stores sessions of the kit's people, each on a day of its own, and counts as many more as a calibration asks for. */
export async function storeStrokePeople(
  { db }: TestService,
  { people, sessionsEach }: { people: number; sessionsEach: number },
): Promise<void> {
  for (let person = 0; person < people; person++) {
    await addGiver(db, hash(`${person}`))
    for (let session = 0; session < sessionsEach; session++) {
      const packed = encodeStrokes(strokesFrom(person, session))
      await addStrokeSession(db, {
        sessionId: randomUUID(),
        day: `2026-03-0${1 + session}`,
        deleteHash: hash('delete'),
        person: hash(`${person}`),
        source: hash(`${person} ${session}`),
        strokes: { packed, contentHash: hash(`${person} ${session} motion`) },
        device: { os: 'iOS', browser: 'Safari', viewportWidth: 390, viewportHeight: 844 },
      })
    }
  }
  await addToTally(db, STROKE_TALLIES.usable, 300)
}
