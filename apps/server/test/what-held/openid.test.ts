import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowAsker, DEPLOY, grantUnmoved } from '../approvals.ts'
import type { TestSite } from '../checks.ts'
import { callTool, connectAsSite, useTool } from '../mcp.ts'
import { addNode, bearerFor } from '../nodes.ts'
import {
  addOidcSite,
  authorizationUrl,
  Browser,
  callAsSite,
  exchange,
  type OidcService,
  startOidcService,
} from '../oidc.ts'

const BANK_CALLBACK = 'https://bank.example/callback'

let service: OidcService
let shop: TestSite
let bank: TestSite
let ada: { headers: { authorization: string }; handle: string }

beforeAll(async () => {
  service = await startOidcService()
  shop = await addOidcSite(service)
  bank = await addOidcSite(service, {
    name: 'Bank',
    origins: ['https://bank.example'],
    return_urls: [BANK_CALLBACK],
  })
  const headers = await bearerFor(service, await addNode(service, { email: 'ada@example.org' }))
  const { node } = (await service.call('GET', '/api/node/export', { headers })).json()
  ada = { headers, handle: node.node_handle }
  for (const { key } of [shop, bank]) await allowAsker(service, ada, key, { per_day: 100 })
})
afterAll(() => service.stop())

const start = (more: Record<string, string>) => new Browser(service).go(authorizationUrl(service, shop, more).url.href)
const unsigned = (claims: object) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

describe('what a site asks the OpenID provider for', () => {
  it.each([
    'https://shop.example/callback/',
    'https://shop.example/Callback',
    'https://shop.example/callback?next=https://evil.example',
    'https://shop.example/callback#token',
    'https://shop.example/callback/..',
    'https://shop.example/x/../callback',
    'https://shop.example//callback',
    'https://shop.example/callback%2F',
    'https://shop.example/callback%00',
    ' https://shop.example/callback',
    'http://shop.example/callback',
    'https://shop.example:444/callback',
    'https://shop.example./callback',
    'https://www.shop.example/callback',
    'https://shop.example.evil.example/callback',
    'https://shop.example@evil.example/callback',
    'https://shop.example\\@evil.example/callback',
    'https://user@shop.example/callback',
    '//evil.example/callback',
    '/callback',
    'javascript:alert(1)',
    BANK_CALLBACK,
  ])('the return address %j: 400, and no browser is sent there', async (redirect_uri) => {
    const { page, left, check } = await start({ redirect_uri })
    expect([page?.status, left, check]).toEqual([400, undefined, undefined])
  })

  it.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ['a method alone', { code_challenge: '' }],
    ['the plain method', { code_challenge_method: 'plain' }],
    ['no method, which means plain', { code_challenge_method: '' }],
    ['another method', { code_challenge_method: 'S512' }],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }],
    ['a long challenge', { code_challenge: 'x'.repeat(129) }],
  ])('PKCE with %s: invalid_request, and no check', async (_, more) => {
    const { left, check } = await start(more)
    expect([left?.searchParams.get('error'), check]).toEqual(['invalid_request', undefined])
  })

  it.each([
    { response_type: 'token' },
    { response_type: 'id_token' },
    { response_type: 'code id_token' },
    { response_type: 'code token' },
    { response_type: 'none' },
    { response_mode: 'web_message' },
    { response_mode: 'query.jwt' },
    { request: unsigned({ redirect_uri: 'https://evil.example/' }) },
    { request: 'none' },
    { request_uri: 'urn:ietf:params:oauth:request_uri:made-up' },
    { registration: '{"redirect_uris":["https://evil.example/"]}' },
  ])('%j: an error, and no check', async (more) => {
    const { left, page, check } = await start(more)
    const error = new URLSearchParams(left?.hash.slice(1) || left?.search).get('error')
    expect(check).toBeUndefined()
    expect(error ?? page?.status).toEqual(left ? expect.stringMatching(/^(?:invalid|unsupported|re)/) : 400)
  })

  it('a request_uri inside: refused, and not visited', async () => {
    const visits: unknown[] = []
    const inside = createServer((request, response) => {
      visits.push(request.url)
      response.end(unsigned({ client_id: shop.key }))
    }).listen(0, '127.0.0.1')
    await once(inside, 'listening')
    const { port } = inside.address() as AddressInfo
    for (const name of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const { left } = await start({ request_uri: `http://${name}:${port}/request` })
      expect(left?.searchParams.get('error')).toMatch(/request_uri/)
    }
    expect(visits).toEqual([])
    inside.close()
  })

  it('what another site pushed: refused', async () => {
    const { url } = authorizationUrl(service, bank, { redirect_uri: BANK_CALLBACK })
    const answer = await callAsSite(service, bank, '/request', Object.fromEntries(url.searchParams))
    expect(answer.status).toBe(201)
    const { request_uri } = (await answer.json()) as { request_uri: string }
    const stolen = new URL(`${service.issuer}/auth?${new URLSearchParams({ client_id: shop.key, request_uri })}`)
    const { left, check } = await new Browser(service).go(stolen.href)
    expect([left?.searchParams.get('code') ?? null, check]).toEqual([null, undefined])
  })

  it.each([
    'https://evil.example/',
    'https://shop.example/callback/',
    'https://shop.example/callback?x',
    'https://shop.example@evil.example/callback',
    '//evil.example',
    'javascript:alert(1)',
    BANK_CALLBACK,
  ])('signing out to %j: 400', async (post_logout_redirect_uri) => {
    const params = new URLSearchParams({ client_id: shop.key, post_logout_redirect_uri })
    const answer = await fetch(`${service.issuer}/session/end?${params}`, { redirect: 'manual' })
    expect(answer.status).toBe(400)
  })

  it('a code: not with the secret of another site, nor by a browser that did not begin', async () => {
    const { url, verifier } = authorizationUrl(service, shop)
    const { check = '' } = await new Browser(service).go(url.href)
    await expect(new Browser(service).finish(check, {})).resolves.not.toHaveProperty('left')
    const code = (await new Browser(service).signIn(authorizationUrl(service, shop).url)).searchParams.get('code') ?? ''
    for (const site of [bank, { ...shop, secret: bank.secret }])
      expect((await exchange(service, site, { code, verifier })).ok).toBe(false)
  })
})

