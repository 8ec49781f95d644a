import type { Enrollment } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  captureOf,
  challengeFor,
  enrollmentBody,
  enrollPerson,
  EVE,
  forgetMotion,
  nameChallenge,
  verifyBody,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Node } from '../../identity/node-store.ts'

let service: TestService
let node: Node
let headers: { authorization: string }
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
}, 60_000)

const send = (payload: object) => service.call('POST', '/api/enroll', { payload, headers })
const askToEnroll = () =>
  service.call('POST', '/api/challenge', { payload: { purpose: 'enroll', email: node.email }, headers })

it('a fresh sign-in enrolls again, and ends the enrollment before', async () => {
  const again = await enrollPerson(service, ADA, { email: node.email, headers })
  expect(again).toMatchObject({ number: 2, user_id: first.user_id })
  const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, headers)
  const payload = verifyBody(asked, first, answerOf(ADA, asked))
  const { verified, rejection_reason } = (await service.call('POST', '/api/verify', { payload, headers })).json()
  expect([verified, rejection_reason]).toEqual([false, 'enrollment_invalid'])
}, 60_000)

it('403: an older sign-in enrolls no person, and the challenge says so before the scan', async () => {
  service.clock.pass(600_000)
  const refused = await askToEnroll()
  expect([refused.statusCode, refused.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  const ofStranger = await enrollmentBody(service, ADA)
  const answer = await send({ ...ofStranger, email: node.email })
  expect([answer.statusCode, answer.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
}, 60_000)

it('the moment of the challenge counts: a sign-in that grows old while the person moves is good', async () => {
  headers = await bearerFor(service, node)
  service.clock.pass(599_000)
  const asked = await askToEnroll()
  expect(asked.statusCode).toBe(201)
  const captures = asked.json<AnyChallenge>().rounds?.map((round) => captureOf(answerOf(ADA, round)))
  service.clock.pass(60_000)
  const answer = await send({ challenge: nameChallenge(asked.json()), captures, email: node.email })
  expect([answer.statusCode, answer.json().number]).toEqual([201, 2])
}, 60_000)

it('two enrollments at once get two numbers', async () => {
  const bodies = [
    await enrollmentBody(service, ADA, { email: node.email, headers }),
    await enrollmentBody(service, EVE, { email: node.email, headers }),
  ]
  const answers = await Promise.all(bodies.map(send))
  expect(new Set(answers.map((answer) => answer.json().number))).toEqual(new Set([2, 3]))
}, 60_000)
