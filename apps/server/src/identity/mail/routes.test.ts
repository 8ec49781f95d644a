import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeMail, mailRows, queue, sendMails, temporaryFolder } from '../../../test/mails.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { createFilePost } from './transport.ts'

const ADMIN = { headers: { 'x-admin-secret': 'the-admin-secret' } }
let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

async function refuseAll(): Promise<void> {
  await sendMails(service, async () => ({ outcome: 'refused', problem: '550 no' }))
}

describe('GET /api/admin/outbox', () => {
  it('200: lists mails, newest first, without addresses and contents', async () => {
    await queue(service, codeMail('ada@example.org', '987123'))
    await refuseAll()
    await queue(service, { kind: 'subscription', to: 'eve@example.org', params: {} })
    const answer = await service.call('GET', '/api/admin/outbox', ADMIN)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      mails: [
        {
          id: '2',
          kind: 'subscription',
          to: null,
          state: 'waiting',
          attempts: 0,
          created_at: '2026-03-10T12:00:00.000Z',
          next_try_at: '2026-03-10T12:00:00.000Z',
          sent_at: null,
          problem: '',
        },
        {
          id: '1',
          kind: 'code',
          to: null,
          state: 'dead',
          attempts: 1,
          created_at: '2026-03-10T12:00:00.000Z',
          next_try_at: null,
          sent_at: null,
          problem: '550 no',
        },
      ],
      waiting: 1,
      dead: 1,
      readable: true,
    })
    expect(answer.body).not.toMatch(/@|987123/)
  })

  it('200: shortens the recipients of mails that can be read here, and shows none with SMTP_URL', async () => {
    const dataDir = temporaryFolder()
    await queue(service, codeMail('ada@example.org', '987123'), codeMail('žofie@example.org', '111222'))
    await sendMails(
      service,
      createFilePost(dataDir, () => {}),
    )
    const list = async (smtpUrl: string | undefined) => {
      const app = createTestApp({ ...service, settings: { ...service.settings, dataDir, smtpUrl } })
      const answer = await app.inject({ url: '/api/admin/outbox', ...ADMIN })
      await app.close()
      return answer
    }
    const written = await list(undefined)
    expect(written.json().mails).toMatchObject([{ to: 'ž…@example.org' }, { to: 'a…@example.org' }])
    expect(written.body).not.toMatch(/ada@|987123/)
    expect((await list('smtp://localhost')).json().mails).toMatchObject([{ to: null }, { to: null }])
  })

  it('200: shows one state, and as many as asked for', async () => {
    await queue(service, codeMail(), codeMail(), codeMail())
    const of = async (query: string) =>
      (await service.call('GET', `/api/admin/outbox?${query}`, ADMIN)).json().mails.map(({ id }: { id: string }) => id)
    expect(await of('state=waiting&limit=2')).toEqual(['3', '2'])
    expect(await of('state=dead')).toEqual([])
  })

  it.each(['state=lost', 'limit=0', 'limit=501', 'limit=x', 'limit=1.5'])('400: refuses ?%s', async (query) => {
    const answer = await service.call('GET', `/api/admin/outbox?${query}`, ADMIN)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'INVALID_REQUEST'])
  })

  it.each([{}, { headers: { 'x-admin-secret': 'wrong' } }])('401: is for admins, not for %j', async (more) => {
    expect((await service.call('GET', '/api/admin/outbox', more)).statusCode).toBe(401)
  })
})

describe('POST /api/admin/outbox/:id/retry', () => {
  it('200: has a dead mail tried again from the start', async () => {
    await queue(service, codeMail())
    await refuseAll()
    const answer = await service.call('POST', '/api/admin/outbox/1/retry', ADMIN)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect(await mailRows(service)).toMatchObject([{ state: 'waiting', attempts: 0, nextTryAt: service.now() }])
  })

  it('404: there is nothing to retry in a mail that waits, was sent or has expired', async () => {
    await queue(service, codeMail(), { ...codeMail(), expiresAt: service.now() })
    expect((await service.call('POST', '/api/admin/outbox/1/retry', ADMIN)).statusCode).toBe(404)
    await sendMails(service, async () => ({ outcome: 'sent' }))
    for (const id of [1, 2])
      expect((await service.call('POST', `/api/admin/outbox/${id}/retry`, ADMIN)).statusCode).toBe(404)
    expect((await mailRows(service)).map(({ state }) => state)).toEqual(['sent', 'dead'])
  })

  it.each(['0', '99', '-1', '1e3', 'x', '9'.repeat(64), '%27%20OR%201=1'])('404: no mail has the id %s', async (id) => {
    await queue(service, codeMail())
    await refuseAll()
    const answer = await service.call('POST', `/api/admin/outbox/${id}/retry`, ADMIN)
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
  })

  it('401: is for admins', async () => {
    await queue(service, codeMail())
    await refuseAll()
    expect((await service.call('POST', '/api/admin/outbox/1/retry')).statusCode).toBe(401)
    expect(await mailRows(service)).toMatchObject([{ state: 'dead' }])
  })
})

describe('POST /api/admin/outbox/test', () => {
  it('201: queues a mail that can be read here while there is no SMTP_URL, and not with one', async () => {
    const dataDir = temporaryFolder()
    const asked = { ...ADMIN, payload: { to: 'ops@example.org' } }
    const { id } = (await service.call('POST', '/api/admin/outbox/test', asked)).json()
    await sendMails(
      service,
      createFilePost(dataDir, () => {}),
    )
    const read = async (smtpUrl: string | undefined) => {
      const app = createTestApp({ ...service, settings: { ...service.settings, dataDir, smtpUrl } })
      const answer = await app.inject({ url: `/api/admin/outbox/${id}`, ...ADMIN })
      await app.close()
      return answer
    }
    expect((await read(undefined)).json()).toEqual({
      to: 'ops@example.org',
      subject: 'Mail from Stillhere works',
      text: expect.stringContaining('Mail works.'),
    })
    expect((await read('smtp://localhost')).statusCode).toBe(404)
    expect((await service.call('GET', '/api/admin/outbox/..%2f1', ADMIN)).statusCode).toBe(404)
  })

  it('400: names the address that is none', async () => {
    const answer = await service.call('POST', '/api/admin/outbox/test', { ...ADMIN, payload: { to: 'ops' } })
    expect(answer.json().errors[0].pointer).toBe('/to')
  })
})
