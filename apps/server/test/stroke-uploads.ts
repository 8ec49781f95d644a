import { randomUUID } from 'node:crypto'
import { answerOf, captureOf, challengeFor, nameChallenge } from './people.ts'
import { researchUpload } from './research.ts'
import type { TestService } from './service.ts'

type Uploaded = Record<string, unknown> & { session_id: string }

/** An upload that answers a challenge of its own with captures in which nothing moves. */
export async function stillUpload(service: TestService): Promise<Uploaded> {
  const challenge = await challengeFor(service, { purpose: 'research' })
  return { ...describeUpload(), challenge: nameChallenge(challenge), captures: [{}, {}, {}] }
}

/** An upload in which a person follows every round. */
export async function strokeUpload(service: TestService, person: number): Promise<Uploaded> {
  const challenge = await challengeFor(service, { purpose: 'research' })
  const rounds = challenge.rounds ?? []
  for (const { duration_ms: durationMs } of rounds) service.clock.pass(durationMs)
  const captures = rounds.map((round) => captureOf(answerOf(person, round)))
  return { ...describeUpload(), challenge: nameChallenge(challenge), captures }
}

function describeUpload() {
  return { session_id: randomUUID(), consent: true, device: researchUpload().device }
}
