import type { Enrollment } from '@stillhere/contract'
import { type Challenge, type ImuSample, REJECTION_WORDS, seededRandom } from '@stillhere/engine'
import { splicedStrokes } from '@stillhere/engine/synthetic/unmarked'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  challengeFor,
  EVE,
  enrollmentBody,
  enrollPerson,
  verifyBody,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { saveWaitingMotion } from '../../app/jobs/worker.ts'
import { sql } from '../../platform/database/sql.ts'
import { sealChallenge } from '../challenge/challenge.ts'

let service: TestService
let ada: Enrollment

beforeAll(async () => {
  service = await startTestService()
  ada = await enrollPerson(service, ADA)
}, 120_000)
afterAll(() => service.stop())

const challenge = () => challengeFor(service, { purpose: 'verify' })
const verify = async (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const answer = await service.call('POST', '/api/verify', { payload: body, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const answered = async (person: number): Promise<{ asked: AnyChallenge; imu: ImuSample[] }> => {
  const asked = await challenge()
  return { asked, imu: answerOf(person, asked) }
}
const refusedWith = (reason: keyof typeof REJECTION_WORDS) => ({
  verified: false,
  rejection_reason: reason,
  explanation: REJECTION_WORDS[reason],
})
const waiting = () => service.db.one<{ count: number }>(sql`SELECT count(*)::int AS count FROM replay_waiting`)
const unjudged = (reason: keyof typeof REJECTION_WORDS) => ({ ...refusedWith(reason), presence_score: 0 })

describe('an enrollment', () => {
  it('200: has expired after half a year', async () => {
    service.clock.set(ada.expires_at)
    const { asked, imu } = await answered(ADA)
    expect(await verify(verifyBody(asked, ada, imu))).toMatchObject(unjudged('enrollment_invalid'))
    service.clock.set('2026-03-10T12:00:00.000Z')
  })
})

describe('motion', () => {
  it('200: of a stranger does not resemble the enrolled one', async () => {
    const { asked, imu } = await answered(EVE)
    const answer = await verify(verifyBody(asked, ada, imu))
    expect(answer).toMatchObject(refusedWith('motion_signature_mismatch'))
    expect(answer.presence_score).toBeLessThan(0.5)
    expect(answer.receipt).toBeUndefined()
  })

  it('that is like a simulated hand is refused where the service refuses simulations, enrolling and verifying', async () => {
    const body = await enrollmentBody(service, ADA)
    const { asked, imu } = await answered(ADA)
    service.settings.refusesSimulation = true
    try {
      const refused = await service.call('POST', '/api/enroll', { payload: body })
      expect(refused.json<{ detail: string }>().detail).toMatch(/^liveness_failed/)
      expect(await verify(verifyBody(asked, ada, imu))).toMatchObject(refusedWith('liveness_failed'))
    } finally {
      service.settings.refusesSimulation = false
    }
  })

  it('200: that was shown before is known again, under a challenge with the same strokes', async () => {
    const { asked, imu } = await answered(ADA)
    expect(await verify(verifyBody(asked, ada, imu))).toMatchObject({ verified: true })
    const again = await sameStrokesAgain(asked)
    expect(await verify(verifyBody(again, ada, imu))).toMatchObject(refusedWith('replay_detected'))
    const louder = imu.map((sample) => ({
      ...sample,
      rx: (sample.rx ?? 0) * 1.1,
      ry: (sample.ry ?? 0) * 1.1,
      rz: (sample.rz ?? 0) * 1.1,
    }))
    expect(await verify(verifyBody(await sameStrokesAgain(asked), ada, louder))).toMatchObject(
      refusedWith('replay_detected'),
    )
  })

  it('200: that was refused when it was shown is known again, too', async () => {
    const { asked, imu } = await answered(ADA)
    const body = { ...verifyBody(asked, ada, imu), signature: ada.signature }
    expect(await verify(body)).toMatchObject(unjudged('signature_mismatch'))
    expect(await verify(verifyBody(await sameStrokesAgain(asked), ada, imu))).toMatchObject(
      refusedWith('replay_detected'),
    )
  })

  it.each([
    ['that wait for the memory', () => Promise.resolve()],
    ['that the memory knows', rememberOvernight],
  ])('F3: refuses a capture spliced from strokes %s', async (_, pass) => {
    const stolen = await answered(ADA)
    expect(await verify(verifyBody(stolen.asked, ada, stolen.imu))).toMatchObject({ verified: true })
    await pass()
    const asked = await sameStrokesAgain(reversed(stolen.asked))
    const own = { imu: answerOf(ADA, asked), challenge: challengeIn(asked) }
    const scan = { imu: stolen.imu, challenge: challengeIn(stolen.asked) }
    // Two that are known refuse it; a stroke that was made quicker is missed now and then.
    const splice = { reused: 5, speed: 1.06, noise: 0.03 }
    const spliced = splicedStrokes(own, [scan], { splice, random: seededRandom(8) })
    expect(await verify(verifyBody(asked, ada, spliced))).toMatchObject(refusedWith('replay_detected'))
  })

  it.each([0.8, 1.2])('F3: refuses a whole scan played at %s of its speed, to cues that fit it', async (speed) => {
    const stolen = await answered(ADA)
    expect(await verify(verifyBody(stolen.asked, ada, stolen.imu))).toMatchObject({ verified: true })
    await rememberOvernight()
    const asked = await sameStrokesAgain(stolen.asked)
    const scan = { imu: stolen.imu, challenge: challengeIn(stolen.asked) }
    const own = { imu: answerOf(ADA, asked), challenge: challengeIn(asked) }
    const splice = { reused: 6, speed: 1 / speed, noise: 0.03 }
    const played = splicedStrokes(own, [scan], { splice, random: seededRandom(9) })
    expect(await verify(verifyBody(asked, ada, played))).toMatchObject(refusedWith('replay_detected'))
  })

  it('F3: is not refused when the same person makes the same strokes anew', async () => {
    const { asked, imu } = await answered(ADA)
    expect(await verify(verifyBody(asked, ada, imu))).toMatchObject({ verified: true })
    await rememberOvernight()
    for (const next of [asked, reversed(asked)]) {
      const again = await sameStrokesAgain(next)
      expect(await verify(verifyBody(again, ada, answerOf(ADA, again)))).toMatchObject({ verified: true })
    }
  })

  it('F15: is remembered only with a genuine challenge and a good seal', async () => {
    const { asked, imu } = await answered(ADA)
    const before = (await waiting()).count
    const good = verifyBody(asked, ada, imu)
    const forged = { ...(good['challenge'] as object), challenge_token: 'forged' }
    expect(await verify({ ...good, challenge: forged })).toMatchObject(unjudged('challenge_invalid'))
    expect(await verify(verifyBody(asked, {}, imu))).toMatchObject(unjudged('enrollment_invalid'))
    expect(await verify(good)).toMatchObject(unjudged('challenge_replayed'))
    const enrollment = { challenge: good['challenge'], captures: [good['response']] }
    expect((await service.call('POST', '/api/enroll', { payload: enrollment })).statusCode).toBe(400)
    expect((await waiting()).count).toBe(before)
    expect(await verify(verifyBody(await sameStrokesAgain(asked), ada, imu))).toMatchObject({ verified: true })
    expect((await waiting()).count).toBe(before + 1)
  })

  it('200: whose vector was edited is not judged', async () => {
    const { asked, imu } = await answered(ADA)
    const body = verifyBody(asked, ada, imu)
    expect(await verify({ ...body, signature: ada.signature })).toMatchObject(unjudged('signature_mismatch'))
  })

  it('200: that is noise is no answer', async () => {
    const random = seededRandom(4)
    const { asked, imu } = await answered(ADA)
    const noise = imu.map(({ t }) => ({
      t,
      ax: random(),
      ay: random(),
      az: 9.8 + random(),
      rx: 40 * random(),
      ry: random(),
      rz: random(),
    }))
    const answer = await verify(verifyBody(asked, ada, noise))
    expect(['challenge_mismatch', 'liveness_failed', 'insufficient_signal']).toContain(answer.rejection_reason)
    expect(answer.verified).toBe(false)
  })

  it('200: with right strokes and a made-up gyroscope is not alive', async () => {
    const random = seededRandom(5)
    const { asked, imu } = await answered(ADA)
    const made = imu.map((sample) => ({
      ...sample,
      rx: 60 * (random() - 0.5),
      ry: 60 * (random() - 0.5),
      rz: 60 * (random() - 0.5),
    }))
    expect(await verify(verifyBody(asked, ada, made))).toMatchObject(refusedWith('liveness_failed'))
  })

  it('200: of a slow browser or a still hand says what to do', async () => {
    const slow = await answered(ADA)
    const third = slow.imu.filter((_, i) => i % 3 === 0)
    expect(await verify(verifyBody(slow.asked, ada, third))).toMatchObject({
      rejection_reason: 'insufficient_signal',
      explanation: 'This browser delivers motion too slowly (20 Hz). Try another browser or phone.',
    })
    const still = await answered(ADA)
    const held = still.imu.map(({ t }, i) => ({ t, ax: (i % 2) / 10, ay: 0, az: 9.8, rx: i % 3, ry: 0, rz: 0 }))
    expect(await verify(verifyBody(still.asked, ada, held))).toMatchObject({
      rejection_reason: 'insufficient_signal',
      explanation: 'The phone hardly moved. Move more.',
    })
  })

  it('200: of too few seconds is not judged', async () => {
    const { asked, imu } = await answered(ADA)
    expect(await verify(verifyBody(asked, ada, imu.slice(0, 60)))).toMatchObject(unjudged('insufficient_signal'))
  })
})

/** Everything that waits is remembered when its day is over. */
async function rememberOvernight(): Promise<void> {
  service.clock.pass(24 * 3_600_000)
  await saveWaitingMotion(service)
  expect((await waiting()).count).toBe(0)
}

function challengeIn({ actions, duration_ms: durationMs }: AnyChallenge): Challenge {
  return { version: 1, strokes: actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs })), durationMs }
}

/** The same directions, the last one first: as a whole, an answer to it is like none to the other. */
function reversed(asked: AnyChallenge): AnyChallenge {
  const directions = asked.actions.map(({ direction }) => direction).toReversed()
  const actions = asked.actions.map((action, i) => ({ ...action, direction: directions[i] ?? action.direction }))
  return { ...asked, actions }
}

/** A fresh challenge that happens to ask for the same strokes, as only the service could make it. */
async function sameStrokesAgain(asked: AnyChallenge): Promise<AnyChallenge> {
  const fresh = await challenge()
  const token = sealChallenge(service.secrets, {
    id: fresh.challenge_id,
    purpose: 'verify',
    node: null,
    challenge: challengeIn(asked),
    issuedAt: new Date(service.now().getTime() - 20_000),
    expiresAt: new Date(service.now().getTime() + 60_000),
  })
  return { ...asked, challenge_id: fresh.challenge_id, challenge_token: token }
}
