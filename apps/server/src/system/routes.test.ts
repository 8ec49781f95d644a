import { describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const app = createApp({ now: () => NOW })

describe('GET /api/health', () => {
  it('200: says degraded while the data store and the engine are not built', async () => {
    const answer = await app.inject('/api/health')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      status: 'degraded',
      timestamp: '2026-03-01T12:00:00.000Z',
      services: {
        datastore: { ok: false, latency_ms: 0, error: 'not built yet' },
        wasm: { ok: false, latency_ms: 0, error: 'not built yet' },
      },
      calibration: { active: false, source: 'default', sessions_collected: 0 },
    })
  })

  it('200: answers HEAD with the headers of GET and no body', async () => {
    const [head, get] = [await app.inject({ method: 'HEAD', url: '/api/health' }), await app.inject('/api/health')]
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)))
  })
})

describe('GET /', () => {
  it('200: is a page that shows the health and may load nothing but its own style', async () => {
    const answer = await app.inject('/')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.body).toContain('<strong class="bad">degraded</strong>')
    expect(answer.body).not.toContain('<script')
  })

  it('200: answers HEAD without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})
