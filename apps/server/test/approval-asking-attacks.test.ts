import { APPROVAL_LIMITS } from '@stillhere/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import { addAgent, newKey, sendSignedPost, signRequest, type TestAgent } from '../src/requests/agents/testing.ts'
import * as attacks from './approval-attacks.ts'
import {
  expectNoChange,
  grantTestApproval,
  MANY_ATTACKS,
  type Person,
  readAsking,
  refusalOf,
} from './approval-attacks.ts'
import { allowAsker, askAsAgent, type Asking, DEPLOY, lookAsAgent, redeemAsAgent } from './approvals.ts'
import { addTestSite, type TestSite } from './checks.ts'
import { bearerFor } from './nodes.ts'
import { pointersOf } from './refusals.ts'
import { startTestService, type TestService } from './service.ts'
import { createTestApp } from './test-app.ts'

let service: TestService
let agent: TestAgent
let shop: TestSite
let ada: Person

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
  shop = await addTestSite(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  agent = await addAgent(service)
  ada = await attacks.addPerson(service, [agent.agentId, shop.key])
})

const ask = (changes: object = {}) => askAsAgent(service, agent, ada, changes)
const expectRefused = (attack: () => Promise<LightMyRequestResponse>, refusal: [number, string]) =>
  attacks.expectRefused(service, attack, refusal)
const countOf = async (state: string) =>
  (
    await service.db.query(sql`
      SELECT FROM request r JOIN request_approver p ON p.request_id = r.id JOIN asker a ON a.id = p.asker_id
      WHERE a.node_id = ${ada.id} AND r.state = ${state}`)
  ).length

