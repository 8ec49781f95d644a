import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addOidcSite, authorizationUrl, Browser, type OidcService, startOidcService } from './oidc.ts'
import { startTestService, type TestService } from './service.ts'
import { activate } from './sign-in.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const HTTPS = 'id.example.org'
const ADMIN = { 'x-admin-secret': 'the-admin-secret', 'sec-fetch-site': 'same-origin' }

let service: OidcService
let behindProxy: TestService
beforeAll(async () => {
  service = await startOidcService()
  behindProxy = await startTestService({ publicUrl: `https://${HTTPS}` })
})
afterAll(() => Promise.all([service.stop(), behindProxy.stop()]))

/** The cookies that a browser gets which joins, signs in, and is the operator's. */
async function signInAsAnyone(at: TestService, host: string): Promise<string[]> {
  const joined = await activate(at, 'ada@example.org')
  const headers = { host, 'sec-fetch-site': 'same-origin' }
  const { node_token: token } = joined.json() as { node_token: string }
  const opened = await at.call('POST', '/api/session', { headers: { ...headers, authorization: `Bearer ${token}` } })
  const admin = await at.call('POST', '/api/admin/session', { headers: { ...ADMIN, host } })
  return [joined, opened, admin].flatMap((answer) => answer.headers['set-cookie'] ?? [])
}

/** The cookies of a sign-in at a site by OpenID Connect, from the first request to the return. */
async function signInAtSite(): Promise<string[]> {
  const lines: string[] = []
  const call = fetch
  const watched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const answer = await call(...asked)
    lines.push(...answer.headers.getSetCookie())
    return answer
  })
  await new Browser(service).signIn(authorizationUrl(service, await addOidcSite(service)).url)
  watched.mockRestore()
  return lines
}

function languageCookie(): string {
  const source = readFileSync(join(ROOT, 'apps/web/src/words/choice.ts'), 'utf8')
  return /COOKIE = '([\w-]+)'/.exec(source)?.[1] ?? ''
}

const namesIn = (lines: readonly string[]) => lines.map((line) => line.split('=')[0] ?? '')

describe('F9: the FAQ and the cookies', () => {
  it('lists exactly those that the service and its pages set', async () => {
    const set = [
      ...namesIn(await signInAsAnyone(service, 'localhost')),
      ...namesIn(await signInAsAnyone(behindProxy, HTTPS)),
      ...namesIn(await signInAtSite()),
      languageCookie(),
    ]
    const faq = readFileSync(join(ROOT, 'docs/faq.md'), 'utf8')
    const rows = /\| cookie \|[^]*?\n\n/.exec(faq)?.[0].split('\n').slice(2) ?? []
    const listed = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    expect(listed.toSorted()).toEqual([...new Set(set)].toSorted())
  })

  it('knows every place where a cookie is written; the library of OpenID Connect has its own', () => {
    const sources = globSync(['apps/server/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'], { cwd: ROOT })
    const writers = sources.filter(
      (file) =>
        !file.endsWith('.test.ts') &&
        /header\('set-cookie'|'set-cookie': |document\.cookie = /.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(writers.toSorted()).toEqual([
      'apps/server/src/identity/otp/routes.ts',
      'apps/server/src/identity/sessions/routes.ts',
      'apps/server/src/operator/setup/routes.ts',
      'apps/web/src/words/choice.ts',
    ])
  })
})
