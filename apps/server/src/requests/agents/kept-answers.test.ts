import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { addAgent, newKey, sendSignedPost, type TestKey } from './testing.ts'

const DECLARE = '/api/agent/declare'
const REPLAYED = 'idempotency-replayed'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const declarationOf = ({ publicKey }: TestKey, agent_handle: string) => ({
  agent_handle,
  agent_type: 'ai',
  origin: 'example.org',
  public_key: publicKey,
})

describe('the answer kept for an Idempotency-Key', () => {
  it('goes to the agent that signed the first request, and to no other with the same body', async () => {
    const [one, two] = [await addAgent(service), await addAgent(service)]
    const headers = { 'idempotency-key': '7a0f1c9e-6c0a-4b0e-9b0e-2f6f3a1d7c55' }
    const leaveBy = ({ key }: { key: TestKey }) =>
      sendSignedPost(service, '/api/agent/operator/leave', { key, headers, body: { agent_id: one.agentId } })
    expect((await leaveBy(one)).headers).not.toHaveProperty(REPLAYED)
    const [again, stranger] = [await leaveBy(one), await leaveBy(two)]
    expect([again.statusCode, again.headers[REPLAYED]]).toEqual([200, 'true'])
    expect(stranger.statusCode).toBe(401)
    expect(stranger.headers).not.toHaveProperty(REPLAYED)
  })

  it('goes to the key that signed a declaration, and not to whoever sends the body without a signature', async () => {
    const key = newKey()
    const headers = { 'idempotency-key': '0b0f1c9e-6c0a-4b0e-9b0e-2f6f3a1d7c55' }
    const body = declarationOf(key, 'keeper')
    const declareIt = () => sendSignedPost(service, DECLARE, { key, headers, body })
    expect((await declareIt()).headers).not.toHaveProperty(REPLAYED)
    expect((await declareIt()).headers[REPLAYED]).toBe('true')
    const unsigned = await service.call('POST', DECLARE, { headers, payload: body })
    expect(unsigned.headers).not.toHaveProperty(REPLAYED)
    expect(unsigned.json().alreadyDeclared).toBe(true)
  })
})
