import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { createApp } from '../app.ts'
import { isOverloaded, LOAD_BOUNDS, type Load } from './load.ts'

describe('isOverloaded', () => {
  const bounds: Load = { inFlight: 10, waitingForDatabase: 5, loopDelayMs: 100 }
  it.each([
    [{ inFlight: 10, waitingForDatabase: 5, loopDelayMs: 100 }, false],
    [{ inFlight: 11, waitingForDatabase: 0, loopDelayMs: 0 }, true],
    [{ inFlight: 0, waitingForDatabase: 6, loopDelayMs: 0 }, true],
    [{ inFlight: 0, waitingForDatabase: 0, loopDelayMs: 101 }, true],
  ])('%o: %s', (load, expected) => {
    expect(isOverloaded(load, bounds)).toBe(expected)
  })
})

describe('a busy process', () => {
  let service: TestService
  let app: FastifyInstance
  const held = Promise.withResolvers<void>()

  beforeAll(async () => {
    service = await startTestService()
    app = createApp(service, { loadBounds: { ...LOAD_BOUNDS, inFlight: 2 } })
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
    const underWay = [app.inject('/held'), app.inject('/held')]
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
