import type { Enrollment } from '@stillhere/contract'
import type { ImuSample } from '@stillhere/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  challengeFor,
  enrollPerson,
  nameChallenge,
  send,
  verifyBody,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { parseLimits } from '../../platform/settings/limits.ts'

let service: TestService
let ada: Enrollment
let imu: ImuSample[]
/** A whole request but for its challenge. To compute its signature takes longer than all else of a test. */
let usual: Record<string, unknown>

beforeAll(async () => {
  const limits = parseLimits(
    'challenge.address=1000000/1,verify.address=1000000/1,verify.refused.user=100/1,verify.refused.user.day=100/1',
  )
  if (typeof limits === 'string') throw new Error(limits)
  service = await startTestService({ limits })
  ada = await enrollPerson(service, ADA)
  imu = answerOf(ADA, await challengeFor(service, { purpose: 'verify' }))
  usual = verifyBody({ challenge_id: '', challenge_token: '' }, ada, imu.slice(0, 300))
}, 120_000)
afterAll(() => service.stop())

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'NaN',
  '𓀀\u0007 ',
  'x'.repeat(5000),
  [],
  {},
  [[[]]],
  [null, 'a', {}],
  { vector: [], version: [], length: 128, samples: 7, t: {} },
  Array.from({ length: 128 }, () => '1'),
  Array.from({ length: 200 }, (_, i) => i),
]

/** Inner places of a request: what the schema of the specification leaves open. */
const PLACES = [
  'enrollment.user_id',
  'enrollment.signature',
  'enrollment.signature.version',
  'enrollment.number',
  'enrollment.template',
  'enrollment.sample_count',
  'enrollment.enrolled_at',
  'enrollment.expires_at',
  'enrollment.device_info',
  'enrollment.key_id',
  'enrollment.seal',
  'response.challenge_id',
  'response.user_id',
  'response.device_info',
  'response.imu_sequence',
  'response.imu_sequence.sample_rate_hz',
  'response.imu_sequence.samples',
  'response.imu_sequence.samples.3',
  'response.imu_sequence.samples.3.t',
  'response.imu_sequence.samples.3.accel',
  'response.imu_sequence.samples.3.accel.1',
  'response.imu_sequence.samples.3.gyro',
  'response.pose_sequence',
  'response.camera_sequence',
  'signature.vector',
  'signature.vector.7',
  'signature.version',
]

describe('inner members of POST /api/verify', () => {
  it.each(PLACES)(
    '200: %s may be anything, and nothing of it is believed',
    async (place) => {
      for (const value of VALUES) {
        service.clock.set(new Date(service.now().getTime() + 2000).toISOString())
        const asked = await challengeFor(service, { purpose: 'verify' })
        const body = answerUsually(asked)
        put(body, place.split('.'), value)
        const answer = await service.call('POST', '/api/verify', { payload: body })
        expect(answer.statusCode, `${place}: ${JSON.stringify(value).slice(0, 60)} ${answer.body}`).toBe(200)
        expect(answer.json()).toMatchObject({ verified: false, rejection_reason: expect.any(String) })
      }
    },
    120_000,
  )

  it('200: landmarks of every odd shape are only too little signal or a wrong answer', async () => {
    const frames = [
      null,
      3,
      { t: 'x' },
      { t: 1, joints: null },
      { t: 2, joints: { 0: null, x: 4 } },
      { t: 3, joints: [[], 1] },
    ]
    const asked = await challengeFor(service, { purpose: 'verify' })
    const body = verifyBody(asked, ada, imu)
    const response = { ...(body['response'] as object), pose_sequence: frames, camera_sequence: frames }
    const answer = await service.call('POST', '/api/verify', { payload: { ...body, response } })
    expect(answer.json()).toMatchObject({ verified: false })
  })
})

function answerUsually(asked: AnyChallenge): Record<string, unknown> {
  const body = structuredClone(usual)
  const response = { ...(body['response'] as object), challenge_id: asked.challenge_id }
  return { ...body, challenge: nameChallenge(asked), response }
}

function put(target: unknown, [name = '', ...rest]: string[], value: unknown): void {
  const members = target as Record<string, unknown>
  if (rest.length === 0) members[name] = value
  else put(members[name], rest, value)
}

describe('declared members of POST /api/verify', () => {
  const body = { enrollment: {}, challenge: { challenge_id: 'x', challenge_token: 'y' }, response: {}, signature: {} }

  it.each([
    ['/enrollment', { enrollment: [] }],
    ['/enrollment', { enrollment: null }],
    ['/challenge', { challenge: undefined }],
    ['/challenge/challenge_id', { challenge: { challenge_token: 'x' } }],
    ['/challenge/challenge_id', { challenge: { challenge_token: 'x', challenge_id: 1 } }],
    ['/challenge/challenge_token', { challenge: { challenge_id: 'x' } }],
    ['/response', { response: 'x' }],
    ['/response', { response: undefined }],
    ['/signature', { signature: 5 }],
    ['/risk_level', { risk_level: 'none' }],
    ['/risk_level', { risk_level: null }],
    ['/audience', { audience: 'x'.repeat(256) }],
    ['/audience', { audience: '' }],
    ['/audience', { audience: 7 }],
  ])('400: names %s in %o', async (pointer, change) => {
    const answer = await service.call('POST', '/api/verify', { payload: { ...body, ...change } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: { pointer: string }[] }>().errors.map((one) => one.pointer)).toContain(pointer)
  })

  it('200: nothing but what is required is required', async () => {
    const answer = await service.call('POST', '/api/verify', { payload: body })
    expect(answer.json()).toMatchObject({ rejection_reason: 'challenge_invalid', risk_level: 'medium', threshold: 0.7 })
  })

  it.each(BAD_REQUESTS.filter(([, status]) => status !== 413))('refuses %s with %i', async (_, status, request) => {
    expect((await service.call('POST', '/api/verify', request)).statusCode).toBe(status)
  })

  it('413: refuses more than two MiB', async () => {
    const payload = `{"note":"${'x'.repeat(2 * 1024 * 1024)}"}`
    const answer = await send(service, '/api/verify', { payload, headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode).toBe(413)
  })

  it('200: takes a lone surrogate in an enrollment for what it is', async () => {
    const payload = JSON.stringify({ ...body, enrollment: { user_id: '?' } }).replace('?', '\\ud800')
    const answer = await send(service, '/api/verify', { payload, headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode).toBeLessThan(500)
  })
})
