import { createHash, randomBytes } from 'node:crypto'
import type { AssuranceLevel } from '@stillhere/contract'
import { recordCheckEnd } from '../src/requests/request/decision-store.ts'
import { findReturn as findReturnOf } from '../src/requests/request/redeem.ts'
import { findRequest } from '../src/requests/request/store.ts'
import { addTestSite, nameSubject, passTestCheck, type TestSite } from './checks.ts'
import { startTestService, type TestService } from './service.ts'

/** A service that listens, by the time of clients: they look at their own clocks. */
export type OidcService = TestService & { address: string; issuer: string }

export async function startOidcService(settings: Parameters<typeof startTestService>[0] = {}): Promise<OidcService> {
  const service = await startTestService(settings)
  service.clock.set(new Date().toISOString())
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...service, address, issuer: `${address}/oidc` }
}

export const CALLBACK = 'https://shop.example/callback'

export function addOidcSite(service: TestService, changes: Parameters<typeof addTestSite>[1] = {}): Promise<TestSite> {
  return addTestSite(service, { return_urls: [CALLBACK, 'https://www.shop.example/other'], ...changes })
}

/** What a person does on the page of a check. */
export type Deed = { person?: string; reached?: AssuranceLevel } | 'cancel'

type Cookie = { name: string; value: string; path: string }

/** A browser: it keeps cookies by their path and follows redirects inside the service. */
export class Browser {
  readonly #service: OidcService
  #cookies: Cookie[] = []

  constructor(service: OidcService) {
    this.#service = service
  }

  /** One request, without following. */
  async ask(url: string, init: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = this.#cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { cookie: sent.join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  /** Goes where the service leads: to the page of a check, out of the service, or to a page without a redirect. */
  async go(url: string): Promise<{ check?: string; left?: URL; page?: Response }> {
    const answer = await this.ask(url)
    const location = answer.headers.get('location')
    if (location === null) return { page: answer }
    const next = new URL(location, url)
    if (next.origin !== this.#service.address) return { left: next }
    if (next.pathname.startsWith('/check/')) return { check: next.pathname.slice('/check/'.length) }
    return this.go(next.href)
  }

  /** Signs in: does the check that the service asks for, if it asks for one, and returns where the browser is sent. */
  async signIn(url: string | URL, deed: Deed = {}): Promise<URL> {
    const first = await this.go(String(url))
    const last = first.check === undefined ? first : await this.finish(first.check, deed)
    if (last.left === undefined)
      throw new Error(`the service led nowhere: ${last.page?.status} ${await last.page?.text()}`)
    return last.left
  }

  async finish(check: string, deed: Deed): ReturnType<Browser['go']> {
    await doCheck(this.#service, check, deed)
    return this.go(await findReturn(this.#service, check))
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    this.#cookies = this.#cookies.filter((one) => one.name !== name || one.path !== path)
    if (value !== '') this.#cookies.push({ name, value, path })
  }
}

/** Does a check as its page would, without motion. */
export async function doCheck(service: TestService, check: string, deed: Deed): Promise<void> {
  if (deed === 'cancel') await recordCheckEnd(service.db, check, 'cancelled_by_person', service.now())
  else await passTestCheck(service, check, { subject: nameSubject(deed.person ?? 'ada'), reached: deed.reached ?? 1 })
}

/** Where the page of a check sends the browser back to. */
export async function findReturn(service: TestService, id: string): Promise<string> {
  const check = await findRequest(service.db, 'check', id)
  return (check && findReturnOf(service, check)) ?? ''
}

/** What a site sends a browser away with. */
export function authorizationUrl(
  service: OidcService,
  site: TestSite,
  more: Record<string, string> = {},
): { url: URL; verifier: string } {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(`${service.issuer}/auth`)
  const params = {
    client_id: site.key,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: 's-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(params)) if (value !== '') url.searchParams.set(name, value)
  return { url, verifier }
}

/** Calls an endpoint for sites with a form and the site's secret. */
export function callAsSite(
  { issuer }: Pick<OidcService, 'issuer'>,
  site: Pick<TestSite, 'key' | 'secret'>,
  path: string,
  form: Record<string, string>,
): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${site.key}:${site.secret}`).toString('base64')}`
  return fetch(`${issuer}${path}`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) })
}

/** Exchanges a code. */
export function exchange(
  service: Pick<OidcService, 'issuer'>,
  site: Pick<TestSite, 'key' | 'secret'>,
  { code, verifier, ...more }: { code: string; verifier: string; redirect_uri?: string },
): Promise<Response> {
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK, ...more }
  return callAsSite(service, site, '/token', form)
}

/** What a token says, unverified. */
export function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