describe('what a site asks a person for by CIBA', () => {
  type Answer = { status: number; body: Record<string, string> }
  const post = async (site: TestSite, path: string, form: Record<string, string>): Promise<Answer> => {
    const answer = await callAsSite(service, site, path, form)
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  const begin = (more: Record<string, string> = {}, site = shop) =>
    post(site, '/backchannel', {
      scope: 'openid',
      login_hint: ada.handle,
      request_context: JSON.stringify(DEPLOY),
      ...more,
    })
  const newest = async () => {
    const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
    return approvals[0]
  }
  // Each one that is asked for gets a time of its own.
  beforeEach(() => service.clock.pass(1))
  const poll = (auth_req_id = '', site = shop) =>
    post(site, '/token', { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id })
  const countApprovals = async () =>
    (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json().approvals.length

  it.each<[string, Record<string, string>]>([
    ['no hint', { login_hint: '' }],
    ['a hint of two kinds', { login_hint_token: 'x' }],
    ['a token as the hint', { login_hint: '', id_token_hint: unsigned({ sub: 'ada' }) }],
    ['the e-mail address', { login_hint: 'ada@example.org' }],
    ['a wildcard', { login_hint: '%' }],
    ['NUL', { login_hint: 'ada\0' }],
    ['an action with a name twice', { request_context: '{"type":"pay","summary":"Pay 1 €","summary":"Pay 9 €"}' }],
    ['an action with a member more', { request_context: JSON.stringify({ ...DEPLOY, shown: 'no' }) }],
    ['an action that is a list', { request_context: '[]' }],
    ['an action with __proto__', { request_context: '{"type":"pay","summary":"x","__proto__":{"a":1}}' }],
    ['a level beyond reach', { acr_values: 'urn:stillhere:presence:3' }],
    ['another binding message', { binding_message: 'remote radio portrait hill delta wagon' }],
    ['no scope', { scope: 'profile' }],
  ])('%s: 400, and no person is asked', async (_, more) => {
    const before = await countApprovals()
    const answer = await begin(more)
    expect([answer.status, await countApprovals()]).toEqual([400, before])
  })

  it('another site neither polls nor redeems it; of ten polls at once one gets tokens', async () => {
    const { body } = await begin()
    const { id, digest } = await newest()
    await grantUnmoved(service, id)
    expect((await poll(body['auth_req_id'], bank)).body).toMatchObject({ error: 'invalid_grant' })
    const redeem = (site: TestSite) =>
      service.call('POST', `/api/approvals/${id}/redeem`, { payload: { digest }, ...site.asSite })
    expect((await redeem(bank)).statusCode).toBe(404)
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(body['auth_req_id'])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await redeem(shop)).statusCode).toBe(409)
  })

  it('is worth nothing once the person lets the site ask no more, granted or not', async () => {
    const { body } = await begin()
    await grantUnmoved(service, (await newest()).id)
    await service.call('DELETE', `/api/node/askers/${shop.key}`, { headers: ada.headers })
    expect((await poll(body['auth_req_id'])).body).toMatchObject({ error: 'invalid_grant' })
    expect((await begin()).status).toBe(400)
    await allowAsker(service, ada, shop.key, { per_day: 100 })
  })
})

describe('what a site does by the tools of MCP', () => {
  let shopClient: Client
  let bankClient: Client
  beforeAll(async () => {
    shopClient = await connectAsSite(service, shop)
    bankClient = await connectAsSite(service, bank)
  })
  afterAll(() => Promise.all([shopClient.close(), bankClient.close()]))

  it('another site’s approval: NOT_FOUND, with its digest, too', async () => {
    const { id, digest } = await useTool(shopClient, 'request_approval', { approver: ada.handle, action: DEPLOY })
    await grantUnmoved(service, id)
    for (const given of [{ id }, { id, digest }])
      expect((await callTool(bankClient, 'get_approval', given)).text).toMatch(/^NOT_FOUND: /)
    expect((await useTool(shopClient, 'get_approval', { id, digest })).status).toBe('granted')
  })

  it.each([{ other_way: true }, { assurance: 0 }, { assurance: 3 }, { approver: 'ada@example.org' }])(
    '%j: refused, and no person is asked',
    async (more) => {
      const given = { approver: ada.handle, action: DEPLOY, ...more }
      expect(await callTool(shopClient, 'request_approval', given)).toMatchObject({ isError: true })
    },
  )
})
