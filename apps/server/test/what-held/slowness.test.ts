import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOAD_BOUNDS } from '../../src/platform/load/load.ts'
import { startTestService, type TestService, UNHURRIED } from '../service.ts'
import { createTestApp } from '../test-app.ts'

const HALF_A_HEADER = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
const HALF_A_BODY =
  'POST /api/subscribe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":'

let service: TestService
let quick: FastifyInstance
beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const timeouts = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }
  quick = createTestApp(service, { ...UNHURRIED, timeouts })
  await quick.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await quick.close()
  await service.stop()
})

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

/** Callers that send these bytes and then no more. */
async function stall(app: FastifyInstance, bytes: string, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(portOf(app), '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(bytes)
  return sockets
}

const ask = async (app: FastifyInstance) => (await fetch(`http://127.0.0.1:${portOf(app)}/api/nodes/count`)).status

describe('slow callers', () => {
  it('have 10 s for header fields and 30 s for a request', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = service.app.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
      timeout: 300_000,
    })
  })

  it('hold a bounded number of requests and of bytes under way', () => {
    expect(LOAD_BOUNDS).toMatchObject({ inFlight: 4000, largeBytes: 128 * 1024 * 1024 })
  })

  it('with 200 slow headers and 200 stalled bodies open, others are answered', async () => {
    const stalled = [...(await stall(service.app, HALF_A_HEADER, 200)), ...(await stall(service.app, HALF_A_BODY, 200))]
    let cut = 0
    for (const socket of stalled) socket.once('close', () => cut++)
    expect(await ask(service.app)).toBe(200)
    expect(cut).toBe(0)
    const closed = stalled.map((socket) => once(socket, 'close'))
    for (const socket of stalled) socket.destroy()
    await Promise.all(closed)
    expect(await ask(service.app)).toBe(200)
  })

  it.each([
    ['slow headers', HALF_A_HEADER],
    ['stalled bodies', HALF_A_BODY],
  ])('%s are cut with 408, and the next caller is served', async (_, bytes) => {
    const sockets = await stall(quick, bytes, 20)
    // Each ends when the service hangs up.
    const answers = await Promise.all(sockets.map((socket) => text(socket)))
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('"error":"REQUEST_TIMEOUT"')
    }
    expect(await ask(quick)).toBe(200)
    await expect.poll(() => quick.load().inFlight).toBe(0)
  })
})
