import type { Enrollment } from '@stillhere/contract'
import type { ImuSample } from '@stillhere/engine'
import type { Scene } from '@stillhere/engine/synthetic/unmarked'
import { readPresencePolicy, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  askForChallenge,
  challengeFor,
  enrollPerson,
  filmAnswer,
  send,
  verifyBody,
} from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { type RejectionReason, explainReason, sealChallenge } from '../challenge/challenge.ts'
import { openTemplate, type UnverifiedEnrollment, readEnrollment, sealEnrollment } from '../enrollment/enrollment.ts'

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
/** As answered, with what a camera sees of it. */
const filmed = async (person: number): Promise<{ asked: AnyChallenge } & Scene> => {
  const asked = await challenge()
  return { asked, ...filmAnswer(person, asked) }
}
const refusedWith = (reason: RejectionReason) => ({
  verified: false,
  rejection_reason: reason,
  explanation: explainReason(reason),
})
const LEVEL_1 = {
  assurance: 1,
  method: 'hand',
  motion: 'required',
  subject_kind: 'same',
  pace: 'batch',
  device: 'none',
  threshold_source: 'default',
  action: null,
  action_digest: null,
  nonce: null,
  test: false,
}
/** On this machine, where sites need not be registered while PUBLIC_URL is not set. */
const SHOP = 'http://localhost:3000'
const spanOf = (imu: ImuSample[]) => (imu.at(-1)?.t ?? 0) - (imu[0]?.t ?? 0)
const unjudged = (reason: RejectionReason) => ({ ...refusedWith(reason), presence_score: 0 })

