import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, oneInvite, listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

const ADA = 'ada@example.org'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const send = (email: string, inviteCode?: string) =>
  service.call('POST', '/api/send-otp', { payload: { email, invite_code: inviteCode } })
const guess = (email: string, otp: string) => service.call('POST', '/api/verify-otp', { payload: { email, otp } })
const verify = async (email: string) => guess(email, await lastCode(service, email))
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const guessWrong = async (email: string) => guess(email, wrongFor(await lastCode(service, email)))
const invited = async (email: string) => send(email, await oneInvite(service))
const later = (seconds: number) => service.clock.set(new Date(service.now().getTime() + seconds * 1000).toISOString())

describe('POST /api/verify-otp the first time', () => {
  it('200: activates the node as the first of the genesis cohort and answers a token', async () => {
    await service.call('POST', '/api/uplink', { payload: { email: ADA, node_handle: 'ada-l' } })
    await invited(ADA)
    later(60)
    const answer = await verify(ADA)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      success: true,
      status: 'GENESIS_NODE',
      node_handle: 'ada-l',
      is_genesis: true,
      genesis_index: 1,
      node_token: expect.stringMatching(/^sh_[\w-]{43}$/),
    })
    const node = await service.db.one(sql`SELECT activated_at AS at, genesis_index AS index FROM node`)
    expect(node).toEqual({ at: new Date('2026-03-10T12:01:00.000Z'), index: 1 })
    expect((await service.call('GET', '/api/nodes/count')).json()).toMatchObject({ humans: 1, genesis_nodes: 1 })
  })

  it('200: is ACTIVE once a hundred places are taken', async () => {
    await service.db.query(sql`UPDATE cohort SET taken = 99 WHERE name = 'genesis'`)
    expect((await activate(service, 'last@example.org')).json()).toMatchObject({ is_genesis: true, genesis_index: 100 })
    expect((await activate(service, ADA)).json()).toMatchObject({
      status: 'ACTIVE',
      is_genesis: false,
      genesis_index: null,
    })
  })

  it('200: a clock that goes back does not put a later place before an earlier', async () => {
    await activate(service, 'first@example.org')
    later(-60)
    await activate(service, 'second@example.org')
    const times = await service.db.query(sql`SELECT activated_at AS at FROM node ORDER BY genesis_index`)
    expect(times).toEqual([{ at: new Date('2026-03-10T12:00:00.000Z') }, { at: new Date('2026-03-10T12:00:00.000Z') }])
  })

  it('F17: 200: takes the owner’s spelling of the address, not that of whoever registered it first', async () => {
    await service.call('POST', '/api/subscribe', { payload: { email: 'ADA@ｅｘａｍｐｌｅ.org' } })
    await send(ADA, await oneInvite(service))
    const shown = async () => (await service.call('GET', `/api/identity?email=${ADA}`)).json().email
    expect(await shown()).toBe('ADA@example.org')
    await guess(ADA, await lastCode(service, 'ADA@example.org'))
    expect(await shown()).toBe(ADA)
  })

  it('200: F14: forgets what strangers wrote before; the day and the score are the owner’s from the start', async () => {
    await service.call('POST', '/api/subscribe', { payload: { email: ADA } })
    const scan = () => service.call('POST', '/api/motion/record', { payload: { email: ADA } })
    const gain = () => service.call('POST', '/api/node/entropy', { payload: { email: ADA, pesScore: 1 } })
    for (let turn = 0; turn < 3; turn++)
      expect([(await scan()).statusCode, (await gain()).statusCode]).toEqual([200, 200])
    await invited(ADA)
    const { node_token: token } = (await verify(ADA)).json()
    const headers = { authorization: `Bearer ${token}` }
    const privileges = await service.call('GET', `/api/node/privileges?email=${ADA}`, { headers })
    expect(privileges.json()).toMatchObject({ scan_count: 0, entropy_score: 0, streak_days: 0, best_pes: 0 })
    const figures = async () => (await service.call('GET', '/api/presence/network')).json()
    expect(await figures()).toMatchObject({ totalScans: 0, scansToday: 0, activeToday: 0 })
    const own = await service.call('POST', '/api/motion/record', { payload: { email: ADA }, headers })
    expect(own.json()).toMatchObject({ scan_count: 1, daily_remaining: 2 })
    expect(await figures()).toMatchObject({ totalScans: 1, scansToday: 1, activeToday: 1 })
    expect((await service.call('GET', '/api/node/ledger', { headers })).json().entries).toEqual([])
  })

  it('200: F10: the owner’s handle survives a stranger’s unproved token, or is chosen at activation', async () => {
    await service.call('POST', '/api/uplink', { payload: { email: ADA, node_handle: 'ada-l' } })
    const payload = { email: ADA, origin_domain: 'evil.example' }
    const { node_token: early } = (await service.call('POST', '/api/nodes/handshake', { payload })).json()
    const headers = { authorization: `Bearer ${early}` }
    const renamed = await service.call('PATCH', '/api/node/handle', { payload: { node_handle: 'rude' }, headers })
    expect([renamed.statusCode, renamed.json().error]).toEqual([401, 'UNAUTHORIZED'])
    await invited(ADA)
    expect((await verify(ADA)).json().node_handle).toBe('ada-l')

    await service.call('POST', '/api/uplink', { payload: { email: 'bob@example.org', node_handle: 'rude-name' } })
    await invited('bob@example.org')
    const otp = await lastCode(service, 'bob@example.org')
    const choose = (node_handle: string) =>
      service.call('POST', '/api/verify-otp', { payload: { email: 'bob@example.org', otp, node_handle } })
    // More often than a code has tries: a right code is not counted.
    for (let turn = 0; turn < 6; turn++) {
      const taken = await choose('ADA-L')
      expect([taken.statusCode, taken.json().error]).toEqual([409, 'HANDLE_TAKEN'])
    }
    expect((await choose('bob')).json()).toMatchObject({ node_handle: 'bob', status: 'GENESIS_NODE' })
  })

  it('200: uses the invite up', async () => {
    const invite = await oneInvite(service)
    await send(ADA, invite)
    await verify(ADA)
    const payload = { code: invite }
    expect((await service.call('POST', '/api/invite/validate', { payload })).json().reason).toBe('used')
  })

  it('409: refuses when the invite was used meanwhile, and activates nothing', async () => {
    await invited(ADA)
    await service.db.query(sql`UPDATE invite SET used_at = now()`)
    const answer = await verify(ADA)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('INVITE_CODE_USED')
    expect((await service.call('GET', '/api/nodes/count')).json().total).toBe(0)
    expect((await verify(ADA)).statusCode).toBe(401)
  })

  it('410: refuses when the invite was revoked meanwhile', async () => {
    await invited(ADA)
    await service.db.query(sql`UPDATE invite SET revoked_at = now()`)
    const answer = await verify(ADA)
    expect(answer.statusCode).toBe(410)
    expect(answer.json().error).toBe('INVITE_CODE_REVOKED')
  })

  it('403: a code that was sent to an active node does not activate the one after it', async () => {
    await activate(service, ADA)
    await send(ADA)
    await service.db.query(sql`DELETE FROM node`)
    expect((await guess(ADA, '000000')).statusCode).toBe(401)
    await service.call('POST', '/api/subscribe', { payload: { email: ADA } })
    const answer = await verify(ADA)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('INVITE_CODE_REQUIRED')
  })

  it('200: needs no invite where INVITES is open', async () => {
    const open = await startTestService({ invites: 'open' })
    await open.call('POST', '/api/send-otp', { payload: { email: ADA } })
    const payload = { email: ADA, otp: await lastCode(open, ADA) }
    expect((await open.call('POST', '/api/verify-otp', { payload })).statusCode).toBe(200)
    await open.stop()
  })
})

