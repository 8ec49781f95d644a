import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { nameSubject, type TestSite } from '../../../test/checks.ts'
import {
  addOidcSite,
  authorizationUrl,
  Browser,
  exchange,
  type OidcService,
  readClaims,
  startOidcService,
} from '../../../test/oidc.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { UNHURRIED } from '../../../test/unhurried.ts'
import { createLogger } from '../../platform/logger.ts'
import { createLogoutFetch } from './provider.ts'

let service: OidcService
let receiver: Receiver
let shop: TestSite

beforeAll(async () => {
  service = await startOidcService()
  receiver = await startReceiver()
  shop = await addOidcSite(service, { logout_url: `${receiver.url}?key=hush` })
})
beforeEach(() => void receiver.received.splice(0))
afterAll(async () => {
  await receiver.stop()
  await service.stop()
})

async function signIn(browser: Browser, site: TestSite, at = service): Promise<string> {
  const { url, verifier } = authorizationUrl(at, site)
  const code = (await browser.signIn(url)).searchParams.get('code') ?? ''
  const answer = await exchange(at, site, { code, verifier })
  return ((await answer.json()) as { id_token: string }).id_token
}

/** Signs out as the page does, and returns the status of the answer. */
async function signOut(browser: Browser, idToken: string, at = service): Promise<number> {
  const page = await browser.ask(`${at.issuer}/session/end?${new URLSearchParams({ id_token_hint: idToken })}`)
  const [, action = '', xsrf = ''] = /action="([^"]+)".*?name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? []
  return (await browser.ask(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) })).status
}

it('tells the site of the session, and no other, by one logout_token that verifies', async () => {
  const bank = await addOidcSite(service, { name: 'Bank', logout_url: `${receiver.url}/bank` })
  const browser = new Browser(service)
  const idToken = await signIn(browser, shop)
  await browser.signIn(authorizationUrl(service, bank, { prompt: 'none' }).url)
  expect(await signOut(browser, idToken)).toBe(303)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/stillhere?key=hush'])
  const [{ headers, body }] = receiver.received as [Receiver['received'][number]]
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  const keys = createRemoteJWKSet(new URL(`${service.issuer}/jwks`))
  const demands = { issuer: service.issuer, audience: shop.key, typ: 'logout+jwt', algorithms: ['EdDSA'] }
  const { payload } = await jwtVerify(new URLSearchParams(body.toString()).get('logout_token') ?? '', keys, demands)
  expect(readClaims(idToken)['sid']).toEqual(expect.any(String))
  expect(payload).toEqual({
    iss: service.issuer,
    aud: shop.key,
    sub: nameSubject('ada'),
    sid: readClaims(idToken)['sid'],
    iat: expect.any(Number),
    exp: (payload.iat ?? 0) + 120,
    jti: expect.any(String),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
})

it('tells a site without an address nothing', async () => {
  const browser = new Browser(service)
  const idToken = await signIn(browser, await addOidcSite(service))
  expect(readClaims(idToken)).not.toHaveProperty('sid')
  expect(await signOut(browser, idToken)).toBe(303)
  expect(receiver.received).toEqual([])
})

it('signs out where the address is private, which is refused and logged without the address', async () => {
  const [settings, lines] = [{ ...service.settings }, [] as string[]]
  const logger = createLogger('warn', { write: (line) => lines.push(line) })
  const app = createTestApp({ ...service, settings }, { ...UNHURRIED, logger })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  // An operator who sets PUBLIC_URL serves others; the address that was fine before is not any more.
  settings.publicUrl = address
  const open: OidcService = { ...service, settings, app, address, issuer: `${address}/oidc` }
  const browser = new Browser(open)
  expect(await signOut(browser, await signIn(browser, shop, open), open)).toBe(303)
  await app.close()
  expect(receiver.received).toEqual([])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { site: shop.key, problem: 'leads to a private address, which WEBHOOK_PRIVATE_ADDRESSES forbids' },
  ])
  expect(lines.join('')).not.toMatch(/hush|logout_token|127\.0\.0\.1/)
})

it.each([500, 302])('an answer of %i is a problem in words without the address, and leads nowhere', async (status) => {
  receiver.answer(() => ({ status, headers: { location: '/elsewhere' } }))
  const tell = createLogoutFetch(service.settings)
  const body = new URLSearchParams({ logout_token: 'x' })
  await expect(tell(receiver.url, { method: 'POST', body })).rejects.toThrow(new Error(`answered ${status}`))
  expect(receiver.received).toHaveLength(1)
})

it('the provider calls others for nothing else', async () => {
  const tell = createLogoutFetch(service.settings)
  for (const init of [{}, { method: 'POST', body: new URLSearchParams({ x: 'y' }) }])
    await expect(tell(receiver.url, init)).rejects.toThrow('for logouts only')
  expect(receiver.received).toEqual([])
})
