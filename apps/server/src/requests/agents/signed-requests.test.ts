import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'
import {
  addAgent,
  type Choice,
  newKey,
  rotation,
  sendSignedGet,
  sendSignedPost,
  signRequest,
  type TestAgent,
} from './testing.ts'

const WHOAMI = '/api/agent/whoami'
const LEAVE = '/api/agent/operator/leave'
const URL_OF = (path: string) => `http://localhost${path}`

let service: TestService
let agent: TestAgent
beforeAll(async () => {
  service = await startTestService({
    limits: { ...DEFAULT_LIMITS, 'agent.address': { count: 10_000, perSeconds: 60 } },
  })
  agent = await addAgent(service)
})
afterAll(() => service.stop())

const seconds = (offset: number) => new Date(service.now().getTime() + offset * 1000)
const ask = (choice: Partial<Choice> = {}) => sendSignedGet(service, WHOAMI, { key: agent.key, ...choice })
const refusalOf = (answer: { statusCode: number; json: () => { error: string; detail: string } }) => [
  answer.statusCode,
  answer.json().error,
  answer.json().detail,
]
const refused = (rule: string) => [401, 'AGENT_SIGNATURE_REFUSED', `The signature is refused: ${rule}.`]

describe('a GET signed by another library', () => {
  it('200: tells the handler which agent is calling', async () => {
    const answer = await ask()
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({
      agent_id: agent.agentId,
      keyid: agent.key.thumbprint,
      agent_handle: expect.stringMatching(/^agent-\d+$/),
      agent_type: 'ai',
      origin: 'example.org',
    })
  })

  it.each<[string, Partial<Choice>]>([
    ['with @target-uri instead', { fields: ['@target-uri'] }],
    ['with everything that is known', { fields: ['@method', '@scheme', '@authority', '@path', '@query'] }],
    ['with Signature-Agent as text', { headers: { 'signature-agent': '"https://agent.example"' } }],
    [
      'with Signature-Agent as a dictionary',
      {
        headers: { 'signature-agent': 'sig1="https://agent.example"' },
        fields: ['@authority', 'signature-agent;key="sig1"'],
      },
    ],
    ['with alg', { params: { alg: 'ed25519' } }],
  ])('200: %s', async (_what, choice) => {
    const answer = await ask(choice)
    expect(answer.statusCode, answer.body).toBe(200)
  })

  it.each<[string, () => Partial<Choice>, string]>([
    ['of the future', () => ({ params: { created: seconds(31), expires: seconds(60) } }), 'created lies in the future'],
    [
      'over before it began',
      () => ({ params: { created: seconds(9), expires: seconds(9) } }),
      'expires must be after created',
    ],
    ['good too long', () => ({ params: { expires: seconds(3601) } }), 'it may be good for 3600 seconds at most'],
    ['without a nonce', () => ({ params: { nonce: undefined } }), 'nonce must be 8 to 256 visible characters'],
    ['without expires', () => ({ params: { expires: undefined } }), 'created and expires must be whole seconds'],
    [
      'with a Signature-Agent that is no text',
      () => ({ headers: { 'signature-agent': 'https://a.example' } }),
      'Signature-Agent must be text or a dictionary of texts',
    ],
    [
      'with a Signature-Agent of numbers',
      () => ({ headers: { 'signature-agent': 'a=1' } }),
      'Signature-Agent must be text or a dictionary of texts',
    ],
    ['by a stranger', () => ({ key: newKey() }), 'no agent here has proved the key that keyid names'],
    [
      'by a stranger who names the agent’s key',
      () => ({ key: { ...newKey(), thumbprint: agent.key.thumbprint } }),
      'it does not fit the request and the key',
    ],
  ])('401: a signature %s', async (_what, choice, rule) => {
    expect(refusalOf(await ask(choice()))).toEqual(refused(rule))
  })

  it('401: by a key that is declared and not proved', async () => {
    const { key } = await addAgent(service, { proved: false })
    expect(refusalOf(await ask({ key }))).toEqual(refused('no agent here has proved the key that keyid names'))
  })

  it('401: without a signature, and says what is wanted', async () => {
    const answer = await service.call('GET', WHOAMI)
    expect(refusalOf(answer)).toEqual(refused('the request must be signed'))
    expect(answer.headers['accept-signature']).toContain('tag="web-bot-auth"')
  })

  it.each([
    ['another host', { host: '127.0.0.1' }],
    ['another Signature-Agent', { 'signature-agent': '"https://b.example"' }],
    ['another signature', { signature: `sig1=:${Buffer.alloc(64, 9).toString('base64')}:` }],
  ])('401: altered to %s after signing', async (_what, change) => {
    const headers = { 'signature-agent': '"https://a.example"' }
    const signed = await signRequest({ key: agent.key, url: URL_OF(WHOAMI), headers, now: service.now() })
    const { 'Signature-Input': input, Signature: signature, ...rest } = signed
    const sent = { ...rest, 'signature-input': input!, signature: signature!, ...change }
    const answer = await service.call('GET', WHOAMI, { headers: sent })
    expect(refusalOf(answer)).toEqual(refused('it does not fit the request and the key'))
  })

  it('401: with parameters changed after signing', async () => {
    const headers = await signRequest({ key: agent.key, url: URL_OF(WHOAMI), now: service.now() })
    const input = headers['Signature-Input']!.replace(/nonce="[^"]+"/, 'nonce="another-nonce"')
    const answer = await service.call('GET', WHOAMI, { headers: { ...headers, 'Signature-Input': input } })
    expect(refusalOf(answer)).toEqual(refused('it does not fit the request and the key'))
  })

  it('two agents may use the same nonce', async () => {
    const other = await addAgent(service)
    const params = { nonce: 'the-same-for-both' }
    expect((await ask({ params })).statusCode).toBe(200)
    expect((await ask({ key: other.key, params })).statusCode).toBe(200)
  })

  it('a refused signature uses no nonce', async () => {
    const params = { nonce: 'still-unused-nonce' }
    expect((await ask({ params, key: { ...newKey(), thumbprint: agent.key.thumbprint } })).statusCode).toBe(401)
    expect((await ask({ params })).statusCode).toBe(200)
  })

  it.each([
    ['signature-input', 'sig1=('],
    ['signature-input', ''],
    ['signature', '\u00ff'],
    ['signature', 'sig1=:!:'],
  ])('401: %s: %j is refused and no 5xx', async (name, value) => {
    const answer = await service.call('GET', WHOAMI, { headers: { [name]: value } })
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('403: by a revoked agent', async () => {
    const { key, agentId } = await addAgent(service)
    await sendSignedPost(service, '/api/agent/revoke', { key, body: { agent_id: agentId } })
    const answer = await ask({ key })
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'AGENT_REVOKED'])
  })

  it('401: by a key that was replaced', async () => {
    const before = await addAgent(service)
    const next = newKey()
    const body = rotation(before, next, { now: service.now() })
    expect((await sendSignedPost(service, '/api/agent/rotate', { key: before.key, body })).statusCode).toBe(200)
    expect(refusalOf(await ask({ key: before.key }))).toEqual(refused('the agent has another key now'))
    expect((await ask({ key: next })).json().agent_id).toBe(before.agentId)
  })
})

