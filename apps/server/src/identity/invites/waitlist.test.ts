import type { InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, listQueuedMails, oneInvite } from '../../../test/sign-in.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import { DAY_MS } from '../../platform/day.ts'
import { type Limits, parseLimits } from '../../platform/settings/limits.ts'

const limits = parseLimits('waitlist.address=1000/600') as Limits

let service: TestService
beforeEach(async () => {
  service = await startTestService({ limits })
})
afterEach(() => service.stop())

const headers = { 'x-admin-secret': 'the-admin-secret' }
const asAdmin = (method: 'GET' | 'POST' | 'DELETE', path = '', more: Partial<InjectOptions> = {}) =>
  service.call(method, `/api/admin/waitlist${path}`, { ...more, headers })
const ask = (email: string) => service.call('POST', '/api/waitlist', { payload: { email } })
const join = (payload: object) => service.call('POST', '/api/waitlist/join', { payload })
const leave = (link: string) => service.call('POST', '/api/waitlist/leave', { payload: { link } })
const listed = async () => (await asAdmin('GET')).json().waiting

async function mailedLink(email: string): Promise<string> {
  await ask(email)
  const mails = await listQueuedMails(service)
  return mails.findLast(({ kind, to }) => kind === 'waitlist' && to === email)?.params['link'] ?? 'no link'
}

async function waitFor(email: string, note = ''): Promise<{ id: string }> {
  await join({ link: await mailedLink(email), note })
  return (await listed()).find((one: { email: string }) => one.email === email)
}

const mailsOf = async (kind: string) => (await listQueuedMails(service)).filter((mail) => mail.kind === kind)

