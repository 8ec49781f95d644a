import type { LandmarkFrame } from '@stillhere/engine'
import { expect } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import { addNode, bearerFor } from './nodes.ts'
import { researchUpload } from './research.ts'
import type { TestService } from './service.ts'
import { swingingBody } from './swinging-body.ts'

const PER_ADDRESS = 5

/** The sessions of several people, a list for each of them; each session is made when its turn comes. */
export type People = Iterable<Iterable<readonly LandmarkFrame[]>>

/** Uploads sessions one after the other, each five from an address of their own, those of each person with the token of a node of theirs. */
export async function uploadPeople(service: TestService, people: People): Promise<void> {
  let uploaded = 0
  for (const own of people) {
    const { authorization } = await bearerFor(service, await addNode(service))
    for (const frames of own) {
      const answer = await service.app.inject({
        method: 'POST',
        url: '/api/research/upload',
        remoteAddress: addressOf(Math.floor(uploaded++ / PER_ADDRESS)),
        payload: researchUpload(frames),
        headers: { authorization },
      })
      expect(answer.statusCode, answer.body).toBe(201)
    }
  }
}

function addressOf(number: number): string {
  return `10.1.${number >> 8}.${number & 255}`
}

/** Uploads made-up people and lets them count as alive: the engine sees that they are made up, and would leave them out. */
export async function uploadMadeUpPeople(service: TestService, count: { people: number; sessionsEach: number }) {
  await uploadPeople(service, makeUpPeople(count))
  await service.db.query(sql`UPDATE research_session SET presence = 1`)
}

function* makeUpPeople({ people, sessionsEach }: { people: number; sessionsEach: number }): People {
  for (let person = 0; person < people; person++) yield makeUpSessions(person, sessionsEach)
}

function* makeUpSessions(person: number, count: number): Iterable<LandmarkFrame[]> {
  for (let session = 0; session < count; session++) yield swingingBody(person, session)
}