describe('text that reads otherwise than it is written', () => {
  const TRICKS: [what: string, text: string][] = [
    ['a bidi override', 'Pay 7 € to \u202Eeve'],
    ['a bidi isolate', 'Pay 7 € to \u2066eve\u2069'],
    ['a zero-width space', 'Pay 7\u200B00 €'],
    ['a zero-width joiner', 'Pay\u200D 7 €'],
    ['a byte order mark', '\uFEFFPay 7 €'],
    ['a soft hyphen', 'Pay 7\u00AD00 €'],
    ['a Hangul filler', 'Pay 7\u3164€'],
    ['a half-width Hangul filler', 'Pay 7\uFFA0€'],
    ['a braille blank', 'Pay 7\u2800€'],
    ['tag characters', 'Pay 7 €\u{E0061}\u{E0062}'],
    ['a variation selector', 'Pay 7\uFE0F €'],
    ['a combining grapheme joiner', 'Pay 7\u034F0 €'],
    ['letters in NFD', 'Pay Zoe\u0308'],
    ['piled marks', `Pay Z\u0300\u0301\u0302\u0303\u0304`],
    ['a Cyrillic а in a Latin word', 'Pay p\u0430ypal'],
    ['a Greek omicron in a Latin word', 'Pay amaz\u03BFn'],
    ['a Bengali 4, which looks like 8', 'Pay \u09EA00 €'],
    ['a Bengali 4 alone among Latin words', 'Pay \u09EA €'],
    ['mathematical letters', 'Pay \u{1D5D8}ve'],
    ['a no-break space', 'Pay\u00A07 €'],
    ['an em space', 'Pay\u20037 €'],
    ['a space in front', ' Pay 7 €'],
    ['a space behind', 'Pay 7 € '],
    ['two spaces', 'Pay  7 €'],
    ['a tab', 'Pay\t7 €'],
    ['a carriage return', 'Pay 7 €\rGet 7 €'],
    ['a line separator', 'Pay 7 €\u2028Get'],
    ['a paragraph separator', 'Pay 7 €\u2029Get'],
    ['an escape', 'Pay \u001B[8m700 €'],
    ['a private-use sign', 'Pay \uE000 7 €'],
    ['a sign that no font has yet', 'Pay \u{1CCFF} 7'],
  ]
  const PLACES: [where: string, pointer: string, write: (text: string) => object][] = [
    ['the summary', '/action/summary', (summary) => ({ summary })],
    ['details', '/action/details', (details) => ({ details })],
    ['a value of details', '/action/details/to', (to) => ({ details: { to } })],
  ]

  it.each(TRICKS)('400, naming the field: %s', async (_, text) => {
    for (const [where, pointer, write] of PLACES) {
      const attack = () => ask({ action: { ...DEPLOY, ...write(text) } })
      const answer = await expectRefused(attack, [400, 'INVALID_REQUEST'])
      expect(pointersOf(answer.json()), where).toEqual([pointer])
    }
    const named = await expectNoChange(service, () => ask({ action: { ...DEPLOY, details: { [text]: 'yes' } } }))
    expect([named.statusCode, named.body]).toEqual([400, expect.stringContaining('/action/details')])
  })

  it.each([
    ['a line break in the summary', '/action/summary', { summary: 'Pay 7 €\nPay 700 €' }],
    ['a line break in the name of a detail', '/action/details', { details: { 'to\nEve': '7' } }],
    [
      'empty lines that push the rest out of sight',
      '/action/details',
      { details: `Pay 7 €${'\n'.repeat(50)}and 700 €` },
    ],
    ['a summary of blanks', '/action/summary', { summary: ' ' }],
    ['a type with a letter that looks like another', '/action/type', { type: 'p\u0430y' }],
  ])('400, naming the field: %s', async (_, pointer, changes) => {
    const answer = await expectRefused(() => ask({ action: { ...DEPLOY, ...changes } }), [400, 'INVALID_REQUEST'])
    expect(
      pointersOf(answer.json()).every((one) => one.startsWith(pointer)),
      answer.body,
    ).toBe(true)
  })

  it.each<[string, unknown]>([
    ['21 names', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`n${index}`, '1']))],
    ['no names', {}],
    ['a name of 61 letters', { ['n'.repeat(61)]: '1' }],
    ['a name of 61 letters with an object behind it', { ['n'.repeat(61)]: { hidden: 1 } }],
    ['an empty name', { '': '1' }],
    ['a value of 501 letters', { to: 'e'.repeat(501) }],
    ['a value that is a number', { amount: 7 }],
    ['a value that is an object', { amount: { value: '7' } }],
    ['a value that is null', { amount: null }],
    ['text of 2001 letters', 'e'.repeat(2001)],
    ['no text', ''],
    ['a list', ['7']],
    ['null', null],
  ])('400, never 5xx: details of %s', async (_, details) => {
    const answer = await expectRefused(() => ask({ action: { ...DEPLOY, details } }), [400, 'INVALID_REQUEST'])
    expect(
      pointersOf(answer.json()).every((one) => one.startsWith('/action/details')),
      answer.body,
    ).toBe(true)
  })

  it('400: half a surrogate pair, and NUL, anywhere', async () => {
    for (const summary of ['Pay 7 \uD83D', 'Pay 7\0'])
      await expectRefused(() => ask({ action: { ...DEPLOY, summary } }), [400, 'INVALID_REQUEST'])
    await expectRefused(() => askAsAgent(service, agent, { handle: 'a\0b' }), [400, 'INVALID_REQUEST'])
  })

  it('413: a body without end', async () => {
    await expectRefused(
      () => ask({ action: { ...DEPLOY, details: 'e'.repeat(2_000_000) } }),
      [413, 'PAYLOAD_TOO_LARGE'],
    )
  })

  it('markup and script are text: kept letter by letter, and sent as JSON that no browser takes for a page', async () => {
    const summary = `<script>alert(1)</script><img src=x onerror="alert('1')">&lt;b&gt;`
    const { id } = readAsking(await ask({ action: { ...DEPLOY, summary } }))
    const shown = await service.call('GET', '/api/node/approvals', { headers: ada.headers })
    expect(shown.json().approvals).toMatchObject([{ id, action: { summary } }])
    expect(shown.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('pestering', () => {
  it('429: a fourth that is open', async () => {
    for (let nth = 0; nth < APPROVAL_LIMITS.open; nth++) readAsking(await ask())
    const refused = await expectRefused(ask, [429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Another may ask all the same.
    readAsking(await attacks.askAsSite(service, shop, ada))
  })

  it('429: again after three denials in an hour', async () => {
    for (let nth = 0; nth < APPROVAL_LIMITS.deniedInAnHour; nth++)
      expect((await attacks.deny(service, ada, readAsking(await ask()).id)).statusCode).toBe(200)
    await expectRefused(ask, [429, 'TOO_MANY_REQUESTS'])
    service.clock.pass(3_600_000)
    readAsking(await ask())
  })

  it('429 until midnight (UTC): more often in a day than the person allows', async () => {
    service.clock.set('2026-04-01T22:00:00.000Z')
    await allowAsker(service, ada, agent.agentId, { per_day: 1 })
    const { id } = readAsking(await ask())
    await attacks.deny(service, ada, id)
    const refused = await expectRefused(ask, [429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe('7200')
    service.clock.set('2026-04-02T00:00:00.000Z')
    readAsking(await ask())
  })

  it('20 askings at the same moment: three are open', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(APPROVAL_LIMITS.open)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20 - APPROVAL_LIMITS.open)
    expect(await countOf('open')).toBe(APPROVAL_LIMITS.open)
  })

  it('400: an approval that stays open for longer than an hour, or no time at all', async () => {
    for (const expires_in of [3601, 59, 0, -1, 1e9, 600.5])
      await expectRefused(() => ask({ expires_in }), [400, 'INVALID_REQUEST'])
  })
})

describe('an asker that may not ask', () => {
  const withoutIds = ({ body }: LightMyRequestResponse) => body.replaceAll(/agent:agent-\d+/g, 'agent')

  it('403: learns nothing: the same answer for nobody, a stranger, a pending node, and one that removed it', async () => {
    const [stranger, node] = [await attacks.addPerson(service), await addPending()]
    await service.call('DELETE', `/api/node/askers/${encodeURIComponent(agent.agentId)}`, { headers: ada.headers })
    const answers: string[] = []
    for (const handle of [
      ada.handle,
      stranger.handle,
      node,
      'nobody-at-all',
      'no\nbody',
      `sha256:${'0'.repeat(64)}`,
      '%',
      "'",
    ]) {
      const answer = await expectRefused(() => askAsAgent(service, agent, { handle }), [403, 'ASKER_NOT_ALLOWED'])
      answers.push(withoutIds(answer))
      expect(answer.headers['retry-after']).toBeUndefined()
    }
    expect(new Set(answers).size).toBe(1)
  })

  async function addPending(): Promise<string> {
    const [{ handle } = { handle: '' }] = await service.db.query<{ handle: string }>(sql`
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
      VALUES ('pending@example.org', 'pending@example.org', 'pending-one', 'pending-one', 'PENDING_VERIFICATION', now())
      RETURNING node_handle AS handle`)
    return handle
  }

  it('403: asks at the very moment at which the person removes it', async () => {
    const asked = await service.db.transaction(async (tx) => {
      await tx.query(sql`UPDATE asker SET ended_at = ${tx.now} WHERE node_id = ${ada.id}`)
      const asking = ask()
      await attacks.untilWaiting(service, 1)
      return [asking]
    })
    const [refused] = await Promise.all(asked)
    expect([refused?.statusCode, await countOf('open')]).toEqual([403, 0])
  })

  it('403: names a person by the subject by which another asker knows them', async () => {
    const { askers } = (await service.call('GET', '/api/node/askers', { headers: ada.headers })).json()
    const { subject } = askers.find(({ asker }: { asker: { kind: string } }) => asker.kind === 'site')
    await expectRefused(() => askAsAgent(service, agent, { handle: subject }), [403, 'ASKER_NOT_ALLOWED'])
  })

  it('401: an agent that proved nothing, a key that nobody declared, and a wrong secret', async () => {
    const unproved = await addAgent(service, { proved: false })
    expect((await allowAsker(service, ada, unproved.agentId)).statusCode).toBe(404)
    for (const key of [unproved.key, newKey()])
      await expectRefused(() => askAsAgent(service, { key }, ada), [401, 'AGENT_SIGNATURE_REFUSED'])
    const wrong = { ...shop, asSite: { headers: { authorization: `Bearer sk_${'A'.repeat(43)}` } } }
    await expectRefused(() => attacks.askAsSite(service, wrong, ada), [401, 'UNAUTHORIZED'])
  })

  it('401: a body that was changed after it was signed', async () => {
    const url = 'http://localhost/api/approvals'
    const [body, changed] = ['7 €', '700 €'].map((sum) =>
      JSON.stringify({ approver: ada.handle, action: { type: 'pay', summary: `Pay ${sum}` } }),
    ) as [string, string]
    const headers = await signRequest({ key: agent.key, method: 'POST', url, body, now: service.now() })
    const attack = () => service.call('POST', '/api/approvals', { headers, payload: changed })
    await expectRefused(attack, [401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('403 or 401: an agent that was revoked asks, looks and redeems; its granted approval stays unredeemed', async () => {
    const asking = readAsking(await ask())
    await grantTestApproval(service, asking)
    expect((await attacks.revoke(service, agent)).statusCode).toBe(200)
    await expectRefused(ask, [403, 'AGENT_REVOKED'])
    await expectRefused(() => lookAsAgent(service, agent, asking.id), [403, 'AGENT_REVOKED'])
    await expectRefused(() => redeemAsAgent(service, agent, asking), [403, 'AGENT_REVOKED'])
  })

  it('401: a site that was disabled asks and redeems', async () => {
    const gone = await addTestSite(service, { name: 'Gone', origins: ['https://gone.example'], return_urls: [] })
    await allowAsker(service, ada, gone.key)
    const asking = readAsking(await attacks.askAsSite(service, gone, ada))
    await grantTestApproval(service, asking)
    await attacks.revoke(service, gone)
    await expectRefused(() => attacks.askAsSite(service, gone, ada), [401, 'UNAUTHORIZED'])
    await expectRefused(() => attacks.redeemAsSite(service, gone, asking), [401, 'UNAUTHORIZED'])
  })

  it('403: an agent that its own operator removed does not come back by itself', async () => {
    const [operator, own] = [await attacks.addPerson(service), await addAgent(service)]
    await service.db.query(sql`
      INSERT INTO agent_operator (agent_id, node_id, receipt_id, since)
      SELECT id, ${operator.id}, gen_random_uuid(), ${service.now()} FROM agent WHERE agent_id = ${own.agentId}`)
    const { id } = readAsking(await askAsAgent(service, own, operator))
    expect((await attacks.deny(service, operator, id, { stop: true })).statusCode).toBe(200)
    await expectRefused(() => askAsAgent(service, own, operator), [403, 'ASKER_NOT_ALLOWED'])
    const upper = { handle: operator.handle.toUpperCase() }
    await expectRefused(() => askAsAgent(service, own, upper), [403, 'ASKER_NOT_ALLOWED'])
  })

  it('403: an agent whose operator is somebody else asks ada in the operator’s name', async () => {
    const [operator, own] = [await attacks.addPerson(service), await addAgent(service)]
    await service.db.query(sql`
      INSERT INTO agent_operator (agent_id, node_id, receipt_id, since)
      SELECT id, ${operator.id}, gen_random_uuid(), ${service.now()} FROM agent WHERE agent_id = ${own.agentId}`)
    await expectRefused(() => askAsAgent(service, own, ada), [403, 'ASKER_NOT_ALLOWED'])
  })
})

describe('an asker that approves for the person', () => {
  const challengeBody = (approval: string) => ({ purpose: 'verify', pace: 'live', email: ada.email, approval })
  let asking: Asking
  beforeEach(async () => {
    asking = readAsking(await ask())
  })

  it('401: the agent signs the request for a challenge, and the denial, itself', async () => {
    const { key } = agent
    const challenge = () => sendSignedPost(service, '/api/challenge', { key, body: challengeBody(asking.id) })
    await expectRefused(challenge, [401, 'UNAUTHORIZED'])
    const refuse = () => sendSignedPost(service, `/api/approvals/${asking.id}/deny`, { key, body: {} })
    await expectRefused(refuse, [401, 'UNAUTHORIZED'])
  })

  it('401: a site shows its secret there', async () => {
    const { id } = readAsking(await attacks.askAsSite(service, shop, ada))
    const challenge = () => service.call('POST', '/api/challenge', { payload: challengeBody(id), ...shop.asSite })
    await expectRefused(challenge, [401, 'UNAUTHORIZED'])
    await expectRefused(() => attacks.deny(service, shop.asSite, id), [401, 'UNAUTHORIZED'])
  })

  it('401: the agent lets itself ask', async () => {
    const other = await addAgent(service)
    const path = `/api/node/askers/${encodeURIComponent(other.agentId)}`
    const url = `http://localhost${path}`
    const headers = await signRequest({ key: other.key, method: 'PUT', url, body: '{}', now: service.now() })
    await expectRefused(() => service.call('PUT', path, { headers, payload: '{}' }), [401, 'UNAUTHORIZED'])
  })

  it.each(['open', 'lock', 'strict'] as const)(
    '401: whoever knows the person’s e-mail address alone, where AUTH_MODE is %s',
    async (authMode) => {
      const app = createTestApp({ ...service, settings: { ...service.settings, authMode } })
      const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
      await expectRefused(() => post('/api/challenge', challengeBody(asking.id)), [401, 'UNAUTHORIZED'])
      await expectRefused(() => post(`/api/approvals/${asking.id}/deny`, {}), [401, 'UNAUTHORIZED'])
      await app.close()
    },
  )

  it('401: a token that somebody got by registering the address, and proved nothing', async () => {
    const headers = await bearerFor(service, ada, { proved: false })
    const challenge = () => service.call('POST', '/api/challenge', { payload: challengeBody(asking.id), headers })
    await expectRefused(challenge, [401, 'UNAUTHORIZED'])
    await expectRefused(() => attacks.deny(service, { headers }, asking.id), [401, 'UNAUTHORIZED'])
    await expectRefused(() => allowAsker(service, { headers }, agent.agentId), [401, 'UNAUTHORIZED'])
  })

  it('400: a challenge at a lower level or pace, for another audience or action, or for a check beside it', async () => {
    const { headers } = ada
    const body = challengeBody(asking.id)
    for (const changes of [
      { pace: 'batch' },
      { pace: undefined },
      { pace: 'batch', assurance: 1 },
      { audience: 'https://shop.example' },
      { action: 'Pay 7 €' },
      { nonce: 'another' },
      { check: 'x' },
      { email: undefined },
      { purpose: 'enroll' },
    ]) {
      const attack = () => service.call('POST', '/api/challenge', { payload: { ...body, ...changes }, headers })
      await expectRefused(attack, [400, 'INVALID_REQUEST'])
    }
  })

  it('403: a challenge where the page showed another action', async () => {
    const { digest } = readAsking(await ask({ action: { type: 'pay', summary: 'Pay 7 €' } }))
    const payload = { ...challengeBody(asking.id), approval_digest: digest }
    const attack = () => service.call('POST', '/api/challenge', { payload, headers: ada.headers })
    await expectRefused(attack, [403, 'APPROVAL_DIGEST_WRONG'])
  })

  it('denied, with the reason: what is open when the person removes its asker', async () => {
    await service.call('DELETE', `/api/node/askers/${encodeURIComponent(agent.agentId)}`, { headers: ada.headers })
    expect((await lookAsAgent(service, agent, asking.id)).json()).toMatchObject({
      status: 'denied',
      reason: 'asker_removed',
    })
    await expectRefused(() => redeemAsAgent(service, agent, asking), [409, 'APPROVAL_ENDED'])
    expect(refusalOf(await ask())).toEqual([403, 'ASKER_NOT_ALLOWED'])
  })
})