describe('POST /api/verify-otp later', () => {
  it('F5: the owner hears of sign-ins by browsers that are not known, three times a day at most', async () => {
    const cookie = String((await activate(service, ADA)).headers['set-cookie']).split(';')[0]
    const notices = async () => (await listQueuedMails(service)).filter(({ kind }) => kind === 'notice')
    const signInWith = async (headers: object) => {
      later(600)
      await service.call('POST', '/api/send-otp', { payload: { email: ADA }, headers: { ...headers } })
      const payload = { email: ADA, otp: await lastCode(service, ADA) }
      expect((await service.call('POST', '/api/verify-otp', { payload, headers: { ...headers } })).statusCode).toBe(200)
    }
    await signInWith({ cookie })
    expect(await notices()).toEqual([])
    for (let turn = 0; turn < 5; turn++) await signInWith({})
    const [first, ...more] = await notices()
    expect(first).toEqual({ kind: 'notice', to: ADA, params: { event: 'sign_in', at: '2026-03-10T12:20:00.000Z' } })
    expect(more).toHaveLength(2)
  })

  it('200: adds a token and changes nothing else', async () => {
    const first = (await activate(service, ADA)).json()
    await send(ADA)
    const second = (await verify(ADA)).json()
    expect(second).toEqual({ ...first, node_token: expect.stringMatching(/^sh_/) })
    expect(second.node_token).not.toBe(first.node_token)
    expect(await service.db.query(sql`SELECT id FROM node_token`)).toHaveLength(2)
    expect((await service.call('GET', '/api/nodes/count')).json().humans).toBe(1)
  })

  it('200: keeps the ten newest tokens', async () => {
    const { node_token: first } = (await activate(service, ADA)).json()
    for (let turn = 0; turn < 10; turn++) {
      later(3 * 3600)
      await send(ADA)
      expect((await verify(ADA)).statusCode).toBe(200)
    }
    expect(await service.db.query(sql`SELECT id FROM node_token`)).toHaveLength(10)
    const headers = { authorization: `Bearer ${first}` }
    expect((await service.call('GET', `/api/node/privileges?email=${ADA}`, { headers })).statusCode).toBe(401)
  })
})

