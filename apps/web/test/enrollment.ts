import { createClient } from '@stillhere/client/http'
import { answerRoundsAs, enrollBody, syntheticPerson } from '@stillhere/client/testing'
import { removeMark } from '../../../scripts/service-process.ts'
import type { JoinedNode } from './people.ts'
import { ADA } from './scan-phone.ts'

/**
 * Enrolls Ada over the API, as a node whose token was not exchanged yet or as nobody, and returns what the pages keep of it. For tests
 * that are not about enrolling, which takes a page ten times as long.
 */
export async function enrollByCalls(baseUrl: string, who: JoinedNode | null): Promise<string> {
  const client = createClient({ baseUrl, retries: 0, ...(who && { token: who.token }) })
  const named = who && { email: who.email }
  const asked = await client.requestChallenge({ purpose: 'enroll', ...named })
  const rounds = answerRoundsAs(syntheticPerson(ADA), asked).map(removeMark)
  const enrollment = await client.enrollPerson({ ...enrollBody(asked, rounds), ...named })
  return JSON.stringify({ nodeHandle: who?.nodeHandle ?? '', enrollment })
}
