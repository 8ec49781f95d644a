import type { Enrollment } from '@stillhere/contract'
import { computePayloadDigest, type Receipt, readPresencePolicy, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestCheck, addTestSite, callCheck, SHOP_ORIGIN, SHOP_RETURN, type TestSite } from '../../../test/checks.ts'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  challengeFor,
  enrollPerson,
  EVE,
  forgetMotion,
  verifyBody,
} from '../../../test/people.ts'
import { pointersOf } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { Threads } from '../../platform/threads/threads.ts'
import { scoreAnswer } from '../../scan/verification/tasks.ts'

let service: TestService
let shop: TestSite
let ada: Enrollment

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'https://id.example.org' })
  shop = await addTestSite(service, { webhook_url: 'https://shop.example/hook' })
  ada = await enrollPerson(service, ADA)
}, 120_000)
beforeEach(() => forgetMotion(service))
afterAll(() => service.stop())

const DETAILS = { Amount: '7 €', To: 'Eve', Note: 'two\nlines' }
const askFor = (check: string, more = {}) => challengeFor(service, { purpose: 'verify', check, ...more })
const answer = async (asked: AnyChallenge, person = ADA) => {
  const payload = verifyBody(asked, ada, answerOf(person, asked))
  return (await service.call('POST', '/api/verify', { payload })).json()
}
const redeem = async (id: string, code: string, site = shop) =>
  (await callCheck(service, `${id}/redeem`, { payload: { code }, token: site.secret })).json()

