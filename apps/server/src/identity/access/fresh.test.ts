import {
  addPasskey,
  addPushDevice,
  ENDPOINTS,
  enrollPerson,
  FRESH_SIGN_IN_MINUTES,
  introduceKey,
  type Method,
  operateAgent,
  startIntroduction,
} from '@stillhere/contract'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestSite } from '../../../test/checks.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { readStored } from '../../../test/refusals.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { messageOf, newWallet, signBody } from '../../../test/wallets.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../node-store.ts'
import { createNonce } from '../wallet/sign-in.ts'
import { createToken } from './credentials.ts'
import { addToken } from './store.ts'

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }
const TEN_MINUTES_MS = FRESH_SIGN_IN_MINUTES * 60_000

let service: TestService
let siteKey: string
beforeAll(async () => {
  service = await startTestService()
  siteKey = (await addTestSite(service, { name: 'Shop' })).key
})
afterAll(() => service.stop())

type Headers = Record<string, string>
type Call = Omit<InjectOptions, 'method' | 'headers'> & { url: string; headers?: Headers }

/** The Cookie header of a browser that signs in now, with what its pages send. */
async function signIn(node: Node, before: Headers = {}): Promise<Headers> {
  const headers = { ...OWN_PAGE, ...before, ...(await bearerFor(service, node)) }
  const answer = await service.call('POST', '/api/session', { headers, payload: {} })
  return { ...OWN_PAGE, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
}

/** The token of a program, which no sign-in gave. */
async function addProgram(node: Node): Promise<Headers> {
  const token = createToken(() => Buffer.from(node.email.padEnd(32).slice(-32)))
  const hash = service.secrets.hash('token', token)
  await addToken(service.db, { nodeId: node.id, hash, proved: true, signedInAt: null, now: service.now() })
  return { authorization: `Bearer ${token}` }
}

async function makeStale(headers: Headers): Promise<Headers> {
  service.clock.pass(TEN_MINUTES_MS)
  return headers
}

/** Each kind of credential that a call for a node may show, and what it is worth where a fresh sign-in is needed. */
const CREDENTIALS: Record<string, { make: (node: Node) => Promise<Headers>; answer: 'fresh' | 'wait' | 403 | 401 }> = {
  'the session of a browser that has just signed in': { make: (node) => signIn(node), answer: 'fresh' },
  'the token of a sign-in, at once': { make: (node) => bearerFor(service, node), answer: 'fresh' },
  'the session of a browser, ten minutes later': { make: async (node) => makeStale(await signIn(node)), answer: 403 },
  'the token of a sign-in, ten minutes later': {
    make: async (node) => makeStale(await bearerFor(service, node)),
    answer: 403,
  },
  'the token of a sign-in by recovery code, at once': {
    make: (node) => bearerFor(service, node, { waitsUntil: new Date(service.now().getTime() + 1000) }),
    answer: 'wait',
  },
  'the token of a sign-in by recovery code that has waited': {
    make: (node) => bearerFor(service, node, { waitsUntil: service.now() }),
    answer: 'fresh',
  },
  'the token of a program': { make: addProgram, answer: 403 },
  'a token from before activation': { make: (node) => bearerFor(service, node, { proved: false }), answer: 401 },
  nothing: { make: async () => ({}), answer: 401 },
}

async function signWithNewWallet(): Promise<object> {
  const wallet = newWallet()
  const nonce = createNonce(service.secrets, service.now())
  return signBody(wallet, messageOf(wallet, service.now(), { nonce }))
}

/** What grants lasting authority, and a call that would. */
const LASTING: Record<string, (node: Node) => Call | Promise<Call>> = {
  'POST /api/auth/siwe': async () => ({ url: '/api/auth/siwe', payload: await signWithNewWallet() }),
  'POST /api/session': () => ({ url: '/api/session', payload: {}, headers: OWN_PAGE }),
  'PUT /api/node/askers/:asker': () => ({ url: `/api/node/askers/${siteKey}`, payload: {} }),
  'POST /api/node/askers/:asker/key': () => ({
    url: `/api/node/askers/${siteKey}/key`,
    payload: startIntroduction.example,
  }),
  'PUT /api/node/askers/:asker/key': () => ({ url: `/api/node/askers/${siteKey}/key`, payload: introduceKey.example }),
  'PUT /api/node/least-method': () => ({ url: '/api/node/least-method', payload: { method: 'tap' } }),
  'POST /api/node/tokens': () => ({ url: '/api/node/tokens', payload: { name: 'Home', scopes: ['read'] } }),
  'POST /api/agent/operator': () => ({ url: '/api/agent/operator', payload: operateAgent.example }),
  'POST /api/node/passkeys/options': () => ({ url: '/api/node/passkeys/options' }),
  'POST /api/node/passkeys': () => ({ url: '/api/node/passkeys', payload: addPasskey.example }),
  'PATCH /api/node/passkeys/:id': () => ({ url: '/api/node/passkeys/1', payload: { name: 'Phone' } }),
  'DELETE /api/node/passkeys/:id': () => ({ url: '/api/node/passkeys/1' }),
  'POST /api/node/push': () => ({ url: '/api/node/push', payload: addPushDevice.example }),
  'POST /api/node/recovery-codes': () => ({ url: '/api/node/recovery-codes' }),
  'POST /api/challenge': ({ email }) => ({ url: '/api/challenge', payload: { purpose: 'enroll', email } }),
  'POST /api/enroll': ({ email }) => ({ url: '/api/enroll', payload: { ...enrollPerson.example, email } }),
  'GET /api/node/export': () => ({ url: '/api/node/export' }),
  'POST /api/node/erase': ({ email }) => ({ url: '/api/node/erase', payload: { email } }),
}

/** What takes a credential of a node, and grants nothing that outlasts it. */
const PASSING = new Set([
  // Reads what the node has, but for the export of all of it.
  'GET /api/node/privileges',
  'GET /api/node/tokens',
  'GET /api/session',
  'GET /api/node/wallets',
  'GET /api/node/passkeys',
  'GET /api/node/recovery-codes',
  'GET /api/node/entropy',
  'GET /api/node/ledger',
  'GET /api/node/receipts',
  'GET /api/kept-receipts',
  'GET /api/node/approvals',
  'GET /api/node/askers',
  'GET /api/node/askers/:asker',
  'GET /api/node/push',
  'GET /api/node/notices',
  // Takes authority away: an owner in a hurry must not be kept from it.
  'DELETE /api/session',
  'DELETE /api/node/tokens',
  'DELETE /api/node/tokens/:id',
  'DELETE /api/node/wallets/:address',
  'DELETE /api/node/askers/:asker',
  'DELETE /api/node/push/:id',
  'DELETE /api/kept-receipts/:id',
  'POST /api/node/receipts/:id/revoke',
  'POST /api/agent/revoke',
  'POST /api/agent/operator/leave',
  'POST /api/approvals/:id/deny',
  // Names, settings and what one scan or one code allows, once.
  'PATCH /api/node/tokens/:id',
  'PATCH /api/node/handle',
  'PUT /api/node/notices',
  'POST /api/node/entropy',
  'POST /api/motion/record',
  'POST /api/verify',
  'POST /api/kept-receipts',
  'POST /api/research/upload',
  'POST /api/research/strokes',
  'POST /api/approvals/:id/passkey',
  'POST /api/approvals/:id/confirm',
  // Sign-ins: a token only tells who asks.
  'POST /api/send-otp',
  'POST /api/verify-otp',
  'POST /api/auth/link',
  'POST /api/auth/passkey',
  'POST /api/auth/recovery',
])

/** What an operator's session grants that outlasts it; setup/routes.test.ts calls each. */
const OF_OPERATORS = [
  'POST /api/admin/sites',
  'PATCH /api/admin/sites/:site_key',
  'POST /api/admin/sites/:site_key/secrets',
  'POST /api/admin/sites/:site_key/webhook-secret',
  'POST /api/admin/issuer/rotate',
]

const nameOf = ({ method, path }: (typeof ENDPOINTS)[number]) => `${method} ${path}`

/** Every endpoint that a credential of a node opens. */
const OF_NODES = ENDPOINTS.filter(
  ({ access, accepts = [] }) =>
    access === 'token' || access === 'node' || accepts.includes('nodeToken') || accepts.includes('sessionCookie'),
)

describe('the contract', () => {
  it('says of every endpoint that a node’s credential opens whether it grants lasting authority', () => {
    const decided = [...Object.keys(LASTING), ...PASSING].toSorted()
    expect(decided).toEqual(OF_NODES.map(nameOf).toSorted())
  })

  it('declares a fresh sign-in for what does, and for nothing else', () => {
    const declared = ENDPOINTS.filter(({ freshFor }) => freshFor !== undefined).map(nameOf)
    expect(declared.toSorted()).toEqual([...Object.keys(LASTING), ...OF_OPERATORS].toSorted())
  })
})

async function call(name: string, node: Node, headers: Headers) {
  const asked = await LASTING[name]?.(node)
  if (!asked) throw new Error(`no call of ${name}`)
  const method = name.split(' ')[0] as Method
  return service.app.inject({ ...asked, method, headers: { ...asked.headers, ...headers } })
}

describe.each(Object.keys(LASTING))('%s', (name) => {
  it.each(Object.entries(CREDENTIALS))('with %s', async (_, { make, answer }) => {
    const node = await addNode(service)
    const headers = await make(node)
    const given = await call(name, node, headers)
    // A session opens no session: a page has nothing to gain by it.
    if (name === 'POST /api/session' && 'cookie' in headers) expect(given.statusCode).toBe(401)
    // The session is what waits.
    else if (name === 'POST /api/session' && answer === 'wait') expect(given.statusCode).toBe(201)
    // A wallet alone signs in, and belongs to no node.
    else if (name === 'POST /api/auth/siwe' && answer === 401) expect(given.json().is_bound).toBe(false)
    else if (answer === 'fresh') expect([401, 403]).not.toContain(given.statusCode)
    else expect(given.statusCode, given.body).toBe(answer === 'wait' ? 403 : answer)
    if (given.statusCode !== 403) return
    expect(given.json().error).toBe(answer === 'wait' ? 'RECOVERY_WAIT' : 'FRESH_SIGN_IN_REQUIRED')
  })
})

/** How many things a node has that outlast a token. */
async function countLasting({ id }: Node): Promise<object> {
  return service.db.one(sql`
    SELECT (SELECT count(*) FROM node WHERE id = ${id}) AS nodes,
      (SELECT count(*) FROM node_token WHERE node_id = ${id}) AS tokens,
      (SELECT count(*) FROM passkey WHERE node_id = ${id}) AS passkeys,
      (SELECT count(*) FROM wallet WHERE node_id = ${id} AND proved_at IS NOT NULL) AS wallets,
      (SELECT count(*) FROM recovery_code WHERE node_id = ${id}) AS "recoveryCodes",
      (SELECT count(*) FROM node_enrollment WHERE node_id = ${id}) AS enrollments,
      (SELECT count(*) FROM asker WHERE node_id = ${id}) AS askers`)
}

it.each([...PASSING].filter((name) => !name.startsWith('DELETE')))(
  '%s asks a program for no sign-in, and leaves nothing behind that outlasts its token',
  async (name) => {
    const endpoint = OF_NODES.find((one) => nameOf(one) === name)
    const node = await addNode(service)
    const headers = await addProgram(node)
    const before = await countLasting(node)
    const query = endpoint?.query ? `?email=${node.email}` : ''
    const url = `${endpoint?.path.replaceAll(/:\w+/g, '1')}${query}`
    const example = endpoint?.example as object | undefined
    const payload = example && JSON.parse(JSON.stringify(example).replaceAll('ada@example.org', node.email))
    const answer = await service.app.inject({
      method: endpoint?.method ?? 'GET',
      url,
      headers,
      ...(payload && { payload }),
    })
    expect(answer.body).not.toContain('FRESH_SIGN_IN_REQUIRED')
    expect(await countLasting(node)).toEqual(before)
  },
)

it('a stolen token that is ten minutes old gets one refusal at every grant, and nothing is written', async () => {
  const node = await addNode(service)
  const headers = await makeStale(await bearerFor(service, node))
  const before = await readStored(service)
  for (const name of Object.keys(LASTING)) {
    const answer = await call(name, node, headers)
    const { error, detail } = answer.json()
    expect([name, answer.statusCode, error]).toEqual([name, 403, 'FRESH_SIGN_IN_REQUIRED'])
    expect(detail).toMatch(/^This needs a sign-in within the last ten minutes\./)
  }
  expect(await readStored(service)).toEqual(before)
})

it.each([
  ['/api/node/recovery-codes', undefined],
  ['/api/node/tokens', { name: 'Home', scopes: ['read'] }],
])('%s repeats its answer to no sign-in that is ten minutes old', async (url, payload) => {
  const headers = {
    ...(await bearerFor(service, await addNode(service))),
    'idempotency-key': 'one-that-can-be-guessed',
  }
  const again = () => service.call('POST', url, { headers, ...(payload && { payload }) })
  const first = await again()
  expect([first.statusCode, (await again()).body]).toEqual([201, first.body])
  await makeStale(headers)
  const late = await again()
  expect([late.statusCode, late.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
})

describe('signing in again', () => {
  const allow = (headers: Headers) =>
    service.call('PUT', `/api/node/askers/${siteKey}`, { headers, payload: { per_day: 3 } })

  it('makes the browser fresh again, and takes the place of its session under the same name', async () => {
    const node = await addNode(service)
    const before = await makeStale(await signIn(node))
    const refused = await allow(before)
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect(refused.json().detail).toContain('Sign in again')
    const { tokens } = (await service.call('GET', '/api/node/tokens', { headers: before })).json()
    await service.call('PATCH', `/api/node/tokens/${tokens[0].id}`, {
      headers: before,
      payload: { device_name: 'Kitchen tablet' },
    })
    const after = await signIn(node, before)
    expect((await allow(after)).statusCode).toBe(200)
    expect((await allow(before)).statusCode).toBe(401)
    const left = (await service.call('GET', '/api/node/tokens', { headers: after })).json().tokens
    expect(left).toMatchObject([{ device_name: 'Kitchen tablet', current: true }])
  })

  it('leaves the session of another node that the browser had', async () => {
    const [ada, bob] = [await addNode(service), await addNode(service)]
    const before = await signIn(ada)
    await signIn(bob, before)
    expect((await allow(before)).statusCode).toBe(200)
  })
})

it('the owner is mailed when an asker is let in', async () => {
  const node = await addNode(service)
  await call('PUT /api/node/askers/:asker', node, await bearerFor(service, node))
  const mails = await listQueuedMails(service)
  expect(mails.filter(({ to }) => to === node.email).map(({ params }) => params['event'])).toEqual(['asker'])
})

it('a handler that demands a fresh sign-in without saying so in the contract is a bug', async () => {
  const { requireFreshSignIn } = await import('./authorize.ts')
  const request = { routeOptions: { url: '/api/x', config: {} } } as Parameters<typeof requireFreshSignIn>[2]['request']
  await expect(service.db.transaction((tx) => requireFreshSignIn(tx, service, { request }))).rejects.toThrow(
    "the endpoint of /api/x doesn't declare freshFor",
  )
})
