import type { LandmarkFrame } from '@stillhere/engine'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { sql } from '../src/database/sql.ts'
import { addNode, bearerFor } from './nodes.ts'
import { researchUpload } from './research.ts'
import type { TestService } from './service.ts'
import { swingingBody } from './swinging-body.ts'

/** A research session, and the token of the node that uploads it. */
type Session = { frames: readonly LandmarkFrame[]; authorization: string }

const PER_ADDRESS = 5

/** Uploads sessions one after the other, each five from an address of their own. */
async function uploadSessions(
  { app }: { app: FastifyInstance },
  sessions: readonly Session[],
): Promise<LightMyRequestResponse[]> {
  const answers: LightMyRequestResponse[] = []
  for (const [index, { frames, authorization }] of sessions.entries()) {
    answers.push(
      await app.inject({
        method: 'POST',
        url: '/api/research/upload',
        remoteAddress: addressOf(Math.floor(index / PER_ADDRESS)),
        payload: researchUpload(frames),
        headers: { authorization },
      }),
    )
  }
  return answers
}

function addressOf(number: number): string {
  return `10.1.${number >> 8}.${number & 255}`
}

/** The sessions of several people, a list for each of them. */
export type People = readonly (readonly LandmarkFrame[])[][]

/** Uploads sessions, those of each person with the token of a node of theirs. */
export async function uploadPeople(service: TestService, people: People): Promise<void> {
  const sessions: Session[] = []
  for (const own of people) {
    const { authorization } = await bearerFor(service, await addNode(service))
    sessions.push(...own.map((frames) => ({ frames, authorization })))
  }
  const answers = await uploadSessions(service, sessions)
  expect(answers.filter(({ statusCode }) => statusCode !== 201)).toEqual([])
}

/** Uploads made-up people and lets them count as alive: the engine sees that they are made up, and would leave them out. */
export async function uploadMadeUpPeople(service: TestService, count: { people: number; sessionsEach: number }) {
  const people = Array.from({ length: count.people }, (_, person) =>
    Array.from({ length: count.sessionsEach }, (__, session) => swingingBody(person, session)),
  )
  await uploadPeople(service, people)
  await service.db.query(sql`UPDATE research_session SET presence = 1`)
}
