import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { pointersOf, readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { activate, lastCode, listQueuedMails, oneInvite } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_LIMITS } from '../../platform/settings/limits.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const headers = { 'x-admin-secret': 'the-admin-secret' }
const asAdmin = (method: 'GET' | 'POST' | 'DELETE', path: string, more: Partial<InjectOptions> = {}) =>
  service.call(method, `/api/admin/invites${path}`, { ...more, headers: { ...headers, ...more.headers } })
const create = async (count: number): Promise<string[]> =>
  (await asAdmin('POST', '', { payload: { count } })).json().codes
const validate = (code: unknown) => service.call('POST', '/api/invite/validate', { payload: { code } })

describe('POST /api/invite/validate', () => {
  it('200: an unused code is valid', async () => {
    const code = await oneInvite(service)
    const answer = await validate(code)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({ valid: true, code, reason: null })
  })

  it('200: a code that waits for somebody is still valid, a used one is not', async () => {
    const code = await oneInvite(service)
    await service.call('POST', '/api/send-otp', { payload: { email: 'ada@example.org', invite_code: code } })
    expect((await validate(code)).json()).toEqual({ valid: true, code, reason: null })
    const otp = await lastCode(service, 'ada@example.org')
    await service.call('POST', '/api/verify-otp', { payload: { email: 'ada@example.org', otp } })
    expect((await validate(code)).json()).toEqual({ valid: false, code, reason: 'used' })
  })

  it('200: a revoked code is not valid', async () => {
    const code = await oneInvite(service)
    await service.db.query(sql`UPDATE invite SET revoked_at = now() WHERE used_at IS NULL`)
    expect((await validate(code)).json()).toEqual({ valid: false, code, reason: 'revoked' })
  })

  it.each([
    ['SERVICE-AAAA-AAAA', 'unknown'],
    ['', 'malformed'],
    ['service-aaaa-aaaa', 'malformed'],
    ['OTHER-AAAA-AAAA', 'malformed'],
    ["'; DROP TABLE invite; --", 'malformed'],
    ['\u202e🦊\r\n', 'malformed'],
    ['A'.repeat(10_000), 'malformed'],
  ])('200: %j is %s', async (code, reason) => {
    const answer = await validate(code)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ valid: false, code, reason })
  })

  it('400: needs a text, and writes nothing', async () => {
    const before = await readStored(service)
    for (const code of [undefined, null, 42, true, [], {}]) {
      const answer = await validate(code)
      expect(answer.statusCode).toBe(400)
      expect(pointersOf(answer.json())).toEqual(['/code'])
    }
    for (const [, status, request] of BAD_REQUESTS) {
      expect((await service.call('POST', '/api/invite/validate', request)).statusCode).toBe(status)
    }
    expect(await readStored(service)).toEqual(before)
  })

  it('400: refuses half a character, which no text has', async () => {
    const request = { headers: { 'content-type': 'application/json' }, payload: '{"code":"\\ud800"}' }
    expect((await service.call('POST', '/api/invite/validate', request)).statusCode).toBe(400)
  })

  it('429: an address may try so many codes', async () => {
    const limits = { ...DEFAULT_LIMITS, 'lookup.address': { count: 2, perSeconds: 60 } }
    const strict = await startTestService({ limits })
    const statuses: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const payload = { code: 'SERVICE-AAAA-AAAA' }
      statuses.push((await strict.call('POST', '/api/invite/validate', { payload })).statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    await strict.stop()
  })
})