describe('an answer of the enrolled person', () => {
  it('is verified under an enrollment from before strokes and statistics were compared', async () => {
    const { stroke_count: _count, template: _template, key_id: _key, seal: _seal, ...shown } = ada
    const { strokes, statistics, ...older } = openTemplate(service.secrets, readEnrollment(ada) as UnverifiedEnrollment)
    expect(strokes?.gestures).toHaveLength(8)
    expect(statistics).toHaveLength(122)
    const { asked, imu } = await answered(ADA)
    expect(await verify(verifyBody(asked, sealEnrollment(service.secrets, shown, older), imu))).toMatchObject({
      verified: true,
    })
  })

  it('F12: is verified, and answers a receipt that anybody can check and that says what was asked', async () => {
    const { asked, imu } = await answered(ADA)
    const answer = await verify({ ...verifyBody(asked, ada, imu), audience: SHOP })
    expect(answer).toMatchObject({
      verified: true,
      risk_level: 'low',
      threshold: 0.5,
      threshold_source: 'default',
      rejection_reason: null,
      explanation: null,
      factors: { challenge: 1, coupling: null, device: null, context: null },
    })
    const now = service.now()
    expect(verifyReceipt(answer.receipt, { now, audience: SHOP }).status).toBe('VALID')
    expect(answer.receipt.evidence.map(({ engineId }: { engineId: string }) => engineId)).toEqual([
      'EE-001',
      'EE-003',
      'PRESENCE-POLICY',
    ])
    const policy = { ...LEVEL_1, registered: false, risk_level: 'low', threshold: 0.5 }
    expect(readPresencePolicy(answer.receipt)).toEqual(policy)
  })

  it('B8: is verified without a vector: the service computes its own', async () => {
    const { asked, imu } = await answered(ADA)
    expect(await verify({ ...verifyBody(asked, ada, imu), signature: {} })).toMatchObject({ verified: true })
    const next = await answered(ADA)
    const wrong = { ...verifyBody(next.asked, ada, next.imu), signature: { vector: [] } }
    expect(await verify(wrong)).toMatchObject(unjudged('signature_mismatch'))
  })

  it('200: is judged with the camera where there is one, and the receipt says so', async () => {
    const { asked, imu, camera } = await filmed(ADA)
    const body = verifyBody(asked, ada, imu)
    const response = { ...(body['response'] as object), camera_sequence: camera }
    const { verified, factors, receipt } = await verify({ ...body, response })
    expect(verified).toBe(true)
    expect(factors.coupling).toBeGreaterThan(0.5)
    expect(receipt.evidence.map(({ engineId }: { engineId: string }) => engineId)).toEqual([
      'EE-001',
      'EE-002',
      'EE-003',
      'PRESENCE-POLICY',
    ])
  })

  it('F2: is taken as soon as the strokes can have been made, and the receipt covers as much time as the capture', async () => {
    service.clock.pass(20_000)
    const asked = await askForChallenge(service, { purpose: 'verify' })
    const imu = answerOf(ADA, asked)
    service.clock.pass(Math.max(asked.duration_ms, spanOf(imu)) - 500)
    const { receipt } = await verify(verifyBody(asked, ada, imu))
    expect(receipt.interval).toMatchObject({ end: service.now().toISOString(), coverageMs: Math.round(spanOf(imu)) })
  })

  it('F2: is refused before the strokes can have been made, and has used up the challenge', async () => {
    const asked = await askForChallenge(service, { purpose: 'verify' })
    const body = verifyBody(asked, ada, answerOf(ADA, asked))
    service.clock.pass(asked.duration_ms - 501)
    expect(await verify(body)).toMatchObject(unjudged('challenge_too_early'))
    service.clock.pass(5000)
    expect(await verify(body)).toMatchObject(unjudged('challenge_replayed'))
  })

  it('F2: is refused with more motion than there was time for', async () => {
    const asked = await askForChallenge(service, { purpose: 'verify' })
    const imu = answerOf(ADA, asked)
    const longer = [...imu, { ...(imu.at(-1) as ImuSample), t: asked.duration_ms + 2000 }]
    service.clock.pass(asked.duration_ms + 1000)
    expect(await verify(verifyBody(asked, ada, longer))).toMatchObject(unjudged('challenge_too_early'))
  })

  it('200: rounds every score to steps of 0.05', async () => {
    const { asked, imu } = await answered(ADA)
    const { presence_score, factors } = await verify(verifyBody(asked, ada, imu))
    for (const value of [presence_score, factors.motion, factors.liveness, factors.replay])
      expect(Math.abs(value * 20 - Math.round(value * 20))).toBeLessThan(1e-9)
  })

  it('200: may name its user, and no other', async () => {
    const { asked, imu } = await answered(ADA)
    const body = verifyBody(asked, ada, imu)
    const response = { ...(body['response'] as object), user_id: ada.user_id }
    expect(await verify({ ...body, response })).toMatchObject({ verified: true })
    const again = await answered(ADA)
    const other = verifyBody(again.asked, ada, again.imu)
    const wrong = { ...(other['response'] as object), user_id: `${ada.user_id}x` }
    expect(await verify({ ...other, response: wrong })).toMatchObject(unjudged('enrollment_invalid'))
  })

  it('200: puts neither samples nor vector into the receipt', async () => {
    const { asked, imu } = await answered(ADA)
    const { receipt } = await verify(verifyBody(asked, ada, imu))
    const text = JSON.stringify(receipt)
    expect(text).not.toMatch(/vector|samples|accel|gyro|pose/)
    expect(text).not.toContain(ada.user_id)
  })
})

