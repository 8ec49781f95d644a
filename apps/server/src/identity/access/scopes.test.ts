import { ENDPOINTS, MOST_PROGRAM_TOKENS, PROGRAM_SCOPES, type ProgramScope } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { askForChallenge, nameChallenge } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../node-store.ts'

const PATH = '/api/node/tokens'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Headers = { authorization: string }

const make = (headers: Headers, payload: object) => service.call('POST', PATH, { headers, payload })

/** The Authorization header of a program that may do this. */
async function addProgram(node: Node, scopes: readonly ProgramScope[]): Promise<Headers> {
  const answer = await make(await bearerFor(service, node), { name: 'Home', scopes })
  return { authorization: `Bearer ${answer.json().node_token}` }
}

/** What a program's token opens. All else that takes the token of a node is for sign-ins. */
const SCOPES: Readonly<Record<string, ProgramScope>> = {
  'GET /api/node/privileges': 'read',
  'GET /api/node/tokens': 'read',
  'GET /api/node/wallets': 'read',
  'GET /api/node/passkeys': 'read',
  'GET /api/node/recovery-codes': 'read',
  'GET /api/node/entropy': 'read',
  'GET /api/node/ledger': 'read',
  'GET /api/node/receipts': 'read',
  'GET /api/kept-receipts': 'read',
  'GET /api/node/approvals': 'read',
  'GET /api/node/askers': 'read',
  'GET /api/node/askers/:asker': 'read',
  'GET /api/node/push': 'read',
  'GET /api/node/notices': 'read',
  'POST /api/challenge': 'scan',
  'POST /api/verify': 'scan',
  'POST /api/motion/record': 'scan',
  'POST /api/research/upload': 'scan',
  'POST /api/research/strokes': 'scan',
  'POST /api/node/entropy': 'entropy',
}

/** What looks at a token only to learn who asks: a program's counts as none, and no token is needed. */
const WITHOUT = new Set([
  'POST /api/send-otp',
  'POST /api/verify-otp',
  'POST /api/auth/link',
  'POST /api/auth/passkey',
  'POST /api/auth/recovery',
])

const nameOf = ({ method, path }: (typeof ENDPOINTS)[number]) => `${method} ${path}`

/** Every endpoint that the token of a node opens. */
const OF_TOKENS = ENDPOINTS.filter(
  ({ access, accepts = [] }) => access === 'token' || access === 'node' || accepts.includes('nodeToken'),
)

it('the contract says of every endpoint that takes a token which scope a program needs', () => {
  const declared = ENDPOINTS.flatMap((one) => ('scope' in one ? [[nameOf(one), one.scope]] : []))
  expect(Object.fromEntries(declared)).toEqual(SCOPES)
  expect(Object.keys(SCOPES).filter((name) => !OF_TOKENS.some((one) => nameOf(one) === name))).toEqual([])
})

describe.each(OF_TOKENS.filter((one) => !WITHOUT.has(nameOf(one))).map(nameOf))('%s', (name) => {
  const endpoint = OF_TOKENS.find((one) => nameOf(one) === name)

  async function writeBody(node: Node): Promise<object> {
    const example = { ...(endpoint?.example as object | undefined), ...('email' in fields() && { email: node.email }) }
    if (name !== 'POST /api/verify') return example
    // Whose scan it is stands in the challenge.
    const wanted = { purpose: 'verify', email: node.email } as const
    const asked = await askForChallenge(service, wanted, await bearerFor(service, node))
    return { ...example, challenge: nameChallenge(asked) }
  }

  async function call(node: Node, headers: Headers, payload: object) {
    const query = endpoint?.query ? `?email=${node.email}` : ''
    return service.app.inject({
      method: endpoint?.method ?? 'GET',
      url: `${endpoint?.path.replaceAll(/:\w+/g, '1')}${query}`,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(endpoint?.body && { payload }),
    })
  }
  const fields = (): object => endpoint?.body?.properties ?? {}
  const scope = SCOPES[name]

  it('with a program’s token of every other scope: 403, and nothing is written', async () => {
    const node = await addNode(service)
    const others = PROGRAM_SCOPES.filter((one) => one !== scope)
    const headers = await addProgram(node, others)
    const body = await writeBody(node)
    const before = await contentsOf(service.db)
    const answer = await call(node, headers, body)
    if (endpoint?.access === 'public' && scope === undefined && answer.statusCode !== 403)
      expect([400, 401, 404]).toContain(answer.statusCode)
    else expect([answer.statusCode, answer.json().error]).toEqual([403, 'SCOPE_REQUIRED'])
    if (answer.statusCode === 403)
      expect(answer.json().detail).toContain(scope === undefined ? 'No token of a program' : `the scope ${scope}`)
    const after = await contentsOf(service.db)
    expect({ ...after, budget: '' }).toEqual({ ...before, budget: '' })
  })

  if (scope === undefined) return

  it('with a program’s token of its scope', async () => {
    const node = await addNode(service)
    const answer = await call(node, await addProgram(node, [scope]), await writeBody(node))
    expect(answer.body).not.toContain('SCOPE_REQUIRED')
    expect(answer.statusCode).not.toBe(401)
  })
})

