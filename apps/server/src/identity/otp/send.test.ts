import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, oneInvite, listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

const CODE_PARAMS = {
  code: expect.stringMatching(/^[0-9]{6}$/),
  link: expect.stringMatching(/^[\w-]{100,400}$/),
  origin: 'http://localhost',
}

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const send = (email: string, inviteCode?: unknown) =>
  service.call('POST', '/api/send-otp', { payload: { email, invite_code: inviteCode } })
const subscribe = (email: string) => service.call('POST', '/api/subscribe', { payload: { email } })
const verify = async (email: string) =>
  service.call('POST', '/api/verify-otp', { payload: { email, otp: await lastCode(service, email) } })
const statusOf = async (email: string) =>
  (await service.call('GET', `/api/identity?email=${encodeURIComponent(email)}`)).json().status

describe('POST /api/send-otp to join', () => {
  it('200: mails a code of six digits and makes a node that waits for it', async () => {
    const answer = await send('ada@example.org', await oneInvite(service))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ success: true, skip_otp: false, expires_in: 600 })
    expect(await listQueuedMails(service)).toEqual([{ kind: 'code', to: 'ada@example.org', params: CODE_PARAMS }])
    expect(await statusOf('ada@example.org')).toBe('PENDING_VERIFICATION')
  })

  it('200: the mail is written in the language that its reader accepts', async () => {
    const payload = { email: 'ada@example.org', invite_code: await oneInvite(service) }
    await service.call('POST', '/api/send-otp', { payload, headers: { 'accept-language': 'fr, de-AT;q=0.8' } })
    expect(await listQueuedMails(service)).toMatchObject([{ kind: 'code', language: 'de' }])
  })

  it('E13: 200: says that the mail is a file, and where only to callers on the same machine', async () => {
    const ask = async (remoteAddress: string) => {
      const payload = { email: 'ada@example.org', invite_code: invite }
      return (await service.call('POST', '/api/send-otp', { payload, remoteAddress })).json()
    }
    const invite = await oneInvite(service)
    expect(await ask('127.0.0.1')).toMatchObject({ delivery: 'file', mail_folder: expect.stringMatching(/outbox$/) })
    const stranger = await ask('192.0.2.7')
    expect(stranger).toMatchObject({ delivery: 'file' })
    expect(stranger).not.toHaveProperty('mail_folder')
  })

  it('200: stores the code only as a keyed hash, for ten minutes, and neither e-mail address nor invite beside it', async () => {
    await send('ada@example.org', await oneInvite(service))
    const code = await lastCode(service, 'ada@example.org')
    const { otp_code: text = '' } = await readStored(service)
    expect(text).not.toContain('ada@')
    const row = await service.db.one<{ hash: Buffer; expires: Date; mail: Date }>(sql`
      SELECT code_hash AS hash, otp_code.expires_at AS expires, outbox.expires_at AS mail FROM otp_code, outbox`)
    expect(row.hash).toEqual(service.secrets.hash('code', `ada@example.org ${code}`))
    expect(row.expires).toEqual(new Date('2026-03-10T12:10:00.000Z'))
    expect(row.mail).toEqual(row.expires)
  })

  it('200: lifts a subscriber', async () => {
    await subscribe('ada@example.org')
    expect((await send('ADA@example.org', await oneInvite(service))).statusCode).toBe(200)
    expect(await statusOf('ada@example.org')).toBe('PENDING_VERIFICATION')
  })

  it('200: mails to the address as first registered, its domain in ASCII', async () => {
    await subscribe('Ada@bücher.example')
    await send('ada@xn--bcher-kva.example', await oneInvite(service))
    expect((await listQueuedMails(service)).at(-1)?.to).toBe('Ada@xn--bcher-kva.example')
  })

  it('200: needs no invite where INVITES is open', async () => {
    const open = await startTestService({ invites: 'open' })
    const answer = await open.call('POST', '/api/send-otp', { payload: { email: 'ada@example.org' } })
    expect(answer.statusCode).toBe(200)
    await open.stop()
  })

  it('200: ignores members that it does not know', async () => {
    const payload = { email: 'ada@example.org', invite_code: await oneInvite(service), skip_otp: true, otp: '000000' }
    expect((await service.call('POST', '/api/send-otp', { payload })).json().skip_otp).toBe(false)
  })

  it.each(['nobody@example.org', 'subscriber@example.org'])('403: %s needs an invite', async (email) => {
    await subscribe('subscriber@example.org')
    const before = await readStored(service)
    const answer = await send(email)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('INVITE_CODE_REQUIRED')
    expect(await readStored(service)).toEqual(before)
  })

  it('403: refuses an unknown invite and writes nothing', async () => {
    const before = await readStored(service)
    const answer = await send('ada@example.org', 'SERVICE-AAAA-AAAA')
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('INVITE_CODE_INVALID')
    expect(await readStored(service)).toEqual(before)
  })

  it('409: refuses a used invite', async () => {
    const invite = await oneInvite(service)
    await send('ada@example.org', invite)
    await verify('ada@example.org')
    const before = await readStored(service)
    const answer = await send('eve@example.org', invite)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('INVITE_CODE_USED')
    expect(await readStored(service)).toEqual(before)
  })

  it('410: refuses a revoked invite', async () => {
    const invite = await oneInvite(service)
    await service.db.query(sql`UPDATE invite SET revoked_at = now()`)
    const before = await readStored(service)
    const answer = await send('ada@example.org', invite)
    expect(answer.statusCode).toBe(410)
    expect(answer.json().error).toBe('INVITE_CODE_REVOKED')
    expect(await readStored(service)).toEqual(before)
  })
})