describe('a code', () => {
  it('401: works once', async () => {
    await activate(service, ADA)
    expect((await verify(ADA)).statusCode).toBe(401)
  })

  it('401: works for ten minutes', async () => {
    await activate(service, ADA)
    await send(ADA)
    later(600)
    expect((await verify(ADA)).json().error).toBe('CODE_INVALID')
    await send(ADA)
    later(599.999)
    expect((await verify(ADA)).statusCode).toBe(200)
  })

  it('401: works only for its e-mail address', async () => {
    await invited(ADA)
    await invited('eve@example.org')
    const code = await lastCode(service, ADA)
    if (code !== (await lastCode(service, 'eve@example.org')))
      expect((await guess('eve@example.org', code)).statusCode).toBe(401)
    expect((await guess(ADA, code)).statusCode).toBe(200)
  })

  it('200: still works at the fifth try', async () => {
    await invited(ADA)
    for (let turn = 0; turn < 4; turn++) expect((await guessWrong(ADA)).statusCode).toBe(401)
    expect((await verify(ADA)).statusCode).toBe(200)
  })

  it('429: is closed after five wrong tries, to the right one too', async () => {
    await invited(ADA)
    for (let turn = 0; turn < 5; turn++) {
      const wrong = await guessWrong(ADA)
      expect(wrong.statusCode).toBe(401)
      expect(wrong.json().error).toBe('CODE_INVALID')
    }
    later(60)
    const closed = await verify(ADA)
    expect(closed.statusCode).toBe(429)
    expect(closed.json().error).toBe('TOO_MANY_TRIES')
    expect(closed.headers).toMatchObject({ 'retry-after': '540', 'x-ratelimit-remaining': '0' })
    expect((await service.call('GET', '/api/nodes/count')).json().total).toBe(0)
  })

  it('200: a fresh one has five tries of its own', async () => {
    const invite = await oneInvite(service)
    await send(ADA, invite)
    for (let turn = 0; turn < 6; turn++) await guessWrong(ADA)
    await send(ADA, invite)
    expect((await verify(ADA)).statusCode).toBe(200)
  })
})

