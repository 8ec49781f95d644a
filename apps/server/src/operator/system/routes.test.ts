import { whenKernelReady } from '@stillhere/engine'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../platform/database/pool.ts'

let service: TestService
let app: FastifyInstance

beforeAll(async () => {
  service = await startTestService()
  await whenKernelReady()
  app = service.app
})
afterAll(() => service.stop())

/** The same service with a database that nobody answers for. */
function withoutDatabase(): FastifyInstance {
  const connection = { host: '/nowhere', port: 5432, user: 'a', database: 'a', ssl: false as const, options: '' }
  return createTestApp({ ...service, db: openDatabase({ connection }) })
}

describe('GET /api/health', () => {
  it('200: says healthy when the data store answers and the compiled engine runs', async () => {
    const answer = await service.call('GET', '/api/health')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      status: 'healthy',
      timestamp: '2026-03-10T12:00:00.000Z',
      services: {
        datastore: { ok: true, latency_ms: expect.any(Number), error: '' },
        wasm: { ok: true, latency_ms: expect.any(Number), error: '' },
      },
      calibration: { active: false, source: 'default', sessions_collected: 0 },
    })
  })

  it('200: a data store that does not answer is told without the words of the driver', async () => {
    const answer = await withoutDatabase().inject('/api/health')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().status).toBe('degraded')
    expect(answer.json().services.datastore).toMatchObject({ ok: false, error: 'the data store does not answer' })
  })

  it('200: answers HEAD with the headers of GET and no body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/api/health' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(Number(head.headers['content-length'])).toBeGreaterThan(200)
  })
})

describe('GET /status', () => {
  it('200: is a page that shows the health and loads nothing of others', async () => {
    const answer = await app.inject('/status')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.body).toContain('<strong class="good">healthy</strong>')
    expect(answer.body).not.toMatch(/<script(?![^>]*\bsrc="\/)/)
  })

  it('200: answers HEAD without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/status' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})

describe('probes', () => {
  it('200: /livez says that the process lives, whatever the database does', async () => {
    expect((await withoutDatabase().inject('/livez')).json()).toEqual({ live: true })
  })

  it('200: /readyz when the database answers and every migration is applied', async () => {
    expect((await app.inject('/readyz')).json()).toEqual({ ready: true })
  })

  it('503: /readyz without a database, and when to ask again', async () => {
    const answer = await withoutDatabase().inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
  })
})

describe('GET /api/admin/address', () => {
  it('200: answers the address that limits count', async () => {
    const headers = { 'x-admin-secret': 'the-admin-secret', 'x-forwarded-for': '198.51.100.4' }
    const answer = await service.call('GET', '/api/admin/address', { headers })
    expect(answer.json()).toEqual({ address: '198.51.100.4' })
  })
})

describe('GET /metrics', () => {
  it('200: counts answers by method, route and status, and names no caller', async () => {
    await app.inject('/api/identity?email=ada@example.org')
    await app.inject('/made-up/path')
    const answer = await app.inject('/metrics')
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.body).toContain(
      'stillhere_http_request_seconds_count{method="GET",route="/api/identity",status="200"}',
    )
    expect(answer.body).toContain('route="unknown",status="404"')
    expect(answer.body).toContain('stillhere_database_connections ')
    expect(answer.body).toContain('process_resident_memory_bytes')
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(answer.body).not.toMatch(/ada|made-up/)
  })

  it.each([
    ['another machine', '203.0.113.5', {}],
    ['another machine behind the proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }],
    ['a forged loopback address', '203.0.113.5', { 'x-forwarded-for': '127.0.0.1' }],
    ['a wrong secret', '127.0.0.1', { 'x-admin-secret': 'wrong' }],
  ])('401: refuses %s', async (_, remoteAddress, headers) => {
    expect((await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode).toBe(401)
  })

  it('200: serves another machine with the admin secret', async () => {
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.5', headers })).statusCode).toBe(200)
  })
})
