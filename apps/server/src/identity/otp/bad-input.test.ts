import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itRefusesBadRequests, pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('POST /api/send-otp', () => {
  itRefusesBadRequests(() => service, '/api/send-otp', { invite_code: 'SERVICE-AAAA-AAAA' })

  it.each([
    '',
    ' ',
    'AAAA-AAAA',
    'service-aaaa-aaaa',
    'SERVICE-AAAA-AAA',
    'SERVICE-AAAA-AAAAA',
    ' SERVICE-AAAA-AAAA',
    'SERVICE-AAAA-AAAA\n',
    'OTHER-AAAA-AAAA',
    'SERVICE-AAÄA-AAAA',
    'S'.repeat(65),
    42,
    null,
    ['SERVICE-AAAA-AAAA'],
  ])('400: refuses the invite code %j', async (code) => {
    const before = await readStored(service)
    const payload = { email: 'ada@example.org', invite_code: code }
    const answer = await service.call('POST', '/api/send-otp', { payload })
    expect(answer.statusCode).toBe(400)
    expect(pointersOf(answer.json())).toEqual(['/invite_code'])
    expect(await readStored(service)).toEqual(before)
  })
})

describe('POST /api/verify-otp', () => {
  itRefusesBadRequests(() => service, '/api/verify-otp', { otp: '123456' })

  it.each([
    undefined,
    null,
    123456,
    '',
    '12345',
    '1234567',
    '12345a',
    ' 123456',
    '123456\n',
    '１２３４５６',
    ['123456'],
    {},
  ])('400: refuses the code %j', async (otp) => {
    const before = await readStored(service)
    const answer = await service.call('POST', '/api/verify-otp', { payload: { email: 'ada@example.org', otp } })
    expect(answer.statusCode).toBe(400)
    expect(pointersOf(answer.json())).toEqual(['/otp'])
    expect(await readStored(service)).toEqual(before)
  })
})
