import type { AnswerOf, redeemApproval } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowAsker, askAsAgent, DEPLOY } from '../../../test/approvals.ts'
import { addTestSite, type TestSite } from '../../../test/checks.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { lastCode } from '../../../test/sign-in.ts'
import { type Limits, parseLimits } from '../../platform/settings/limits.ts'
import { addAgent } from '../agents/testing.ts'

const EMAIL = 'ada@example.org'
const limits = parseLimits('code.send.asker.burst=100/60,code.send.asker=100/60') as Limits

let service: TestService
let shop: TestSite
let ada: { handle: string; headers: { authorization: string } }

beforeAll(async () => {
  service = await startTestService({ limits })
  const node = await addNode(service, { email: EMAIL })
  ada = { handle: node.handle, headers: await bearerFor(service, node) }
  shop = await addTestSite(service)
  await allowAsker(service, ada, shop.key, { per_day: 100 })
})
afterAll(() => service.stop())

const asShop = (path: string, payload: object) =>
  service.call('POST', `/api/approvals${path}`, { headers: { authorization: `Bearer ${shop.secret}` }, payload })
const ask = (more: object = {}) =>
  asShop('', { approver: ada.handle, action: DEPLOY, assurance: 1, other_way: true, ...more })
const confirm = (id: string, payload: object, headers = ada.headers) =>
  service.call('POST', `/api/approvals/${id}/confirm`, { headers, payload })

async function mailCode(): Promise<string> {
  await service.call('POST', '/api/send-otp', { headers: ada.headers, payload: { email: EMAIL } })
  return lastCode(service, EMAIL)
}

describe('POST /api/approvals/:id/confirm', () => {
  it('200: a mailed code grants it at level 0, once, and its site gets no receipt', async () => {
    const { id, digest } = (await ask()).json()
    const otp = await mailCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(id, { otp, digest })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const redeemed: AnswerOf<typeof redeemApproval> = (await asShop(`/${id}/redeem`, { digest })).json()
    expect(redeemed).toMatchObject({ status: 'granted', assurance: 1, reached: 0, subject: expect.any(String) })
    expect([redeemed.receipt, redeemed.token]).toEqual([undefined, undefined])
    const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
    expect(approvals).toMatchObject([{ id, status: 'granted', reached: 0 }])
  })

  it('401: a wrong code counts as a guess and grants nothing', async () => {
    const { id, digest } = (await ask()).json()
    const otp = await mailCode()
    const wrong = otp === '000000' ? '000001' : '000000'
    const statuses = []
    for (const _ of [1, 2, 3, 4, 5]) statuses.push((await confirm(id, { otp: wrong, digest })).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect((await confirm(id, { otp, digest })).json()).toMatchObject({ error: 'TOO_MANY_TRIES' })
    expect((await asShop(`/${id}/redeem`, { digest })).json()).toMatchObject({ error: 'APPROVAL_OPEN' })
    await service.call('POST', `/api/approvals/${id}/deny`, { headers: ada.headers })
  })

  it('403: not where the site wants a scan, nor for another action than the one shown', async () => {
    const otp = await mailCode()
    const scanned = (await ask({ other_way: false })).json()
    expect((await confirm(scanned.id, { otp, digest: scanned.digest })).json().error).toBe('OTHER_WAY_NOT_ALLOWED')
    const other = (await ask()).json()
    expect((await confirm(other.id, { otp, digest: '0'.repeat(64) })).json().error).toBe('APPROVAL_DIGEST_WRONG')
    for (const { id } of [scanned, other]) {
      const denied = await service.call('POST', `/api/approvals/${id}/deny`, { headers: ada.headers })
      expect(denied.statusCode).toBe(200)
    }
  })

  it('401 and 404: for nobody but the person who was asked, whatever their code', async () => {
    service.clock.pass(3_600_000)
    const { id, digest } = (await ask()).json()
    const otp = await mailCode()
    expect((await confirm(id, { otp, digest }, { authorization: '' })).statusCode).toBe(401)
    const eve = await bearerFor(service, await addNode(service))
    expect((await confirm(id, { otp, digest }, eve)).statusCode).toBe(404)
    service.clock.pass(3_600_000)
    expect((await confirm(id, { otp, digest })).json().error).toBe('APPROVAL_ENDED')
  })
})

describe('other_way', () => {
  it.each([2, 3, undefined])('400: with level %s', async (assurance) => {
    const answer = await ask({ assurance })
    expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([
      400,
      assurance === 3 ? expect.any(String) : '/other_way',
    ])
  })

  it('400: from an agent, which must not choose its own gate', async () => {
    const agent = await addAgent(service)
    await allowAsker(service, ada, agent.agentId)
    const answer = await askAsAgent(service, agent, ada, { assurance: 1, other_way: true })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/other_way'])
  })
})
