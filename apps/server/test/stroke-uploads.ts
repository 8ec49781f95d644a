import { randomUUID } from 'node:crypto'
import { type Challenge, generateEnrollment, seededRandom } from '@stillhere/engine'
import { createChallenge, listRounds, sealChallenge } from '../src/scan/challenge/challenge.ts'
import { answerOf, captureOf, challengeFor, nameChallenge } from './people.ts'
import { researchUpload } from './research.ts'
import type { TestService } from './service.ts'

type Uploaded = Record<string, unknown> & { session_id: string }

/** An upload that answers a challenge of its own with captures in which nothing moves. */
export async function stillUpload(service: TestService): Promise<Uploaded> {
  const challenge = await challengeFor(service, { purpose: 'research' })
  return { ...describeUpload(), challenge: nameChallenge(challenge), captures: [{}, {}, {}] }
}

/**
 * An upload in which a person follows every round of a challenge that is always the same: the kit's people repeat themselves so closely that with
 * drawn ones a round now and then counts as a replay of another.
 */
export function strokeUpload(service: TestService, person: number): Uploaded {
  const [challenge, ...further] = generateEnrollment(seededRandom(person)) as [Challenge, ...Challenge[]]
  const issued = { ...createChallenge({ purpose: 'research', node: null }, service.now()), challenge, further }
  const captures = listRounds(issued).map(({ strokes, durationMs }) => {
    service.clock.pass(durationMs + 1000)
    const actions = strokes.map(({ direction, atMs }) => ({ direction, at_ms: atMs, words: '' }))
    return captureOf(answerOf(person, { actions, duration_ms: durationMs }))
  })
  const challenge_token = sealChallenge(service.secrets, issued)
  return { ...describeUpload(), challenge: { challenge_id: issued.id, challenge_token }, captures }
}

function describeUpload() {
  return { session_id: randomUUID(), consent: true, device: researchUpload().device }
}
