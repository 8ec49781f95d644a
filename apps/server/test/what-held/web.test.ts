import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestCheck, addTestSite, callCheck } from '../checks.ts'
import { contentsOf } from '../contents.ts'
import { addNode, bearerFor } from '../nodes.ts'
import { openSecondProcess } from '../second-process.ts'
import { startTestService, type TestService } from '../service.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const PAGES = ['/', '/docs', '/status', '/admin']
const HTML = { accept: 'text/html' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

describe('traversals', () => {
  it.each([
    '/assets/../index.html',
    '/assets/..%2Findex.html',
    '/assets/%2e%2e%2findex.html',
    '/assets/..%5Cindex.html',
    '/assets/%00.js',
    '/assets/index.js%00',
    '/assets//etc/passwd.json',
    '/assets/%2Fetc%2Fpasswd.json',
    '/docs/../../package.json',
    '/docs/%2e%2e%2fpackage.json',
  ])('%s: 404', async (url) => {
    const answer = await get(url, { accept: '*/*' })
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
  })
})

describe.each(PAGES)('the page %s', (url) => {
  it('CSP without inline, and nothing inline in it', async () => {
    const { headers, body, statusCode } = await get(url, HTML)
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\son[a-z]+=|href="javascript:/i)
  })

  it('frames DENY', async () => {
    const { headers } = await get(url, HTML)
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})

describe('requests of other origins', () => {
  it('a text/plain POST: 415', async () => {
    const headers = { 'content-type': 'text/plain', origin: 'https://evil.example' }
    const payload = '{"email":"ada@example.org"}'
    const answer = await service.call('POST', '/api/subscribe', { payload, headers })
    expect(answer.statusCode).toBe(415)
    expect((await service.call('GET', '/api/identity?email=ada@example.org')).json().found).toBe(false)
  })

  it.each(['http://localhost:5173', 'https://evil.example', 'null'])(
    'admin from %s: 403, with the right secret too',
    async (origin) => {
      const headers = { origin, 'x-admin-secret': 'the-admin-secret' }
      const answer = await get('/api/admin/invites', headers)
      expect(answer.json()).toMatchObject({ status: 403, error: 'FORBIDDEN' })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      const asking = { origin, 'access-control-request-method': 'GET' }
      const preflight = await service.app.inject({ method: 'OPTIONS', url: '/api/admin/invites', headers: asking })
      expect(preflight.statusCode).toBe(403)
    },
  )

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x'])(
    'the url %j: 400',
    async (url) => {
      const payload = { platform: 'discord', content: 'x', url }
      const answer = await service.call('POST', '/api/matrix/publish', { payload })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toEqual([expect.objectContaining({ pointer: '/url' })])
    },
  )
})

describe('what only the operator may do', () => {
  const ofAdmin = ENDPOINTS.filter(({ access }) => access === 'admin')
  const id = '00000000-0000-4000-8000-000000000000'
  const strangers: Record<string, string>[] = [{}, { cookie: 'stillhere-admin=x' }]
  beforeAll(async () => {
    const site = await addTestSite(service)
    const bearer = await bearerFor(service, await addNode(service))
    const own = { 'sec-fetch-site': 'same-origin' }
    const opened = await service.call('POST', '/api/session', { headers: { ...bearer, ...own }, payload: {} })
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
    strangers.push(
      await bearerFor(service, await addNode(service)),
      site.asSite.headers,
      { ...own, cookie },
      { authorization: 'Bearer the-admin-secret' },
      { origin: 'https://evil.example', 'x-admin-secret': 'the-admin-secret' },
    )
  })

  it('is every endpoint under /api/admin but three that say no secret', () => {
    expect(ofAdmin.length).toBeGreaterThan(45)
    const open = ENDPOINTS.filter(({ access, path }) => path.startsWith('/api/admin/') && access !== 'admin')
    expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /api/admin/session',
      'GET /api/admin/calibration/status',
      'GET /api/admin/session',
    ])
  })

  it.each(ofAdmin.map(({ method, path }) => [method, path] as const))(
    '%s %s: 401 or 403 to all others, and nothing is written',
    async (method, path) => {
      const before = await contentsOf(service.db)
      const url = path.replaceAll(/:\w+/g, id)
      for (const headers of strangers) {
        const answer = await service.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })
        expect([401, 403], `${JSON.stringify(headers)}: ${answer.body}`).toContain(answer.statusCode)
      }
      expect(await contentsOf(service.db)).toEqual(before)
    },
  )
})

describe('a check', () => {
  const pairOf = async (id: string, token: string) => {
    const { url, number } = (await callCheck(service, `${id}/pair`, { token })).json()
    return { pair: new URL(url).hash.slice(1), number }
  }

  it('100 numbers at once, on two processes: one try', async () => {
    const second = openSecondProcess(service)
    const { id } = await addTestCheck(service, await addTestSite(service))
    const { token } = (await callCheck(service, `${id}/open`)).json()
    const { pair, number: right } = await pairOf(id, token)
    const numbers = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
    // The right one comes last, so that a guess is compared before it.
    const guesses = [...numbers.filter((number) => number !== right), right]
    const answers = await Promise.all(
      guesses.map((number, index) =>
        [service.app, second][index % 2]!.inject({
          method: 'POST',
          url: `/api/checks/${id}/join`,
          payload: { pair, number },
        }),
      ),
    )
    const compared = answers.filter(
      (answer) => answer.statusCode === 200 || answer.json().error === 'CHECK_NUMBER_WRONG',
    )
    expect(compared).toHaveLength(1)
    await second.close()
  })

  it.each(['pair', 'cancel', 'confirm', 'events'])(
    'the token of another check at %s: 401 or 409, and it stays open',
    async (path) => {
      const site = await addTestSite(service)
      const [victim, own] = [await addTestCheck(service, site), await addTestCheck(service, site)]
      await callCheck(service, `${victim.id}/open`)
      const { token } = (await callCheck(service, `${own.id}/open`)).json()
      const answer = await service.app.inject({
        method: path === 'events' ? 'GET' : 'POST',
        url: `/api/checks/${victim.id}/${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(path === 'confirm' && { payload: { email: 'ada@example.org', otp: '123456' } }),
      })
      expect([401, 409], answer.body).toContain(answer.statusCode)
      const state = await service.call('GET', `/api/checks/${victim.id}`, site.asSite)
      expect(state.json()).toMatchObject({ status: 'open' })
    },
  )
})

describe('the sources', () => {
  const sources = ['apps/web/src', 'apps/server/src', 'packages/client/src', 'packages/receipt/src'].flatMap(sourcesIn)

  it('write no innerHTML, and evaluate no text', () => {
    expect(sources.length).toBeGreaterThan(400)
    const MARKUP =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTMLUnsafe|srcdoc|createContextualFragment/i
    const found = sources.filter(({ text }) => MARKUP.test(text) || /\beval\(|new Function\(/.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('hand the admin secret over for a session, and keep it nowhere', () => {
    const STORED = /localStorage|sessionStorage|indexedDB|document\.cookie|caches\.|history\.(?:push|replace)State/
    const users = sources.filter(({ path, text }) => path.startsWith('apps/web/') && /adminSecret/.test(text))
    expect(users.map(({ path }) => path)).toEqual(['apps/web/src/pages/admin/lock.tsx'])
    expect(users.filter(({ text }) => STORED.test(text))).toEqual([])
  })
})

function sourcesIn(folder: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|js)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') }))
}
