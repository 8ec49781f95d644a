import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import {
  type Endpoint,
  ENDPOINTS,
  FRESH_SIGN_IN_MINUTES,
  listCredentials,
  listNeeds,
  type Need,
  PROGRAM_SCOPES,
} from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestCheck, addTestSite, type TestSite } from '../../test/checks.ts'
import { addNode, bearerFor } from '../../test/nodes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import type { Node } from '../identity/node-store.ts'

type Headers = Record<string, string>

/** Endpoints that need a credential, and by which a body can be sent. In strict mode those of a named node do, too. */
const GUARDED = ENDPOINTS.filter((endpoint) => {
  const takes = listCredentials(endpoint)
  // A wrong delete token is answered like an unknown session: 404.
  if (endpoint.method === 'GET' || takes.includes('deleteToken')) return false
  return !takes.includes('nothing') || (endpoint.access === 'node' && endpoint.body?.required?.includes('email'))
}).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

const WRONG: Readonly<Record<string, Headers>> = {
  nodeToken: { authorization: `Bearer sh_${'A'.repeat(43)}` },
  sessionCookie: { cookie: `stillhere-session=ss_${'A'.repeat(43)}` },
  adminSecret: { 'x-admin-secret': 'wrong' },
  siteSecret: { authorization: `Bearer sk_${'A'.repeat(43)}` },
  checkToken: { authorization: `Bearer st_${'A'.repeat(43)}` },
  agentSignature: { 'signature-input': 'sig1=("@authority");tag="web-bot-auth"', signature: 'sig1=:AAAA:' },
}
const BODIES = [
  ['broken', '{"'],
  ['huge', `{"email":"${'a'.repeat(10_000_000)}`],
  ['empty', '{}'],
] as const

let service: TestService
let site: TestSite
let checkId: string
beforeAll(async () => {
  service = await startTestService({ authMode: 'strict' })
  site = await addTestSite(service)
  checkId = (await addTestCheck(service, site)).id
})
afterAll(() => service.stop())

function send({ method, path }: Endpoint, payload: string, headers: Headers) {
  const url = path.replace('/api/checks/:id', `/api/checks/${checkId}`).replaceAll(/:\w+/g, '1')
  const sent = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers }
  return service.app.inject({ method, url, payload, headers: sent })
}

describe.each(GUARDED)('%s', (_name, endpoint) => {
  const credentials: [string, Headers][] = [['none', {}]]
  for (const one of listCredentials(endpoint)) if (WRONG[one]) credentials.push([`a wrong ${one}`, WRONG[one]])
  // The budget of wrong admin secrets is not what this is about.
  const cases = credentials.flatMap(([name, headers]) => BODIES.map(([kind, body]) => ({ name, kind, body, headers })))

  it.each(cases)('401: with $name and a body that is $kind', async ({ headers, body }) => {
    service.clock.pass(600_000)
    const answer = await send(endpoint, body, headers)
    expect([answer.statusCode, answer.json().errors]).toEqual([401, undefined])
  })
})

/** Whose scan it is stands in the challenge, so its scope is looked at later: see auth/scopes.test.ts. */
const READ_LATER = new Set(['POST /api/verify'])

/** Each endpoint that needs something, and the weakest that a person, or another caller, must show. */
const ROWS = ENDPOINTS.map((endpoint) => {
  const [need = 'nothing'] = listNeeds(endpoint)
  return { name: `${endpoint.method} ${endpoint.path}`, endpoint, need }
}).filter(({ name, need }) => need !== 'nothing' && !READ_LATER.has(name))

type Weaker = { headers: Headers; refusals: string[] }

/** The strongest credential that must not do, and how it is refused. */
async function makeWeaker(need: Need, node: Node): Promise<Weaker> {
  const signIn = await bearerFor(service, node)
  const scope = need.split(': ')[1]
  if (need === 'fresh sign-in') {
    service.clock.pass(FRESH_SIGN_IN_MINUTES * 60_000)
    return { headers: signIn, refusals: ['FRESH_SIGN_IN_REQUIRED'] }
  }
  if (need === 'sign-in' || scope !== undefined) {
    const payload = { name: 'Home', scopes: PROGRAM_SCOPES.filter((one) => one !== scope) }
    const made = await service.call('POST', '/api/node/tokens', { headers: signIn, payload })
    return { headers: { authorization: `Bearer ${made.json().node_token}` }, refusals: ['SCOPE_REQUIRED'] }
  }
  // A person who has just signed in is no site, no agent, no page of a check and no operator.
  return { headers: signIn, refusals: ['UNAUTHORIZED', 'AGENT_SIGNATURE_REFUSED', 'NOT_FOUND'] }
}

describe.each(ROWS)('$name needs $need', ({ endpoint, need }) => {
  async function callAs(node: Node, headers: Headers) {
    const { method, path, query, body, example = {} } = endpoint
    const email = { ...(body?.properties['email'] && { email: node.email }) }
    const answer = await service.app.inject({
      method,
      url: `${path.replace('/api/checks/:id', `/api/checks/${checkId}`).replaceAll(/:\w+/g, '1')}${query?.properties['email'] ? `?email=${node.email}` : ''}`,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(body && { payload: { ...(example as object), ...email } }),
    })
    return { status: answer.statusCode, error: answer.json<{ error: string }>().error }
  }

  it('and is refused to the next weaker credential, and to none', async () => {
    const node = await addNode(service)
    const { headers, refusals } = await makeWeaker(need, node)
    const refused = await callAs(node, headers)
    expect(refusals, JSON.stringify(refused)).toContain(refused.error)
    // What is not there is as secret as what is.
    expect([401, 404]).toContain((await callAs(node, {})).status)
  })
})

describe('a good credential and a broken body', () => {
  it.each([
    ['POST /api/checks', async () => site.asSite.headers],
    ['POST /api/approvals', async () => site.asSite.headers],
    ['POST /api/admin/sites', async () => ({ 'x-admin-secret': 'the-admin-secret' })],
    ['PATCH /api/node/handle', async () => bearerFor(service, await addNode(service))],
    ['POST /api/node/entropy', async () => bearerFor(service, await addNode(service))],
    ['POST /api/session', async () => bearerFor(service, await addNode(service))],
  ] as const)('400: %s', async (name, credential) => {
    const endpoint = ENDPOINTS.find(({ method, path }) => `${method} ${path}` === name)
    expect((await send(endpoint!, '{"', await credential())).statusCode).toBe(400)
  })
})

describe('a caller without a credential', () => {
  it.each([
    ['small', 100, /\r\nconnection: keep-alive\r\n/i],
    ['large', 50_000_000, /\r\nconnection: close\r\n/i],
  ])('401: is answered before it has sent its %s body', async (_size, length, connection) => {
    await service.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => {})
    const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `POST /api/checks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
    expect(String(answer)).toMatch(connection)
    socket.destroy()
  })
})
