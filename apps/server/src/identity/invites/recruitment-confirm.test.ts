import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, listQueuedMails } from '../../../test/sign-in.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import { type Limits, parseLimits } from '../../platform/settings/limits.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ limits: parseLimits('recruitment.address=1000/600') as Limits })
})
afterEach(() => service.stop())

const apply = async (email: string) =>
  (await service.call('POST', '/api/recruitment/apply', { payload: { email } })).json()
const confirm = (token: string) => service.call('POST', '/api/recruitment/confirm', { payload: { token } })
const later = (hours: number) => service.clock.set(new Date(service.now().getTime() + hours * 3_600_000).toISOString())

/** The tokens of the links that were mailed to an address, oldest first. */
async function tokensFor(email: string): Promise<string[]> {
  const mails = await listQueuedMails(service)
  return mails
    .filter(({ kind, to }) => kind === 'founding_tester' && to === email)
    .map(({ params }) => params['token'] ?? '')
}

const lastToken = async (email: string) => (await tokensFor(email)).at(-1) ?? ''

async function applyAndConfirm(email: string) {
  await apply(email)
  return confirm(await lastToken(email))
}

describe('POST /api/recruitment/confirm', () => {
  it('F7: 200: the link in the mail makes the place final and gives an invite that works', async () => {
    await apply('Ada@example.org')
    const answer = await confirm(await lastToken('Ada@example.org'))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      success: true,
      cohort: 'genesis',
      position: 'founding_tester',
      position_number: 1,
      slots_remaining: 49,
      confirmed: true,
      invite_code: expect.stringMatching(/^SERVICE-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
    })
    const payload = { email: 'ada@example.org', invite_code: answer.json().invite_code }
    expect((await service.call('POST', '/api/send-otp', { payload })).statusCode).toBe(200)
    expect(await apply('ada@example.org')).toMatchObject({ already_applied: true, confirmed: true })
  })

  it('F7: the mail has no invite, and the database neither code nor token', async () => {
    const { invite_code: code } = (await applyAndConfirm('ada@example.org')).json()
    const token = await lastToken('ada@example.org')
    expect([code, token]).toEqual([expect.stringMatching(/^SERVICE-/), expect.stringMatching(/^[\w-]{43}$/)])
    expect(JSON.stringify(await listQueuedMails(service))).not.toContain(code)
    const stored = JSON.stringify(await contentsOf(service.db))
    for (const secret of [code, token])
      for (const form of ['utf8', 'hex'] as const) expect(stored).not.toContain(Buffer.from(secret).toString(form))
  })

  it('F7: 409: of 20 openings of one link one gets the invite, and one place is taken', async () => {
    await apply('ada@example.org')
    const token = await lastToken('ada@example.org')
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.json().error === 'LINK_USED')).toHaveLength(19)
    expect(await service.db.one(sql`SELECT count(*) AS invites FROM invite`)).toEqual({ invites: 1 })
    expect(await service.db.one(sql`SELECT taken FROM cohort WHERE name = 'founding'`)).toEqual({ taken: 1 })
  })

  it('F7: 410: a link is good for 48 hours; applying again afterwards mails another, and not before', async () => {
    await apply('ada@example.org')
    later(47.99)
    await apply('ada@example.org')
    expect(await tokensFor('ada@example.org')).toHaveLength(1)
    later(0.01)
    expect((await confirm(await lastToken('ada@example.org'))).json().error).toBe('LINK_EXPIRED')
    expect(await apply('ada@example.org')).toMatchObject({ position_number: 1, already_applied: true })
    const [old = '', fresh = ''] = await tokensFor('ada@example.org')
    expect((await confirm(old)).statusCode).toBe(410)
    expect((await confirm(fresh)).statusCode).toBe(200)
  })

  it('F7: 50 applications that nobody confirms take no place from somebody who does', async () => {
    for (let one = 0; one < 50; one++) await apply(`n${one}@example.org`)
    expect(await apply('honest@example.org')).toMatchObject({ position: 'applicant', slots_remaining: 0 })
    const answer = await confirm(await lastToken('honest@example.org'))
    expect(answer.json()).toMatchObject({ position: 'founding_tester', position_number: 51, confirmed: true })
    later(48)
    expect(await apply('late@example.org')).toMatchObject({ position: 'founding_tester', slots_remaining: 48 })
  })

  it('F7: of 60 links opened at once exactly 50 become founding testers, numbered 1 to 50', async () => {
    const emails = Array.from({ length: 60 }, (_, one) => `n${one}@example.org`)
    await Promise.all(emails.map(apply))
    const tokens = (await listQueuedMails(service)).map(({ params }) => params['token'] ?? '')
    const answers = (await Promise.all(tokens.map(confirm))).map((answer) => answer.json())
    expect(answers.filter(({ position }) => position === 'founding_tester')).toHaveLength(50)
    expect(answers.filter((answer) => answer.invite_code !== null)).toHaveLength(50)
    expect(answers.filter((answer) => answer.cohort === 'public' && answer.confirmed)).toHaveLength(10)
    const numbers = await service.db.query<{ number: number }>(sql`
      SELECT founding_number AS number FROM recruitment_application WHERE founding_number IS NOT NULL ORDER BY 1`)
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, one) => one + 1))
  })

  it('F7: a founding place is no genesis place: those go by activation', async () => {
    await applyAndConfirm('ada@example.org')
    expect((await activate(service, 'eve@example.org')).json()).toMatchObject({ is_genesis: true, genesis_index: 1 })
  })

  it('mails nothing once all places are taken', async () => {
    await service.db.query(sql`UPDATE cohort SET taken = 50 WHERE name = 'founding'`)
    expect(await apply('late@example.org')).toMatchObject({ position: 'applicant', slots_remaining: 0 })
    expect(await listQueuedMails(service)).toEqual([])
  })

  it('forgets an application 90 days after its link expired, and keeps a confirmed one', async () => {
    await apply('forgotten@example.org')
    await applyAndConfirm('kept@example.org')
    later(92 * 24 + 1)
    await deleteExpired(service)
    expect(await service.db.query(sql`SELECT email FROM recruitment_application`)).toEqual([
      { email: 'kept@example.org' },
    ])
  })

  it.each([undefined, null, 7, '', 'short', 'a'.repeat(44), `${'a'.repeat(42)}!`])(
    '400: refuses the token %j',
    async (token) => {
      const answer = await service.call('POST', '/api/recruitment/confirm', { payload: { token } })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/token'])
    },
  )
})
