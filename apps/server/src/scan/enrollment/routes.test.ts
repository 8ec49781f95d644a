import type { Enrollment } from '@stillhere/contract'
import { DIRECTIONS, type ImuSample, seededRandom } from '@stillhere/engine'
import { sceneOf, syntheticPerson } from '@stillhere/engine/synthetic/unmarked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  captureOf,
  challengeFor,
  EVE,
  enrollPerson,
  enrollmentBody,
  nameChallenge,
  send,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { openTemplate, type UnverifiedEnrollment, readEnrollment } from './enrollment.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const enroll = (payload: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/enroll', { payload, headers })
const challenge = () => challengeFor(service, { purpose: 'enroll' })
/** How many strokes of each direction are enrolled. */
const countTakes = (enrollment: Enrollment) => {
  const { strokes } = openTemplate(service.secrets, readEnrollment(enrollment) as UnverifiedEnrollment)
  return Object.fromEntries((strokes?.gestures ?? []).map(({ gesture, count }) => [gesture, count]))
}
/** Captures of one person, the first of which follows the challenge. */
const bodyOf = (asked: AnyChallenge, ...imus: ImuSample[][]) => ({
  challenge: nameChallenge(asked),
  captures: imus.map(captureOf),
})

describe('POST /api/enroll', () => {
  it('F11: encrypts what it saw for the caller, under a name of no node, and stores no template', async () => {
    const enrollment = await enrollPerson(service, ADA)
    expect(enrollment).toMatchObject({
      user_id: expect.stringMatching(/^anon-[\w-]{43}$/),
      number: 1,
      sample_count: 3,
      stroke_count: 18,
      enrolled_at: service.now().toISOString(),
      expires_at: new Date(service.now().getTime() + 180 * 86_400_000).toISOString(),
      device_info: null,
      key_id: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect(enrollment.signature).toEqual({ version: expect.any(String) })
    const template = openTemplate(service.secrets, readEnrollment(enrollment) as UnverifiedEnrollment)
    expect(template.vector).toHaveLength(128)
    expect(template.variance.some((value) => value > 0)).toBe(true)
    const counts = template.strokes?.gestures.map(({ gesture, count }) => [gesture, count >= 2])
    expect(Object.fromEntries(counts ?? [])).toEqual(Object.fromEntries(DIRECTIONS.map((one) => [one, true])))
    const stored = JSON.stringify(await contentsOf(service.db))
    expect(stored).not.toContain(enrollment.user_id)
    expect(stored).not.toContain(String(template.vector[0]))
    for (const part of [String(template.vector[0]), 'variance']) expect(JSON.stringify(enrollment)).not.toContain(part)
  })

  it('201: of four rounds, knows every direction by three strokes', async () => {
    const enrollment = await enrollPerson(service, ADA, { count: 4 })
    expect(enrollment).toMatchObject({ sample_count: 4, stroke_count: 24 })
    expect(countTakes(enrollment)).toEqual(Object.fromEntries(DIRECTIONS.map((one) => [one, 3])))
  })

  it('201: takes a fourth capture of the first round for what it is', async () => {
    const asked = await challenge()
    const rounds = [...(asked.rounds ?? []), asked]
    service.clock.pass(60_000)
    const answer = await enroll(bodyOf(asked, ...rounds.map((round) => answerOf(ADA, round))))
    const told = rounds.flatMap(({ actions }) => actions.map(({ direction }) => direction))
    const counts = DIRECTIONS.map((one) => [one, told.filter((direction) => direction === one).length])
    expect(countTakes(answer.json())).toEqual(Object.fromEntries(counts))
  })

  it('201: learns no stroke of a fourth capture that answers none of the rounds', async () => {
    const body = await enrollmentBody(service, ADA)
    const stray = captureOf(answerOf(ADA, await challenge()))
    const answer = await enroll({ ...body, captures: [...(body['captures'] as object[]), stray] })
    expect(answer.json()).toMatchObject({ sample_count: 4, stroke_count: 18 })
  })

  it('400: refuses a fourth capture that shows one of the others again', async () => {
    const body = await enrollmentBody(service, ADA)
    const captures = body['captures'] as object[]
    service.clock.pass(20_000)
    const answer = await enroll({ ...body, captures: [...captures, captures[0]] })
    expect([answer.statusCode, answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer]).toEqual([
      400,
      '/captures/3',
    ])
  })

  it('201: gives a caller without e-mail address another name each time', async () => {
    const [one, other] = [
      await enrollPerson(service, ADA, { count: 1 }),
      await enrollPerson(service, ADA, { count: 1 }),
    ]
    expect(one.user_id).not.toBe(other.user_id)
    expect(one).toMatchObject({ sample_count: 1 })
  })

  it('201: gives a node the same name each time, which does not tell which node it is', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const whose = { email: node.email, headers, count: 1 }
    const one = await enrollPerson(service, ADA, whose)
    const other = await enrollPerson(service, EVE, whose)
    expect(one.user_id).toBe(other.user_id)
    expect(one.user_id).toMatch(/^node-[\w-]{43}$/)
    // F5: the owner hears of it.
    const notice = { kind: 'notice', to: node.email, params: { event: 'enrollment' } }
    expect(await listQueuedMails(service)).toMatchObject([notice, notice])
  })

  it('201: keeps only the declared members of the device', async () => {
    const body = await enrollmentBody(service, ADA, { count: 1 })
    const answer = await enroll({ ...body, device_info: { os: 'iOS', serial: 'secret' } })
    expect(answer.json<Enrollment>().device_info).toEqual({ os: 'iOS' })
  })

  it('201: enrolls the sensors where a capture has no landmarks', async () => {
    const asked = await challenge()
    const seen = { ...captureOf(answerOf(ADA, asked)), pose_sequence: FRAMES }
    const answer = await enroll({
      challenge: nameChallenge(asked),
      captures: [seen, captureOf(answerOf(ADA, await challenge()))],
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const own = await enrollPerson(service, ADA, { count: 1 })
    expect(answer.json<Enrollment>().signature.version).toBe(own.signature.version)
  })

  it('201: enrolls the strokes of captures in any order, and none that were not asked for', async () => {
    const body = await enrollmentBody(service, ADA)
    const captures = (body['captures'] as object[]).toReversed()
    const stray = captureOf(answerOf(ADA, await challenge()))
    const answer = await enroll({ ...body, captures: [stray, ...captures.slice(0, 2)] })
    expect(answer.json()).toMatchObject({ sample_count: 3, stroke_count: 12 })
  })

  it('400: where every capture has landmarks, the landmarks must be alive', async () => {
    const asked = await challenge()
    const made = { ...captureOf(answerOf(ADA, asked)), pose_sequence: FRAMES }
    const answer = await enroll({ challenge: nameChallenge(asked), captures: [made] })
    expect(answer.json()).toMatchObject({ error: 'CHALLENGE_REFUSED', errors: [{ pointer: '/captures/0' }] })
    expect(answer.json<{ detail: string }>().detail).toMatch(/^liveness_failed/)
  })
})

// Nobody takes these joints for those of a living body.
const FRAMES = sceneOf(syntheticPerson(3), seededRandom(1), { seconds: 8 }).frames

describe('a challenge that cannot be enrolled with', () => {
  const refused = async (payload: object, reason: string) => {
    const answer = await enroll(payload)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({
      error: 'CHALLENGE_REFUSED',
      detail: expect.stringMatching(new RegExp(`^${reason}: [A-Z]`)),
      errors: [{ pointer: '/challenge', message: expect.stringContaining(reason) }],
    })
  }

  it('400: is one for verifying', async () => {
    const asked = await challengeFor(service, { purpose: 'verify' })
    await refused(bodyOf(asked, answerOf(ADA, asked)), 'challenge_invalid')
  })

  it('400: is one that was forged', async () => {
    const asked = await challenge()
    await refused(bodyOf({ ...asked, challenge_token: 'x' }, answerOf(ADA, asked)), 'challenge_invalid')
  })

  it('F2: is one that there was not the time for since it was issued', async () => {
    const asked = await challenge()
    const imus = [answerOf(ADA, asked), answerOf(ADA, asked)]
    service.clock.pass(asked.duration_ms - 5000)
    await refused(bodyOf(asked, ...imus), 'challenge_too_early')
  })

  it('400: is one of two minutes ago', async () => {
    const asked = await challenge()
    service.clock.set(asked.expires_at)
    await refused(bodyOf(asked, answerOf(ADA, asked)), 'challenge_expired')
  })

  it('400: is one that was used, for good or bad', async () => {
    const asked = await challenge()
    const body = bodyOf(asked, answerOf(ADA, asked))
    expect((await enroll({ ...body, captures: [{}] })).statusCode).toBe(400)
    await refused(body, 'challenge_replayed')
  })

  it('400: is one of a node, without its e-mail address', async () => {
    const node = await addNode(service)
    const asked = await challengeFor(service, { purpose: 'enroll', email: node.email }, await bearerFor(service, node))
    await refused(bodyOf(asked, answerOf(ADA, asked)), 'challenge_invalid')
  })

  it('one of 20 parallel enrollments with one challenge is judged', async () => {
    const asked = await challenge()
    const body = bodyOf(asked, answerOf(ADA, asked))
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(service, '/api/enroll', { payload: body })))
    const counts = [201, 400].map((status) => answers.filter(({ statusCode }) => statusCode === status).length)
    expect(counts).toEqual([1, 19])
  })
})

describe('a capture that is not taken', () => {
  const refused = async (payload: object, pointer: string, reason: string) => {
    // There are more captures than challenges that were followed.
    service.clock.pass(20_000)
    const answer = await enroll(payload)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'CHALLENGE_REFUSED', detail: expect.stringContaining(reason) })
    const named = answer.json<{ errors: { pointer: string; message: string }[] }>().errors
    expect(named).toContainEqual({ pointer, message: expect.stringMatching(new RegExp(`^${reason}: `)) })
  }

  it('400: is one without enough samples', async () => {
    const asked = await challenge()
    await refused(bodyOf(asked, answerOf(ADA, asked), []), '/captures/1', 'insufficient_signal')
  })

  it('400: is one that follows no challenge, if none of the others does', async () => {
    const [asked, other] = [await challenge(), await challenge()]
    await refused(bodyOf(asked, answerOf(ADA, other)), '/captures', 'challenge_mismatch')
  })

  it('400: is one that is not alive', async () => {
    const random = seededRandom(3)
    const asked = await challenge()
    const made = answerOf(ADA, asked).map((sample) => ({
      ...sample,
      rx: 90 * random(),
      ry: 90 * random(),
      rz: 90 * random(),
    }))
    await refused(bodyOf(asked, answerOf(ADA, asked), made), '/captures/1', 'liveness_failed')
  })

  it('400: is one that was shown before, in this enrollment or another', async () => {
    const asked = await challenge()
    const imu = answerOf(ADA, asked)
    await refused(bodyOf(asked, imu, imu), '/captures/1', 'replay_detected')
    const next = await challenge()
    await refused(bodyOf(next, answerOf(ADA, next), imu), '/captures/1', 'replay_detected')
  })

  it('400: is one of obviously somebody else', async () => {
    const [asked, second] = [await challenge(), await challenge()]
    const random = seededRandom(8)
    const walk = () => sceneOf(syntheticPerson(EVE), random, { seconds: 12, activity: 'walk' }).imu
    const imus = [answerOf(ADA, asked), answerOf(ADA, second), answerOf(ADA, await challenge()), walk()]
    await refused(bodyOf(asked, ...imus), '/captures/3', 'motion_signature_mismatch')
  })
})

