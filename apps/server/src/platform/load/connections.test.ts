import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'

const ASK = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function listen(trustProxy: string[]): Promise<(localAddress?: string) => Promise<Socket>> {
  const app = createTestApp({ ...service, settings: { ...service.settings, trustProxy, connectionsPerAddress: 2 } })
  apps.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return async (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    await once(socket, 'connect')
    return socket
  }
}

async function ask(socket: Socket): Promise<string> {
  socket.write(ASK)
  return text(socket)
}

describe('an address with as many connections as it may have', () => {
  it('429: gets no further one, until one of them is closed; another address does', async () => {
    const open = await listen([])
    const [first, second] = [await open(), await open()]
    const refused = await text(await open())
    expect(refused).toMatch(/^HTTP\/1\.1 429 /)
    expect(refused).toMatch(/\r\nretry-after: 2\r\n/)
    expect(refused).toContain('"error":"TOO_MANY_REQUESTS"')
    expect(await ask(await open('127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(first)).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(async () => await ask(await open())).toMatch(/^HTTP\/1\.1 200 /)
    second.destroy()
  })

  it('200: gets more where it is a trusted proxy', async () => {
    const open = await listen(['loopback'])
    const waiting = [await open(), await open()]
    expect(await ask(await open())).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of waiting) socket.destroy()
  })
})
