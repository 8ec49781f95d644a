import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'
import { addAgent, newKey, rotation, sendSignedPost, type TestAgent, type TestKey } from './testing.ts'

const ROTATE = '/api/agent/rotate'
const limits = { ...DEFAULT_LIMITS, 'agent.address': { count: 10_000, perSeconds: 60 } }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ limits })
})
afterAll(() => service.stop())

const rotate = (agent: TestAgent, next: TestKey, changes: object = {}) =>
  sendSignedPost(service, ROTATE, {
    key: agent.key,
    body: { ...rotation(agent, next, { now: service.now() }), ...changes },
  })
const codeOf = (answer: { statusCode: number; json: () => { error: string } }) => [
  answer.statusCode,
  answer.json().error,
]
// Nonces are spent even where the rest is refused.
const kept = async () => ({ ...(await readStored(service)), agent_nonce: '' })

describe('POST /api/agent/rotate', () => {
  it('200: the new key takes over, the id stays, and the history shows both', async () => {
    const agent = await addAgent(service)
    const next = newKey()
    const answer = await rotate(agent, next)
    expect(answer.statusCode, answer.body).toBe(200)
    const now = service.now().toISOString()
    expect(answer.json().agent).toMatchObject({
      agent_id: agent.agentId,
      state: 'verified',
      keys: [
        { version: 1, public_key: agent.key.publicKey, ended_at: now },
        { version: 2, public_key: next.publicKey, proved_at: now, ended_at: null, jwk: { kid: next.thumbprint } },
      ],
    })
  })

  it('200: from any form of key to any other', async () => {
    const agent = await addAgent(service)
    const next = newKey()
    const publicKey = JSON.stringify({
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(next.publicKey, 'hex').toString('base64url'),
    })
    const body = rotation(agent, next, { now: service.now(), publicKey })
    expect((await sendSignedPost(service, ROTATE, { key: agent.key, body })).statusCode).toBe(200)
    expect((await rotate({ ...agent, key: next }, newKey())).statusCode).toBe(200)
  })

  it('200: a declaration with the new key is known, with the old one it is 409', async () => {
    const agent = await addAgent(service)
    const next = newKey()
    const { agent_handle } = (await rotate(agent, next)).json().agent
    const declare = (public_key: string) =>
      service.call('POST', '/api/agent/declare', {
        payload: { agent_handle, agent_type: 'ai', origin: 'example.org', public_key },
      })
    expect((await declare(next.publicKey)).json()).toMatchObject({ alreadyDeclared: true })
    expect(codeOf(await declare(agent.key.publicKey))).toEqual([409, 'AGENT_KEY_MISMATCH'])
  })

  it('401: without the signature of the old key', async () => {
    const agent = await addAgent(service)
    const payload = rotation(agent, newKey(), { now: service.now() })
    expect(codeOf(await service.call('POST', ROTATE, { payload }))).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('401: signed by the new key only', async () => {
    const [agent, next] = [await addAgent(service), newKey()]
    const body = rotation(agent, next, { now: service.now() })
    expect(codeOf(await sendSignedPost(service, ROTATE, { key: next, body }))).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it.each<[string, (agent: TestAgent, next: TestKey) => object]>([
    [
      'of the old key',
      (agent, next) => rotation(agent, { ...agent.key, publicKey: next.publicKey }, { now: service.now() }),
    ],
    ['for another agent', (_agent, next) => rotation({ agentId: 'agent:x@y' }, next, { now: service.now() })],
    ['for another service', (agent, next) => rotation(agent, next, { now: service.now(), audience: 'elsewhere' })],
    ['of an hour ago', (agent, next) => rotation(agent, next, { now: new Date('2026-03-10T11:00:00Z') })],
    [
      'of another form of the key',
      (agent, next) => ({ ...rotation(agent, next, { now: service.now() }), public_key: next.publicKey.toUpperCase() }),
    ],
  ])('401: a proof %s changes nothing', async (_what, bodyOf) => {
    const agent = await addAgent(service)
    const before = await kept()
    const answer = await sendSignedPost(service, ROTATE, { key: agent.key, body: bodyOf(agent, newKey()) })
    expect(codeOf(answer)).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
    expect(await kept()).toEqual(before)
  })

  it.each(['text', `01${'00'.repeat(31)}`, '{"kty":"OKP","crv":"Ed25519","x":"a","d":"b"}', 'a\u0007b', '   '])(
    '400: never to the key %j',
    async (publicKey) => {
      const agent = await addAgent(service)
      const body = rotation(agent, newKey(), { now: service.now(), publicKey })
      const answer = await sendSignedPost(service, ROTATE, { key: agent.key, body })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/public_key'])
    },
  )

  it('409: never back to an old key, nor to the same, nor to that of another agent', async () => {
    const [agent, other, next] = [await addAgent(service), await addAgent(service), newKey()]
    expect(codeOf(await rotate(agent, agent.key))).toEqual([409, 'AGENT_KEY_IN_USE'])
    expect(codeOf(await rotate(agent, other.key))).toEqual([409, 'AGENT_KEY_IN_USE'])
    expect((await rotate(agent, next)).statusCode).toBe(200)
    expect(codeOf(await rotate({ ...agent, key: next }, agent.key))).toEqual([409, 'AGENT_KEY_IN_USE'])
  })

  it('429: an agent may have 24 new keys a day', async () => {
    let agent = await addAgent(service)
    for (let turns = 0; turns < 24; turns++) {
      const next = newKey()
      expect((await rotate(agent, next)).statusCode).toBe(200)
      agent = { ...agent, key: next }
    }
    const answer = await rotate(agent, newKey())
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600'])
  })
})
