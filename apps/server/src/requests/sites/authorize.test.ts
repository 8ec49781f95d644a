import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestSite, type TestSite } from '../../../test/checks.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

const ONE = { count: 1, perSeconds: 86_400 }
const AS_ADMIN = { headers: { 'x-admin-secret': 'the-admin-secret' } }
type Call = [name: string, url: string, more: object]
const CALLS: Call[] = [
  ['POST /api/subscribe', '/api/subscribe', {}],
  ['POST /api/uplink', '/api/uplink', { node_handle: '' }],
  ['POST /api/send-otp', '/api/send-otp', {}],
  ['POST /api/recruitment/apply', '/api/recruitment/apply', {}],
]

let service: TestService
let site: TestSite
beforeAll(async () => {
  const limits = {
    ...DEFAULT_LIMITS,
    'subscribe.address': ONE,
    'uplink.address': ONE,
    'code.send.address': ONE,
    'recruitment.address': ONE,
    'people.site': { count: 12, perSeconds: 3600 },
  }
  service = await startTestService({ limits, invites: 'open' })
  site = await addTestSite(service)
})
afterAll(() => service.stop())

let people = 0
/** The status of a call for a person who has never been here. */
async function statusFor([, url, more]: Call, as: { headers?: Record<string, string> } = {}) {
  const payload = { email: `person${people++}@example.org`, ...more }
  return (await service.call('POST', url, { payload, ...as })).statusCode
}

describe.each(CALLS)('%s', (...call) => {
  it('429: serves a second person of one address only for a caller with a secret', async () => {
    expect(await statusFor(call)).toBe(200)
    expect(await statusFor(call)).toBe(429)
    expect([await statusFor(call, site.asSite), await statusFor(call, site.asSite)]).toEqual([200, 200])
    expect([await statusFor(call, AS_ADMIN), await statusFor(call, AS_ADMIN)]).toEqual([200, 200])
    expect(await statusFor(call)).toBe(429)
  })

  it.each([{ authorization: `Bearer sk_${'A'.repeat(43)}` }, { 'x-admin-secret': 'wrong' }])(
    '401: with the wrong secret %j',
    async (headers) => {
      expect(await statusFor(call, { headers })).toBe(401)
    },
  )
})

it('429: all calls of a site are one budget, and another site has its own', async () => {
  const statuses = new Set<number>()
  for (let turn = 0; turn < 4; turn++) for (const call of CALLS) statuses.add(await statusFor(call, site.asSite))
  expect(statuses).toContain(429)
  expect(await statusFor(CALLS[0]!, (await addTestSite(service)).asSite)).toBe(200)
})
