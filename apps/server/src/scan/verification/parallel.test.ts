import type { Verification } from '@stillhere/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADA, answerOf, challengeFor, enrollPerson, send, verifyBody } from '../../../test/people.ts'
import { type Processes, startTestProcesses } from '../../../test/processes.ts'

let processes: Processes
let now = new Date()
const clock = { pass: (ms: number) => (now = new Date(now.getTime() + ms)) }
beforeAll(async () => {
  // A clock that stands still: a slow machine may need longer for all answers than the challenge lives.
  processes = await startTestProcesses(4, {}, () => now)
})
afterAll(() => processes.stop())

// As many as 200, by real processes: test/four-processes.test.ts.
it(
  '40 parallel answers of the person to one challenge over four services: one is verified',
  { timeout: 180_000 },
  async () => {
    const ada = await enrollPerson({ ...processes.nth(0), clock }, ADA)
    const asked = await challengeFor({ ...processes.nth(1), clock }, { purpose: 'verify' })
    const payload = verifyBody(asked, ada, answerOf(ADA, asked))
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => answeredBy(index, payload)))
    expect(answers.filter(({ verified }) => verified)).toHaveLength(1)
    expect(answers.filter(({ rejection_reason }) => rejection_reason === 'challenge_replayed')).toHaveLength(39)
  },
)

/** Asks another process when one is too busy. */
async function answeredBy(index: number, payload: object): Promise<Verification> {
  const answer = await send(processes.nth(index), '/api/verify', { payload })
  return answer.statusCode === 503 ? answeredBy(index + 1, payload) : answer.json()
}