describe('POST /api/waitlist', () => {
  it('200: mails a link and puts nobody on the list', async () => {
    expect((await ask('ada@example.org')).json()).toEqual({ success: true })
    expect((await mailsOf('waitlist')).map(({ to }) => to)).toEqual(['ada@example.org'])
    expect(await service.db.query(sql`SELECT id FROM waiting`)).toEqual([])
  })

  it('200: answers and mails the same for a member', async () => {
    await activate(service, 'ada@example.org')
    const [member, stranger] = [await ask('ada@example.org'), await ask('eve@example.org')]
    expect([member.statusCode, member.body]).toEqual([stranger.statusCode, stranger.body])
    expect((await mailsOf('waitlist')).map(({ to }) => to)).toEqual(['ada@example.org', 'eve@example.org'])
  })

  it('200: a mailbox gets three links a day, whatever its +tags, and the answer does not tell', async () => {
    const answers = []
    for (const tag of ['', '+1', '+2', '+3', '']) answers.push((await ask(`ada${tag}@example.org`)).body)
    expect(new Set(answers)).toEqual(new Set(['{"success":true}']))
    expect(await mailsOf('waitlist')).toHaveLength(3)
  })

  it('429: one network address asks five times a day', async () => {
    const other = await startTestService()
    const asks = Array.from({ length: 6 }, (_, one) => ({ payload: { email: `n${one}@example.org` } }))
    const statuses = []
    for (const one of asks) statuses.push((await other.call('POST', '/api/waitlist', one)).statusCode)
    await other.stop()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('POST /api/waitlist/join', () => {
  it('200: the link puts its own address on the list, with a note; again it changes the note', async () => {
    const link = await mailedLink('ada@example.org')
    expect((await join({ link, note: ' From the book club ' })).json()).toEqual({ state: 'waiting' })
    expect((await join({ link, note: 'Grüße' })).json()).toEqual({ state: 'waiting' })
    const asked_at = service.now().toISOString()
    expect(await listed()).toEqual([{ id: expect.any(String), email: 'ada@example.org', note: 'Grüße', asked_at }])
  })

  it('200: tells a member alone, who opens the link, that there is a node', async () => {
    await activate(service, 'ada@example.org')
    expect((await join({ link: await mailedLink('ada@example.org') })).json()).toEqual({ state: 'member' })
    expect(await listed()).toEqual([])
  })

  it('410: a link after a week, of another purpose, or made up', async () => {
    const link = await mailedLink('ada@example.org')
    const foreign = service.secrets.seal('sign-in-link', '["ada@example.org", 9999999999999]').toString('base64url')
    service.clock.pass(7 * DAY_MS)
    for (const one of [link, foreign, 'AAAA']) expect((await join({ link: one })).statusCode).toBe(410)
    expect(await listed()).toEqual([])
  })

  it('400: names a note that hides something, and a link that cannot be one', async () => {
    const link = await mailedLink('ada@example.org')
    for (const [field, payload] of [
      ['/note', { link, note: 'a\u202Eb' }],
      ['/note', { link, note: 'a'.repeat(201) }],
      ['/link', { link: '<b>' }],
    ] as const) {
      const answer = await join(payload)
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, field])
    }
  })
})

describe('off the list', () => {
  it('200: by the link, by erasing, by joining the service, by the operator, and after 90 days', async () => {
    const link = await mailedLink('ada@example.org')
    await join({ link })
    expect((await leave(link)).statusCode).toBe(200)
    await waitFor('bob@example.org')
    await activate(service, 'bob@example.org')
    await waitFor('dan@example.org')
    const invite_code = await oneInvite(service)
    await service.call('POST', '/api/send-otp', { payload: { email: 'dan@example.org', invite_code } })
    const otp = await lastCode(service, 'dan@example.org')
    await service.call('POST', '/api/node/erase', { payload: { email: 'dan@example.org', otp } })
    const { id } = await waitFor('eve@example.org')
    expect((await asAdmin('DELETE', `/${id}`)).statusCode).toBe(200)
    expect(await listed()).toEqual([])
    await waitFor('kim@example.org')
    service.clock.pass(91 * DAY_MS)
    await deleteExpired(service)
    expect(await service.db.query(sql`SELECT id FROM waiting`)).toEqual([])
  })
})

describe('POST /api/admin/waitlist/:id/admit', () => {
  it('200: mails the invite in the language in which the person joined, whatever the operator speaks', async () => {
    const payload = { link: await mailedLink('ana@example.org') }
    await service.call('POST', '/api/waitlist/join', { payload, headers: { 'accept-language': 'es' } })
    const [{ id }] = await listed()
    expect((await asAdmin('POST', `/${id}/admit`)).statusCode).toBe(200)
    expect(await mailsOf('invite')).toMatchObject([{ to: 'ana@example.org', language: 'es' }])
  })

  it('200: of 20 presses one makes and mails an invite', async () => {
    const { id } = await waitFor('ada@example.org')
    const answers = await Promise.all(Array.from({ length: 20 }, () => asAdmin('POST', `/${id}/admit`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(404)])
    const [mail, ...more] = await mailsOf('invite')
    expect([mail?.to, more]).toEqual(['ada@example.org', []])
    const valid = await service.call('POST', '/api/invite/validate', { payload: { code: mail?.params['code'] } })
    expect(valid.json().valid).toBe(true)
    expect(await listed()).toEqual([])
    expect((await join({ link: await mailedLink('ada@example.org') })).json()).toEqual({ state: 'invited' })
  })

  it('404: for an id that is nobody’s', async () => {
    for (const id of ['0', 'x', '99', '9'.repeat(40)])
      expect((await asAdmin('POST', `/${id}/admit`)).statusCode).toBe(404)
  })
})

describe('WAITLIST', () => {
  it.each([
    [{ waitlist: 'closed' }, 'closed'],
    [{ invites: 'open' }, 'not_needed'],
  ] as const)('403: with %j nobody can ask', async (setting, state) => {
    const other = await startTestService(setting)
    expect((await other.call('GET', '/api/waitlist')).json()).toEqual({ state })
    const asked = await other.call('POST', '/api/waitlist', { payload: { email: 'ada@example.org' } })
    expect([asked.statusCode, asked.json().error]).toEqual([403, 'WAITLIST_CLOSED'])
    const mails = await listQueuedMails(other)
    await other.stop()
    expect(mails).toEqual([])
  })
})
