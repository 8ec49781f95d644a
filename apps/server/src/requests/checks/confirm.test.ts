import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestCheck, addTestSite, callCheck, startTestCheck, type TestSite } from '../../../test/checks.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, post } from '../../../test/sign-in.ts'

const EMAIL = 'ada@example.org'

let service: TestService
let shop: TestSite

beforeAll(async () => {
  service = await startTestService()
  shop = await addTestSite(service)
  await activate(service, EMAIL)
})
afterAll(() => service.stop())

const mailCode = async () => {
  service.clock.pass(600_000)
  await post(service, '/api/send-otp', { email: EMAIL })
  return lastCode(service, EMAIL)
}
const confirm = (id: string, payload: object) => callCheck(service, `${id}/confirm`, { payload })

it('200: the owner of a node passes by a mailed code, at level 0 and without a receipt', async () => {
  const otp = await mailCode()
  const { id } = await addTestCheck(service, shop, { other_way: true })
  const { status, code } = (await confirm(id, { email: EMAIL, otp })).json()
  const redeemed = (await callCheck(service, `${id}/redeem`, { payload: { code }, token: shop.secret })).json()
  expect([status, redeemed.status, redeemed.assurance]).toEqual(['passed', 'passed', 0])
  expect(redeemed.subject).toMatch(/^sha256:/)
  expect([redeemed.receipt, redeemed.token]).toEqual([undefined, undefined])
})

it('401: a wrong code is counted and passes nothing; 409 once it has passed', async () => {
  const otp = await mailCode()
  const { id } = await addTestCheck(service, shop, { other_way: true })
  const wrong = await confirm(id, { email: EMAIL, otp: otp === '123456' ? '123457' : '123456' })
  expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'CODE_INVALID'])
  expect((await confirm(id, { email: EMAIL, otp })).statusCode).toBe(200)
  expect((await confirm(id, { email: EMAIL, otp })).statusCode).toBe(409)
})

it('403: where the site wants a scan; the code stays good', async () => {
  const otp = await mailCode()
  const { id } = await addTestCheck(service, shop)
  expect((await confirm(id, { email: EMAIL, otp })).json().error).toBe('OTHER_WAY_NOT_ALLOWED')
  const { id: allowed } = await addTestCheck(service, shop, { other_way: true })
  expect((await confirm(allowed, { email: EMAIL, otp })).statusCode).toBe(200)
})

it('403: where a page asked, whatever it sent: a mailed code passes no form', async () => {
  const otp = await mailCode()
  const payload = { action: 'Sign up', assurance: 1, other_way: true }
  const { id, open_secret } = await startTestCheck(service, shop, payload)
  const { token } = (await callCheck(service, `${id}/open`, { payload: { open_secret } })).json()
  expect((await confirm(id, { email: EMAIL, otp, check_token: token })).json().error).toBe('OTHER_WAY_NOT_ALLOWED')
})

it('400: a site cannot ask for more than level 1 and allow none', async () => {
  const payload = { action: 'Pay', assurance: 2, other_way: true }
  const answer = await service.call('POST', '/api/checks', { payload, ...shop.asSite })
  expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/other_way'])
})

it('409: whoever has not the page that has it open', async () => {
  const otp = await mailCode()
  const { id } = await addTestCheck(service, shop, { other_way: true })
  const { token } = (await callCheck(service, `${id}/open`)).json()
  expect((await confirm(id, { email: EMAIL, otp })).json().error).toBe('CHECK_TAKEN')
  expect((await confirm(id, { email: EMAIL, otp, check_token: token })).statusCode).toBe(200)
})
