import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { isOverloaded, LOAD_BOUNDS, type Load, type LoadBounds } from './load.ts'

// A busy machine must not be what makes a process refuse.
const BOUNDS: LoadBounds = { ...LOAD_BOUNDS, loopDelayMs: Number.POSITIVE_INFINITY }

describe('isOverloaded', () => {
  const bounds: Load = { inFlight: 10, largeBytes: 1000, waitingForDatabase: 5, loopDelayMs: 100 }
  const idle: Load = { inFlight: 0, largeBytes: 0, waitingForDatabase: 0, loopDelayMs: 0 }
  it.each([
    [bounds, false],
    [{ inFlight: 11 }, true],
    [{ largeBytes: 1001 }, true],
    [{ waitingForDatabase: 6 }, true],
    [{ loopDelayMs: 101 }, true],
  ])('%o: %s', (load, expected) => {
    expect(isOverloaded({ ...idle, ...load }, bounds)).toBe(expected)
  })
})

describe('a busy process', () => {
  let service: TestService
  let app: FastifyInstance
  const held = Promise.withResolvers<void>()

  beforeAll(async () => {
    service = await startTestService()
    app = createTestApp(service, { loadBounds: { ...BOUNDS, inFlight: 2 } })
    app.get('/held', async () => {
      await held.promise
      return 'done'
    })
  })
  afterAll(async () => {
    await app.close()
    await service.stop()
  })

  it('503: refuses what is too much, says when to come back, and still lives', async () => {
    const hold = (remoteAddress: string) => app.inject({ url: '/held', remoteAddress })
    const underWay = [hold('203.0.113.1'), hold('203.0.113.2')]
    await app.ready()
    while (app.load().inFlight < 2) await new Promise((resolve) => setImmediate(resolve))
    const refused = await app.inject('/api/nodes/count')
    expect(refused.json()).toMatchObject({ status: 503, error: 'SERVICE_UNAVAILABLE' })
    expect(refused.headers['retry-after']).toBe('2')
    expect((await app.inject('/livez')).statusCode).toBe(200)
    expect((await app.inject('/metrics')).body).toMatch(/stillhere_http_shed_total 1\n/)
    held.resolve()
    expect((await Promise.all(underWay)).map(({ body }) => body)).toEqual(['done', 'done'])
    expect((await app.inject('/api/nodes/count')).statusCode).toBe(200)
    expect(app.load().inFlight).toBe(0)
  })
})

describe('a process with room for one large body', () => {
  it('503: refuses a second one of another address while the first is there, and nobody else', async () => {
    const service = await startTestService()
    const app = createTestApp(service, { loadBounds: { ...BOUNDS, largeBytes: 1200 } })
    const held = Promise.withResolvers<void>()
    app.addHook('preHandler', async ({ url }) => (url === '/api/verify' ? held.promise : undefined))
    const payload = { padding: 'x'.repeat(400) }
    const send = (remoteAddress: string) => app.inject({ method: 'POST', url: '/api/verify', payload, remoteAddress })
    const first = send('203.0.113.1')
    await app.ready()
    while (app.load().largeBytes === 0) await new Promise((resolve) => setImmediate(resolve))
    expect((await send('203.0.113.2')).statusCode).toBe(503)
    expect((await app.inject('/api/nodes/count')).statusCode).toBe(200)
    held.resolve()
    expect((await first).statusCode).toBe(400)
    expect(app.load().largeBytes).toBe(0)
    await app.close()
    await service.stop()
  })
})

describe('large bodies that do not arrive', () => {
  it('429: an address holds a quarter of the room at most, so that it cannot keep others out', async () => {
    const service = await startTestService()
    const app = createTestApp(service, { loadBounds: { ...BOUNDS, largeBytes: 8000 } })
    const held = Promise.withResolvers<void>()
    app.addHook('preHandler', async ({ headers }) => (headers['x-held'] ? held.promise : undefined))
    const send = (remoteAddress: string, more: object = {}) =>
      app.inject({ method: 'POST', url: '/api/verify', payload: { padding: 'x'.repeat(400) }, remoteAddress, ...more })
    const slow = { headers: { 'x-held': 'yes' } }
    const underWay = [send('203.0.113.1', slow), send('203.0.113.1', slow)]
    await app.ready()
    while (app.load().largeBytes < 1600) await new Promise((resolve) => setImmediate(resolve))
    const refused = await send('203.0.113.1')
    expect(refused.json()).toMatchObject({ status: 429, error: 'TOO_MANY_REQUESTS' })
    expect(refused.headers['retry-after']).toBe('2')
    expect((await send('203.0.113.2')).statusCode).toBe(400)
    held.resolve()
    await Promise.all(underWay)
    expect((await send('203.0.113.1')).statusCode).toBe(400)
    expect(app.load().largeBytes).toBe(0)
    await app.close()
    await service.stop()
  })
})

describe('an address with a quarter of all requests under way', () => {
  it('429: gets no more of them, and others are served', async () => {
    const service = await startTestService()
    const app = createTestApp(service, { loadBounds: { ...BOUNDS, inFlight: 8 } })
    const held = Promise.withResolvers<string>()
    app.get('/held', () => held.promise)
    const ask = (remoteAddress: string, url = '/api/nodes/count') => app.inject({ url, remoteAddress })
    const underWay = [ask('203.0.113.1', '/held'), ask('203.0.113.1', '/held')]
    await app.ready()
    while (app.load().inFlight < 2) await new Promise((resolve) => setImmediate(resolve))
    const refused = await ask('203.0.113.1')
    expect(refused.json()).toMatchObject({ status: 429, error: 'TOO_MANY_REQUESTS' })
    expect(refused.headers['retry-after']).toBe('2')
    expect((await ask('203.0.113.2')).statusCode).toBe(200)
    held.resolve('done')
    await Promise.all(underWay)
    expect((await ask('203.0.113.1')).statusCode).toBe(200)
    await app.close()
    await service.stop()
  })
})
