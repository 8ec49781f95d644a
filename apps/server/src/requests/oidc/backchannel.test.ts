import { computePayloadDigest } from '@stillhere/receipt'
import { writeBindingWords } from '@stillhere/receipt/view'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addApprover,
  allowAsker,
  type Approver,
  type Asking,
  DEPLOY,
  grant,
  grantUnmoved,
} from '../../../test/approvals.ts'
import type { TestSite } from '../../../test/checks.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { addOidcSite, type OidcService, readClaims, startOidcService } from '../../../test/oidc.ts'
import { type Receiver, startReceiver } from '../../../test/receiver.ts'
import { sendDue } from '../../platform/outbox/deliver.ts'
import { createPost } from '../../platform/outbox/post.ts'
import { createPingTransport } from './routes.ts'

const EMAIL = 'ada@example.org'
const DIGEST = computePayloadDigest(DEPLOY)
const MESSAGE = writeBindingWords(DIGEST, 'en')

let service: OidcService
let receiver: Receiver
let shop: TestSite
let pinged: TestSite
let headers: { authorization: string }
let handle: string

beforeAll(async () => {
  service = await startOidcService()
  receiver = await startReceiver()
  shop = await addOidcSite(service)
  pinged = await addOidcSite(service, { name: 'Bank', ping_url: receiver.url })
  headers = await bearerFor(service, await addNode(service, { email: EMAIL }))
  handle = (await service.call('GET', '/api/node/export', { headers })).json().node.node_handle
  for (const { key } of [shop, pinged]) await allowAsker(service, { headers }, key, { per_day: 100 })
})
beforeEach(() => void receiver.received.splice(0))
afterAll(async () => {
  await receiver.stop()
  await service.stop()
})

type Answer = { status: number; body: Record<string, string> }

