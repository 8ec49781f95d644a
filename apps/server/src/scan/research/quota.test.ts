import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAddress, researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { countSessions } from './store.ts'

const UPLOAD = '/api/research/upload'
const JSON_BODY = { headers: { 'content-type': 'application/json' } }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

function upload(payload: object | string, more: Partial<InjectOptions>) {
  return service.call('POST', UPLOAD, { payload, ...more })
}

const counts = () => countSessions(service.db)

describe('the quota of an address', () => {
  it('429: allows 5 uploads in any 24 hours and says exactly when the next one may come', async () => {
    const own = await startTestService()
    const send = () => own.call('POST', UPLOAD, { payload: researchUpload() })
    const remaining: unknown[] = []
    for (const time of ['12:00:00.000', '12:00:10.400', '13:00:00.000', '13:00:00.000', '14:00:00.000']) {
      own.clock.set(`2026-03-10T${time}Z`)
      remaining.push((await send()).headers['x-ratelimit-remaining'])
    }
    expect(remaining).toEqual(['4', '3', '2', '1', '0'])
    own.clock.set('2026-03-11T11:59:58.500Z')
    const refused = await send()
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toBe('TOO_MANY_REQUESTS')
    expect(refused.headers).toMatchObject({ 'retry-after': '2', 'x-ratelimit-remaining': '0' })
    own.clock.set('2026-03-11T12:00:00.000Z')
    expect((await send()).headers['x-ratelimit-remaining']).toBe('0')
    expect((await send()).headers['retry-after']).toBe('11')
    await own.stop()
  })

  it('429: of 60 parallel uploads of one address exactly 5 are accepted', async () => {
    const remoteAddress = newAddress()
    const before = await counts()
    const answers = await Promise.all(Array.from({ length: 60 }, () => upload(researchUpload(), { remoteAddress })))
    const accepted = answers.filter(({ statusCode }) => statusCode === 201)
    expect(accepted).toHaveLength(5)
    expect(new Set(accepted.map(({ headers }) => headers['x-ratelimit-remaining']))).toEqual(
      new Set(['0', '1', '2', '3', '4']),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(55)
    expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['86400']))
    expect((await counts()).accepted).toBe(before.accepted + 5)
  })

  it('429: refuses before it reads the body', async () => {
    const remoteAddress = newAddress()
    for (let one = 0; one < 5; one++) await upload(researchUpload(), { remoteAddress })
    expect((await upload('{', { ...JSON_BODY, remoteAddress })).statusCode).toBe(429)
  })

  it('is not used by uploads that are refused', async () => {
    const remoteAddress = newAddress()
    for (const session_id of Array.from({ length: 8 }, () => 'no id'))
      expect((await upload({ ...researchUpload(), session_id }, { remoteAddress })).statusCode).toBe(400)
    expect((await upload(researchUpload(), { remoteAddress })).headers['x-ratelimit-remaining']).toBe('4')
  })

  it('is one for all addresses of a /64 network', async () => {
    for (const [at, host] of ['::1', '::2', ':8000::', ':ffff:ffff:ffff:ffff', '::5'].entries()) {
      const answer = await upload(researchUpload(), { remoteAddress: `2001:db8:1:1${host}` })
      expect(answer.headers['x-ratelimit-remaining']).toBe(String(4 - at))
    }
    expect((await upload(researchUpload(), { remoteAddress: '2001:db8:1:1::6' })).statusCode).toBe(429)
    expect((await upload(researchUpload(), { remoteAddress: '2001:db8:1:2::6' })).statusCode).toBe(201)
  })

  it('429: brakes an address that only sends what is refused', async () => {
    const own = await startTestService({
      limits: { ...service.settings.limits, 'research.try.address': { count: 3, perSeconds: 600 } },
    })
    for (let one = 0; one < 3; one++) expect((await own.call('POST', UPLOAD, { payload: {} })).statusCode).toBe(400)
    const refused = await own.call('POST', UPLOAD, { payload: {} })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('200')
    await own.stop()
  })
})
