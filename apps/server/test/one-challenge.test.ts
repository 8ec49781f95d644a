import { expect, it } from 'vitest'
import { scratchDatabase } from '../src/database/testing.ts'
import { startServerProcess } from './server-process.ts'

it('four processes: of 200 answers to one challenge at once one is judged', async () => {
  const { connection, drop } = await scratchDatabase()
  const env = { SECRET_KEY: 'a-secret-key-of-tests', ADMIN_SECRET: 'the-admin-secret' }
  const servers = await Promise.all(Array.from({ length: 4 }, () => startServerProcess(connection, env)))
  // Another process is asked when one sheds what it is asked under the load.
  const send = async (index: number, path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' }
    const url = `${servers[index % 4]?.address}${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status === 503 ? send(index + 1, path, body) : ((await answer.json()) as Record<string, unknown>)
  }
  const { challenge_id, challenge_token } = await send(0, '/api/challenge', { purpose: 'verify' })
  const body = {
    enrollment: {},
    challenge: { challenge_id, challenge_token },
    response: { challenge_id },
    signature: {},
  }
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => send(index, '/api/verify', body)))
  const reasons = answers.map(({ rejection_reason }) => rejection_reason)
  // Which reason that one has depends on how long a busy machine took for it.
  const judged = reasons.filter((reason) => reason !== 'challenge_replayed')
  expect(judged).toHaveLength(1)
  expect(['challenge_too_early', 'enrollment_invalid']).toContain(judged[0])
  expect(reasons.filter((reason) => reason === 'challenge_replayed')).toHaveLength(199)
  for (const { stop } of servers) await stop()
  await drop()
}, 180_000)
