import { type LandmarkFrame, seededRandom } from '@stillhere/engine'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { sql } from '../src/database/sql.ts'
import { addNode, bearerFor } from './nodes.ts'
import { researchUpload } from './research.ts'
import type { TestService } from './service.ts'

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

/** A body whose wrists swing: each person at a pace and width of their own, which vary from session to session. */
function swingingBody(person: number, session: number): LandmarkFrame[] {
  const own = seededRandom(person)
  const [pace, width, other] = [0.6 + 1.2 * own(), 0.1 + 0.3 * own(), 0.5 + own()]
  const random = seededRandom(1000 * person + session + 1)
  const [faster, wider] = [1 + 0.1 * (random() - 0.5), 1 + 0.2 * (random() - 0.5)]
  return Array.from({ length: 240 }, (_, frame) => {
    const phase = 2 * Math.PI * pace * faster * (frame / 30)
    const swing = width * wider * (Math.sin(phase) + 0.4 * Math.sin(other * 2.3 * phase))
    const joints = REST.map(([x, y], joint) => ({
      x: x + (joint === 7 ? swing : joint === 8 ? -swing * other : 0) + 0.004 * (random() - 0.5),
      y: y + 0.3 * (joint === 7 || joint === 8 ? swing * swing : 0) + 0.004 * (random() - 0.5),
      z: 0.004 * (random() - 0.5),
    }))
    return { t: (frame * 1000) / 30, joints }
  })
}

/** A standing body: x and y of its 18 joints in metres. */
const REST = [
  [0, 1.6],
  [0, 1.45],
  [0, 1.2],
  [0.2, 1.4],
  [-0.2, 1.4],
  [0.3, 1.15],
  [-0.3, 1.15],
  [0.3, 0.9],
  [-0.3, 0.9],
  [0.1, 0.95],
  [-0.1, 0.95],
  [0.1, 0.5],
  [-0.1, 0.5],
  [0.1, 0.1],
  [-0.1, 0.1],
  [0, 0.95],
  [0, 1.3],
  [0, 1.75],
] as const