describe('somebody else', () => {
  const answersTo = async (headers: Record<string, string>, email: string) => {
    const asked = await challengeFor(service, { purpose: 'enroll' })
    return enroll({ ...bodyOf(asked, []), email }, headers)
  }

  it('401: does not learn whether there is such a node', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const there = await answersTo(headers, (await addNode(service)).email)
    const nowhere = await answersTo(headers, 'nobody@example.org')
    expect([there.statusCode, nowhere.statusCode]).toEqual([401, 401])
    expect(there.body).toBe(nowhere.body)
  })
})

describe('bad input', () => {
  it.each([
    ['no captures', { captures: [] }, '/captures'],
    ['eleven captures', { captures: Array.from({ length: 11 }, () => ({})) }, '/captures'],
    ['a capture that is no object', { captures: [1] }, '/captures/0'],
    ['captures that are no list', { captures: {} }, '/captures'],
    ['no challenge', { challenge: undefined }, '/challenge'],
    ['a challenge without token', { challenge: { challenge_id: 'x' } }, '/challenge/challenge_token'],
    ['a token that is no text', { challenge: { challenge_id: 'x', challenge_token: 1 } }, '/challenge/challenge_token'],
    ['no e-mail address', { email: 'ada' }, '/email'],
    ['a long device', { device_info: { os: 'x'.repeat(101) } }, '/device_info/os'],
  ])('400: %s is named', async (_, change, pointer) => {
    const body = { challenge: { challenge_id: 'x', challenge_token: 'y' }, captures: [{}], ...change }
    const answer = await enroll(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'INVALID_REQUEST' })
    expect(answer.json<{ errors: { pointer: string }[] }>().errors.map((one) => one.pointer)).toContain(pointer)
  })

  it('413: is one that is larger than eight MiB', async () => {
    const payload = `{"captures":"${'x'.repeat(8 * 1024 * 1024)}"}`
    const answer = await send(service, '/api/enroll', { payload, headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode).toBe(413)
  })
})
