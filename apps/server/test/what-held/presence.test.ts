import { ATTACKERS, type AttackerName, attackAs, verifyBody as kitBody } from '@stillhere/client/testing'
import type { Enrollment, Verification } from '@stillhere/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeMark } from '../../../../scripts/service-process.ts'
import { type AnyChallenge, answerOf, challengeFor, enrollPerson, forgetMotion, verifyBody } from '../people.ts'
import { startTestService, type TestService } from '../service.ts'

/** Whom the kit's attackers with seed 1 play: so only what they do can give them away, not who they are. */
const PLAYED = 42

let service: TestService
let own: Enrollment

beforeAll(async () => {
  service = await startTestService()
  own = await enrollPerson(service, PLAYED)
}, 120_000)
beforeEach(() => forgetMotion(service))
afterAll(() => service.stop())

const challenge = () => challengeFor(service, { purpose: 'verify' })
const verify = async (payload: object): Promise<Verification> => {
  const answer = await service.call('POST', '/api/verify', { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const answerTo = (asked: AnyChallenge, enrollment: unknown = own) =>
  verifyBody(asked, enrollment, answerOf(PLAYED, asked))
const unjudged = (rejection_reason: string) => ({ verified: false, rejection_reason, presence_score: 0 })

describe('a challenge', () => {
  it('replayed: is used up by its first answer, whatever came of it', async () => {
    const asked = await challenge()
    const body = answerTo(asked)
    expect(await verify({ ...body, response: {} })).toMatchObject(unjudged('challenge_mismatch'))
    expect(await verify(body)).toMatchObject(unjudged('challenge_replayed'))
  })

  it('of a foreign purpose or id, or bit-flipped: is none, and the real one is still good', async () => {
    const asked = await challenge()
    const body = answerTo(asked)
    const forEnrolling = await challengeFor(service, { purpose: 'enroll' })
    const renamed = { ...asked, challenge_id: forEnrolling.challenge_id }
    const flipped = flippedBits(asked.challenge_token).map((challenge_token) => ({ ...asked, challenge_token }))
    const empty = { ...asked, challenge_token: '' }
    for (const { challenge_id, challenge_token } of [forEnrolling, renamed, empty, ...flipped]) {
      const forged = { ...body, challenge: { challenge_id, challenge_token }, response: { challenge_id } }
      expect(await verify(forged)).toMatchObject(unjudged('challenge_invalid'))
    }
    expect(await verify(body)).toMatchObject({ verified: true })
  })

  it('10 answers at once: 1 receipt', async () => {
    const body = answerTo(await challenge())
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(body)))
    expect(answers.filter(({ receipt }) => receipt)).toHaveLength(1)
    expect(answers.filter(({ rejection_reason }) => rejection_reason === 'challenge_replayed')).toHaveLength(9)
  })
})

it('an old answer to a new challenge: replay_detected', async () => {
  const asked = await challenge()
  const imu = answerOf(PLAYED, asked)
  expect(await verify(verifyBody(asked, own, imu))).toMatchObject({ verified: true })
  const again = await verify(verifyBody(await challenge(), own, imu))
  expect(again).toMatchObject({ verified: false, rejection_reason: 'replay_detected' })
  expect(again).not.toHaveProperty('receipt')
})

describe('an edited enrollment', () => {
  const EDITS: [string, (enrollment: Enrollment) => unknown][] = [
    ['a template with another bit', (one) => ({ ...one, template: flippedBits(one.template)[0] })],
    ['another number', (one) => ({ ...one, number: 2 })],
    ['another kind of signature', (one) => ({ ...one, signature: { version: 'x' } })],
    ['a vector in the clear', (one) => ({ ...one, signature: { ...one.signature, vector: [] } })],
    ['more samples', (one) => ({ ...one, sample_count: 10 })],
    ['a later end', (one) => ({ ...one, expires_at: '2036-01-01T00:00:00.000Z' })],
    ['another user', (one) => ({ ...one, user_id: 'anon-somebody' })],
    ['another device', (one) => ({ ...one, device_info: { os: 'iOS' } })],
    ['another key', (one) => ({ ...one, key_id: 'x' })],
    ['a member more', (one) => ({ ...one, note: 'x' })],
    ['a member less', (one) => ({ ...one, template: undefined })],
    ['no seal', (one) => ({ ...one, seal: '' })],
    ['half a seal', (one) => ({ ...one, seal: one.seal.slice(0, 20) })],
    ['another seal', (one) => ({ ...one, seal: flippedBits(one.seal)[0] })],
    ['nothing in it', () => ({})],
  ]

  it.each(EDITS)('with %s is not ours', async (_, edit) => {
    const asked = await challenge()
    const body = { ...verifyBody(asked, edit(own), []), response: { challenge_id: asked.challenge_id } }
    expect(await verify(body)).toMatchObject(unjudged('enrollment_invalid'))
  })
})

describe('the kit’s eight attackers, as whom they play', () => {
  it.each(Object.keys(ATTACKERS) as AttackerName[])('%s gets no receipt', async (name) => {
    const asked = await challenge()
    const answer = await verify({ ...kitBody(asked, own, removeMark(attackAs(name, asked))), risk_level: 'low' })
    expect(answer.verified).toBe(false)
    expect(answer).not.toHaveProperty('receipt')
    expect(['challenge_mismatch', 'liveness_failed', 'insufficient_signal']).toContain(answer.rejection_reason)
  })

  it('are eight', () => {
    expect(Object.keys(ATTACKERS)).toHaveLength(8)
  })
})

/** A token with one bit changed, in some of its bytes from the last to the first. */
function flippedBits(token: string): string[] {
  const bytes = Buffer.from(token, 'base64url')
  const places = Array.from({ length: 8 }, (_, part) => Math.floor(((bytes.length - 1) * (8 - part)) / 8))
  return [...places, 0].map((place) => {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    return changed.toString('base64url')
  })
}
