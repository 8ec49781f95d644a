import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService, UNHURRIED } from '../../test/service.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createLogger } from './logger.ts'

let service: TestService
let written = ''

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

function appWithLog() {
  written = ''
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk
      done()
    },
  })
  const app = createTestApp(service, { ...UNHURRIED, logger: createLogger('debug', lines) })
  app.get('/bug', async () => {
    throw Object.assign(new Error('a bug'), { row: { email: 'ada@example.org' } })
  })
  return app
}

describe('the log', () => {
  it('has a line for every answer, with its route and id, and nothing personal', async () => {
    const app = appWithLog()
    const answer = await app.inject({
      url: '/api/identity?email=ada@example.org',
      headers: { authorization: 'Bearer sh_token', 'user-agent': 'ada’s phone', 'x-forwarded-for': '198.51.100.77' },
    })
    await app.close()
    const line = JSON.parse(written.trim())
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      reqId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/identity',
      status: 200,
      ms: expect.any(Number),
      msg: 'answered',
    })
  })

  it.each([
    ['an unknown path', '/ada@example.org', 404],
    ['a path that cannot be read', '/%zz/ada@example.org', 400],
    ['a bad field', '/api/identity?email=ada@@example.org', 400],
    ['a bug', '/bug?email=ada@example.org', 500],
  ])('%s: says nothing of what was sent', async (_, url, status) => {
    const app = appWithLog()
    expect((await app.inject(url)).statusCode).toBe(status)
    await app.close()
    expect(written).not.toContain('ada@')
  })

  it('says where a bug is', async () => {
    const app = appWithLog()
    await app.inject('/bug')
    await app.close()
    expect(written).toMatch(/"level":"error".*"message":"a bug","stack":"Error: a bug\\n +at .*logger\.test\.ts/)
  })
})
