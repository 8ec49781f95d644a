import type { Enrollment } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../test/nodes.ts'
import {
  ADA,
  answerOf,
  askForChallenge,
  challengeFor,
  enrollPerson,
  enrollmentBody,
  forgetMotion,
  verifyBody,
} from '../../test/people.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { lastCode } from '../../test/sign-in.ts'
import type { Node } from '../nodes/store.ts'

let service: TestService
let node: Node
let headers: Record<string, string>
let first: Enrollment

beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(() => service.stop())
beforeEach(async () => {
  await forgetMotion(service)
  node = await addNode(service)
  headers = await bearerFor(service, node)
  first = await enrollPerson(service, ADA, { email: node.email, headers })
  // Verifications count from the minute after an enrollment on.
  service.clock.pass(60_000)
}, 60_000)

const enrollAgain = async (more: object = {}) => {
  const body = await enrollmentBody(service, ADA, { email: node.email, headers })
  return service.call('POST', '/api/enroll', { payload: { ...body, ...more }, headers })
}
const verify = async (enrollment: Enrollment) => {
  const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, headers)
  const payload = verifyBody(asked, enrollment, answerOf(ADA, asked))
  return (await service.call('POST', '/api/verify', { payload, headers })).json()
}
const mailedCode = async () => {
  await service.call('POST', '/api/send-otp', { payload: { email: node.email } })
  return lastCode(service, node.email)
}
const isCodeRequired = async () =>
  (await askForChallenge(service, { purpose: 'enroll', email: node.email }, headers)).fresh_code_required ?? false

it('F11: a token alone does not enroll again, and the challenge says so before anybody moves', async () => {
  expect(await isCodeRequired()).toBe(true)
  const answer = await enrollAgain()
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ error: 'FRESH_CODE_REQUIRED', errors: [{ pointer: '/otp' }] })
  expect(first.number).toBe(1)
}, 60_000)

it('F11: a mailed code enrolls again, once, and ends the enrollment before', async () => {
  const otp = await mailedCode()
  const wrong = await enrollAgain({ otp: otp === '000000' ? '000001' : '000000' })
  expect(wrong.json()).toMatchObject({ error: 'CODE_INVALID' })
  const answer = await enrollAgain({ otp })
  expect(answer.json()).toMatchObject({ number: 2, user_id: first.user_id })
  expect((await enrollAgain()).statusCode).toBe(403)
  expect(await verify(first)).toMatchObject({ verified: false, rejection_reason: 'enrollment_invalid' })
}, 60_000)

it('F11: a verification of the last ten minutes enrolls again, an older one does not', async () => {
  expect(await verify(first)).toMatchObject({ verified: true })
  expect(await isCodeRequired()).toBe(false)
  service.clock.pass(600_000)
  expect((await enrollAgain()).statusCode).toBe(403)
}, 60_000)

it('F11: a verification enrolls again once, also in the minute in which it was made', async () => {
  service.clock.set(new Date(Math.ceil(service.now().getTime() / 60_000) * 60_000).toISOString())
  expect(await verify(first)).toMatchObject({ verified: true })
  expect((await enrollAgain()).json()).toMatchObject({ number: 2 })
  expect((await enrollAgain()).statusCode).toBe(403)
}, 60_000)

it('F11: of several enrollments at once after one code one is numbered', async () => {
  expect((await enrollAgain({ otp: await mailedCode(), captures: [{}] })).statusCode).toBe(400)
  const bodies = [0, 1, 2].map(() => enrollmentBody(service, ADA, { email: node.email, headers }))
  const answers = await Promise.all(
    (await Promise.all(bodies)).map((payload) => service.call('POST', '/api/enroll', { payload, headers })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
}, 60_000)
