import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestSite } from '../../../test/checks.ts'
import {
  addOidcSite,
  authorizationUrl,
  Browser,
  callAsSite,
  exchange,
  type OidcService,
  startOidcService,
} from '../../../test/oidc.ts'

let service: OidcService
let shop: TestSite
beforeAll(async () => {
  service = await startOidcService()
  shop = await addOidcSite(service)
})
afterAll(() => service.stop())
beforeEach(() => service.clock.set(new Date().toISOString()))

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
type Sent = { token?: string; headers?: Record<string, string>; body?: unknown }

function post({ token, headers, body = PING }: Sent = {}): Promise<Response> {
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${service.address}/mcp`, { method: 'POST', headers: all, body: text })
}

async function askForToken(site: TestSite, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const form = { grant_type: 'client_credentials', resource: `${service.address}/mcp`, scope: 'approvals', ...more }
  const answer = await callAsSite(service, site, '/token', form)
  return (await answer.json()) as Record<string, string>
}
const getToken = async (site = shop): Promise<string> => (await askForToken(site))['access_token'] ?? ''

describe('a caller without a token', () => {
  it('401: is led to where tokens are given', async () => {
    const answer = await post()
    const metadata = `${service.address}/.well-known/oauth-protected-resource/mcp`
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}", scope="approvals"`)
    const resource = (await (await fetch(metadata)).json()) as { authorization_servers: string[] }
    expect(resource).toMatchObject({ resource: `${service.address}/mcp`, authorization_servers: [service.issuer] })
    const { pathname } = new URL(resource.authorization_servers[0] ?? '')
    const server = await fetch(`${service.address}/.well-known/oauth-authorization-server${pathname}`)
    expect(await server.json()).toMatchObject({
      issuer: service.issuer,
      token_endpoint: `${service.issuer}/token`,
      grant_types_supported: expect.arrayContaining(['client_credentials']),
    })
  })
})

describe('a token', () => {
  it('200: is good for /mcp, and for nothing else', async () => {
    const token = await getToken()
    expect((await post({ token })).status).toBe(200)
    const authorization = `Bearer ${token}`
    for (const path of ['/oidc/me', '/api/node/askers', '/api/approvals/1'])
      expect([path, (await fetch(service.address + path, { headers: { authorization } })).status]).toEqual([path, 401])
  })

  it('401: of a site that was disabled', async () => {
    const site = await addOidcSite(service, { name: 'Bank', origins: ['https://bank.example'] })
    const token = await getToken(site)
    expect((await post({ token })).status).toBe(200)
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    await service.call('PATCH', `/api/admin/sites/${site.key}`, { headers, payload: { disabled: true } })
    expect((await post({ token })).status).toBe(401)
  })

  it('401: one without our resource or scope, those of a person who signed in, a secret, and made-up ones', async () => {
    const { url, verifier } = authorizationUrl(service, shop)
    const code = (await new Browser(service).signIn(url)).searchParams.get('code') ?? ''
    const tokens = (await (await exchange(service, shop, { code, verifier })).json()) as Record<string, string>
    const { access_token: noScope } = await askForToken(shop, { scope: '' })
    const form = { grant_type: 'client_credentials' }
    const bare = (await (await callAsSite(service, shop, '/token', form)).json()) as Record<string, string>
    const others = [
      tokens['access_token'],
      tokens['id_token'],
      noScope,
      bare['access_token'],
      shop.secret,
      'made-up',
      '',
    ]
    for (const token of others) {
      expect(token).toBeDefined()
      expect([token, (await post({ token: token ?? '' })).status]).toEqual([token, 401])
    }
  })

  it('401: one for the service by another of its names', async () => {
    const address = service.address.replace('127.0.0.1', 'localhost')
    const form = { grant_type: 'client_credentials', resource: `${address}/mcp`, scope: 'approvals' }
    const answer = await callAsSite({ issuer: `${address}/oidc` }, shop, '/token', form)
    const { access_token: token = '' } = (await answer.json()) as Record<string, string>
    expect(token).not.toBe('')
    expect((await post({ token })).status).toBe(401)
  })

  it('400: is given for no other resource, and not to people who sign in', async () => {
    for (const resource of [`${service.address}/other`, 'https://evil.example/mcp', `${service.address}/mcp/`])
      expect(await askForToken(shop, { resource })).toMatchObject({ error: 'invalid_target' })
    const { url } = authorizationUrl(service, shop, { resource: `${service.address}/mcp`, scope: 'openid approvals' })
    expect((await new Browser(service).signIn(url)).searchParams.get('error')).toBe('invalid_target')
  })
})

describe('/mcp', () => {
  it('403: a page of another origin, whatever token it has', async () => {
    const token = await getToken()
    const from = async (origin: string) => (await post({ token, headers: { origin } })).status
    expect([await from('https://evil.example'), await from('null'), await from(service.address)]).toEqual([
      403, 403, 200,
    ])
  })

  it('405: GET and DELETE, since there are no sessions', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${service.address}/mcp`, { method, headers: { accept: 'text/event-stream' } })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('401: a signature of an agent that nobody knows', async () => {
    const headers = { 'signature-input': 'sig1=("@authority")', signature: 'sig1=:AAAA:' }
    const answer = await post({ token: await getToken(), headers })
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'AGENT_SIGNATURE_REFUSED' }])
  })

  it.each<[string, unknown, number, number]>([
    ['no JSON', '{"jsonrpc":', 400, -32_700],
    ['names that stand twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a batch', [PING, PING], 400, -32_600],
    ['no message', { hello: 'there' }, 400, -32_600],
    ['a method that is not there', { ...PING, method: 'admin/erase' }, 200, -32_601],
    ['parameters that are none', { ...PING, method: 'tools/call', params: { name: 7 } }, 200, -32_602],
  ])('answers %s with the error of JSON-RPC', async (_what, body, status, code) => {
    const answer = await post({ token: await getToken(), body })
    const text = await answer.text()
    const { error } = JSON.parse(text.replace(/^event: message\ndata: /, '')) as { error: { code: number } }
    expect([answer.status, error.code]).toEqual([status, code])
  })

  it('413 and 415: what is too large, and what is no JSON by its own word', async () => {
    const token = await getToken()
    expect((await post({ token, body: { ...PING, params: { long: 'x'.repeat(70_000) } } })).status).toBe(413)
    expect((await post({ token, headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })
})

// The last: budgets do not like a clock that is set back.
it('401: a token is good for five minutes', async () => {
  const token = await getToken()
  service.clock.pass(299_000)
  expect((await post({ token })).status).toBe(200)
  service.clock.pass(2000)
  const late = await post({ token })
  expect([late.status, late.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')])
})