describe('an invite on its way', () => {
  it('409: is reserved for one e-mail address for ten minutes', async () => {
    const invite = await oneInvite(service)
    await send('ada@example.org', invite)
    service.clock.set('2026-03-10T12:09:59.999Z')
    const answer = await send('eve@example.org', invite)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('INVITE_CODE_USED')
    service.clock.set('2026-03-10T12:10:00.000Z')
    expect((await send('eve@example.org', invite)).statusCode).toBe(200)
  })

  it('200: waits ten minutes more when its e-mail address asks again', async () => {
    const invite = await oneInvite(service)
    await send('ada@example.org', invite)
    service.clock.set('2026-03-10T12:09:00.000Z')
    expect((await send('ADA@example.org', invite)).statusCode).toBe(200)
    service.clock.set('2026-03-10T12:18:59.000Z')
    expect((await send('eve@example.org', invite)).statusCode).toBe(409)
  })

  it('429: is reserved for five e-mail addresses a UTC day', async () => {
    const invite = await oneInvite(service)
    for (const turn of [0, 1, 2, 3, 4]) {
      service.clock.set(`2026-03-10T23:0${turn}:00.000Z`)
      await service.db.query(sql`UPDATE invite SET reserved_until = NULL`)
      expect((await send(`${turn}@example.org`, invite)).statusCode).toBe(200)
    }
    service.clock.set('2026-03-10T23:30:00.000Z')
    const before = await readStored(service)
    const refused = await send('6@example.org', invite)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1800')
    expect(await readStored(service)).toEqual(before)
    expect((await send('4@example.org', invite)).statusCode).toBe(200)
    service.clock.set('2026-03-11T00:00:00.000Z')
    expect((await send('6@example.org', invite)).statusCode).toBe(200)
  })
})

describe('POST /api/send-otp to sign in', () => {
  it('200: needs no invite', async () => {
    await activate(service, 'ada@example.org')
    const answer = await send('Ada@example.org')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ success: true, skip_otp: false, expires_in: 600 })
  })

  it('200: leaves an invite that is sent all the same alone', async () => {
    await activate(service, 'ada@example.org')
    const invite = await oneInvite(service)
    await send('ada@example.org', invite)
    await verify('ada@example.org')
    expect((await send('bob@example.org', invite)).statusCode).toBe(200)
  })

  it('200: the newest code replaces the older', async () => {
    await activate(service, 'ada@example.org')
    await send('ada@example.org')
    const older = await lastCode(service, 'ada@example.org')
    await send('ada@example.org')
    const payload = { email: 'ada@example.org', otp: older }
    if (older !== (await lastCode(service, 'ada@example.org')))
      expect((await service.call('POST', '/api/verify-otp', { payload })).statusCode).toBe(401)
    expect((await verify('ada@example.org')).statusCode).toBe(200)
  })
})

