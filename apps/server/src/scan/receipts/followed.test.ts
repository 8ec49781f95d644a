import { remoteIssuer, requireReceipt } from '@stillhere/client/middleware'
import { encodeHeader, type Receipt } from '@stillhere/receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue, rotate } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const SHOP = 'https://shop.example'

let service: TestService
let send: (receipt: Receipt) => Promise<string>
beforeAll(async () => {
  service = await startTestService()
  const issuer = remoteIssuer(await service.app.listen({ host: '127.0.0.1', port: 0 }))
  const demands = { audience: SHOP, maxAgeMs: 60_000, evidence: ['EE-001'], now: () => service.now().getTime() }
  const handler = requireReceipt({ issuer, ...demands }).fetch(() => Response.json({ error: 'none' }))
  send = async (receipt) => {
    const headers = { 'stillhere-receipt': encodeHeader(receipt) }
    return (await (await handler(new Request(SHOP, { headers }))).json()).error
  }
})
afterAll(() => service.stop())

const issueFor = (userId: string) => issue(service, { userId, audience: SHOP })

it('a site that follows this service hears of a rotation, a revocation and a stolen key', async () => {
  const first = await issueFor('first')
  expect(await send(first)).toBe('none')
  service.clock.pass(10_000)
  await rotate(service)
  const second = await issueFor('second')
  expect([await send(second), await send(first)]).toEqual(['none', 'none'])
  const headers = { 'x-admin-secret': 'the-admin-secret' }
  await service.call('POST', `/api/admin/receipts/${second.receiptId}/revoke`, { headers })
  service.clock.pass(40_000)
  await rotate(service, { compromised: true })
  const third = await issueFor('third')
  expect(await send(third)).toBe('none')
  expect([await send(first), await send(second)]).toEqual(['UNTRUSTED_ISSUER', 'UNTRUSTED_ISSUER'])
  await service.call('POST', `/api/admin/receipts/${third.receiptId}/revoke`, { headers })
  service.clock.pass(59_000)
  expect(await send(third)).toBe('none')
  const fourth = await issueFor('fourth')
  await service.call('POST', `/api/admin/receipts/${fourth.receiptId}/revoke`, { headers })
  service.clock.pass(1000)
  expect([await send(third), await send(fourth)]).toEqual(['REVOKED', 'REVOKED'])
})