describe('POST /api/node/tokens', () => {
  it('201: tells the token once, lists it by name and scopes, and mails the owner', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const answer = await make(headers, { name: ' Home server ', scopes: ['read', 'entropy'] })
    const made = { name: 'Home server', scopes: ['read', 'entropy'], created_at: service.now().toISOString() }
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(answer.json()).toMatchObject({ ...made, node_token: expect.stringMatching(/^sh_/) })
    const listed = await service.call('GET', PATH, { headers })
    expect(listed.json().tokens[0]).toMatchObject({ ...made, id: answer.json().id, last_used_at: null, current: false })
    expect(listed.body).not.toContain('sh_')
    const mails = (await listQueuedMails(service)).filter(({ to }) => to === node.email)
    expect(mails.map(({ params }) => params['event'])).toEqual(['token'])
  })

  it('a browser that signs in, and any number of sign-ins, leave it; its owner ends it', async () => {
    const node = await addNode(service)
    const program = await addProgram(node, ['read'])
    const read = async () =>
      (await service.call('GET', `/api/node/privileges?email=${node.email}`, { headers: program })).statusCode
    const own = { 'sec-fetch-site': 'same-origin' }
    for (let count = 0; count < 12; count++) {
      const headers = { ...own, ...(await bearerFor(service, node)) }
      expect((await service.call('POST', '/api/session', { headers, payload: {} })).statusCode).toBe(201)
      await bearerFor(service, node)
    }
    expect(await read()).toBe(200)
    const headers = await bearerFor(service, node)
    const { tokens } = (await service.call('GET', PATH, { headers })).json()
    const { id } = tokens.find(({ scopes }: { scopes: unknown }) => scopes !== null)
    expect((await service.call('DELETE', `${PATH}/${id}`, { headers })).statusCode).toBe(200)
    expect(await read()).toBe(401)
  })

  it('a program asks for scans with it, and cannot enroll a person', async () => {
    const node = await addNode(service)
    const headers = await addProgram(node, ['scan'])
    const payload = { purpose: 'enroll', email: node.email }
    const refused = await service.call('POST', '/api/challenge', { headers, payload })
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    const asked = await service.call('POST', '/api/challenge', { headers, payload: { ...payload, purpose: 'verify' } })
    expect(asked.statusCode).toBe(201)
  })

  it('409: ten of one node, also where twenty are asked for at once', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const all = Array.from({ length: 20 }, () => make(headers, { name: 'Many', scopes: ['read'] }))
    const answers = (await Promise.all(all)).map((answer) => answer.json().error ?? answer.statusCode)
    expect(answers.filter((one) => one === 201)).toHaveLength(MOST_PROGRAM_TOKENS)
    expect(answers.filter((one) => one === 'TOKEN_LIMIT_REACHED')).toHaveLength(20 - MOST_PROGRAM_TOKENS)
    const stored = await service.db.query(sql`SELECT 1 FROM node_token WHERE node_id = ${node.id} AND slot IS NOT NULL`)
    expect(stored).toHaveLength(MOST_PROGRAM_TOKENS)
  })

  it.each([
    [{ name: ' ', scopes: ['read'] }, '/name'],
    [{ name: 'x'.repeat(65), scopes: ['read'] }, '/name'],
    [{ name: 'a', scopes: [] }, '/scopes'],
    [{ name: 'a', scopes: ['erase'] }, '/scopes/0'],
    [{ name: 'a', scopes: ['read', 'read'] }, '/scopes'],
    [{ name: 'a' }, '/scopes'],
  ])('400: %j', async (payload, pointer) => {
    const answer = await make(await bearerFor(service, await addNode(service)), payload)
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
  })
})