describe('a scan for a check', () => {
  it('passes it, and its receipt says for whom and for what', async () => {
    const { id } = await addTestCheck(service, shop, { details: DETAILS, nonce: 'n-7' })
    const { check, receipt } = await answer(await askFor(id))
    expect(check).toEqual({
      id,
      status: 'passed',
      code: expect.any(String),
      return_url: `${SHOP_RETURN}&check=${id}&code=${check.code}`,
    })
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    const [event] = (await service.call('GET', `/api/admin/webhooks?site_key=${shop.key}`, { headers })).json()
      .deliveries
    expect(event.type).toBe('check.passed')
    const redeemed = await redeem(id, check.code)
    expect(redeemed).toMatchObject({ status: 'passed', assurance: 1, subject: receipt.subject.id })
    expect(redeemed.receipt).toEqual(receipt)
    expect(verifyReceipt(receipt, { now: service.now(), audience: SHOP_ORIGIN }).status).toBe('VALID')
    expect(readPresencePolicy(receipt as Receipt)).toMatchObject({
      action: 'Pay 7 € to Eve',
      action_digest: computePayloadDigest({ action: 'Pay 7 € to Eve', details: DETAILS }),
      nonce: 'n-7',
      test: false,
    })
  })

  it('gives a person one name for a site, and another for another', async () => {
    const bank = await addTestSite(service, { name: 'Bank', origins: ['https://bank.example'] })
    const subjects = []
    for (const site of [shop, shop, bank]) {
      const { id } = await addTestCheck(service, site)
      subjects.push((await answer(await askFor(id))).receipt.subject.id)
      await forgetMotion(service)
    }
    expect([subjects[0] === subjects[1], subjects[1] === subjects[2]]).toEqual([true, false])
  })

  it('can be tried again after a refusal; the fifth ends the check', async () => {
    const { id } = await addTestCheck(service, shop, { expires_in: 3600 })
    const states = []
    for (let tries = 0; tries < 5; tries++) {
      states.push((await answer(await askFor(id), EVE)).check)
      await forgetMotion(service)
    }
    expect(states.map(({ status }) => status)).toEqual(['open', 'open', 'open', 'open', 'failed'])
    expect(await redeem(id, states[4].code)).toMatchObject({ status: 'failed', reason: 'too_many_refusals' })
  })

  it('is refused without a receipt where the check was cancelled, or went to another page, meanwhile', async () => {
    const [cancelled, opened] = [await addTestCheck(service, shop), await addTestCheck(service, shop)]
    const asked = [await askFor(cancelled.id), await askFor(opened.id)] as const
    await callCheck(service, `${cancelled.id}/cancel`, { token: shop.secret })
    await callCheck(service, `${opened.id}/open`)
    for (const one of asked) {
      const refused = await answer(one)
      expect([refused.verified, refused.rejection_reason, refused.receipt]).toEqual([
        false,
        'challenge_invalid',
        undefined,
      ])
    }
  })

  it('is refused where the check is cancelled while the scan is judged', async () => {
    const { id } = await addTestCheck(service, shop)
    const asked = await askFor(id)
    const run = async (...given: Parameters<Threads['run']>) => {
      const result = await service.threads.run(...given)
      const isJudged = (given[0] as unknown) === scoreAnswer
      if (isJudged) await callCheck(service, `${id}/cancel`, { token: shop.secret })
      return result
    }
    const app = createTestApp({ ...service, threads: { ...service.threads, run: run as Threads['run'] } })
    const payload = verifyBody(asked, ada, answerOf(ADA, asked))
    const refused = await app.inject({ method: 'POST', url: '/api/verify', payload })
    expect([refused.statusCode, refused.json().rejection_reason]).toEqual([200, 'challenge_invalid'])
    expect(refused.json()).not.toHaveProperty('receipt')
    await app.close()
  })

  it('counts for one check: two scans for the same one, one receipt', async () => {
    const { id } = await addTestCheck(service, shop)
    const [first, second] = [await askFor(id), await askFor(id)]
    expect((await answer(first)).check.status).toBe('passed')
    await forgetMotion(service)
    expect(await answer(second)).toMatchObject({ verified: false, rejection_reason: 'challenge_invalid' })
  })

  it('brings nobody back from a phone: the screen beside it does', async () => {
    const { id } = await addTestCheck(service, shop)
    const { token } = (await callCheck(service, `${id}/open`)).json()
    const { url, number } = (await callCheck(service, `${id}/pair`, { token })).json()
    const payload = { pair: new URL(url).hash.slice(1), number }
    const phone = (await callCheck(service, `${id}/join`, { payload })).json().token
    const { check } = await answer(await askFor(id, { check_token: phone }))
    expect(check).toEqual({ id, status: 'passed', code: null, return_url: null })
  })

  it('signs with the test key for a test site, and marks the receipt', async () => {
    const test = await addTestSite(service, { test: true })
    const { id } = await addTestCheck(service, test)
    const { receipt } = await answer(await askFor(id))
    expect(readPresencePolicy(receipt)?.test).toBe(true)
    const { keys } = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
    expect(keys.find((key: { publicKey: string }) => key.publicKey === receipt.issuer.publicKey).use).toBe('test')
  })
})

describe('POST /api/challenge for a check', () => {
  const ask = (more: object) => service.call('POST', '/api/challenge', { payload: { purpose: 'verify', ...more } })

  it.each([
    ['/action', { action: 'Pay 700 € to Eve' }],
    ['/audience', { audience: 'https://id.example.org' }],
    ['/nonce', { nonce: 'n-8' }],
    ['/check', { purpose: 'enroll' }],
  ])('400: %s cannot be chosen beside it', async (pointer, more) => {
    const { id: check } = await addTestCheck(service, shop)
    const refused = await ask({ check, ...more })
    expect([refused.statusCode, pointersOf(refused.json())]).toEqual([400, [pointer]])
  })

  it('400: asks for the live pace where the check asks for level 2', async () => {
    const { id: check } = await addTestCheck(service, shop, { assurance: 2 })
    expect(pointersOf((await ask({ check })).json())).toEqual(['/pace'])
    expect((await ask({ check, pace: 'live' })).statusCode).toBe(201)
  })

  it.each(['x', '00000000-0000-4000-8000-000000000000'])('404: for the check %j', async (check) => {
    expect((await ask({ check })).statusCode).toBe(404)
  })
})
