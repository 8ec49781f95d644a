import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestCheck, nameSubject, startTestCheck, type TestSite } from '../../../test/checks.ts'
import { contentsOf } from '../../../test/contents.ts'
import {
  addOidcSite,
  authorizationUrl,
  Browser,
  CALLBACK,
  callAsSite,
  type Deed,
  doCheck,
  exchange,
  findReturn,
  type OidcService,
  readClaims,
  startOidcService,
} from '../../../test/oidc.ts'
import { ADA, answerOf, challengeFor, enrollPerson, forgetMotion, verifyBody } from '../../../test/people.ts'
import { openSecondProcess } from '../../../test/second-process.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { rotateKey } from '../../scan/receipts/issuer.ts'
import { findRequest } from '../request/store.ts'
import { renderErrorPage } from './provider.ts'

let service: OidcService
let shop: TestSite
let bank: TestSite

beforeAll(async () => {
  service = await startOidcService()
  shop = await addOidcSite(service)
  bank = await addOidcSite(service, { name: 'Bank', origins: ['https://bank.example'] })
})
afterAll(() => service.stop())

type Asked = { more?: Record<string, string>; deed?: Deed; browser?: Browser; site?: TestSite }

/** Has a browser sign in as far as the site's callback. */
async function askFor({ more = {}, deed = {}, browser = new Browser(service), site = shop }: Asked = {}) {
  const { url, verifier } = authorizationUrl(service, site, more)
  const back = await browser.signIn(url, deed)
  const { code = '', error, error_description: description, iss, state } = Object.fromEntries(back.searchParams)
  return { code, verifier, error, description, iss, state, target: back.origin + back.pathname }
}

type Tokens = Record<string, string>

async function signIn(asked: Asked = {}) {
  const answer = await exchange(
    service,
    asked.site ?? shop,
    await askFor(asked).then(({ code, verifier }) => ({ code, verifier })),
  )
  const tokens = (await answer.json()) as Tokens
  return { status: answer.status, tokens, claims: readClaims(tokens['id_token'] ?? '.e30') }
}

const fail = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]