describe('wrong guesses', () => {
  it('answer alike whether there is a code or not, at every try', async () => {
    await invited(ADA)
    for (let turn = 0; turn < 7; turn++) {
      const [known, unknown] = [await guessWrong(ADA), await guess('nobody@example.org', '123456')]
      expect(unknown.statusCode).toBe(known.statusCode)
      expect(unknown.json()).toEqual(known.json())
      expect(unknown.headers['retry-after']).toBe(known.headers['retry-after'])
    }
  })

  it('write nothing of an unknown e-mail address but a budget under a keyed hash', async () => {
    const before = await readStored(service)
    await guess('nobody@example.org', '123456')
    const after = await readStored(service)
    expect({ ...after, budget: '' }).toEqual({ ...before, budget: '' })
    expect(JSON.stringify(after)).not.toContain('nobody')
  })

  it('200: F6: others’ guesses and sends from many networks keep the right code out at none of its five tries', async () => {
    const empty = { count: 3, perSeconds: 2_592_000 }
    const limits = { ...DEFAULT_LIMITS, 'code.wrong.email': empty, 'code.wrong.email.month': empty }
    const strict = await startTestService({ limits })
    await activate(strict, ADA)
    const from = (network: number, url: string, payload: object) =>
      strict.call('POST', url, { payload: { email: ADA, ...payload }, remoteAddress: `192.0.2.${network}` })
    const attack = async (otp: string) => {
      for (let network = 0; network < 3; network++) {
        await from(network, '/api/send-otp', {})
        for (let turn = 0; turn < 3; turn++) await from(network, '/api/verify-otp', { otp: wrongFor(otp) })
      }
    }
    await attack('000000')
    expect((await from(200, '/api/send-otp', {})).statusCode).toBe(200)
    const otp = await lastCode(strict, ADA)
    await attack(otp)
    for (let turn = 0; turn < 4; turn++)
      expect((await from(200, '/api/verify-otp', { otp: wrongFor(otp) })).json().error).toBe('CODE_INVALID')
    expect((await from(200, '/api/verify-otp', { otp })).statusCode).toBe(200)
    await strict.stop()
  })

  it('200: F6: a browser that signed in before draws on a reserve that no stranger touches', async () => {
    const first = await activate(service, ADA)
    const cookie = String(first.headers['set-cookie']).split(';')[0]
    for (let turn = 0; turn < 20; turn++) {
      later(600)
      await send(ADA)
      for (let wrong = 0; wrong < 5; wrong++) await guessWrong(ADA)
    }
    expect((await send(ADA)).statusCode).toBe(429)
    const asKnown = (url: string, payload: object, headers: object) =>
      service.call('POST', url, { payload, headers: { ...headers } })
    const token = { authorization: `Bearer ${first.json().node_token}` }
    for (const headers of [{ cookie }, { cookie: `a=b; ${cookie}` }, token]) {
      later(60)
      expect((await asKnown('/api/send-otp', { email: ADA }, headers)).statusCode).toBe(200)
      const otp = await lastCode(service, ADA)
      expect((await asKnown('/api/verify-otp', { email: ADA, otp: wrongFor(otp) }, headers)).statusCode).toBe(401)
      expect((await asKnown('/api/verify-otp', { email: ADA, otp }, headers)).statusCode).toBe(200)
    }
    for (const forged of [`${cookie}x`, 'stillhere-known=', `stillhere-known=${'A'.repeat(43)}`])
      expect((await asKnown('/api/send-otp', { email: ADA }, { cookie: forged })).statusCode).toBe(429)
  })

  it('the cookie of a known browser opens nothing, shows no address, and is for this site alone', async () => {
    const set = String((await activate(service, ADA)).headers['set-cookie'])
    expect(set).toMatch(/^stillhere-known=[\w-]{43}; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Strict$/)
    const cookie = set.split(';')[0]
    const url = `/api/node/tokens`
    expect((await service.call('GET', url, { headers: { cookie } })).statusCode).toBe(401)
    await invited('bob@example.org')
    const payload = { email: 'bob@example.org', otp: await lastCode(service, 'bob@example.org') }
    const second = await service.call('POST', '/api/verify-otp', { payload, headers: { cookie } })
    expect(String(second.headers['set-cookie'])).toContain(`.${String(cookie).split('=')[1]};`)
    const secure = await startTestService({ publicUrl: 'https://id.example.org' })
    expect(String((await activate(secure, ADA)).headers['set-cookie'])).toMatch(/; Secure$/)
    await secure.stop()
  })

  it('a code that was asked for on one network works on another one', async () => {
    await invited(ADA)
    const payload = { email: ADA, otp: await lastCode(service, ADA) }
    const answer = await service.call('POST', '/api/verify-otp', { payload, remoteAddress: '198.51.100.7' })
    expect(answer.statusCode).toBe(200)
  })

  it('429: a network’s 25 wrong tries of a day leave it the first try at each code', async () => {
    await activate(service, ADA)
    for (let code = 0; code < 5; code++) {
      later(600)
      await send(ADA)
      for (let turn = 0; turn < 5; turn++) expect((await guessWrong(ADA)).statusCode).toBe(401)
    }
    later(600)
    await send(ADA)
    expect((await guessWrong(ADA)).statusCode).toBe(401)
    const closed = await verify(ADA)
    expect([closed.statusCode, closed.json().error]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(closed.headers['retry-after']).toBe(String(86_400 - 5 * 600))
    later(60)
    await send(ADA)
    expect((await verify(ADA)).statusCode).toBe(200)
  })

  it('200: right guesses are not counted', async () => {
    const one = { count: 1, perSeconds: 86_400 }
    const limits = { ...DEFAULT_LIMITS, 'code.wrong.email': one, 'code.wrong.asker': one }
    const strict = await startTestService({ limits })
    await activate(strict, ADA)
    for (let turn = 0; turn < 2; turn++) {
      await strict.call('POST', '/api/send-otp', { payload: { email: ADA } })
      const payload = { email: ADA, otp: await lastCode(strict, ADA) }
      const answer = await strict.call('POST', '/api/verify-otp', { payload, remoteAddress: '198.51.100.7' })
      expect(answer.statusCode).toBe(200)
    }
    await strict.stop()
  })

  it('429: a network address may guess so often', async () => {
    const strict = await startTestService({
      limits: { ...DEFAULT_LIMITS, 'code.try.address': { count: 2, perSeconds: 600 } },
    })
    const from = (remoteAddress: string, email: string) =>
      strict.call('POST', '/api/verify-otp', { payload: { email, otp: '123456' }, remoteAddress })
    expect((await from('2001:db8::1', 'a@example.org')).statusCode).toBe(401)
    expect((await from('2001:db8::2', 'b@example.org')).statusCode).toBe(401)
    expect((await from('2001:db8::3', 'c@example.org')).json().error).toBe('TOO_MANY_REQUESTS')
    expect((await from('2001:db8:0:1::1', 'c@example.org')).statusCode).toBe(401)
    await strict.stop()
  })
})
