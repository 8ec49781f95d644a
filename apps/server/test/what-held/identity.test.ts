import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/platform/database/sql.ts'
import { contentsOf } from '../contents.ts'
import { addNode, bearerFor } from '../nodes.ts'
import { openSecondProcess } from '../second-process.ts'
import { startTestService, type TestService } from '../service.ts'
import { activate, lastCode, oneInvite, post, listQueuedMails } from '../sign-in.ts'
import { createTestApp } from '../test-app.ts'

const VICTIM = 'kiss@example.org'

let service: TestService
let second: FastifyInstance
beforeAll(async () => {
  service = await startTestService()
  second = openSecondProcess(service)
})
afterAll(async () => {
  await second.close()
  await service.stop()
})

/** Calls over two processes, all at once. */
function together(count: number, url: string, body: (index: number) => object): Promise<LightMyRequestResponse[]> {
  const apps = [service.app, second]
  return Promise.all(Array.from({ length: count }, (_, index) => post({ app: apps[index % 2]! }, url, body(index))))
}
const succeeded = (answers: LightMyRequestResponse[]) => answers.filter(({ statusCode }) => statusCode === 200)

it('one code, 20 at once: 1', async () => {
  const email = 'twenty@example.org'
  await post(service, '/api/send-otp', { email, invite_code: await oneInvite(service) })
  const otp = await lastCode(service, email)
  expect(succeeded(await together(20, '/api/verify-otp', () => ({ email, otp })))).toHaveLength(1)
  const tokens = await service.db.query(sql`
    SELECT 1 FROM node_token JOIN node ON node_id = node.id WHERE email_key = ${email}`)
  expect(tokens).toHaveLength(1)
})

it('one invite, 8 at once: 1', async () => {
  const invite_code = await oneInvite(service)
  const bodies = (index: number) => ({ email: `eighth-${index}@example.org`, invite_code })
  const answers = await together(8, '/api/send-otp', bodies)
  expect(succeeded(answers)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7)
  const mails = (await listQueuedMails(service)).filter(({ to }) => to.startsWith('eighth-'))
  expect(mails).toHaveLength(1)
})

describe('spellings of somebody’s address', () => {
  let handle: string
  beforeAll(async () => {
    handle = (await activate(service, VICTIM)).json().node_handle
  })
  const found = async (email: string) =>
    (await service.call('GET', `/api/identity?email=${encodeURIComponent(email)}`)).json()

  it('the kelvin sign is a k: the same address, and its code goes to the victim’s mailbox', async () => {
    expect(await found('\u212Aiss@example.org')).toMatchObject({ found: true, node_handle: handle })
    await post(service, '/api/send-otp', { email: '\u212Aiss@example.org' })
    expect((await listQueuedMails(service)).at(-1)).toMatchObject({ kind: 'code', to: VICTIM })
  })

  it.each([
    ['dotless i', 'k\u0131ss@example.org'],
    ['long s', 'ki\u017Fs@example.org'],
    ['Cyrillic', '\u043Aiss@example.org'],
    ['full-width local part', '\uFF4Biss@example.org'],
  ])('%s: another address, whose code does not open the victim’s node', async (_, email) => {
    expect(await found(email)).toMatchObject({ found: false })
    await post(service, '/api/send-otp', { email, invite_code: await oneInvite(service) })
    const otp = await lastCode(service, email)
    expect((await post(service, '/api/verify-otp', { email: VICTIM, otp })).statusCode).toBe(401)
    expect((await post(service, '/api/verify-otp', { email, otp })).json().node_handle).not.toBe(handle)
  })

  it.each([
    ['soft hyphen', 'ki\u00ADss@example.org'],
    ['CRLF', 'kiss@example.org\r\nBcc: eve@example.org'],
    ['comma', 'kiss@example.org,eve@example.org'],
    ['trailing dot', 'kiss@example.org.'],
  ])('%s: 400, and nothing is written', async (_, email) => {
    const before = await contentsOf(service.db)
    expect((await post(service, '/api/uplink', { email, node_handle: '' })).statusCode).toBe(400)
    expect(await contentsOf(service.db)).toEqual(before)
  })
})

it('unproved tokens are revoked at activation', async () => {
  const email = 'early@example.org'
  const handshake = await post(service, '/api/nodes/handshake', { email, origin_domain: 'app.example.org' })
  const { node_token } = (await activate(service, email)).json()
  const as = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await service.call('GET', `/api/node/privileges?email=${email}`, { headers })).statusCode
  }
  expect([await as(handshake.json().node_token), await as(node_token)]).toEqual([401, 200])
})

describe.each(['open', 'lock', 'strict'] as const)('AUTH_MODE %s', (authMode) => {
  let app: FastifyInstance
  beforeAll(() => {
    app = createTestApp({ ...service, settings: { ...service.settings, authMode } })
  })
  afterAll(() => app.close())
  const enrollment = (email: string) => ({
    challenge: { challenge_id: '', challenge_token: '' },
    captures: [{}],
    email,
  })

  it('erase and enroll without a proved token: 401, and nothing is written', async () => {
    const node = await addNode(service)
    const unproved = await bearerFor(service, node, { proved: false })
    const foreign = await bearerFor(service, await addNode(service))
    const before = await contentsOf(service.db)
    for (const headers of [{}, unproved, foreign, { authorization: 'Bearer sh_x' }]) {
      const erased = await post({ app }, '/api/node/erase', { email: node.email }, { headers })
      const enrolled = await post({ app }, '/api/enroll', enrollment(node.email), { headers })
      expect([erased.statusCode, enrolled.statusCode]).toEqual([401, 401])
      expect(enrolled.headers['www-authenticate']).toBe('Bearer')
    }
    expect(withoutLastUse(await contentsOf(service.db))).toEqual(withoutLastUse(before))
    // With its token, the node is asked for a challenge.
    const headers = await bearerFor(service, node)
    const own = await post({ app }, '/api/enroll', enrollment(node.email), { headers })
    expect(own.json()).toMatchObject({ error: 'CHALLENGE_REFUSED' })
  })

  it('by the address alone there is no token and no export', async () => {
    const { email } = await addNode(service)
    const handshake = await post({ app }, '/api/nodes/handshake', { email, origin_domain: 'app.example.org' })
    expect([handshake.statusCode, handshake.json().error]).toEqual([409, 'NODE_ALREADY_ACTIVE'])
    const uplink = await post({ app }, '/api/uplink', { email, node_handle: '' })
    expect(uplink.body).not.toContain('node_token')
    expect((await app.inject(`/api/node/export?email=${email}`)).statusCode).toBe(401)
  })
})

it('an Idempotency-Key with another body: 422, and the first is kept', async () => {
  const headers = { 'x-admin-secret': 'the-admin-secret', 'idempotency-key': 'a-key-that-nobody-can-guess' }
  const invites = (count: number) => post(service, '/api/admin/invites', { count }, { headers })
  const first = await invites(1)
  expect((await invites(2)).json()).toMatchObject({ status: 422, error: 'IDEMPOTENCY_KEY_REUSED' })
  expect((await invites(1)).body).toBe(first.body)
})

/** When a token was last used is noted, and budgets are spent, also by calls that are refused. */
function withoutLastUse({ node_token: _used, budget: _spent, ...rest }: Record<string, string>) {
  return rest
}
