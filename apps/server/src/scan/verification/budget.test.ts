import type { Enrollment, Verification } from '@stillhere/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  askForChallenge,
  challengeFor,
  enrollPerson,
  send,
  verifyBody,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { parseLimits } from '../../platform/settings/limits.ts'

let service: TestService
beforeAll(async () => {
  const limits = parseLimits('verify.refused.user=3/3600,verify.refused.user.day=5/86400')
  if (typeof limits === 'string') throw new Error(limits)
  service = await startTestService({ limits })
}, 120_000)
afterAll(() => service.stop())

const refuse = async (enrollment: Enrollment): Promise<LightMyRequestResponse> =>
  answerWith(enrollment, await challengeFor(service, { purpose: 'verify' }))
const answerWith = (enrollment: Enrollment, asked: AnyChallenge) =>
  send(service, '/api/verify', { payload: verifyBody(asked, enrollment, []) })
const pass = async (enrollment: Enrollment): Promise<Verification> => {
  const asked = await challengeFor(service, { purpose: 'verify' })
  const payload = verifyBody(asked, enrollment, answerOf(ADA, asked))
  return (await service.call('POST', '/api/verify', { payload })).json()
}
const statusesOf = (answers: LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode)

describe('refusals of one user', () => {
  it('429: are counted before they are judged, so that parallel ones gain nothing', async () => {
    const own = await enrollPerson(service, ADA)
    const asking = Array.from({ length: 20 }, () => askForChallenge(service, { purpose: 'verify' }))
    const asked = await Promise.all(asking)
    service.clock.pass(20_000)
    const answers = await Promise.all(asked.map((one) => answerWith(own, one)))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(3)
    const [last] = answers.filter(({ statusCode }) => statusCode === 429)
    expect(last?.headers['retry-after']).toBe('3600')
    expect(last?.json()).toMatchObject({ error: 'TOO_MANY_REQUESTS' })
  })

  it('429: end when the hour is over, and then the day’s count', async () => {
    const own = await enrollPerson(service, ADA)
    for (let turn = 0; turn < 3; turn++) expect((await refuse(own)).statusCode).toBe(200)
    expect((await refuse(own)).statusCode).toBe(429)
    service.clock.pass(3_600_000)
    expect(statusesOf([await refuse(own), await refuse(own)])).toEqual([200, 200])
    const answer = await refuse(own)
    expect(answer.statusCode).toBe(429)
    const waitSeconds = Number(answer.headers['retry-after'])
    expect(waitSeconds).toBeLessThan(23 * 3600)
    expect(waitSeconds).toBeGreaterThan(22 * 3600)
  })

  it('200: cost nothing to whoever is verified, nor to anybody else', async () => {
    const [own, other] = [await enrollPerson(service, ADA), await enrollPerson(service, ADA)]
    for (let turn = 0; turn < 2; turn++) expect((await refuse(own)).statusCode).toBe(200)
    for (let turn = 0; turn < 4; turn++) expect(await pass(own)).toMatchObject({ verified: true })
    expect((await refuse(own)).statusCode).toBe(200)
    expect((await refuse(own)).statusCode).toBe(429)
    expect((await refuse(other)).statusCode).toBe(200)
  })

  it('200: are not counted for a user whose enrollment is not genuine', async () => {
    const own = await enrollPerson(service, ADA)
    for (let turn = 0; turn < 6; turn++)
      expect((await refuse({ ...own, seal: 'x' })).json()).toMatchObject({ rejection_reason: 'enrollment_invalid' })
    expect((await refuse(own)).json()).toMatchObject({ rejection_reason: 'insufficient_signal' })
  })
})