describe('a challenge', () => {
  it('200: is too old after a minute', async () => {
    const { asked, imu } = await answered(ADA)
    const end = Date.parse(asked.expires_at)
    service.clock.set(new Date(end).toISOString())
    expect(await verify(verifyBody(asked, ada, imu))).toMatchObject(unjudged('challenge_expired'))
    service.clock.set(new Date(end - 1).toISOString())
    expect(await verify(verifyBody(asked, ada, imu))).toMatchObject({ verified: true })
  })

  it('200: sealed for something else is none', async () => {
    const { asked, imu } = await answered(ADA)
    const sealed = service.secrets.seal('cursor', Buffer.from(asked.challenge_token, 'base64url').toString('latin1'))
    const foreign = { ...asked, challenge_token: sealed.toString('base64url') }
    expect(await verify(verifyBody(foreign, ada, imu))).toMatchObject(unjudged('challenge_invalid'))
  })

  it('200: needs a response that names it', async () => {
    const { asked, imu } = await answered(ADA)
    const body = verifyBody(asked, ada, imu)
    const response = { ...(body['response'] as object), challenge_id: 'another' }
    expect(await verify({ ...body, response })).toMatchObject(unjudged('challenge_mismatch'))
  })

  it('200: is not answered by the strokes of another', async () => {
    const { imu } = await answered(ADA)
    const answer = await verify(verifyBody(await challenge(), ada, imu))
    expect(answer).toMatchObject(refusedWith('challenge_mismatch'))
    expect(answer.presence_score).toBeLessThan(answer.threshold)
  })

  it('200: one that is sealed with strokes nobody could follow is not judged', async () => {
    const { asked, imu } = await answered(ADA)
    const odd = {
      id: asked.challenge_id,
      purpose: 'verify' as const,
      node: null,
      challenge: { version: 1 as const, strokes: [], durationMs: 0 },
      issuedAt: new Date(service.now().getTime() - 20_000),
      expiresAt: new Date(service.now().getTime() + 1000),
    }
    const token = sealChallenge(service.secrets, odd)
    expect(await verify(verifyBody({ ...asked, challenge_token: token }, ada, imu))).toMatchObject(
      refusedWith('insufficient_signal'),
    )
  })
})

describe('a node', () => {
  it('F12: is verified under its own enrollment, lists the receipt as its own, and the receipt calls it registered', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const own = await enrollPerson(service, ADA, { email: node.email, headers })
    const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, headers)
    const answer = await verify({ ...verifyBody(asked, own, answerOf(ADA, asked)), risk_level: 'medium' }, headers)
    expect(answer).toMatchObject({ verified: true, rejection_reason: null })
    const receipts = await service.call('GET', '/api/node/receipts', { headers })
    expect(receipts.body).toContain(answer.receipt.receiptId)
    const policy = { ...LEVEL_1, registered: true, risk_level: 'medium', threshold: 0.7 }
    expect(readPresencePolicy(answer.receipt)).toEqual(policy)
  })

  it('200: is not verified under the enrollment of another node or of nobody', async () => {
    const [node, other] = [await addNode(service), await addNode(service)]
    const headers = await bearerFor(service, node)
    const foreign = await enrollPerson(service, ADA, {
      email: other.email,
      headers: await bearerFor(service, other),
      count: 1,
    })
    for (const enrollment of [foreign, ada]) {
      const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, headers)
      const body = verifyBody(asked, enrollment, answerOf(ADA, asked))
      expect(await verify(body, headers)).toMatchObject(unjudged('enrollment_invalid'))
    }
    const { asked, imu } = await answered(ADA)
    expect(await verify(verifyBody(asked, foreign, imu))).toMatchObject(unjudged('enrollment_invalid'))
  })

  it('200: that was erased has no challenges any more', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, headers)
    await service.call('POST', '/api/node/erase', { payload: { email: node.email }, headers })
    expect(await verify(verifyBody(asked, ada, answerOf(ADA, asked)))).toMatchObject(unjudged('challenge_invalid'))
  })

  it('401: that is closed needs its token for its challenges', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, headers)
    const body = verifyBody(asked, ada, answerOf(ADA, asked))
    const stranger = await bearerFor(service, await addNode(service))
    for (const wrong of [{}, stranger]) {
      const answer = await send(service, '/api/verify', { payload: body, headers: wrong })
      expect(answer.statusCode).toBe(401)
    }
    // The challenge is still there for its node.
    expect(await verify(body, headers)).toMatchObject(unjudged('enrollment_invalid'))
  })
})