describe('a POST that is signed', () => {
  const post = (choice: Partial<Choice>) =>
    sendSignedPost(service, LEAVE, { key: agent.key, body: { agent_id: agent.agentId }, ...choice })

  it.each([
    [['@authority', '@method', '@path', 'content-digest']],
    [['@target-uri', '@method', 'content-digest']],
    [['@authority', '@request-target', '@method', 'content-digest;key="sha-256"', 'content-type']],
  ])('200: may cover %j', async (fields) => {
    const answer = await post({ fields })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  const signed = () => {
    const body = JSON.stringify({ agent_id: agent.agentId })
    return signRequest({ key: agent.key, method: 'POST', url: URL_OF(LEAVE), body, now: service.now() })
  }

  it('401: a signature of a GET does not serve for a POST', async () => {
    const headers = await signRequest({ key: agent.key, url: URL_OF(WHOAMI), now: service.now() })
    const answer = await service.call('POST', LEAVE, { headers, payload: { agent_id: agent.agentId } })
    expect(refusalOf(answer)).toEqual(refused('it must cover @method'))
  })

  it('413: a body that is too large stays too large', async () => {
    const payload = JSON.stringify({ agent_id: 'x'.repeat(70_000) })
    const headers = await signRequest({
      key: agent.key,
      method: 'POST',
      url: URL_OF(LEAVE),
      body: payload,
      now: service.now(),
    })
    expect((await service.call('POST', LEAVE, { headers, payload })).statusCode).toBe(413)
  })

  it('401: also to a repeated Idempotency-Key, unless it is signed anew', async () => {
    const headers = { ...(await signed()), 'idempotency-key': 'a-key-that-nobody-can-guess' }
    const payload = JSON.stringify({ agent_id: agent.agentId })
    expect((await service.call('POST', LEAVE, { headers, payload })).statusCode).toBe(200)
    expect(refusalOf(await service.call('POST', LEAVE, { headers, payload }))).toEqual(
      refused('its nonce was used before'),
    )
    const anew = await service.call('POST', LEAVE, { headers: { ...headers, ...(await signed()) }, payload })
    expect([anew.statusCode, anew.headers['idempotency-replayed']]).toEqual([200, 'true'])
  })
})

describe('the service’s own name', () => {
  it('is that of PUBLIC_URL, so that a signature for another host is worth nothing', async () => {
    const settings = { ...service.settings, publicUrl: 'https://id.example.org' }
    const app = createTestApp({ ...service, settings })
    const askFor = async (site: string) => {
      const headers = await signRequest({ key: agent.key, url: site + WHOAMI, now: service.now() })
      return (await app.inject({ url: WHOAMI, headers })).statusCode
    }
    expect(await askFor('https://evil.example')).toBe(401)
    expect(await askFor('https://id.example.org')).toBe(200)
    await app.close()
  })
})

describe('signatures elsewhere', () => {
  it('200: an endpoint that looks at no signature ignores a bad one', async () => {
    const answer = await service.call('GET', '/api/nodes/count', { headers: { 'signature-input': 'nonsense(' } })
    expect(answer.statusCode).toBe(200)
  })
})

describe('one address', () => {
  it('429: may send so many signed requests a minute', async () => {
    const limits = { ...DEFAULT_LIMITS, 'agent.address': { count: 2, perSeconds: 60 } }
    const app = createTestApp({ ...service, settings: { ...service.settings, limits } })
    const statuses = []
    for (let calls = 0; calls < 3; calls++) statuses.push((await app.inject(WHOAMI)).statusCode)
    expect(statuses).toEqual([401, 401, 429])
    await app.close()
  })
})

describe('housekeeping', () => {
  it('forgets a nonce a day after its signature expired, and no sooner', async () => {
    const later = await startTestService()
    const { key } = await addAgent(later)
    await sendSignedGet(later, WHOAMI, { key })
    const count = async () => {
      await deleteExpired(later)
      return (await later.db.query(sql`SELECT 1 FROM agent_nonce`)).length
    }
    later.clock.set('2026-03-11T12:05:00.000Z')
    expect(await count()).toBe(1)
    later.clock.set('2026-03-11T12:05:01.000Z')
    expect(await count()).toBe(0)
    await later.stop()
  })
})