async function post(path: string, site: TestSite, form: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: site.key, client_secret: site.secret, ...form })
  const answer = await fetch(`${service.issuer}/${path}`, { method: 'POST', body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const begin = (more: Record<string, string> = {}, site = shop) =>
  post('backchannel', site, { scope: 'openid', login_hint: handle, request_context: JSON.stringify(DEPLOY), ...more })
const poll = (authReqId = '', site = shop) =>
  post('token', site, { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: authReqId })

async function newest(of: Pick<Approver, 'headers'> = { headers }) {
  // Each one that is asked for gets a time of its own.
  const { approvals } = (await service.call('GET', '/api/node/approvals?limit=1', of)).json()
  return approvals[0]
}
const deny = (id: string, of: Pick<Approver, 'headers'> = { headers }) =>
  service.call('POST', `/api/approvals/${id}/deny`, { headers: of.headers })
const endOpen = async () => {
  const { approvals } = (await service.call('GET', '/api/node/approvals', { headers })).json()
  for (const { id, status } of approvals) if (status === 'open') await grantUnmoved(service, id)
  service.clock.pass(1)
}
beforeEach(endOpen)

describe('a backchannel request', () => {
  it('is decided by an approval of exactly its action; openid-client gets tokens for it', async () => {
    const config = await openid.discovery(new URL(service.issuer), shop.key, shop.secret, undefined, {
      execute: [openid.allowInsecureRequests],
    })
    const params = { scope: 'openid', login_hint: handle, request_context: JSON.stringify(DEPLOY) }
    const begun = await openid.initiateBackchannelAuthentication(config, { ...params, binding_message: MESSAGE })
    const asked = await newest()
    expect(asked).toMatchObject({ action: DEPLOY, binding_message: MESSAGE, assurance: 2, asker: { id: shop.key } })
    expect((await poll(begun.auth_req_id)).body).toMatchObject({ error: 'authorization_pending' })
    await grantUnmoved(service, asked.id)
    const tokens = await openid.pollBackchannelAuthenticationGrant(config, { ...begun, interval: 0.01 })
    expect(tokens.claims()).toMatchObject({
      acr: 'urn:stillhere:presence:2',
      amr: ['user', 'pop', 'urn:stillhere:motion'],
      action_digest: DIGEST,
      presence_token: 'a-token',
    })
    expect((await poll(begun.auth_req_id)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await newest()).redeemed_at).not.toBeNull()
  })

  it('takes the six words in any language, and the page shows them in the same', async () => {
    const message = writeBindingWords(DIGEST, 'de')
    expect((await begin({ binding_message: message })).status).toBe(200)
    expect(await newest()).toMatchObject({ binding_message: message, language: 'de' })
  })

  it('without a context shows its binding message as the action, and names the person by subject, too', async () => {
    const { askers } = (await service.call('GET', '/api/node/askers', { headers })).json()
    const { subject } = askers.find(({ asker }: { asker: { id: string } }) => asker.id === shop.key)
    const params = { scope: 'openid', login_hint: subject, binding_message: 'Table 7, 42 €' }
    const { body } = await post('backchannel', shop, params)
    expect((await newest()).action).toEqual({ type: 'ciba', summary: 'Table 7, 42 €' })
    await grantUnmoved(service, (await newest()).id)
    expect(readClaims((await poll(body['auth_req_id'])).body['id_token'] ?? '')['sub']).toBe(subject)
  })

  it('without a context refuses a binding message that reads as another sum', async () => {
    const params = { scope: 'openid', login_hint: handle, binding_message: 'Pay 1 \u05D0 000 EUR' }
    expect((await post('backchannel', shop, params)).body).toMatchObject({ error: 'invalid_binding_message' })
  })

  it('that is denied, or that nobody decides, gives no tokens', async () => {
    const { body: denied } = await begin()
    await deny((await newest()).id)
    expect((await poll(denied['auth_req_id'])).body).toMatchObject({ error: 'access_denied' })
    const { body: late } = await begin({ requested_expiry: '60' })
    service.clock.pass(61_000)
    expect((await poll(late['auth_req_id'])).body).toMatchObject({ error: 'expired_token' })
  })

  it('gives tokens once, also to twelve calls at once', async () => {
    const { body } = await begin()
    await grantUnmoved(service, (await newest()).id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => poll(body['auth_req_id'])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is of its site alone', async () => {
    const { body } = await begin()
    await grantUnmoved(service, (await newest()).id)
    expect((await poll(body['auth_req_id'], pinged)).body).toMatchObject({ error: 'invalid_grant' })
  })

  it.each<[string, string, Record<string, string>]>([
    ['a stranger', 'unknown_user_id', { login_hint: 'nobody-here' }],
    ['another binding message', 'invalid_binding_message', { binding_message: MESSAGE.toUpperCase() }],
    ['a context that is no JSON', 'invalid_request', { request_context: 'Deploy' }],
    ['a context with a bad member', 'invalid_request', { request_context: '{"type":"A B","summary":"x"}' }],
    [
      'signs that nobody sees',
      'invalid_request',
      { request_context: JSON.stringify({ type: 'pay', summary: 'Pay 7\u202E €' }) },
    ],
    ['a level beyond reach', 'unmet_authentication_requirements', { acr_values: 'urn:stillhere:presence:3' }],
  ])('for %s is refused: %s', async (_, error, more) => {
    const before = await newest()
    expect((await begin(more)).body).toMatchObject({ error })
    expect((await newest()).id).toBe(before.id)
  })

  it('says nothing to approve: refused', async () => {
    const answer = await post('backchannel', shop, { scope: 'openid', login_hint: handle })
    expect(answer.body).toMatchObject({ error: 'invalid_request' })
  })

  it('too many at once are refused with a reason', async () => {
    const answers = [await begin(), await begin(), await begin(), await begin()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
    expect(answers[3]?.body).toMatchObject({ error: 'access_denied' })
  })
})

describe('a site with a ping address', () => {
  const TOKEN = '8d67dc78-7faa-4d41-aabd-67707b374255'
  const lines: string[] = []
  let bob: Approver
  beforeAll(async () => {
    bob = await addApprover(service, { email: 'bob@example.org' })
    await allowAsker(service, bob, pinged.key, { per_day: 100 })
  })
  const beginWithBob = () => begin({ client_notification_token: TOKEN, login_hint: bob.handle }, pinged)
  const grantByScan = async (asked: Asking) =>
    expect((await grant(service, bob, asked)).approval).toEqual({
      id: asked.id,
      status: 'granted',
      decision: 'granted',
    })
  const denyByCall = async ({ id }: Asking) => expect((await deny(id, bob)).statusCode).toBe(200)
  const ping = () => {
    const transport = createPingTransport(service, createPost(service.settings))
    return sendDue(service, transport, { log: (line) => lines.push(line), random: () => 0 })
  }

  it.each([
    ['granted by a scan', grantByScan, DIGEST],
    ['denied', denyByCall, undefined],
  ])('is pinged once, long before it expires, that its request was %s', async (_, decide, digest) => {
    const { body } = await beginWithBob()
    await ping()
    expect(receiver.received).toEqual([])
    await decide(await newest(bob))
    await ping()
    await ping()
    expect(receiver.received).toHaveLength(1)
    const [message] = receiver.received
    expect(message?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(JSON.parse(String(message?.body))).toEqual({ auth_req_id: body['auth_req_id'] })
    const { id_token: idToken } = (await poll(body['auth_req_id'], pinged)).body
    expect(idToken && readClaims(idToken)['action_digest']).toBe(digest)
  })

  it('that does not answer is pinged again a minute later, five times at most', async () => {
    receiver.answer(() => ({ status: 500 }))
    await begin({ client_notification_token: TOKEN }, pinged)
    await deny((await newest()).id)
    for (let attempt = 0; attempt < 7; attempt++) {
      await ping()
      service.clock.pass(61_000)
    }
    expect(receiver.received).toHaveLength(5)
    expect(lines).toEqual(
      Array(5).fill(expect.stringMatching(/^ping [-0-9a-f]{36} \(decision\) was not sent: answered 500$/)),
    )
  })

  it('is pinged when a request expires without a decision', async () => {
    receiver.answer(() => ({ status: 204 }))
    const { body } = await begin({ client_notification_token: TOKEN, requested_expiry: '60' }, pinged)
    service.clock.pass(59_999)
    await ping()
    expect(receiver.received).toEqual([])
    service.clock.pass(1)
    await ping()
    expect(receiver.received.map((one) => JSON.parse(one.body.toString()))).toEqual([
      { auth_req_id: body['auth_req_id'] },
    ])
    expect((await poll(body['auth_req_id'], pinged)).body).toMatchObject({ error: 'expired_token' })
  })

  it('is not pinged about a request whose tokens it has fetched', async () => {
    const { body } = await beginWithBob()
    await grantByScan(await newest(bob))
    expect((await poll(body['auth_req_id'], pinged)).status).toBe(200)
    await ping()
    expect(receiver.received).toEqual([])
  })
})
