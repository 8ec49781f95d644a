import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'

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
    ['a name like that of a file', 'card.json', 'example.json'],
    ['other alphabets', 'агент', 'почта.рф'],
    ['signs beyond 16 bits', '\u{20000}\u{20001}', '\u{20002}'],
    ['as much as there may be', 'h'.repeat(100), 'o'.repeat(253)],
    ['as many long signs as there may be', '\u{20003}'.repeat(100), 'o'.repeat(253)],
  ])('200: finds an id with %s', async (_what, handle, origin) => {
    const id = await declare(handle, origin)
    const answer = await recordAt(encodeURIComponent(id))
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().agent_id).toBe(id)
  })

  it('200: @ and : may stand as they are', async () => {
    const id = await declare('bare', 'example.org')
    expect((await recordAt(id)).json().agent_id).toBe(id)
  })

  it.each(['agent:nobody@example.org', 'nonsense', '%00', '%20', "'%20OR%201=1"])('404: %s', async (id) => {
    const answer = await recordAt(id)
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'AGENT_NOT_FOUND'])
  })

  it('400: a path that cannot be decoded', async () => {
    expect((await recordAt('%zz')).statusCode).toBe(400)
  })
})
