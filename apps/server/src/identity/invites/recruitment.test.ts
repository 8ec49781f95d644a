import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailRows } from '../../../test/mails.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Limits, parseLimits } from '../../platform/settings/limits.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ limits: parseLimits('recruitment.address=1000/600') as Limits })
})
afterEach(() => service.stop())

const apply = (payload: unknown) =>
  service.call('POST', '/api/recruitment/apply', { payload: payload as object, remoteAddress: '192.0.2.1' })

const applyWith = (type: string, payload: string) =>
  service.call('POST', '/api/recruitment/apply', { headers: { 'content-type': type }, payload })

const applications = () =>
  service.db.query<Record<string, unknown>>(sql`
    SELECT email_key, email, technical_bg, handle, source, position_number, applied_at FROM recruitment_application
    ORDER BY position_number`)

const alreadyTaken = (taken: number) =>
  service.db.query(sql`UPDATE cohort SET taken = ${taken} WHERE name IN ('recruitment', 'founding')`)

describe('POST /api/recruitment/apply', () => {
  it('200: the first applicant is founding tester number 1', async () => {
    const answer = await apply({
      email: 'ada@example.org',
      technical_bg: 'mathematics',
      handle: 'ada',
      source: 'a friend',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: true,
      cohort: 'genesis',
      position: 'founding_tester',
      position_number: 1,
      slots_remaining: 49,
      already_applied: false,
      confirmed: false,
    })
    expect(await applications()).toEqual([
      {
        email_key: 'ada@example.org',
        email: 'ada@example.org',
        technical_bg: 'mathematics',
        handle: 'ada',
        source: 'a friend',
        position_number: 1,
        applied_at: service.now(),
      },
    ])
  })

  it('F7: 200: every +tag of a mailbox, and its dots at Google, are one applicant with one mail', async () => {
    const emails = ['mallory@gmail.com', 'mallory+1@gmail.com', 'm.allory+2@googlemail.com', 'MALLORY@gmail.com']
    const answers = await Promise.all(emails.map((email) => apply({ email })))
    expect(answers.map((answer) => answer.json().position_number)).toEqual([1, 1, 1, 1])
    expect(answers.filter((answer) => !answer.json().already_applied)).toHaveLength(1)
    expect(await mailRows(service)).toHaveLength(1)
    expect((await apply({ email: 'm.allory@example.org' })).json().position_number).toBe(2)
  })

  it('200: applying again answers the same position, whatever the letter case, and sends nothing', async () => {
    await apply({ email: 'ada@example.org', source: 'first' })
    await apply({ email: 'eve@example.org' })
    const again = await apply({ email: ' ADA@Example.ORG ', source: 'second' })
    expect([again.statusCode, again.json()]).toEqual([
      200,
      {
        success: true,
        cohort: 'genesis',
        position: 'founding_tester',
        position_number: 1,
        slots_remaining: 48,
        already_applied: true,
        confirmed: false,
      },
    ])
    expect((await applications()).map(({ source }) => source)).toEqual(['first', null])
    expect(await mailRows(service)).toHaveLength(2)
  })

  it('200: number 50 is the last founding tester, number 51 applies to the public cohort', async () => {
    await alreadyTaken(49)
    const [last, next] = [await apply({ email: 'a@example.org' }), await apply({ email: 'b@example.org' })]
    expect(last.json()).toMatchObject({ position: 'founding_tester', position_number: 50, slots_remaining: 0 })
    expect(next.json()).toMatchObject({
      cohort: 'public',
      position: 'applicant',
      position_number: 51,
      slots_remaining: 0,
    })
  })

  it('200: of 200 parallel applications exactly 50 are founding testers, and positions have no gap and no double', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, one) => apply({ email: `n${one}@example.org` })))
    const places = answers.map((answer) => answer.json())
    expect(places.map((place) => place.position_number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, one) => one + 1),
    )
    expect(places.filter((place) => place.position === 'founding_tester')).toHaveLength(50)
    expect(await mailRows(service)).toHaveLength(200)
    expect(await service.db.one(sql`SELECT count(*) AS invites FROM invite`)).toEqual({ invites: 0 })
  })

  it('200: of 40 parallel applications of one person one counts', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => apply({ email: 'ada@example.org' })))
    const places = answers.map((answer) => answer.json())
    expect(places.filter((place) => !place.already_applied)).toHaveLength(1)
    expect(new Set(places.map((place) => place.position_number))).toEqual(new Set([1]))
    expect(await mailRows(service)).toHaveLength(1)
    expect((await apply({ email: 'eve@example.org' })).json().position_number).toBe(2)
  })

  it('200: makes no node and ignores unknown members', async () => {
    await apply({ email: 'ada@example.org', position_number: 1, cohort: 'genesis', admin: true })
    expect(await service.db.one(sql`SELECT count(*) AS nodes FROM node`)).toEqual({ nodes: 0 })
    expect(Object.keys((await applications())[0] ?? {})).not.toContain('admin')
  })

  it('200: stores text as it was given, at full length and in any script', async () => {
    const body = {
      email: 'ada@example.org',
      technical_bg: '🧮'.repeat(200),
      handle: "'; DROP TABLE node; --",
      source: '<b>',
    }
    expect((await apply(body)).statusCode).toBe(200)
    expect(await applications()).toMatchObject([
      { technical_bg: body.technical_bg, handle: body.handle, source: body.source },
    ])
  })

  it.each([
    [{}, '/email'],
    [{ email: 'no address' }, '/email'],
    [{ email: 5 }, '/email'],
    [{ email: 'a@example.org\r\nBcc: eve@example.org' }, '/email'],
    [{ email: 'a@example.org', technical_bg: 'x'.repeat(201) }, '/technical_bg'],
    [{ email: 'a@example.org', handle: 'x'.repeat(101) }, '/handle'],
    [{ email: 'a@example.org', source: 'x'.repeat(51) }, '/source'],
    [{ email: 'a@example.org', technical_bg: 1 }, '/technical_bg'],
    [{ email: 'a@example.org', handle: null }, '/handle'],
    [{ email: 'a@example.org', source: 'a\u0000b' }, ''],
    [[], ''],
  ])('400: refuses %j and names %j', async (body, pointer) => {
    const answer = await apply(body)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'INVALID_REQUEST'])
    expect(answer.json().errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer)
    expect(await applications()).toEqual([])
  })

  it('400: refuses malformed JSON; 415: another content type', async () => {
    expect((await applyWith('application/json', '{"email":')).statusCode).toBe(400)
    expect((await applyWith('text/plain', 'email=a@example.org')).statusCode).toBe(415)
    expect(await applications()).toEqual([])
  })

  it('F7: 429: one network address applies three times a day; another is free to', async () => {
    const strict = await startTestService()
    const from = (remoteAddress: string, email: string) =>
      strict.call('POST', '/api/recruitment/apply', { payload: { email }, remoteAddress })
    await from('192.0.2.1', 'a@example.org')
    await from('192.0.2.1', 'b@example.org')
    await from('192.0.2.1', 'c@example.org')
    strict.clock.set('2026-03-11T11:59:59.000Z')
    const refused = await from('192.0.2.1', 'd@example.org')
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await from('192.0.2.2', 'd@example.org')).json().position_number).toBe(4)
    await strict.stop()
  })
})