describe('discovery', () => {
  it('says what there is, under the address that the service is called by', async () => {
    const answer = await fetch(`${service.issuer}/.well-known/openid-configuration`)
    expect(await answer.json()).toMatchObject({
      issuer: service.issuer,
      authorization_endpoint: `${service.issuer}/auth`,
      pushed_authorization_request_endpoint: `${service.issuer}/request`,
      acr_values_supported: ['urn:stillhere:presence:1', 'urn:stillhere:presence:2'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'client_credentials', 'urn:openid:params:grant-type:ciba'],
      backchannel_authentication_endpoint: `${service.issuer}/backchannel`,
      backchannel_token_delivery_modes_supported: ['poll', 'ping'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['EdDSA'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is under PUBLIC_URL with its path, whatever proxies say', async () => {
    const app = openSecondProcess({
      ...service,
      settings: { ...service.settings, publicUrl: 'https://id.example.org/base' },
    })
    const headers = { host: 'id.example.org', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const found = (await app.inject({ url: '/oidc/.well-known/openid-configuration', headers })).json()
    const { url } = authorizationUrl(service, shop)
    const begun = await app.inject({ url: `/oidc/auth${url.search}`, headers })
    await app.close()
    expect([found.issuer, found.token_endpoint]).toEqual([
      'https://id.example.org/base/oidc',
      'https://id.example.org/base/oidc/token',
    ])
    expect(begun.headers.location).toMatch(/^\/base\/oidc\/interaction\//)
    const cookies = [begun.headers['set-cookie'] ?? []].flat()
    expect(
      cookies.map((one) => /; path=\/base\/oidc\/.*; secure; httponly/i.test(one) && /samesite=lax/i.test(one)),
    ).not.toContain(false)
    expect(cookies.length).toBeGreaterThan(0)
  })

  it('404: where the service does not know its own address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    expect((await fetch(`${service.issuer}/.well-known/openid-configuration`, { headers })).status).toBe(404)
  })
})

describe('signing in', () => {
  it('leads over the page of a check to an id_token', async () => {
    const { claims, tokens } = await signIn({ more: { nonce: 'n-1' } })
    expect(claims).toEqual({
      iss: service.issuer,
      aud: shop.key,
      sub: nameSubject('ada'),
      nonce: 'n-1',
      acr: 'urn:stillhere:presence:1',
      amr: ['user', 'urn:stillhere:motion'],
      auth_time: Math.floor(service.now().getTime() / 1000),
      iat: expect.any(Number),
      exp: (claims['iat'] as number) + 300,
    })
    const keys = createRemoteJWKSet(new URL(`${service.issuer}/jwks`))
    expect((await jwtVerify(tokens['id_token'] ?? '', keys, { audience: shop.key })).protectedHeader.alg).toBe('EdDSA')
    const me = await fetch(`${service.issuer}/me`, { headers: { authorization: `Bearer ${tokens['access_token']}` } })
    expect(await me.json()).toEqual({ sub: nameSubject('ada') })
  })

  it('by a scan: the subject is that of the receipts and checks of the site', async () => {
    const enrollment = await enrollPerson(service, ADA)
    const scan = async (check: string) => {
      await forgetMotion(service)
      const asked = await challengeFor(service, { purpose: 'verify', check })
      const payload = verifyBody(asked, enrollment, answerOf(ADA, asked))
      return (await service.call('POST', '/api/verify', { payload })).json()
    }
    const [browser, { url, verifier }] = [new Browser(service), authorizationUrl(service, shop)]
    const { check, receipt } = await scan((await browser.go(url.href)).check ?? '')
    const code = (await browser.go(check.return_url)).left?.searchParams.get('code') ?? ''
    const { id_token: token = '' } = (await (await exchange(service, shop, { code, verifier })).json()) as Tokens
    const other = await scan((await addTestCheck(service, shop, { return_url: CALLBACK })).id)
    expect(readClaims(token)['sub']).toBe(receipt.subject.id)
    expect(other.receipt.subject.id).toBe(receipt.subject.id)
  }, 120_000)

  it('shows the person who asks', async () => {
    const { check = '' } = await new Browser(service).go(authorizationUrl(service, bank).url.href)
    expect(await findRequest(service.db, 'check', check)).toMatchObject({
      action: 'Sign in to Bank',
      asker: { name: 'Bank' },
      assurance: 1,
    })
  })

  it('is settled only by the browser that began it, with its own check, and once', async () => {
    const [ada, eve] = [new Browser(service), new Browser(service)]
    const [{ check: hers = '' }, { check: his = '' }] = [
      await ada.go(authorizationUrl(service, shop).url.href),
      await eve.go(authorizationUrl(service, shop).url.href),
    ]
    for (const check of [hers, his]) await doCheck(service, check, {})
    const [back, his2] = [await findReturn(service, hers), await findReturn(service, his)]
    const moved = new URL(back)
    for (const name of ['check', 'code']) moved.searchParams.set(name, new URL(his2).searchParams.get(name) ?? '')
    const wrong = new URL(back)
    wrong.searchParams.set('code', 'A'.repeat(43))
    expect((await eve.go(back)).page?.status).toBe(400)
    expect((await ada.go(moved.href)).page?.status).toBe(400)
    expect((await ada.go(wrong.href)).page?.status).toBe(400)
    expect((await ada.go(back)).left?.searchParams.get('code')).toMatch(/./)
    expect((await ada.go(back)).page?.status).toBe(400)
  })

  it('is an error where the person declines, or comes back too late', async () => {
    expect(await askFor({ deed: 'cancel' })).toMatchObject({
      error: 'access_denied',
      state: 's-1',
      iss: service.issuer,
    })
    const browser = new Browser(service)
    const { check = '' } = await browser.go(authorizationUrl(service, shop).url.href)
    await doCheck(service, check, {})
    service.clock.pass(301_000)
    const { left } = await browser.go(await findReturn(service, check))
    service.clock.set(new Date().toISOString())
    expect(left?.searchParams.get('error')).toBe('access_denied')
  })

  it('gives two sites two subjects, and ends the session of the one at the other', async () => {
    const browser = new Browser(service)
    const first = await signIn({ browser, deed: { person: 'ada at shop' } })
    const second = await signIn({ browser, site: bank, deed: { person: 'ada at bank' } })
    expect([first.claims['sub'], second.claims['sub']]).toEqual([
      nameSubject('ada at shop'),
      nameSubject('ada at bank'),
    ])
    expect(await askFor({ browser, more: { prompt: 'none' } })).toMatchObject({ error: 'login_required' })
    expect((await signIn({ browser, site: bank, more: { prompt: 'none' } })).claims['sub']).toBe(
      nameSubject('ada at bank'),
    )
  })

  it('marks what a test site gets', async () => {
    const test = await addOidcSite(service, { test: true })
    expect((await signIn({ site: test })).claims).toMatchObject({ test: true })
  })
})

describe('acr', () => {
  const levelOf = async (more: Record<string, string>) => {
    const { check = '', left } = await new Browser(service).go(authorizationUrl(service, shop, more).url.href)
    return left?.searchParams.get('error') ?? (await findRequest(service.db, 'check', check))?.assurance
  }
  const claims = (acr: object) => ({ claims: JSON.stringify({ id_token: { acr } }) })
  const [ONE, TWO, THREE] = [1, 2, 3].map((level) => `urn:stillhere:presence:${level}`)

  it.each([
    [{}, 1],
    [{ acr_values: `${TWO} ${ONE}` }, 2],
    [{ acr_values: `${THREE} ${TWO}` }, 2],
    [{ acr_values: 'loa-9' }, 1],
    [{ acr_values: `${THREE}` }, 'unmet_authentication_requirements'],
    [claims({ value: TWO }), 2],
    [claims({ essential: true }), 1],
    [claims({ essential: true, value: TWO }), 2],
    [claims({ essential: true, values: [THREE, TWO] }), 2],
    [claims({ essential: true, value: THREE }), 'unmet_authentication_requirements'],
    [claims({ essential: true, value: 'loa-9' }), 'unmet_authentication_requirements'],
    [claims({ essential: true, value: 7 }), 'unmet_authentication_requirements'],
    [claims({ essential: true, values: THREE }), 'unmet_authentication_requirements'],
    [{ ...claims({ essential: true, value: THREE }), acr_values: ONE }, 'unmet_authentication_requirements'],
    [{ ...claims({ essential: true }), acr_values: 'loa-9' }, 'unmet_authentication_requirements'],
  ])('%j asks for %s', async (more, wanted) => {
    expect(await levelOf(more as Record<string, string>)).toBe(wanted)
  })

  it('is that which was asked for where more was reached', async () => {
    const { claims: told } = await signIn({ more: claims({ essential: true, value: ONE }), deed: { reached: 2 } })
    expect(told['acr']).toBe(ONE)
  })

  it('steps up: a session of level 1 does not do for level 2, and one of level 2 does for both', async () => {
    const browser = new Browser(service)
    await signIn({ browser })
    expect(await askFor({ browser, more: { prompt: 'none', acr_values: TWO ?? '' } })).toMatchObject({
      error: 'login_required',
    })
    const { claims: told } = await signIn({ browser, more: { acr_values: TWO ?? '' }, deed: { reached: 2 } })
    expect(told['acr']).toBe(TWO)
    expect((await signIn({ browser, more: { prompt: 'none', acr_values: ONE ?? '' } })).claims['acr']).toBe(TWO)
  })
})

describe('prompt and max_age', () => {
  it('prompt=none: login_required without a session, a code with one', async () => {
    const browser = new Browser(service)
    expect(await askFor({ browser, more: { prompt: 'none' } })).toMatchObject({ error: 'login_required', code: '' })
    await signIn({ browser })
    expect((await signIn({ browser, more: { prompt: 'none' } })).claims['sub']).toBe(nameSubject('ada'))
  })

  it.each([{ prompt: 'login' }, { prompt: 'consent' }, { prompt: 'login consent' }, { max_age: '0' }])(
    '%j asks for a check also within a session, and another person may come',
    async (more) => {
      const browser = new Browser(service)
      // So that the session is older than max_age=0 by the clock of the provider, which is the machine's.
      service.clock.pass(-5000)
      await signIn({ browser })
      service.clock.set(new Date().toISOString())
      expect((await signIn({ browser, more, deed: { person: 'eve' } })).claims['sub']).toBe(nameSubject('eve'))
    },
  )

  it('max_age lets through who did a check since', async () => {
    const browser = new Browser(service)
    await signIn({ browser })
    const { claims } = await signIn({ browser, more: { prompt: 'none', max_age: '600' } })
    expect(claims['auth_time']).toBe(Math.floor(service.now().getTime() / 1000))
  })
})

describe('what a site must bring', () => {
  const startAt = (more: Record<string, string>) =>
    new Browser(service).go(authorizationUrl(service, shop, more).url.href)

  it.each([
    [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_type: 'token' }, 'invalid_request'],
    [{ scope: 'profile' }, 'invalid_scope'],
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ claims: '{"id_token":7}' }, 'invalid_request'],
    [{ claims: '{"id_token":{"acr":7}}' }, 'invalid_request'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ request_uri: 'https://shop.example/request' }, 'request_uri_not_supported'],
  ])('%j: %s, told to the site', async (more, error) => {
    const { left } = await startAt(more)
    expect([left?.origin, new URLSearchParams(left?.hash.slice(1) || left?.search).get('error')]).toEqual([
      'https://shop.example',
      error,
    ])
  })

  it.each([
    { redirect_uri: 'https://shop.example/callback/' },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: '' },
    { client_id: 'site_AAAAAAAAAAAAAAAAAAAAAA' },
    { client_id: '<b>\u0000' },
    { client_id: '' },
    { response_mode: 'form_post' },
  ])('400: %j is told to nobody but the browser', async (more) => {
    const { page } = await startAt(more)
    expect(page?.status).toBe(400)
    expect(await page?.text()).not.toContain('<b>')
  })

  it('401: another secret, or that of another site', async () => {
    const { code, verifier } = await askFor()
    for (const secret of [bank.secret, 'sk_wrong'])
      expect(await fail(await exchange(service, { ...shop, secret }, { code, verifier }))).toEqual([
        401,
        'invalid_client',
      ])
    expect((await exchange(service, shop, { code, verifier })).status).toBe(200)
  })

  it('takes both secrets of a site during a rotation, in the header or in the form', async () => {
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    const { secret } = (await service.call('POST', `/api/admin/sites/${shop.key}/secrets`, { headers })).json()
    for (const one of [shop.secret, secret]) {
      const { code, verifier } = await askFor()
      expect((await exchange(service, { ...shop, secret: one }, { code, verifier })).status).toBe(200)
    }
    const { code, verifier } = await askFor()
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK }
    const body = new URLSearchParams({ ...form, client_id: shop.key, client_secret: secret })
    expect((await fetch(`${service.issuer}/token`, { method: 'POST', body })).status).toBe(200)
  })

  it('400: another verifier, none, another return address, or the code of another site', async () => {
    const { code, verifier } = await askFor()
    const other = { code, verifier: 'x'.repeat(43) }
    for (const [site, given] of [
      [shop, other],
      [shop, { code, verifier: '' }],
      [shop, { code, verifier, redirect_uri: 'https://www.shop.example/other' }],
      [bank, { code, verifier }],
    ] as const)
      expect(await fail(await exchange(service, site, given))).toEqual([400, 'invalid_grant'])
  })

  it('a disabled site is unknown, also in the middle', async () => {
    const gone = await addOidcSite(service)
    const { code, verifier } = await askFor({ site: gone })
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    await service.call('PATCH', `/api/admin/sites/${gone.key}`, { payload: { disabled: true }, headers })
    expect(await fail(await exchange(service, gone, { code, verifier }))).toEqual([401, 'invalid_client'])
    expect((await startAt({ client_id: gone.key })).page?.status).toBe(400)
  })

  it.each([
    ['GET', '/token', 405],
    ['HEAD', '/auth', 405],
    ['HEAD', '/interaction/x/done', 405],
    ['POST', '/auth', 405],
    ['POST', '/reg', 404],
    ['POST', '/device/auth', 404],
  ])('%s %s: %i', async (method, path, status) => {
    expect((await fetch(`${service.issuer}${path}`, { method })).status).toBe(status)
  })

  it('400: a body that is no form', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${service.issuer}/token`, { method: 'POST', headers, body: '{"code":"x"}' })
    expect(await fail(answer)).toEqual([400, 'invalid_request'])
  })
})

describe('a pushed request', () => {
  const push = async (more: Record<string, string> = {}, site = shop) => {
    const { url, verifier } = authorizationUrl(service, shop, more)
    const answer = await callAsSite(service, site, '/request', Object.fromEntries(url.searchParams))
    return { answer, verifier }
  }

  it('201: stands for what was pushed, once', async () => {
    const { answer, verifier } = await push({ acr_values: 'urn:stillhere:presence:2' })
    const { request_uri: uri } = (await answer.json()) as { request_uri: string }
    const url = `${service.issuer}/auth?${new URLSearchParams({ client_id: shop.key, request_uri: uri })}`
    const code = (await new Browser(service).signIn(url, { reached: 2 })).searchParams.get('code') ?? ''
    const tokens = (await (await exchange(service, shop, { code, verifier })).json()) as { id_token: string }
    expect([answer.status, readClaims(tokens.id_token)['acr']]).toEqual([201, 'urn:stillhere:presence:2'])
    expect((await new Browser(service).go(url)).page?.status).toBe(400)
  })

  it('is refused without the secret of the site, and for another return address', async () => {
    expect(await fail((await push({}, { ...shop, secret: bank.secret })).answer)).toEqual([401, 'invalid_client'])
    const elsewhere = await push({ redirect_uri: 'https://evil.example/' })
    expect(await fail(elsewhere.answer)).toEqual([400, 'invalid_request'])
  })
})

describe('a code', () => {
  it('counts once; brought again, it is refused and what came of it ends', async () => {
    const { code, verifier } = await askFor()
    const tokens = (await (await exchange(service, shop, { code, verifier })).json()) as { access_token: string }
    const introspect = async () =>
      (await callAsSite(service, shop, '/token/introspection', { token: tokens.access_token })).json()
    expect(await introspect()).toMatchObject({
      active: true,
      sub: nameSubject('ada'),
      acr: 'urn:stillhere:presence:1',
      auth_time: expect.any(Number),
    })
    expect(await fail(await exchange(service, shop, { code, verifier }))).toEqual([400, 'invalid_grant'])
    expect(await introspect()).toEqual({ active: false })
  })

  it('is exchanged by one of many calls at once, on two processes', async () => {
    const other = openSecondProcess(service)
    const issuer = `${await other.listen({ host: '127.0.0.1', port: 0 })}/oidc`
    const { code, verifier } = await askFor()
    const calls = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? service : { issuer }))
    const answers = await Promise.all(calls.map((one) => exchange(one, shop, { code, verifier })))
    await other.close()
    const tokens = (await answers.find(({ ok }) => ok)?.json()) as Tokens | undefined
    const token = tokens?.['access_token'] ?? ''
    // Whoever else brought the code may have stolen it: what came of it ends.
    expect(await (await callAsSite(service, shop, '/token/introspection', { token })).json()).toEqual({ active: false })
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(11).fill(400)])
  })
})

describe('keys', () => {
  it('rotate for all processes: what was signed stays good, and what comes is signed with the new one', async () => {
    const before = (await signIn()).tokens['id_token'] ?? ''
    await service.db.transaction((tx) => rotateKey(tx, service, { compromised: false }))
    const after = (await signIn()).tokens['id_token'] ?? ''
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid)
    const keys = createRemoteJWKSet(new URL(`${service.issuer}/jwks`))
    for (const token of [before, after]) await jwtVerify(token, keys, { issuer: service.issuer })
    await service.db.transaction((tx) => rotateKey(tx, service, { compromised: true }))
    const fresh = createRemoteJWKSet(new URL(`${service.issuer}/jwks`))
    await expect(jwtVerify(after, fresh)).rejects.toThrow('no applicable key')
  })

  it('jwks holds public parts only', async () => {
    const { keys } = (await (await fetch(`${service.issuer}/jwks`)).json()) as { keys: object[] }
    expect(keys.map((key) => 'd' in key)).not.toContain(true)
  })
})

describe('ending', () => {
  it('revokes a token, of its own site only', async () => {
    const token = (await signIn()).tokens['access_token'] ?? ''
    const look = async (site: TestSite) => (await callAsSite(service, site, '/token/introspection', { token })).json()
    expect(await look(bank)).toEqual({ active: false })
    await callAsSite(service, bank, '/token/revocation', { token })
    expect(await look(shop)).toMatchObject({ active: true })
    await callAsSite(service, shop, '/token/revocation', { token })
    expect(await look(shop)).toEqual({ active: false })
  })

  it('signs out: the page asks, and leads back to the site', async () => {
    const browser = new Browser(service)
    const { tokens } = await signIn({ browser })
    const hint = { id_token_hint: tokens['id_token'] ?? '', post_logout_redirect_uri: CALLBACK, state: 's-9' }
    const page = await browser.ask(`${service.issuer}/session/end?${new URLSearchParams(hint)}`)
    const [, action = '', xsrf = ''] = /action="([^"]+)".*?name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? []
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example")
    const body = new URLSearchParams({ xsrf, logout: 'yes' })
    const answer = await browser.ask(action, { method: 'POST', body })
    expect(answer.headers.get('location')).toBe(`${CALLBACK}?state=s-9`)
    expect(await askFor({ browser, more: { prompt: 'none' } })).toMatchObject({ error: 'login_required' })
  })

  it('400: leads to no other address', async () => {
    const params = new URLSearchParams({ client_id: shop.key, post_logout_redirect_uri: 'https://evil.example/' })
    expect((await fetch(`${service.issuer}/session/end?${params}`, { redirect: 'manual' })).status).toBe(400)
  })
})

it('a page shows what it is told as text', () => {
  expect(renderErrorPage('<b>&"')).toContain('&#60;b&#62;&#38;&#34;')
})

describe('a flood of sign-ins to one site', () => {
  it('429: leaves its server and its pages their checks, and theirs leave it its sign-ins', async () => {
    const limit = { count: 101, perSeconds: 600 }
    const { limits } = service.settings
    const flooded = await startOidcService({
      limits: { ...limits, 'check.site': limit, 'check.page.site': limit, 'check.oidc.site': limit },
    })
    const site = await addOidcSite(flooded)
    const begin = async () => new Browser(flooded).go(String(authorizationUrl(flooded, site).url))
    const ask = () => flooded.call('POST', '/api/checks', { payload: { action: 'Pay' }, ...site.asSite })
    const start = () => startTestCheck(flooded, site)
    await Promise.all(Array.from({ length: 102 }, ask))
    await Promise.all(Array.from({ length: 102 }, start))
    expect((await ask()).statusCode).toBe(429)
    expect(await start()).toMatchObject({ error: 'TOO_MANY_REQUESTS' })
    expect((await begin()).check).toMatch(/^[0-9a-f-]{36}$/)
    await flooded.stop()
  })
})

describe('what is stored', () => {
  it('is of no use to whoever reads the database, and goes when it has expired', async () => {
    const browser = new Browser(service)
    const { code, verifier } = await askFor({ browser })
    const { access_token: token = '' } = (await (await exchange(service, shop, { code, verifier })).json()) as Record<
      string,
      string
    >
    const stored = (await contentsOf(service.db))['oidc_item']
    for (const secret of [code, token, nameSubject('ada')]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
    service.clock.pass(86_400_000)
    await deleteExpired(service)
    service.clock.set(new Date().toISOString())
    expect((await contentsOf(service.db))['oidc_item']).toBe('')
  })
})
