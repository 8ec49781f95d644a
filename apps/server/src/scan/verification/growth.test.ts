import type { Enrollment, Verification } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA, answerOf, challengeFor, EVE, enrollPerson, verifyBody } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { openTemplate, type UnverifiedEnrollment, readEnrollment } from '../enrollment/enrollment.ts'

let service: TestService
let ada: Enrollment

beforeAll(async () => {
  service = await startTestService()
  ada = await enrollPerson(service, ADA)
}, 120_000)
afterAll(() => service.stop())

async function verifyAs(person: number, enrollment: Enrollment): Promise<Verification> {
  const asked = await challengeFor(service, { purpose: 'verify' })
  const payload = verifyBody(asked, enrollment, answerOf(person, asked))
  const answer = await service.call('POST', '/api/verify', { payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const open = (enrollment: Enrollment) =>
  openTemplate(service.secrets, readEnrollment(enrollment) as UnverifiedEnrollment)
const countsOf = (enrollment: Enrollment) => open(enrollment).strokes?.gestures.map(({ count }) => count) ?? []
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

describe('an enrollment', () => {
  it('200: grows by a clear answer of its person, five takes of a direction at most, and stays good as it was', async () => {
    const sizes = [sum(countsOf(ada))]
    let latest = ada
    for (let scan = 0; scan < 6; scan++) {
      const { verified, enrollment } = await verifyAs(ADA, latest)
      expect(verified).toBe(true)
      latest = enrollment ?? latest
      sizes.push(sum(countsOf(latest)))
      expect(latest.stroke_count).toBe(sizes.at(-1))
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(sizes.at(-1)).toBeGreaterThan((sizes[0] ?? 0) + 6)
    expect(Math.max(...countsOf(latest))).toBe(5)
    for (const member of ['user_id', 'number', 'signature', 'sample_count', 'enrolled_at', 'expires_at'] as const) {
      expect(latest[member]).toEqual(ada[member])
    }
    expect({ ...open(latest), strokes: null }).toEqual({ ...open(ada), strokes: null })
    expect(JSON.stringify(latest).length).toBeLessThan(60_000)
    expect(await verifyAs(ADA, ada)).toMatchObject({ verified: true })
  })

  it('200: learns nothing from a stranger', async () => {
    for (let attempt = 0; attempt < 3; attempt++) expect(await verifyAs(EVE, ada)).not.toHaveProperty('enrollment')
  })

  it('200: is taken with a template as an older service sealed it', async () => {
    const text = JSON.stringify(open(ada))
    const template = service.secrets.seal('enrollment-template', text).toString('base64url')
    const read = { ...(readEnrollment(ada) as UnverifiedEnrollment), template }
    expect(openTemplate(service.secrets, read)).toEqual(open(ada))
  })
})