describe('budgets for codes', () => {
  it('429: three at once, then one a minute', async () => {
    const invite = await oneInvite(service)
    const statuses: number[] = []
    for (const time of [
      '12:00:00',
      '12:00:00',
      '12:00:00',
      '12:00:00',
      '12:00:59',
      '12:01:00',
      '12:01:00',
      '12:02:00',
    ]) {
      service.clock.set(`2026-03-10T${time}.000Z`)
      statuses.push((await send('ada@example.org', invite)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 429, 200])
  })

  it('429: says how long to wait, and writes nothing', async () => {
    const invite = await oneInvite(service)
    for (let index = 0; index < 3; index++) await send('ada@example.org', invite)
    const before = await readStored(service)
    const refused = await send('ada@example.org', invite)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toBe('TOO_MANY_REQUESTS')
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'x-ratelimit-remaining': '0' })
    expect(await readStored(service)).toEqual(before)
  })

  it('429: ten in any 24 hours for one network', async () => {
    const invite = await oneInvite(service)
    const at = async (minute: number) => {
      service.clock.set(new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString())
      return send('ada@example.org', invite)
    }
    for (let turn = 0; turn < 10; turn++) expect((await at(turn * 5)).statusCode).toBe(200)
    const refused = await at(60)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(String(23 * 3600))
    expect((await at(24 * 60 - 1)).statusCode).toBe(429)
    expect((await at(24 * 60)).statusCode).toBe(200)
    expect((await at(24 * 60 + 1)).statusCode).toBe(429)
  })

  it('429: 20 in any 24 hours for all networks together, whose codes do not replace each other', async () => {
    await activate(service, 'ada@example.org')
    const from = (network: number, url: string, payload: object) =>
      service.call('POST', url, {
        payload: { email: 'ada@example.org', ...payload },
        remoteAddress: `192.0.2.${network}`,
      })
    expect((await from(1, '/api/send-otp', {})).statusCode).toBe(200)
    const otp = await lastCode(service, 'ada@example.org')
    for (let network = 2; network < 20; network++)
      expect((await from(network, '/api/send-otp', {})).statusCode).toBe(200)
    expect((await from(20, '/api/send-otp', {})).statusCode).toBe(429)
    expect((await from(1, '/api/verify-otp', { otp })).statusCode).toBe(200)
  })

  it('429: counts letter cases of one e-mail address together, and others apart', async () => {
    await activate(service, 'ada@example.org')
    for (const email of ['ADA@example.org', 'ada@EXAMPLE.org']) expect((await send(email)).statusCode).toBe(200)
    expect((await send('Ada@example.org')).statusCode).toBe(429)
    expect((await send('bob@example.org', await oneInvite(service))).statusCode).toBe(200)
  })

  it.each(['code.send.address', 'code.send.all'] as const)('429: %s bounds the codes for many', async (name) => {
    const limits = { ...DEFAULT_LIMITS, [name]: { count: 2, perSeconds: 600 } }
    const strict = await startTestService({ invites: 'open', limits })
    const sendTo = (email: string, remoteAddress: string) =>
      strict.call('POST', '/api/send-otp', { payload: { email }, remoteAddress })
    expect((await sendTo('a@example.org', '192.0.2.1')).statusCode).toBe(200)
    expect((await sendTo('b@example.org', '192.0.2.1')).statusCode).toBe(200)
    const refused = await sendTo('c@example.org', '192.0.2.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe(name === 'code.send.all' ? '300' : '600')
    expect((await listQueuedMails(strict)).length).toBe(2)
    const elsewhere = await sendTo('c@example.org', '192.0.2.2')
    expect(elsewhere.statusCode).toBe(name === 'code.send.all' ? 429 : 200)
    await strict.stop()
  })
})
