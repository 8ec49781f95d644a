import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../contents.ts'
import { startTestService, type TestService } from '../service.ts'

let service: TestService
let port: number
beforeAll(async () => {
  service = await startTestService()
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => service.stop())

/** All that the service answers to these bytes until it hangs up. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

describe('bytes that two readers could understand differently', () => {
  const POST = 'POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const SMUGGLED = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'

  it.each([
    ['CL and TE', `${POST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['TE and CL', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['two lengths in one field', `${POST}Content-Length: 0, 43\r\n\r\n`],
    ['bare LF after a field', 'GET /livez HTTP/1.1\r\nHost: localhost\nX-A: 1\r\n\r\n'],
    ['bare LF after the request line', 'GET /livez HTTP/1.1\nHost: localhost\n\n'],
    ['a space before the colon', 'GET /livez HTTP/1.1\r\nHost : localhost\r\n\r\n'],
  ])('%s: 400 once, and what follows is not read', async (_, bytes) => {
    const answer = await send(bytes + SMUGGLED)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(answer).toContain('content-type: application/problem+json')
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toMatch(/^connection: close/im)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status: 400, error: 'INVALID_REQUEST' })
  })
})

describe('bodies that cost or change the reader', () => {
  const DEEP_ARRAYS = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const DEEP_OBJECTS = `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`

  it.each([
    ['30,000 deep arrays', '/api/subscribe', DEEP_ARRAYS],
    ['30,000 deep arrays in a member', '/api/subscribe', `{"email":${DEEP_ARRAYS}}`],
    ['300,000 deep objects', '/api/verify', DEEP_OBJECTS],
    ['300,000 deep objects in a member', '/api/verify', `{"enrollment":${DEEP_OBJECTS}}`],
    ['300,000 deep objects of a receipt', '/api/verify-receipt', `{"receipt":${DEEP_OBJECTS}}`],
    ['__proto__', '/api/subscribe', '{"email":"ada@example.org","__proto__":{"admin":true}}'],
    ['__proto__ inside', '/api/verify', '{"enrollment":{"__proto__":{"number":1}}}'],
    ['constructor.prototype', '/api/subscribe', '{"email":"x","constructor":{"prototype":{"admin":true}}}'],
    ['a number of 60 kB', '/api/admin/invites', `{"count":${'9'.repeat(60_000)}}`],
    ['an address of 60 kB', '/api/subscribe', `{"email":"${'a'.repeat(60_000)}@example.org"}`],
    ['an address of 60 kB of dots', '/api/subscribe', `{"email":"a@${'a.'.repeat(30_000)}org"}`],
  ])('%s: 4xx, nothing is written, and nothing is polluted', async (_, url, payload) => {
    const before = await contentsOf(service.db)
    const headers = { 'content-type': 'application/json', 'x-admin-secret': 'the-admin-secret' }
    const answer = await service.app.inject({ method: 'POST', url, payload, headers })
    expect(answer.statusCode, answer.body.slice(0, 200)).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json()).toMatchObject({ status: answer.statusCode, error: expect.stringMatching(/^[A-Z_]+$/) })
    const { budget: _before, ...rest } = before
    expect(await contentsOf(service.db)).toMatchObject(rest)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each(['enrollment', 'response', 'signature'])(
    '300,000 deep objects as the %s of a body that is right otherwise: judged like any other',
    async (member) => {
      const right = {
        challenge: { challenge_id: 'x', challenge_token: 'x' },
        enrollment: {},
        response: {},
        signature: {},
      }
      const payload = JSON.stringify(right).replace(`"${member}":{}`, () => `"${member}":${DEEP_OBJECTS}`)
      const headers = { 'content-type': 'application/json' }
      const answer = await service.app.inject({ method: 'POST', url: '/api/verify', payload, headers })
      expect([200, 400]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('"verified":true')
    },
  )
})
