import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { LOAD_BOUNDS } from './load.ts'

const LENGTH = 2_000_000
const HEAD = `POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${LENGTH}\r\n\r\n`

let service: TestService
beforeAll(async () => void (service = await startTestService()))
afterAll(() => service.stop())

describe('a large body for which there is no room', () => {
  it('503: is told so before it was sent, and the connection ends', async () => {
    const app = createTestApp(service, { loadBounds: { ...LOAD_BOUNDS, largeBytes: 1000 } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const accepted = once(app.server, 'connection')
    const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(HEAD + ' '.repeat(LENGTH))
    const [ours] = await accepted
    // Closed on unread bytes, it would take the answer along.
    const wasClosed = once(ours, 'finish').then(() => ours.destroyed)
    let answer = ''
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) answer += String(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toContain('"error":"SERVICE_UNAVAILABLE"')
    expect(await wasClosed).toBe(false)
    expect(ours.bytesRead).toBeLessThan(LENGTH / 2)
    socket.destroy()
    await app.close()
  })
})
