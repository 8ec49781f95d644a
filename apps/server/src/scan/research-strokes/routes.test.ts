import { DIRECTIONS, enrollStrokes, strokeSignature } from '@stillhere/engine'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { ADA, askForChallenge, challengeFor, nameChallenge } from '../../../test/people.ts'
import { newAddress, researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { stillUpload, strokeUpload } from '../../../test/stroke-uploads.ts'
import { openChallenge, sealChallenge } from '../challenge/challenge.ts'
import { listStrokeSessions } from '../research/store.ts'
import { decodeStrokes } from '../research/strokes.ts'

const BOB = 12
const ADDRESS = '203.0.113.77'

let service: TestService
/** What Ada gave first of all, and the answer. */
let given: { payload: ReturnType<typeof strokeUpload>; answer: Awaited<ReturnType<typeof upload>> }
beforeAll(async () => {
  service = await startTestService()
  const payload = strokeUpload(service, ADA)
  given = { payload, answer: await upload(payload, { remoteAddress: ADDRESS }) }
})
afterAll(() => service.stop())

const upload = (payload: object, more: Partial<InjectOptions> = {}) =>
  service.call('POST', '/api/research/strokes', { payload, remoteAddress: newAddress(), ...more })
const still = () => stillUpload(service)
const stats = async () => (await service.call('GET', '/api/research/stats')).json().strokes

/** Sends what must be refused, and sees that nothing was written. */
async function refuse(payload: object, more: Partial<InjectOptions> = {}) {
  const { budget: _, ...before } = await contentsOf(service.db)
  const answer = await upload(payload, more)
  const { budget: __, ...after } = await contentsOf(service.db)
  expect(after).toEqual(before)
  const { error, detail, errors = [] } = answer.json()
  return { status: answer.statusCode, error, detail, pointers: errors.map((one: { pointer: string }) => one.pointer) }
}

/** Another challenge that happens to ask for the same strokes. */
function sameStrokes(challenge: unknown): object {
  const issued = openChallenge(service.secrets, (challenge as { challenge_token: string }).challenge_token)
  if (!issued) throw new Error('this is no challenge')
  const id = crypto.randomUUID()
  return { challenge_id: id, challenge_token: sealChallenge(service.secrets, { ...issued, id }) }
}

describe('POST /api/research/strokes', () => {
  it('201: keeps the strokes of three rounds under a pseudonym, and nothing else of the person', async () => {
    const { payload, answer } = given
    expect(answer.statusCode, answer.body).toBe(201)
    const { pseudonym, delete_token, ...rest } = answer.json()
    expect(rest).toEqual({
      success: true,
      session_id: payload.session_id,
      usable: true,
      explanation: null,
      stroke_count: expect.any(Number),
      recorded_count: 0,
    })
    expect(rest.stroke_count).toBeGreaterThanOrEqual(15)
    expect(answer.headers['x-ratelimit-remaining']).toBe('4')
    const [session] = await listStrokeSessions(service.db, { afterId: 0, limit: 10 })
    expect(session).toMatchObject({ day: '2026-03-10', device: 'Android 412' })
    const strokes = decodeStrokes(session?.strokes ?? Buffer.alloc(0))
    expect(strokes).toHaveLength(rest.stroke_count)
    expect(new Set(strokes.map(({ round }) => round))).toEqual(new Set([0, 1, 2]))
    const { gestures } = enrollStrokes(strokes.map(strokeSignature))
    expect(new Set(gestures.map(({ gesture }) => gesture))).toEqual(new Set(DIRECTIONS))
    const contents = JSON.stringify(await contentsOf(service.db))
    for (const secret of [pseudonym, delete_token, ADDRESS]) expect(contents).not.toContain(secret)
    expect(session?.strokes.length).toBeLessThan(JSON.stringify(payload).length / 8)
  })

  it('201: takes a person’s next session of another day and phone under the pseudonym of the first', async () => {
    const before = await stats()
    const { pseudonym } = given.answer.json()
    service.clock.pass(86_400_000)
    const device = { ...researchUpload().device, os: 'iOS', viewportWidth: 390 }
    const again = await upload({ ...strokeUpload(service, BOB), pseudonym, device })
    expect(again.json()).toMatchObject({ usable: true, pseudonym })
    const sessions = await listStrokeSessions(service.db, { afterId: 0, limit: 10 })
    expect(sessions.map(({ day, device: phone }) => [day, phone])).toEqual([
      ['2026-03-10', 'Android 412'],
      ['2026-03-11', 'iOS 390'],
    ])
    expect(sessions[1]?.person).toBe(sessions[0]?.person)
    expect([before, await stats()]).toEqual([
      { session_count: 1, sessions_needed: 299, people: 1, people_on_other_days: 0, people_on_other_devices: 0 },
      { session_count: 2, sessions_needed: 298, people: 1, people_on_other_days: 1, people_on_other_devices: 1 },
    ])
  })

  it('201: accepts strokes that nothing can be learned from, keeps none of them and says why', async () => {
    const before = await stats()
    const answer = await upload(await still())
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      usable: false,
      stroke_count: 0,
      explanation: expect.stringContaining('strokes'),
    })
    expect(await stats()).toEqual({ ...before, session_count: before.session_count + 1 })
  })

  it('motion that was given is known again: it serves neither to give nor to enroll', async () => {
    const { captures } = given.payload
    const challenge = sameStrokes(given.payload['challenge'])
    const same = { ...(await still()), captures, challenge }
    service.clock.set('2026-03-10T12:02:00.000Z')
    expect((await upload(same)).json()).toMatchObject({
      usable: false,
      explanation: expect.stringContaining('shown before'),
    })
    const toEnroll = nameChallenge(await challengeFor(service, { purpose: 'enroll' }))
    service.clock.pass(30_000)
    const enrolled = await service.call('POST', '/api/enroll', { payload: { challenge: toEnroll, captures } })
    expect(enrolled.statusCode).toBe(400)
    expect(enrolled.json().detail).toContain('replay_detected')
  })

  it('the same answer comes again with the same Idempotency-Key', async () => {
    const request = { remoteAddress: newAddress(), headers: { 'idempotency-key': 'strokes' } }
    const payload = await still()
    const [first, second] = [await upload(payload, request), await upload(payload, request)]
    expect(second.json()).toEqual(first.json())
    expect(second.statusCode).toBe(201)
  })
})

