import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { createTestApp } from '../../test/test-app.ts'
import { RequestProblem } from '../platform/problem.ts'

let service: TestService
let app: FastifyInstance

beforeAll(async () => {
  service = await startTestService()
  app = service.app
})
afterAll(() => service.stop())

describe('a path that does not exist', () => {
  it('404: is a problem document that names the path without its query', async () => {
    const answer = await app.inject('/api/nothing?email=a@example.org')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'Nothing is served at this path.',
      instance: '/api/nothing',
      error: 'NOT_FOUND',
    })
  })

  it('404: comes before any look at the body', async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await app.inject({ method: 'POST', url: '/api/nothing', headers, payload: '<a/>' })
    expect(answer.statusCode).toBe(404)
  })

  it('404: also answers HEAD', async () => {
    expect((await app.inject({ method: 'HEAD', url: '/api/nothing' })).statusCode).toBe(404)
  })
})

describe('a method that a path does not have', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)(
    '405: refuses %s and says what is allowed',
    async (method) => {
      const answer = await app.inject({ method, url: '/api/health' })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD')
      expect(answer.json()).toMatchObject({ status: 405, error: 'METHOD_NOT_ALLOWED', instance: '/api/health' })
    },
  )

  it.each(['PUT', 'PROPFIND'] as const)('405: refuses %s also where a part of the path is a name', async (method) => {
    for (const url of ['/api/agents/ada?x=1', '/%61pi/agents/%C3%A4', '/api/agents/']) {
      const { statusCode, headers } = await app.inject({ method, url })
      expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD'])
    }
    expect((await app.inject({ method, url: '/api/agents/ada/nothing' })).statusCode).toBe(404)
  })

  it.each(['GET', 'DELETE', 'PATCH', 'PROPFIND'] as const)(
    '405: refuses %s where another path has a name',
    async (method) => {
      const { statusCode, headers } = await app.inject({ method, url: '/api/node/passkeys/options' })
      expect([statusCode, headers.allow]).toEqual([405, 'POST'])
    },
  )

  it('405: comes before any look at the body', async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await app.inject({ method: 'POST', url: '/api/health', headers, payload: '<a/>' })
    expect(answer.statusCode).toBe(405)
  })
})

describe('a problem', () => {
  it('400: a path that cannot be decoded is the caller’s fault', async () => {
    const answer = await app.inject('/api/%zz')
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.json()).toMatchObject({ status: 400, error: 'INVALID_REQUEST' })
  })

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, application/problem+json;q=0', 'application/json; charset=utf-8'],
    ['text/html, application/json', 'application/json; charset=utf-8'],
    ['application/json, */*;q=0.1', 'application/problem+json; charset=utf-8'],
    ['application/*', 'application/problem+json; charset=utf-8'],
    ['text/html', 'application/problem+json; charset=utf-8'],
  ])('404: to a caller that accepts %s it is %s', async (accept, expected) => {
    const answer = await app.inject({ url: '/api/nothing', headers: { accept } })
    expect(answer.headers['content-type']).toBe(expected)
  })

  let broken: FastifyInstance

  beforeAll(() => {
    broken = createTestApp(service)
    broken.get('/bug', async () => {
      throw new Error('the password is 1234')
    })
    broken.get('/refused', async () => {
      throw new RequestProblem('HANDLE_TAKEN', 'This handle is taken.')
    })
    broken.post('/echo', { bodyLimit: 8 }, async () => 'ok')
  })
  afterAll(() => broken.close())

  it('500: a bug tells the caller nothing of its cause', async () => {
    const answer = await broken.inject('/bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('1234')
    expect(answer.json()).toMatchObject({ title: 'Internal Server Error', error: 'INTERNAL_SERVER_ERROR' })
  })

  it('409: a refusal carries its own code', async () => {
    const answer = await broken.inject('/refused')
    expect(answer.json()).toMatchObject({ status: 409, error: 'HANDLE_TAKEN', detail: 'This handle is taken.' })
  })

  it.each([
    [400, 'application/json', '{', 'INVALID_REQUEST'],
    [413, 'application/json', '"123456789"', 'PAYLOAD_TOO_LARGE'],
    [415, 'text/xml', '<a/>', 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%i: %s with the body %s', async (status, type, payload, code) => {
    const answer = await broken.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload })
    expect(answer.json()).toMatchObject({ status, error: code })
  })
})
