import type { Enrollment, Verification } from '@stillhere/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA, answerOf, challengeFor, enrolled, send, verifyBody } from '../../test/people.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { parseLimits } from '../limits/rules.ts'

let service: TestService
beforeAll(async () => {
  const limits = parseLimits('verify.refused.user=3/3600,verify.refused.user.day=5/86400')
  if (typeof limits === 'string') throw new Error(limits)
  service = await startTestService({ limits })
}, 120_000)
afterAll(() => service.stop())

const refuse = async (enrollment: Enrollment): Promise<LightMyRequestResponse> => {
  const asked = await challengeFor(service, { purpose: 'verify' })
  return send(service, '/api/verify', { payload: verifyBody(asked, enrollment, []) })
}
const pass = async (enrollment: Enrollment): Promise<Verification> => {
  const asked = await challengeFor(service, { purpose: 'verify' })
  const payload = verifyBody(asked, enrollment, answerOf(ADA, asked))
  return (await service.call('POST', '/api/verify', { payload })).json()
}
const statusesOf = (answers: LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode)

describe('refusals of one user', () => {
  it('429: are counted before they are judged, so that parallel ones gain nothing', async () => {
    const own = await enrolled(service, ADA, { count: 1 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refuse(own)))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(3)
    const [last] = answers.filter(({ statusCode }) => statusCode === 429)
    expect(last?.headers['retry-after']).toBe('3600')
    expect(last?.json()).toMatchObject({ error: 'TOO_MANY_REQUESTS' })
  })

  it('429: end when the hour is over, and then the day’s count', async () => {
    const own = await enrolled(service, ADA, { count: 1 })
    for (let turn = 0; turn < 3; turn++) expect((await refuse(own)).statusCode).toBe(200)
    expect((await refuse(own)).statusCode).toBe(429)
    service.clock.set('2026-03-10T13:00:00.000Z')
    expect(statusesOf([await refuse(own), await refuse(own)])).toEqual([200, 200])
    const answer = await refuse(own)
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe(String(23 * 3600))
    service.clock.set('2026-03-10T12:00:00.000Z')
  })

  it('200: cost nothing to whoever is verified, nor to anybody else', async () => {
    const [own, other] = [await enrolled(service, ADA, { count: 2 }), await enrolled(service, ADA, { count: 1 })]
    for (let turn = 0; turn < 2; turn++) expect((await refuse(own)).statusCode).toBe(200)
    for (let turn = 0; turn < 4; turn++) expect(await pass(own)).toMatchObject({ verified: true })
    expect((await refuse(own)).statusCode).toBe(200)
    expect((await refuse(own)).statusCode).toBe(429)
    expect((await refuse(other)).statusCode).toBe(200)
  })

  it('200: are not counted for a user whose enrollment is not genuine', async () => {
    const own = await enrolled(service, ADA, { count: 1 })
    for (let turn = 0; turn < 6; turn++)
      expect((await refuse({ ...own, seal: 'x' })).json()).toMatchObject({ rejection_reason: 'enrollment_invalid' })
    expect((await refuse(own)).json()).toMatchObject({ rejection_reason: 'insufficient_signal' })
  })
})