describe('a challenge', () => {
  it('400: is used once, also by two at the same moment', async () => {
    const payload = await still()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => upload({ ...payload, session_id: crypto.randomUUID() })),
    )
    const refused = answers.filter(({ statusCode }) => statusCode !== 201)
    expect(refused).toHaveLength(3)
    for (const answer of refused)
      expect(answer.json()).toMatchObject({
        error: 'CHALLENGE_REFUSED',
        detail: expect.stringContaining('challenge_replayed'),
        errors: [{ pointer: '/challenge' }],
      })
  })

  it.each([
    ['to enroll', 'enroll'],
    ['to verify', 'verify'],
  ] as const)('400: %s is none for research', async (_, purpose) => {
    const challenge = nameChallenge(await challengeFor(service, { purpose }))
    const answer = await refuse({ ...(await still()), challenge })
    expect(answer).toMatchObject({ status: 400, error: 'CHALLENGE_REFUSED', pointers: ['/challenge'] })
    expect(answer.detail).toContain('challenge_invalid')
  })

  it('400: for research is none to enroll', async () => {
    const challenge = nameChallenge(await challengeFor(service, { purpose: 'research' }))
    const answer = await service.call('POST', '/api/enroll', { payload: { challenge, captures: [{}] } })
    expect(answer.json()).toMatchObject({ error: 'CHALLENGE_REFUSED', errors: [{ pointer: '/challenge' }] })
  })

  it('400: can be answered for five minutes, and not before its strokes were made', async () => {
    const asked = await askForChallenge(service, { purpose: 'research' })
    const payload = { ...(await still()), challenge: nameChallenge(asked) }
    expect(new Date(asked.expires_at).getTime() - service.now().getTime()).toBeGreaterThan(280_000)
    expect(asked.rounds).toHaveLength(3)
    const early = { ...payload, challenge: nameChallenge(await askForChallenge(service, { purpose: 'research' })) }
    expect((await refuse(early)).detail).toContain('challenge_too_early')
    service.clock.pass(300_000)
    expect((await refuse(payload)).detail).toContain('challenge_expired')
  })

  it('is left to whoever sends a better request after a refused one', async () => {
    const payload = await still()
    const pseudonym = `sp_${'A'.repeat(22)}`
    const answer = await refuse({ ...payload, pseudonym })
    expect(answer).toMatchObject({ status: 400, error: 'INVALID_REQUEST', pointers: ['/pseudonym'] })
    expect((await upload(payload)).statusCode).toBe(201)
  })
})

