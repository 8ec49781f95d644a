import { ENDPOINTS, FRESH_SIGN_IN_MINUTES } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { addSetupLink } from './routes.ts'
import { isSetupPending } from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const PAGE = { 'sec-fetch-site': 'same-origin', host: 'localhost' }
const SECRET = { 'x-admin-secret': 'the-admin-secret', ...PAGE }

async function makeToken(): Promise<string> {
  return (await addSetupLink(service.db, service, service.now())).replace('/setup#', '')
}
const useLink = (token: string, headers: Record<string, string> = PAGE) =>
  service.call('POST', '/api/setup', { payload: { token }, headers })
const cookieOf = (answer: { headers: object }) => String((answer.headers as Record<string, unknown>)['set-cookie'])
const carry = (cookie: string) => ({ ...PAGE, cookie: cookie.split(';')[0] ?? '' })

describe('POST /api/setup', () => {
  it('201: signs the operator in by a cookie that scripts and other sites do not get', async () => {
    const answer = await useLink(await makeToken())
    expect(answer.statusCode).toBe(201)
    expect(cookieOf(answer)).toMatch(
      /^stillhere-admin=[\w-]{43}; Max-Age=43200; Path=\/api; HttpOnly; SameSite=Strict$/,
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    const people = await service.call('POST', '/api/admin/people/search', { headers: carry(cookieOf(answer)) })
    expect(people.statusCode).toBe(200)
  })

  it('409: a link works once, also for two processes at the same moment', async () => {
    const token = await makeToken()
    const other = openDatabase({ connection: service.connection, now: service.now })
    const elsewhere = createTestApp({ ...service, db: other })
    const ask = (app: TestService['app']) =>
      app.inject({ method: 'POST', url: '/api/setup', payload: { token }, headers: PAGE })
    const answers = await Promise.all([service.app, elsewhere, service.app, elsewhere].map(ask))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((first, second) => first - second)).toEqual([
      201, 409, 409, 409,
    ])
    expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1)
    await elsewhere.close()
    await other.close()
  })

  it('410: an unknown link, and one that is an hour old', async () => {
    expect((await useLink('A'.repeat(43))).json().error).toBe('LINK_EXPIRED')
    const token = await makeToken()
    service.clock.pass(3_600_000)
    expect((await useLink(token)).statusCode).toBe(410)
  })

  it('410: a link that ended because an operator signed in by the secret, which is no alarm', async () => {
    const [used, ended] = [await makeToken(), await makeToken()]
    expect((await useLink(used)).statusCode).toBe(201)
    await service.call('POST', '/api/admin/session', { headers: SECRET })
    const answer = await useLink(ended)
    expect([answer.statusCode, answer.json().error]).toEqual([410, 'LINK_ENDED'])
    expect((await useLink(used)).json().error).toBe('LINK_USED')
  })

  it('403: no page of another site can use it', async () => {
    const answer = await useLink(await makeToken(), { host: 'localhost', 'sec-fetch-site': 'cross-site' })
    expect(answer.json().error).toBe('CROSS_SITE_REQUEST')
  })

  it('stores no token', async () => {
    const token = await makeToken()
    const rows = await service.db.query(sql`SELECT encode(token_hash, 'escape') AS hash FROM setup_link`)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the session of the operator', () => {
  it('is made from the secret once, lasts 12 hours, and ends all open links', async () => {
    await makeToken()
    const opened = await service.call('POST', '/api/admin/session', { headers: SECRET })
    expect(opened.statusCode).toBe(201)
    const headers = carry(cookieOf(opened))
    const asked = () => service.call('GET', '/api/admin/session', { headers })
    expect((await asked()).json()).toEqual(opened.json())
    expect(await isSetupPending(service.db)).toBe(false)
    service.clock.pass(12 * 3_600_000)
    expect((await asked()).json()).toEqual({ expires_at: null })
    expect((await service.call('GET', '/api/admin/setup', { headers })).statusCode).toBe(401)
  })

  it('401: opens no other session, which would outlast it', async () => {
    const headers = carry(cookieOf(await service.call('POST', '/api/admin/session', { headers: SECRET })))
    const answer = await service.call('POST', '/api/admin/session', { headers })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined])
  })

  it.each(ENDPOINTS.filter(({ access, freshFor }) => access === 'admin' && freshFor !== undefined))(
    '403 after ten minutes: $method $path, which outlasts it; the secret itself is always fresh',
    async ({ method, path, example }) => {
      const opened = await service.call('POST', '/api/admin/session', { headers: SECRET })
      const call = (headers: object) =>
        service.app.inject({
          method,
          url: path.replaceAll(/:\w+/g, 'pk_none'),
          headers: { ...headers },
          ...(example ? { payload: example } : {}),
        })
      service.clock.pass(FRESH_SIGN_IN_MINUTES * 60_000 - 1000)
      expect([401, 403]).not.toContain((await call(carry(cookieOf(opened)))).statusCode)
      service.clock.pass(1000)
      const late = await call(carry(cookieOf(opened)))
      expect([late.statusCode, late.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
      expect([401, 403]).not.toContain((await call(SECRET)).statusCode)
    },
  )

  it('is Secure, under another name, where the service is reached by HTTPS', async () => {
    const app = createTestApp({ ...service, settings: { ...service.settings, publicUrl: 'https://id.example.org' } })
    const headers = { ...SECRET, host: 'id.example.org' }
    const opened = await app.inject({ method: 'POST', url: '/api/admin/session', headers })
    expect(cookieOf(opened)).toMatch(/^__Secure-stillhere-admin=.*; SameSite=Strict; Secure$/)
    await app.close()
  })

  it.each([
    ['cross-site', undefined],
    ['same-site', undefined],
    [undefined, 'https://evil.example'],
  ])('403: a page elsewhere changes nothing by it (%s, %s)', async (site, origin) => {
    const headers = {
      ...carry(cookieOf(await service.call('POST', '/api/admin/session', { headers: SECRET }))),
      'sec-fetch-site': site ?? '',
      ...(origin ? { origin } : {}),
    }
    const answer = await service.app.inject({ method: 'POST', url: '/api/admin/invites', headers })
    expect(answer.statusCode).toBe(403)
  })

  it('ends when it is ended, and when the admin secret changes', async () => {
    const headers = carry(cookieOf(await service.call('POST', '/api/admin/session', { headers: SECRET })))
    const changed = createTestApp({
      ...service,
      settings: { ...service.settings, adminSecret: 'another-admin-secret' },
    })
    expect((await changed.inject({ url: '/api/admin/setup', headers })).statusCode).toBe(401)
    await changed.close()
    const ended = await service.call('DELETE', '/api/admin/session', { headers })
    expect(cookieOf(ended)).toMatch(/^stillhere-admin=; Max-Age=0;/)
    expect((await service.call('GET', '/api/admin/setup', { headers })).statusCode).toBe(401)
  })

  it('says how the service is reached and where mails go', async () => {
    expect((await service.call('GET', '/api/admin/setup', { headers: SECRET })).json()).toEqual({
      public_url: null,
      seen_address: 'http://localhost',
      mail: 'files',
      mail_folder: expect.stringContaining('outbox'),
      invites: 'required',
    })
  })
})