describe('POST /api/admin/invites', () => {
  it('201: makes as many different codes as asked for', async () => {
    const answer = await asAdmin('POST', '', { payload: { count: 1000 } })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    const { codes } = answer.json()
    expect(new Set(codes).size).toBe(1000)
    for (const code of codes) expect(code).toMatch(/^SERVICE-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    expect((await validate(codes[500])).json().valid).toBe(true)
  })

  it('201: makes one where nothing is said', async () => {
    expect((await asAdmin('POST', '', { payload: {} })).json().codes).toHaveLength(1)
    expect((await asAdmin('POST', '')).json().codes).toHaveLength(1)
  })

  it('201: writes the prefix of the settings', async () => {
    const other = await startTestService({ invitePrefix: 'GARDEN' })
    const answer = await other.call('POST', '/api/admin/invites', { headers, payload: {} })
    expect(answer.json().codes[0]).toMatch(/^GARDEN-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    await other.stop()
  })

  it('201: stores a keyed hash and the last two characters', async () => {
    const [code = ''] = await create(1)
    const row = await service.db.one(sql`SELECT code_hash AS hash, hint FROM invite ORDER BY id DESC LIMIT 1`)
    expect(row).toEqual({ hash: service.secrets.hash('invite', code), hint: code.slice(-2) })
  })

  it.each([0, -1, 1001, 1.5, '10', null, 1e300])('400: refuses a count of %j', async (count) => {
    const before = await readStored(service)
    const answer = await asAdmin('POST', '', { payload: { count } })
    expect(answer.statusCode).toBe(400)
    expect(pointersOf(answer.json())).toEqual(['/count'])
    expect(await readStored(service)).toEqual(before)
  })
})

describe('GET /api/admin/invites', () => {
  it('200: lists invites, newest first, a page at a time, without their codes', async () => {
    await service.db.query(sql`DELETE FROM invite`)
    const codes = await create(5)
    const seen: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 3; page++) {
      const { invites, nextCursor } = (await asAdmin('GET', query)).json()
      seen.push(...invites.map(({ id }: { id: string }) => id))
      query = `?limit=2&cursor=${nextCursor}`
      if (page === 2) expect(nextCursor).toBeNull()
      for (const code of codes) expect(JSON.stringify(invites)).not.toContain(code)
    }
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('200: tells unused, reserved, used and revoked ones', async () => {
    await activate(service, 'grace@example.org')
    const [reserved = ''] = await create(1)
    await service.call('POST', '/api/send-otp', { payload: { email: 'bob@example.org', invite_code: reserved } })
    await create(2)
    const [{ id }] = (await asAdmin('GET', '')).json().invites
    await asAdmin('DELETE', `/${id}`)
    const { invites } = (await asAdmin('GET', '')).json()
    const states = invites.map(({ state }: { state: string }) => state)
    expect(states.slice(0, 4)).toEqual(['revoked', 'unused', 'reserved', 'used'])
    expect(invites[3]).toMatchObject({
      created_at: '2026-03-10T12:00:00.000Z',
      used_at: '2026-03-10T12:00:00.000Z',
    })
    service.clock.set('2026-03-10T12:10:00.000Z')
    expect((await asAdmin('GET', '')).json().invites[2].state).toBe('unused')
  })

  it.each(['limit=0', 'limit=501', 'limit=x', 'cursor=x', 'cursor=1', `cursor=${'9'.repeat(201)}`])(
    '400: refuses ?%s',
    async (query) => {
      expect((await asAdmin('GET', `?${query}`)).statusCode).toBe(400)
    },
  )
})

describe('DELETE /api/admin/invites/:id', () => {
  it('200: revokes an unused invite, and again', async () => {
    const [code] = await create(1)
    const [{ id }] = (await asAdmin('GET', '')).json().invites
    expect((await asAdmin('DELETE', `/${id}`)).json()).toEqual({ success: true })
    expect((await validate(code)).json().reason).toBe('revoked')
    expect((await asAdmin('DELETE', `/${id}`)).statusCode).toBe(200)
  })

  it('409: does not revoke a used invite', async () => {
    await activate(service, 'linus@example.org')
    const [{ id }] = (await asAdmin('GET', '')).json().invites
    const answer = await asAdmin('DELETE', `/${id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toBe('INVITE_CODE_USED')
  })

  it.each(['0', '999999999999999', '99999999999999999999', 'x', '-1', '1.5', '%00'])(
    '404: there is no invite %s',
    async (id) => {
      expect((await asAdmin('DELETE', `/${id}`)).statusCode).toBe(404)
    },
  )
})

describe('the admin secret', () => {
  const calls = [
    ['POST', '/api/admin/invites'],
    ['GET', '/api/admin/invites'],
    ['DELETE', '/api/admin/invites/1'],
  ] as const

  it.each(calls)('401: %s %s needs it, before anything else is looked at', async (method, path) => {
    const before = await readStored(service)
    const remoteAddress = `192.0.2.${method.length}`
    for (const secret of [undefined, '', 'wrong', 'the-admin-secret2']) {
      const payload = method === 'POST' ? { count: -1 } : undefined
      const answer = await service.call(method, path, {
        headers: secret === undefined ? {} : { 'x-admin-secret': secret },
        remoteAddress,
        ...(payload ? { payload } : {}),
      })
      expect(answer.statusCode).toBe(401)
      expect(answer.json().error).toBe('UNAUTHORIZED')
    }
    expect(await readStored(service)).toEqual(before)
  })

  it.each(calls)('403: %s %s refuses a page of another origin, though it knows it', async (method, path) => {
    const answer = await service.call(method, path, { headers: { ...headers, origin: 'https://evil.example' } })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toBe('FORBIDDEN')
  })

  it('429: too many wrong guesses; the right secret is heard all the same', async () => {
    const remoteAddress = '192.0.2.99'
    const guess = (turn: number) =>
      asAdmin('GET', '', { headers: { 'x-admin-secret': `guess-${turn}` }, remoteAddress })
    for (let turn = 0; turn < 10; turn++) expect((await guess(turn)).statusCode).toBe(401)
    const braked = await guess(10)
    expect(braked.statusCode).toBe(429)
    expect(Number(braked.headers['retry-after'])).toBeGreaterThan(0)
    expect((await asAdmin('GET', '', { remoteAddress })).statusCode).toBe(200)
  })
})

describe('POST /api/admin/invites/mail', () => {
  const mail = (code: string) =>
    asAdmin('POST', '/mail', { payload: { code, to: 'guest@example.org' }, headers: { 'accept-language': 'es' } })

  it('E17: 200: mails a free code in the language of the operator, and the list shows its note', async () => {
    const made = await asAdmin('POST', '', { payload: { note: ' Book club ' } })
    const [code] = made.json().codes
    expect((await mail(code)).statusCode).toBe(200)
    const mails = await listQueuedMails(service)
    expect(mails.at(-1)).toMatchObject({ kind: 'invite', to: 'guest@example.org', params: { code }, language: 'es' })
    expect((await asAdmin('GET', '?limit=1')).json().invites[0]).toMatchObject({
      note: 'Book club',
      hint: code.slice(-2),
    })
  })

  it('403, 410: not a code that lets nobody in', async () => {
    expect((await mail('SERVICE-AAAA-AAAA')).json().error).toBe('INVITE_CODE_INVALID')
    const code = await oneInvite(service)
    const [{ id }] = (await asAdmin('GET', '?limit=1')).json().invites
    await asAdmin('DELETE', `/${id}`)
    expect((await mail(code)).json().error).toBe('INVITE_CODE_REVOKED')
  })

  it('400: a note that hides something is refused by name', async () => {
    const answer = await asAdmin('POST', '', { payload: { note: 'a\u202eb' } })
    expect(pointersOf(answer.json())).toEqual(['/note'])
  })
})
