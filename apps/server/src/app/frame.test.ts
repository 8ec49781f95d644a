import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { createTestApp } from '../../test/test-app.ts'
import { parseLimits } from '../platform/settings/limits.ts'
import { readSettings, type Settings } from '../platform/settings/settings.ts'

let service: TestService
let app: FastifyInstance
const apps: FastifyInstance[] = []

beforeAll(async () => {
  service = await startTestService()
  app = await appWith({})
})
afterAll(async () => {
  for (const one of apps) await one.close()
  await service.stop()
})

/** The same service under other settings, with a path that answers the caller's address. */
async function appWith(settings: Partial<Settings>): Promise<FastifyInstance> {
  const other = createTestApp({ ...service, settings: { ...service.settings, ...settings } })
  other.get('/whoami', async ({ ip, protocol }) => ({ ip, protocol }))
  apps.push(other)
  return other
}

function post(url: string, payload: string | Buffer, headers: Record<string, string> = {}): InjectOptions {
  return { method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } }
}

const getFrom = (origin: string, url = '/api/nodes/count') =>
  app.inject({ url, headers: { origin, host: 'localhost:8787' } })

const preflight = (origin: string, url: string) =>
  app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': 'POST' } })

const code = (more: string) => `{"code":"a"${more}}`

describe('headers', () => {
  it.each([
    ['an answer', '/api/health', 200],
    ['a refusal', '/api/identity', 400],
    ['an unknown path', '/nothing', 404],
    ['a path that cannot be read', '/%zz', 400],
  ])('%s lets a browser load, frame and guess nothing', async (_, url, status) => {
    const { headers, statusCode } = await app.inject(url)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringMatching(/accelerometer=\(self\), gyroscope=\(self\).*microphone=\(\)/),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('demands HTTPS for a year where a trusted proxy says that it is spoken', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    expect((await app.inject({ url: '/api/health', headers })).headers['strict-transport-security']).toBe(
      'max-age=31536000',
    )
    const stranger = await app.inject({ url: '/api/health', headers, remoteAddress: '203.0.113.9' })
    expect(stranger.headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('the caller’s address', () => {
  it.each([
    ['a stranger says nothing', 'loopback', '203.0.113.9', undefined, '203.0.113.9'],
    ['a stranger forges one', 'loopback', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the proxy names its caller', 'loopback', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a caller of the proxy forges one', 'loopback', '127.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
    ['a caller forges a proxy of ours', 'loopback', '127.0.0.1', '192.0.2.1, 127.0.0.1, 198.51.100.1', '198.51.100.1'],
    [
      'two proxies of ours in a row',
      'loopback, 10.0.0.0/8',
      '127.0.0.1',
      '192.0.2.1, 198.51.100.1, 10.0.0.2',
      '198.51.100.1',
    ],
    ['nobody is trusted', 'none', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['IPv6', 'loopback', '::1', '2001:db8::1', '2001:db8::1'],
  ])('%s', async (_, trustProxy, remoteAddress, forwarded, expected) => {
    const trusted = trustProxy === 'none' ? [] : trustProxy.split(', ')
    const answer = await (
      await appWith({ trustProxy: trusted })
    ).inject({
      url: '/whoami',
      remoteAddress,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
    expect(answer.json().ip).toBe(expected)
  })
})

describe('other origins', () => {
  it.each([
    'http://localhost:5173',
    'https://localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:3000',
    'http://app.localhost',
  ])('200: pages of %s may read answers, without credentials', async (origin) => {
    const { headers } = await getFrom(origin)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers.vary).toBe('Origin')
  })

  it.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil-localhost',
    'null',
    'file://',
    'http://localhost:5173/',
    'http://128.0.0.1',
  ])('200: pages of %s may not', async (origin) => {
    const { headers, statusCode } = await getFrom(origin)
    expect(statusCode).toBe(200)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers.vary).toBe('Origin')
  })

  it.each<[string, Settings, InjectOptions]>([
    ['with PUBLIC_URL', readSettings({ PUBLIC_URL: 'https://id.example.org' }), {}],
    ['through a proxy', readSettings({}), { headers: { 'x-forwarded-for': '203.0.113.5' } }],
    ['from another machine', readSettings({}), { remoteAddress: '203.0.113.5' }],
  ])('F17: 200: pages of localhost may not, %s', async (_, { corsOrigins, publicUrl }, call) => {
    const there = await appWith({ corsOrigins, publicUrl })
    const headers = { origin: 'http://localhost:5173', ...call.headers }
    const answer = await there.inject({ url: '/api/nodes/count', ...call, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('200: CORS_ORIGINS replaces the list', async () => {
    const chosen = await appWith({ corsOrigins: ['https://app.example.org'] })
    const allowed = async (origin: string) =>
      (await chosen.inject({ url: '/api/nodes/count', headers: { origin } })).headers['access-control-allow-origin']
    expect(await allowed('https://app.example.org')).toBe('https://app.example.org')
    expect(await allowed('http://localhost:5173')).toBeUndefined()
  })

  it('204: answers a preflight with what is allowed, and not the admin secret', async () => {
    const { statusCode, headers, body } = await preflight('http://localhost:5173', '/api/subscribe')
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
    expect(headers['access-control-allow-headers']).toContain('authorization')
    expect(headers['access-control-allow-headers']).not.toContain('x-admin-secret')
  })

  it.each(['signature', 'signature-input', 'signature-agent', 'content-digest'])(
    '204: pages that sign as an agent may send %s',
    async (field) => {
      const { headers } = await preflight('http://localhost:5173', '/api/agent/rotate')
      expect(String(headers['access-control-allow-headers']).split(', ')).toContain(field)
    },
  )

  it('B6: 405: a preflight from elsewhere is told of CORS_ORIGINS, and OPTIONS without one is no method', async () => {
    const foreign = await preflight('https://evil.example', '/api/subscribe')
    expect(foreign.statusCode).toBe(405)
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
    expect(foreign.json().detail).toContain('CORS_ORIGINS')
    const plain = await app.inject({ method: 'OPTIONS', url: '/api/subscribe' })
    expect(plain.statusCode).toBe(405)
    expect(plain.json().detail).toBe('This path answers POST.')
  })

  it('404: a preflight of an unknown path', async () => {
    expect((await preflight('http://localhost:5173', '/api/nothing')).statusCode).toBe(404)
  })

  it('200: admin endpoints serve our own pages', async () => {
    const secret = { 'x-admin-secret': 'the-admin-secret' }
    const own = { origin: 'http://localhost:8787', host: 'localhost:8787', ...secret }
    expect((await app.inject({ url: '/api/admin/invites', headers: own })).statusCode).toBe(200)
    const behindProxy = await appWith({ publicUrl: 'https://id.example.org' })
    const headers = { origin: 'https://id.example.org', host: '127.0.0.1:8787', ...secret }
    expect((await behindProxy.inject({ url: '/api/admin/invites', headers })).statusCode).toBe(200)
  })
})

describe('the admin secret', () => {
  it.each([
    ['none', {}],
    ['a wrong one', { 'x-admin-secret': 'wrong' }],
    ['a longer one', { 'x-admin-secret': 'the-admin-secret-and-more' }],
    ['an empty one', { 'x-admin-secret': '' }],
  ])('401: refuses %s before it looks at the body', async (_, headers) => {
    const answer = await app.inject({ ...post('/api/admin/invites', '{', headers), remoteAddress: '203.0.113.50' })
    expect(answer.json()).toMatchObject({ status: 401, error: 'UNAUTHORIZED' })
  })

  it('429: an address that guessed ten times is told to wait', async () => {
    const guess = await guesserOf()
    for (let turn = 0; turn < 10; turn++) expect((await guess(`guess ${turn}`, '203.0.113.7')).statusCode).toBe(401)
    const refused = await guess('guess 10', '203.0.113.7')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-remaining': '0',
      ratelimit: '"default";r=0;t=60',
    })
  })

  it('F17: 200: the right one is heard, whatever was guessed under its address', async () => {
    const guess = await guesserOf()
    for (let turn = 0; turn < 12; turn++) await guess(`guess ${turn}`, '203.0.113.7')
    expect((await guess('the-admin-secret', '203.0.113.7')).statusCode).toBe(200)
  })

  it('F17: 429: sixty guesses under sixty forged addresses are thirty; the right one is still heard', async () => {
    const guess = await guesserOf()
    const forged = Array.from({ length: 60 }, (_, turn) => `198.51.100.${turn}`)
    const statuses = []
    for (const address of forged)
      statuses.push((await guess('guess', '127.0.0.1', { 'x-forwarded-for': address })).statusCode)
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(30).fill(429)])
    expect((await guess('the-admin-secret', '127.0.0.1')).statusCode).toBe(200)
  })

  /** A process of its own, and how to try a secret there. */
  async function guesserOf() {
    const fresh = await appWith({})
    return (secret: string, remoteAddress: string, more: Record<string, string> = {}) =>
      fresh.inject({ url: '/api/admin/invites', remoteAddress, headers: { 'x-admin-secret': secret, ...more } })
  }
})

describe('lookups', () => {
  const few = parseLimits('lookup.address=2/60') as Settings['limits']

  it('429: an address that looks up too many nodes waits; others and public figures do not', async () => {
    const limited = await appWith({ limits: few })
    const look = (remoteAddress: string, url = '/api/identity?email=ada@example.org') =>
      limited.inject({ url, remoteAddress })
    expect((await look('2001:db8::1')).statusCode).toBe(200)
    expect((await look('2001:db8::2')).statusCode).toBe(200)
    const refused = await look('2001:db8::3')
    expect(refused.json()).toMatchObject({ status: 429, error: 'TOO_MANY_REQUESTS' })
    expect(refused.headers).toMatchObject({ 'retry-after': '30', 'x-ratelimit-remaining': '0' })
    expect((await look('2001:db8::3', '/api/node/entropy?email=ada@example.org')).statusCode).toBe(429)
    expect((await look('2001:db8::3', '/api/nodes/count')).statusCode).toBe(200)
    expect((await look('2001:db8:0:1::1')).statusCode).toBe(200)
  })
})

describe('bodies', () => {
  it.each([
    ['too large', 413, Buffer.alloc(65_537, 32), {}],
    ['larger than it says', 400, '{', { 'content-length': '1' }],
    ['form data', 415, 'code=a', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text, as a page of another origin could send it', 415, code(''), { 'content-type': 'text/plain' }],
    ['no type', 415, code(''), { 'content-type': '' }],
    ['another character set', 415, code(''), { 'content-type': 'application/json; charset=utf-16' }],
    ['compressed', 415, code(''), { 'content-encoding': 'gzip' }],
    ['empty', 400, '', {}],
    ['not JSON', 400, '{code:1}', {}],
    ['a second value', 400, '{}{}', {}],
    ['a name twice', 400, code(',"code":"b"'), {}],
    ['a lone surrogate', 400, code(',"a":"\\ud800"'), {}],
    ['NUL', 400, code(',"a":"\\u0000"'), {}],
    ['not UTF-8', 400, Buffer.from([123, 34, 0xff, 34, 125]), {}],
    ['a byte order mark', 400, `\ufeff${code('')}`, {}],
    ['too deep but closed', 400, code(`,"a":${'['.repeat(10_000)}${']'.repeat(10_000)}`), {}],
    ['a list', 400, '[]', {}],
    ['a number beyond all bounds', 400, '{"code":1e999}', {}],
  ])('a body that is %s: %i', async (_, status, payload, headers) => {
    const answer = await app.inject(post('/api/invite/validate', payload, headers))
    expect(answer.json()).toMatchObject({ status, error: expect.stringMatching(/^[A-Z_]+$/) })
  })

  it('200: takes UTF-8 by name, in any letter case', async () => {
    const headers = { 'content-type': 'Application/JSON; Charset="UTF-8"' }
    expect((await app.inject(post('/api/invite/validate', code(''), headers))).statusCode).toBe(200)
  })

  it('201: an optional body may be missing, with or without a type', async () => {
    const secret = { 'x-admin-secret': 'the-admin-secret' }
    const bare = await app.inject({ method: 'POST', url: '/api/admin/invites', headers: secret })
    const empty = await app.inject(post('/api/admin/invites', '', secret))
    expect([bare.statusCode, empty.statusCode]).toEqual([201, 201])
    expect(bare.json().codes).toHaveLength(1)
  })

  it('200: an endpoint that takes no body takes an empty one, with or without a type', async () => {
    const secret = { 'x-admin-secret': 'the-admin-secret' }
    const url = '/api/admin/calibration/deactivate'
    const bare = await app.inject({ method: 'POST', url, headers: secret })
    const empty = await app.inject(post(url, '', secret))
    expect([bare.statusCode, empty.statusCode]).toEqual([200, 200])
  })

  it('404: a DELETE with a type and no body is judged by its path', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const answer = await app.inject({ ...post(`/api/research/sessions/${id}`, ''), method: 'DELETE' })
    expect(answer.json()).toMatchObject({ status: 404, error: 'NOT_FOUND' })
  })

  it('414: refuses an address of more than 4096 characters', async () => {
    const answer = await app.inject(`/api/identity?email=${'a'.repeat(4096)}`)
    expect(answer.json()).toMatchObject({ status: 414, error: 'URI_TOO_LONG' })
  })

  it('400: a query that names a parameter twice', async () => {
    const answer = await app.inject('/api/identity?email=a@example.org&email=b@example.org')
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ pointer: '/email', message: 'must be string' }] })
  })
})

describe('bytes on the wire', () => {
  let port: number

  beforeAll(async () => {
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  })

  async function send(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    return text(socket)
  }

  it.each([
    [
      '431: header fields of more than 16 KiB',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
    ],
    ['S6: 400: HTTP/1.1 without Host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'S6: 400: two Hosts',
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_REQUEST',
    ],
    [
      'S6: 417: an expectation that nobody knows',
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\n\r\n',
      417,
      'EXPECTATION_FAILED',
    ],
    ['400: something else than HTTP', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
  ])('%s', async (_, bytes, status, error) => {
    const answer = await send(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain('content-type: application/problem+json')
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toMatch(/^connection: close/im)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status, error })
  })

  it('200: HTTP/1.0 had no Host, and needs none', async () => {
    expect(await send('GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('413: a stream of chunks is cut off at the bound, whatever it announces', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const head =
      'POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    // One byte too many and no more: a server that hangs up on us while we still send may take its answer back with it.
    expect(await send(`${head}${chunk.repeat(4)}1\r\n \r\n`)).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('HTTPS', () => {
  it('200: is spoken with TLS_CERT and TLS_KEY, and demanded for a year', async () => {
    const pem = (name: string) => join(import.meta.dirname, '../../test/tls', `${name}.pem`)
    const { tls } = readSettings({ TLS_CERT: pem('cert'), TLS_KEY: pem('key') })
    const address = await (await appWith({ tls })).listen({ host: '127.0.0.1', port: 0 })
    expect(address).toMatch(/^https:/)
    const [answer] = (await once(get(`${address}/livez`, { ca: tls?.cert, servername: 'localhost' }), 'response')) as [
      IncomingMessage,
    ]
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(await text(answer)).toBe('{"live":true}')
  })
})
