import type { Enrollment, Verification } from '@stillhere/contract'
import { seededRandom } from '@stillhere/engine'
import { readPresencePolicy, type Receipt } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askForLive,
  beginLiveScan,
  COUNTDOWN_MS,
  guessStrokes,
  liveBody,
  makeSteps,
  peekStrokes,
  planSteps,
  postStep,
  tellAll,
} from '../../../test/live-person.ts'
import type { PlannedStep } from '../../../test/live-steps.ts'
import { ADA, type AnyChallenge, answerOf, enrollPerson } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'

let service: TestService
let ada: Enrollment
beforeAll(async () => {
  service = await startTestService()
  ada = await enrollPerson(service, ADA)
}, 60_000)
afterAll(() => service.stop())

async function verify(payload: object): Promise<Verification> {
  const answer = await service.call('POST', '/api/verify', { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const countRows = () => service.db.one<{ count: number }>(sql`SELECT count(*)::int AS count FROM live_challenge`)

describe('POST /api/challenge at the live pace', () => {
  it('201: tells the first stroke only, how many there are and how long they take, and gives two minutes', async () => {
    const answer = await service.call('POST', '/api/challenge', { payload: { purpose: 'verify', pace: 'live' } })
    const asked = answer.json<AnyChallenge>()
    expect(asked).toMatchObject({ pace: 'live', stroke_count: 6 })
    expect(asked.actions).toHaveLength(1)
    const { strokes, durationMs } = await peekStrokes(service, asked.challenge_id)
    expect(asked.actions[0]).toMatchObject({ direction: strokes[0]?.direction, at_ms: strokes[0]?.atMs })
    expect(asked.duration_ms).toBe(durationMs)
    expect(Date.parse(asked.expires_at) - service.now().getTime()).toBe(120_000)
    const gaps = strokes.slice(1).map(({ atMs }, index) => atMs - (strokes[index]?.atMs ?? 0))
    for (const gap of gaps) expect(gap >= 1300 && gap <= 1530, String(gap)).toBe(true)
  })

  it('201: no length tells which directions come', async () => {
    const asked = await Promise.all(Array.from({ length: 30 }, () => askForLive(service)))
    const withoutTimes = asked.map(
      ({ challenge_token, duration_ms }) => challenge_token.length - String(duration_ms).length * 1.4,
    )
    expect(Math.max(...withoutTimes) - Math.min(...withoutTimes)).toBeLessThan(2)
    const lengths = await service.db.query<{ length: number }>(
      sql`SELECT DISTINCT octet_length(sealed) AS length FROM live_challenge`,
    )
    expect(lengths).toHaveLength(1)
  })

  it('201: says of all other challenges that they are told at once', async () => {
    const answer = await service.call('POST', '/api/challenge', { payload: { purpose: 'verify' } })
    expect(answer.json()).toMatchObject({ pace: 'batch', stroke_count: 6 })
  })

  it.each([
    [{ purpose: 'enroll', pace: 'live' }, '/pace'],
    [{ purpose: 'verify', pace: 'fast' }, '/pace'],
    [{ purpose: 'verify', assurance: 2 }, '/assurance'],
    [{ purpose: 'verify', pace: 'live', assurance: 3 }, '/assurance'],
    [{ purpose: 'verify', pace: 'live', assurance: 4 }, '/assurance'],
    [{ purpose: 'verify', pace: 'live', assurance: '2' }, '/assurance'],
  ])('400: refuses %o and names the field', async (payload, pointer) => {
    const before = await countRows()
    const answer = await service.call('POST', '/api/challenge', { payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer).toBe(pointer)
    expect(await countRows()).toEqual(before)
  })
})

describe('a live scan', () => {
  it('is verified at level 1 without a passkey, its strokes told one by one, and leaves no row', async () => {
    const before = await countRows()
    const scan = await beginLiveScan(service, ADA)
    const told = await makeSteps(service, scan.asked.challenge_id, scan.steps)
    expect(told.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6])
    expect(told.map(({ action }) => action?.direction ?? null)).toEqual([
      ...scan.strokes.strokes.slice(1).map(({ direction }) => direction),
      null,
    ])
    const verdict = await verify(liveBody(scan, ada))
    expect(verdict).toMatchObject({ verified: true, assurance: { level: 1, pace: 'live', device: 'none' } })
    expect(readPresencePolicy(verdict.receipt as Receipt)).toMatchObject({ assurance: 1, pace: 'live', device: 'none' })
    expect(await countRows()).toEqual(before)
    expect(await verify(liveBody(scan, ada))).toMatchObject({ rejection_reason: 'challenge_replayed' })
  })

  it('is refused where level 2 was asked for and no passkey signed it', async () => {
    const scan = await beginLiveScan(service, ADA, { assurance: 2 })
    await makeSteps(service, scan.asked.challenge_id, scan.steps)
    const verdict = await verify(liveBody(scan, ada))
    expect(verdict).toMatchObject({
      verified: false,
      rejection_reason: 'assurance_not_reached',
      explanation: 'Level 2 was asked for, but no passkey signed this scan.',
      assurance: null,
    })
    expect(verdict.receipt).toBeUndefined()
  })

  it('is refused where not every step was made', async () => {
    const scan = await beginLiveScan(service, ADA)
    await makeSteps(service, scan.asked.challenge_id, scan.steps.slice(0, 5))
    service.clock.pass(3000)
    expect(await verify(liveBody(scan, ada))).toMatchObject({
      rejection_reason: 'challenge_mismatch',
      explanation: 'Not all motion of this live challenge was committed.',
    })
  })

  it('is refused after a step that ended it', async () => {
    const scan = await beginLiveScan(service, ADA)
    await makeSteps(service, scan.asked.challenge_id, scan.steps)
    expect((await postStep(service, scan.asked.challenge_id, scan.steps[5] as PlannedStep)).statusCode).toBe(409)
    expect(await verify(liveBody(scan, ada))).toMatchObject({
      rejection_reason: 'challenge_mismatch',
      explanation: 'The live challenge was ended before: All motion was committed before this step.',
    })
  })
})

describe('the answer must hold what was committed', () => {
  type Body = {
    response: { imu_sequence: { samples: { t: number; accel: number[] }[] }; committed: { imu: number }[] }
  }
  const NOT_COMMITTED = 'The samples are not those that were committed.'
  const COUNTED = 'response.committed must count imu, camera and pose for 6 steps.'
  const CHANGES: [string, string, (body: Body) => void][] = [
    [
      'one number of one sample changed',
      NOT_COMMITTED,
      ({ response }) => void (response.imu_sequence.samples[99]!.accel[0]! += 1e-9),
    ],
    [
      'two samples swapped',
      NOT_COMMITTED,
      ({
        response: {
          imu_sequence: { samples },
        },
      }) => void samples.splice(99, 2, samples[100]!, samples[99]!),
    ],
    [
      'a sample left out',
      'The response holds another number of samples than were committed.',
      ({ response }) => void response.imu_sequence.samples.pop(),
    ],
    [
      'a camera added',
      'The response holds another number of samples than were committed.',
      ({ response }) => void Object.assign(response, { camera_sequence: [{ t: 0, x: 0, y: 0 }] }),
    ],
    ['a cut that lies by one sample', NOT_COMMITTED, ({ response }) => void response.committed[2]!.imu++],
    [
      'a cut that lies by a second',
      'A sample was committed at another step than its time says.',
      ({ response }) => void (response.committed[2]!.imu -= 60),
    ],
    ['a cut that goes back', COUNTED, ({ response }) => void (response.committed[2]!.imu = 0)],
    ['no cuts', COUNTED, ({ response }) => void Object.assign(response, { committed: undefined })],
    ['cuts that are no list', COUNTED, ({ response }) => void Object.assign(response, { committed: { length: 6 } })],
    [
      'cuts that are no counts',
      COUNTED,
      ({ response }) => void Object.assign(response, { committed: [1, null, 'a', [], {}, { imu: 1.5 }] }),
    ],
  ]
  it.each(CHANGES)('%s', async (_, explanation, change) => {
    const scan = await beginLiveScan(service, ADA)
    await makeSteps(service, scan.asked.challenge_id, scan.steps)
    const body = liveBody(scan, ada) as Body
    change(body)
    expect(await verify(body)).toMatchObject({ verified: false, rejection_reason: 'challenge_mismatch', explanation })
  })
})

describe('POST /api/challenge/:id/next', () => {
  const commitment = '0'.repeat(64)

  async function begin() {
    const asked = await askForLive(service)
    const strokes = await peekStrokes(service, asked.challenge_id)
    const steps = planSteps(asked.challenge_id, strokes, []).steps
    service.clock.pass(COUNTDOWN_MS)
    const next = (payload: object) => service.call('POST', `/api/challenge/${asked.challenge_id}/next`, { payload })
    return { id: asked.challenge_id, strokes, steps, next }
  }

  /** That a step is refused with these words, and that no other is taken afterwards. */
  async function expectEnd(next: (payload: object) => ReturnType<typeof service.call>, step: object, detail: string) {
    const answer = await next(step)
    expect(answer.statusCode, answer.body).toBe(409)
    expect(answer.json()).toMatchObject({ error: 'CHALLENGE_ENDED', detail })
    const again = await next({ commitment, elapsed_ms: 1500 })
    expect(again.json()).toMatchObject({ error: 'CHALLENGE_ENDED', detail })
  }

  it('409: a first step before its cue, and after the next one', async () => {
    for (const [offset, detail] of [
      [399, 'Step 1 came too early, or an earlier one came twice.'],
      [2001, 'Step 1 came too late.'],
    ] as const) {
      const { strokes, next } = await begin()
      const elapsed = (strokes.strokes[0]?.atMs ?? 0) + offset
      service.clock.pass(elapsed)
      await expectEnd(next, { commitment, elapsed_ms: elapsed }, detail)
    }
  })

  it('409: motion from before the challenge was told', async () => {
    const asked = await askForLive(service)
    const elapsed = (asked.actions[0]?.at_ms ?? 0) + 650
    service.clock.pass(elapsed - 501)
    const next = (payload: object) => service.call('POST', `/api/challenge/${asked.challenge_id}/next`, { payload })
    const detail = 'elapsed_ms is more than the time since the challenge was issued.'
    await expectEnd(next, { commitment, elapsed_ms: elapsed }, detail)
  })

  it('409: a step that came twice, and one that was left out', async () => {
    const twice = await begin()
    await makeSteps(service, twice.id, twice.steps.slice(0, 2))
    await expectEnd(twice.next, twice.steps[1] as object, 'Step 3 came too early, or an earlier one came twice.')
    const left = await begin()
    await makeSteps(service, left.id, left.steps.slice(0, 2))
    service.clock.pass(3000)
    await expectEnd(left.next, left.steps[4] as object, 'Step 3 came too late.')
  })

  it.each([
    [-1001, 'Step 3 came too early: less time has passed than elapsed_ms says.'],
    [1501, 'Step 3 came too late: more time has passed than elapsed_ms says.'],
  ])('409: a step %i ms off the time that the first one told', async (offset, detail) => {
    const { id, steps, next } = await begin()
    await makeSteps(service, id, steps.slice(0, 2))
    service.clock.pass((steps[2]?.elapsed_ms ?? 0) - (steps[1]?.elapsed_ms ?? 0) + offset)
    await expectEnd(next, steps[2] as object, detail)
  })

  it('409: delays add up, so that not every stroke gets as long', async () => {
    const { id, steps, next } = await begin()
    await makeSteps(service, id, steps.slice(0, 1))
    for (const index of [1, 2]) {
      service.clock.pass((steps[index]?.elapsed_ms ?? 0) - (steps[index - 1]?.elapsed_ms ?? 0) + 700)
      expect((await next(steps[index] as object)).statusCode).toBe(200)
    }
    service.clock.pass((steps[3]?.elapsed_ms ?? 0) - (steps[2]?.elapsed_ms ?? 0) + 700)
    await expectEnd(next, steps[3] as object, 'Step 4 came too late: more time has passed than elapsed_ms says.')
  })

  it('200: a step that was slow ends nothing, nor does the quick one after it', async () => {
    const { id, steps, next } = await begin()
    await makeSteps(service, id, steps.slice(0, 1))
    service.clock.pass((steps[1]?.elapsed_ms ?? 0) - (steps[0]?.elapsed_ms ?? 0) + 1200)
    expect((await next(steps[1] as object)).statusCode).toBe(200)
    service.clock.pass((steps[2]?.elapsed_ms ?? 0) - (steps[1]?.elapsed_ms ?? 0) - 1200)
    expect((await next(steps[2] as object)).statusCode).toBe(200)
  })

  it('409: after two minutes; housekeeping then takes the row', async () => {
    const { id, steps, next } = await begin()
    service.clock.pass(120_000)
    await expectEnd(next, steps[0] as object, 'The challenge has expired.')
    service.clock.pass(1)
    await deleteExpired(service)
    expect((await postStep(service, id, steps[0] as object)).statusCode).toBe(404)
  })

  it.each(['3c1b6c0e-53b2-4f0d-9a3e-8f3a2b1c0d4e', 'x', '%00', '1'.repeat(64)])('404: knows no %s', async (id) => {
    const answer = await postStep(service, id, { commitment, elapsed_ms: 1 })
    expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })

  it.each([
    [{ elapsed_ms: 1500 }, '/commitment'],
    [{ commitment: 'A'.repeat(64), elapsed_ms: 1500 }, '/commitment'],
    [{ commitment }, '/elapsed_ms'],
    [{ commitment, elapsed_ms: -1 }, '/elapsed_ms'],
    [{ commitment, elapsed_ms: 1500.5 }, '/elapsed_ms'],
    [{ commitment, elapsed_ms: 1e12 }, '/elapsed_ms'],
  ])('400: refuses %o, and the challenge goes on', async (payload, pointer) => {
    const { id, steps, next } = await begin()
    const answer = await next(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer).toBe(pointer)
    await makeSteps(service, id, steps)
  })

  it('200: a step repeated with its Idempotency-Key gets the same answer', async () => {
    const { id, steps, next } = await begin()
    service.clock.pass(steps[0]?.elapsed_ms ?? 0)
    const more = { payload: steps[0] as object, headers: { 'idempotency-key': 'step-one-of-this-scan' } }
    const [first, second] = [
      await service.call('POST', `/api/challenge/${id}/next`, more),
      await service.call('POST', `/api/challenge/${id}/next`, more),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    service.clock.pass((steps[1]?.elapsed_ms ?? 0) - (steps[0]?.elapsed_ms ?? 0))
    expect((await next(steps[1] as object)).json()).toMatchObject({ step: 2 })
  })
})

// Of 100 guesses: challenge.test.ts.
it('motion that was prepared for guessed strokes is refused, though it was committed in time', async () => {
  const asked = await askForLive(service)
  const strokes = await peekStrokes(service, asked.challenge_id)
  const prepared = answerOf(ADA, tellAll(asked, guessStrokes(strokes, seededRandom(44))))
  const imu = prepared.filter(({ t }) => t <= strokes.durationMs)
  service.clock.pass(COUNTDOWN_MS)
  const plan = planSteps(asked.challenge_id, strokes, imu)
  await makeSteps(service, asked.challenge_id, plan.steps)
  const verdict = await verify(liveBody({ asked, strokes, imu, ...plan }, ada))
  expect(verdict).toMatchObject({
    verified: false,
    rejection_reason: 'challenge_mismatch',
    explanation: 'The strokes were not those asked for, or not in time. Follow each arrow as it appears.',
  })
})
