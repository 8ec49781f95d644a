import { expect, it, onTestFinished } from 'vitest'
import { deriveSecrets } from '../src/secrets.ts'
import { drawChallenge, sealChallenge } from '../src/verification/challenge.ts'
import { scratchDatabase } from './scratch-database.ts'
import { startServerProcess } from './server-process.ts'

const SECRET_KEY = 'a-secret-key-of-tests'

it('four processes: of 200 answers to one challenge at once one is judged', async () => {
  const { connection, drop } = await scratchDatabase()
  const env = { SECRET_KEY, ADMIN_SECRET: 'the-admin-secret' }
  const servers = await Promise.all(Array.from({ length: 4 }, () => startServerProcess(connection, env)))
  // Also when it fails: a process that is left keeps the run from ending.
  onTestFinished(async () => {
    for (const { stop } of servers) await stop()
    await drop()
  })
  // Another process is asked when one sheds what it is asked under the load.
  const send = async (index: number, path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' }
    const url = `${servers[index % 4]?.address}${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status === 503 ? send(index + 1, path, body) : ((await answer.json()) as Record<string, unknown>)
  }
  const challenge = challengeOfAMinuteAgo()
  const { challenge_id } = challenge
  const body = { enrollment: {}, challenge, response: { challenge_id }, signature: {} }
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => send(index, '/api/verify', body)))
  const reasons = answers.map(({ rejection_reason }) => rejection_reason)
  expect(reasons.filter((reason) => reason === 'enrollment_invalid')).toHaveLength(1)
  expect(reasons.filter((reason) => reason === 'challenge_replayed')).toHaveLength(199)
}, 180_000)

/** Old enough that no answer comes too early, and good for longer than a busy machine takes. */
function challengeOfAMinuteAgo() {
  const drawn = drawChallenge({ purpose: 'verify', node: null }, new Date(Date.now() - 60_000))
  const issued = { ...drawn, expiresAt: new Date(Date.now() + 600_000) }
  return { challenge_id: issued.id, challenge_token: sealChallenge(deriveSecrets(SECRET_KEY), issued) }
}
