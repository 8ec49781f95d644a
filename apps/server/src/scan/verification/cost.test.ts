import type { Enrollment } from '@stillhere/contract'
import type { ImuSample } from '@stillhere/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ADA,
  answerOf,
  captureOf,
  challengeFor,
  enrollPerson,
  enrollmentBody,
  verifyBody,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { parseLimits } from '../../platform/settings/limits.ts'
import type { Threads } from '../../platform/threads/threads.ts'
import { TOO_LONG_WORDS } from '../challenge/captures.ts'

let service: TestService
let ada: Enrollment
let run: Threads['run']
let tasks: string[]
let firstLook: object

beforeAll(async () => {
  const limits = parseLimits('verify.cpu.address=10000/600')
  if (typeof limits === 'string') throw new Error(limits)
  service = await startTestService({ limits })
  run = service.threads.run
  ada = await enrollPerson(service, ADA)
}, 120_000)
afterAll(() => service.stop())

/** Writes down what threads are asked to do and what the first of them answers, and says what it cost. */
const watchThreads = (cpuMs: number) => {
  tasks = []
  service.threads.run = async (task, input, transfer, onCpu) => {
    const isFirst = tasks.push(task.name) === 1
    const answer = await run(task, input, transfer, () => onCpu?.(cpuMs))
    if (isFirst) firstLook = (answer as { result: object }).result
    return answer
  }
}
beforeEach(() => watchThreads(0))

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  service.call('POST', url, { payload, remoteAddress })
const answered = async () => {
  const asked = await challengeFor(service, { purpose: 'verify' })
  return { asked, imu: answerOf(ADA, asked) }
}
const forged = { challenge_id: 'x', challenge_token: 'forged' }
/** All that is known of a body before its token and seal are opened: of its motion, how long it is and whether the testing kit made it. */
const SKIMMED = {
  verify: 'bytes challenge answered claimedUser enrollment riskLevel audience spanMs isTooLong isMarked passkey'.split(
    ' ',
  ),
  enroll: 'bytes challenge email deviceInfo spansMs tooLong marked'.split(' '),
}

describe('F13: motion is computed', () => {
  it('200: for a genuine challenge and enrollment', async () => {
    const { asked, imu } = await answered()
    expect((await post('/api/verify', verifyBody(asked, ada, imu))).json()).toMatchObject({ verified: true })
    expect(tasks).toEqual(['readAnswer', 'computeAnswerTraces', 'scoreAnswer'])
  })

  it('200: not for a forged challenge', async () => {
    const { asked, imu } = await answered()
    const answer = await post('/api/verify', { ...verifyBody(asked, ada, imu), challenge: forged })
    expect(answer.json()).toMatchObject({ rejection_reason: 'challenge_invalid' })
    expect(tasks).toEqual(['readAnswer'])
    expect(Object.keys(firstLook)).toEqual(SKIMMED.verify)
  })

  it('200: not for a forged enrollment, nor for a challenge that was answered', async () => {
    const { asked, imu } = await answered()
    const body = verifyBody(asked, { ...ada, sample_count: 1 }, imu)
    expect((await post('/api/verify', body)).json()).toMatchObject({ rejection_reason: 'enrollment_invalid' })
    expect((await post('/api/verify', body)).json()).toMatchObject({ rejection_reason: 'challenge_replayed' })
    expect(tasks).toEqual(['readAnswer', 'readAnswer'])
    expect(Object.keys(firstLook)).toEqual(SKIMMED.verify)
  })

  it('400: not for an enrollment with a forged challenge', async () => {
    const body = await enrollmentBody(service, ADA, { count: 1 })
    expect((await post('/api/enroll', { ...body, challenge: forged })).statusCode).toBe(400)
    expect(tasks).toEqual(['readEnrollmentBody'])
    expect(Object.keys(firstLook)).toEqual(SKIMMED.enroll)
  })
})

describe('F13: a capture of more than 30 seconds', () => {
  const doubled = (imu: ImuSample[]) => [...imu, ...imu.map((sample) => ({ ...sample, t: sample.t + 25_000 }))]

  it('200: is not judged', async () => {
    const { asked, imu } = await answered()
    service.clock.pass(30_000)
    const answer = await post('/api/verify', verifyBody(asked, ada, doubled(imu)))
    expect(answer.json()).toMatchObject({ rejection_reason: 'insufficient_signal', explanation: TOO_LONG_WORDS })
  })

  it('400: is not enrolled, and named', async () => {
    const asked = await challengeFor(service, { purpose: 'enroll' })
    const captures = [captureOf(answerOf(ADA, asked)), captureOf(doubled(answerOf(ADA, asked)))]
    service.clock.pass(40_000)
    const { challenge_id, challenge_token } = asked
    const answer = await post('/api/enroll', { challenge: { challenge_id, challenge_token }, captures })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      errors: [{ pointer: '/captures/1', message: `insufficient_signal: ${TOO_LONG_WORDS}` }],
    })
    expect(tasks).toEqual(['readEnrollmentBody'])
  })
})

describe('F13: processor time of a network address', () => {
  const verify = { enrollment: {}, challenge: forged, response: {}, signature: {} }
  const enroll = { challenge: forged, captures: [{}] }

  it('429: is used up by what its calls cost, to verify and to enroll, and by nobody else’s', async () => {
    watchThreads(5000)
    expect((await post('/api/verify', verify, '192.0.2.1')).statusCode).toBe(200)
    expect((await post('/api/enroll', enroll, '192.0.2.1')).statusCode).toBe(400)
    for (const [url, body] of [
      ['/api/verify', verify],
      ['/api/enroll', enroll],
    ] as const) {
      const answer = await post(url, body, '192.0.2.1')
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await post('/api/verify', verify, '192.0.2.2')).statusCode).toBe(200)
  })

  it('429: is taken before the work, so that parallel calls cannot all begin on the last of it', async () => {
    const { promise: refused20, resolve: open } = Promise.withResolvers<void>()
    service.threads.run = (name, input, transfer) => refused20.then(() => run(name, input, transfer))
    let refused = 0
    const call = async () => {
      const { statusCode } = await post('/api/verify', verify, '192.0.2.3')
      if (statusCode === 429 && ++refused === 20) open()
      return statusCode
    }
    const statuses = await Promise.all(Array.from({ length: 60 }, call))
    expect(statuses.filter((status) => status === 200)).toHaveLength(40)
    expect((await post('/api/verify', verify, '192.0.2.3')).statusCode).toBe(200)
  })
})
