import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { LOAD_BOUNDS } from './load.ts'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

/** Starts a service in which no request may wait, so that each is refused as under overload. */
async function listen(): Promise<{ app: FastifyInstance; address: string }> {
  const none = { maxWaiting: 0, maxWaitMs: 0 }
  const app = createTestApp(service, {
    loadBounds: { ...LOAD_BOUNDS, queue: { normal: none, overloaded: none } },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }
}

describe('a process in which nobody finds a place to wait', () => {
  it('503: says so as a problem, with the headers of every answer, and counts it', async () => {
    const { app, address } = await listen()
    const answer = await fetch(`${address}/api/nodes/count`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ status: 503, error: 'SERVICE_UNAVAILABLE' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '2',
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/stillhere_http_shed_total 1\n/)
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    await app.close()
  })
})