describe('a pseudonym', () => {
  it('400: is of this service, and known as long as something is stored under it', async () => {
    const first = (await upload(await still())).json()
    const { pseudonym } = first
    const second = (await upload({ ...(await still()), pseudonym })).json()
    expect(second.pseudonym).toBe(pseudonym)
    for (const { session_id, delete_token } of [first, second]) {
      const headers = { authorization: `Bearer ${delete_token}` }
      await service.call('DELETE', `/api/research/sessions/${session_id}`, { headers })
    }
    expect(await refuse({ ...(await still()), pseudonym })).toMatchObject({ status: 400, pointers: ['/pseudonym'] })
  })
})

describe('a session_id', () => {
  it('409: is taken once, and the refused upload costs nothing', async () => {
    const first = await still()
    await upload(first)
    const remoteAddress = newAddress()
    const payload = { ...(await still()), session_id: first.session_id.toUpperCase() }
    expect(await refuse(payload, { remoteAddress })).toMatchObject({ status: 409, error: 'DUPLICATE_SESSION' })
    const accepted = await upload({ ...payload, session_id: crypto.randomUUID() }, { remoteAddress })
    expect(accepted.headers['x-ratelimit-remaining']).toBe('4')
  })

  it('409: of several at once with challenges of their own, one is taken', async () => {
    const before = await stats()
    const { session_id } = await still()
    const payloads = [await still(), await still(), await still(), await still()]
    const answers = await Promise.all(payloads.map((payload) => upload({ ...payload, session_id })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    expect((await stats()).session_count).toBe(before.session_count + 1)
    const { research_giver: givers = '', research_strokes: strokes = '' } = await contentsOf(service.db)
    expect(givers.split('\n').length).toBeLessThanOrEqual(strokes.split('\n').length)
  })
})

describe('the quota', () => {
  it('429: is one for landmarks and strokes, also of parallel uploads', async () => {
    const remoteAddress = newAddress()
    await service.call('POST', '/api/research/upload', { payload: researchUpload(), remoteAddress })
    const payloads = await Promise.all(Array.from({ length: 6 }, still))
    const answers = await Promise.all(payloads.map((payload) => upload(payload, { remoteAddress })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 429, 429,
    ])
    expect(await refuse(await still(), { remoteAddress })).toMatchObject({ status: 429 })
  })
})

describe('bad input', () => {
  const { device } = researchUpload()
  const captures = [{}, {}, {}]
  const wholeBody = {
    session_id: crypto.randomUUID(),
    consent: true,
    device,
    challenge: { challenge_id: 'x', challenge_token: 'y' },
    captures,
  }

  it.each<[string, object, string]>([
    ['no session_id', { session_id: undefined }, '/session_id'],
    ['an id that is no UUID', { session_id: 'one' }, '/session_id'],
    ['no consent', { consent: undefined }, '/consent'],
    ['a refused consent', { consent: false }, '/consent'],
    ['a consent in words', { consent: 'true' }, '/consent'],
    ['a short pseudonym', { pseudonym: 'sp_A' }, '/pseudonym'],
    ['a pseudonym that is none', { pseudonym: null }, '/pseudonym'],
    ['another prefix', { pseudonym: `sd_${'A'.repeat(22)}` }, '/pseudonym'],
    ['no device', { device: undefined }, '/device'],
    ['a device without os', { device: { ...device, os: undefined } }, '/device/os'],
    ['an unknown os', { device: { ...device, os: 'BeOS' } }, '/device/os'],
    ['an unknown browser', { device: { ...device, browser: '' } }, '/device/browser'],
    ['a narrow page', { device: { ...device, viewportWidth: 1 } }, '/device/viewportWidth'],
    ['a high page', { device: { ...device, viewportHeight: 1e9 } }, '/device/viewportHeight'],
    ['no challenge', { challenge: undefined }, '/challenge'],
    ['a challenge without token', { challenge: { challenge_id: 'x' } }, '/challenge/challenge_token'],
    ['a challenge without id', { challenge: { challenge_token: 'x' } }, '/challenge/challenge_id'],
    ['no captures', { captures: undefined }, '/captures'],
    ['two captures', { captures: [{}, {}] }, '/captures'],
    ['eleven captures', { captures: Array.from({ length: 11 }, () => ({})) }, '/captures'],
    ['a capture that is none', { captures: [{}, 1, {}] }, '/captures/1'],
  ])('400: %s is named', async (_, change, pointer) => {
    const answer = await upload({ ...wholeBody, ...change })
    expect(answer.statusCode).toBe(400)
    const { error, errors } = answer.json<{ error: string; errors: { pointer: string }[] }>()
    expect(error).toBe('INVALID_REQUEST')
    expect(errors.map((one) => one.pointer)).toContain(pointer)
  })

  it('400: a token that nobody sealed is no challenge', async () => {
    expect(await refuse(wholeBody)).toMatchObject({ status: 400, pointers: ['/challenge'] })
  })

  it('400: a capture that is too long is named, and the challenge is not used', async () => {
    const payload = await still()
    const samples = Array.from({ length: 6001 }, (_, t) => ({ t }))
    const answer = await refuse({ ...payload, captures: [{}, {}, { imu_sequence: { samples } }] })
    expect(answer).toMatchObject({ status: 400, error: 'CHALLENGE_REFUSED', pointers: ['/captures/2'] })
    expect((await upload(payload)).statusCode).toBe(201)
  })

  it('400: a name that comes twice is refused before the challenge is used', async () => {
    const payload = await still()
    const twice = JSON.stringify(payload).replace('"consent":', '"consent":false,"consent":')
    const headers = { 'content-type': 'application/json' }
    expect((await service.call('POST', '/api/research/strokes', { payload: twice, headers })).statusCode).toBe(400)
    expect((await upload(payload)).statusCode).toBe(201)
  })

  it.each(BAD_REQUESTS.filter(([what]) => what !== 'too much'))('%s: %i', async (_, status, request) => {
    const answer = await service.call('POST', '/api/research/strokes', { ...request, remoteAddress: newAddress() })
    expect(answer.statusCode).toBe(status)
  })

  it('413: is one that is larger than two MiB', async () => {
    const payload = `{"captures":"${'x'.repeat(2 * 1024 * 1024)}"}`
    const headers = { 'content-type': 'application/json' }
    const answer = await service.call('POST', '/api/research/strokes', { payload, headers })
    expect(answer.statusCode).toBe(413)
  })

  const odd = (samples: unknown) => ({ imu_sequence: { samples } })
  const sample = (more: object = {}) => ({ t: 0, accel: [0, 9.8, 0], gyro: [0, 0, 0], ...more })
  const times = (change: (at: number) => object) =>
    odd(Array.from({ length: 600 }, (_, at) => sample({ t: at * 16, ...change(at) })))
  it.each<[string, object]>([
    ['samples that are no list', odd('x')],
    ['samples that are no objects', odd([null, 1, 'x', [], true])],
    ['no axes', times(() => ({ accel: null, gyro: 'x' }))],
    ['texts and lists as numbers', times(() => ({ accel: ['5', [5], {}], gyro: [[1], '2', null] }))],
    ['times that stand still', times(() => ({ t: 0 }))],
    ['times that run back', times((at) => ({ t: 9600 - at * 16 }))],
    ['times that are none', times(() => ({ t: null }))],
    ['numbers beyond any', times((at) => ({ accel: [1e308, -1e308, at], gyro: [1e300, 0, 0] }))],
    ['noise', times((at) => ({ accel: [at % 7, 9.8 - (at % 3), at % 5], gyro: [at % 200, -(at % 90), 0] }))],
    ['sequences of other kinds', { imu_sequence: [], pose_sequence: 'x', camera_sequence: [null] }],
  ])('201: %s are garbage, and not kept', async (_, capture) => {
    const payload = await still()
    service.clock.pass(30_000)
    const answer = await upload({ ...payload, captures: [capture, {}, capture] })
    expect([answer.statusCode, answer.json().usable]).toEqual([201, false])
  })
})
