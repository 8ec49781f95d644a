import { canonicalize, verifyEd25519 } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rotate } from '../../test/receipts.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { addAgent } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const declare = async (agent_handle: string, origin: string): Promise<string> => {
  const payload = { agent_handle, agent_type: 'ai', origin, public_key: 'any text' }
  const answer = await service.call('POST', '/api/agent/declare', { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().agent_id
}
const recordAt = (id: string) => service.call('GET', `/api/agents/${id}`)
const cardAt = (id: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url: `/.well-known/agents/${id}.json`, headers })

describe('GET /api/agents/:id', () => {
  it('200: shows all that is public of an agent, and nothing else', async () => {
    const id = await declare('plain', 'example.org')
    const now = service.now().toISOString()
    expect((await recordAt(encodeURIComponent(id))).json()).toEqual({
      agent_id: 'agent:plain@example.org',
      agent_handle: 'plain',
      agent_type: 'ai',
      origin: 'example.org',
      state: 'declared',
      declared_at: now,
      verified_at: null,
      revoked_at: null,
      revoked_by: null,
      keys: [{ version: 1, public_key: 'any text', jwk: null, added_at: now, proved_at: null, ended_at: null }],
      operator: null,
    })
  })

  it.each([
    ['spaces', 'Search Bot', 'Hugging Face'],
    ['slashes and question marks', 'a/b?c#d', 'example.org/x'],
    ['plus and colon', '100+', 'localhost:2'],
    ['a name like that of a card', 'card.json', 'example.json'],
    ['other alphabets', 'агент', 'почта.рф'],
    ['signs beyond 16 bits', '\u{20000}\u{20001}', '\u{20002}'],
    ['as much as there may be', 'h'.repeat(100), 'o'.repeat(253)],
    ['as many long signs as there may be', '\u{20003}'.repeat(100), 'o'.repeat(253)],
  ])('200: finds an id with %s, and its card', async (_what, handle, origin) => {
    const id = await declare(handle, origin)
    const answer = await recordAt(encodeURIComponent(id))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().agent_id).toBe(id)
    expect((await cardAt(encodeURIComponent(id))).json().agent.agent_id).toBe(id)
  })

  it('200: @ and : may stand as they are', async () => {
    const id = await declare('bare', 'example.org')
    expect((await recordAt(id)).json().agent_id).toBe(id)
    expect((await cardAt(id)).json().agent.agent_id).toBe(id)
  })

  it.each(['agent:nobody@example.org', 'nonsense', '%00', '%20', "'%20OR%201=1"])('404: %s', async (id) => {
    const answer = await recordAt(id)
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'AGENT_NOT_FOUND'])
    expect((await cardAt(id)).json().error).toBe('AGENT_NOT_FOUND')
  })

  it('400: a path that cannot be decoded', async () => {
    expect((await recordAt('%zz')).statusCode).toBe(400)
  })
})

describe('GET /.well-known/agents/:id.json', () => {
  it('200: is the record, signed by the key that signs receipts, over every member', async () => {
    const { agentId } = await addAgent(service)
    const answer = await cardAt(encodeURIComponent(agentId))
    const card = answer.json()
    const { value, ...signature } = card.signature
    const signs = (document: object) =>
      verifyEd25519(
        value,
        Buffer.from(`stillhere/agent-card/1\n${canonicalize({ ...document, signature })}`),
        card.issuer.publicKey,
      )
    expect(card.agent).toEqual((await recordAt(encodeURIComponent(agentId))).json())
    expect(signs(card)).toBe(true)
    expect(signs({ ...card, agent: { ...card.agent, state: 'revoked' } })).toBe(false)
    expect(signs({ ...card, nextUpdate: card.issuedAt })).toBe(false)
    const issuer = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
    expect(card.issuer).toEqual(issuer.issuer)
    expect([card.issuedAt, card.nextUpdate]).toEqual(['2026-03-10T12:00:00.000Z', '2026-03-10T13:00:00.000Z'])
  })

  it('304: a cache that has it is told so, until something changes', async () => {
    const { agentId } = await addAgent(service)
    const id = encodeURIComponent(agentId)
    const first = await cardAt(id)
    expect(first.headers['cache-control']).toBe('public, max-age=60')
    const etag = String(first.headers.etag)
    expect((await cardAt(id, { 'if-none-match': etag })).statusCode).toBe(304)
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    await service.call('POST', '/api/agent/revoke', { headers, payload: { agent_id: agentId } })
    const next = await cardAt(id, { 'if-none-match': etag })
    expect([next.statusCode, next.json().agent.state]).toEqual([200, 'revoked'])
  })

  it('200: after the service has a new key, cards are signed by that', async () => {
    const { agentId } = await addAgent(service)
    const issuer = await rotate(service)
    expect((await cardAt(encodeURIComponent(agentId))).json().issuer).toEqual(issuer)
  })
})
