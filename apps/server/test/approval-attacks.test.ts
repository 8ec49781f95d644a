import { type ApprovalAction, ENDPOINTS } from '@stillhere/contract'
import { computePayloadDigest } from '@stillhere/receipt'
import { writeBindingWords } from '@stillhere/receipt/view'
import * as fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import { findProseProblems } from '../src/platform/prose.ts'
import { addAgent, sendSignedPost, signRequest, type TestAgent } from '../src/requests/agents/testing.ts'
import * as attacks from './approval-attacks.ts'
import {
  expectNoChange,
  grantTestApproval,
  MANY_ATTACKS,
  type Person,
  readAsking,
  refusalOf,
} from './approval-attacks.ts'
import { askAsAgent, type Asking, DEPLOY, lookAsAgent, redeemAsAgent } from './approvals.ts'
import { addTestSite, type TestSite } from './checks.ts'
import { listHonest } from './prose/honest.ts'
import { openSecondProcess } from './second-process.ts'
import { startTestService, type TestService } from './service.ts'

// What is tried with an approval that was asked for. Asking stands in approval-asking-attacks.test.ts, scans in approval-scan-attacks.test.ts.

let service: TestService
let agent: TestAgent
let stranger: TestAgent
let shop: TestSite
let otherShop: TestSite
let ada: Person

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
  agent = await addAgent(service)
  stranger = await addAgent(service)
  shop = await addTestSite(service)
  otherShop = await addTestSite(service, { name: 'Other', origins: ['https://other.example'], return_urls: [] })
})
afterAll(() => service.stop())
// Somebody new for each attack, whom all four may ask: no limit is reached by accident.
beforeEach(async () => {
  ada = await attacks.addPerson(service, [agent.agentId, stranger.agentId, shop.key, otherShop.key])
})

const ask = async (changes: object = {}): Promise<Asking> => readAsking(await askAsAgent(service, agent, ada, changes))
const askAsSite = async () => readAsking(await attacks.askAsSite(service, shop, ada))
const redeemAsSite = (site: TestSite, asking: Asking) => attacks.redeemAsSite(service, site, asking)
const lookAsSite = ({ asSite }: TestSite, { id }: Asking) => service.call('GET', `/api/approvals/${id}`, asSite)
const deny = (person: Person, id: string, payload: object = {}) => attacks.deny(service, person, id, payload)
const askForChallenge = ({ email, headers }: Person, approval: string) =>
  service.call('POST', '/api/challenge', { payload: { purpose: 'verify', pace: 'live', email, approval }, headers })

async function grantNew(changes: object = {}): Promise<Asking> {
  const asking = await ask(changes)
  await grantTestApproval(service, asking)
  return asking
}

const expectRefused = (attack: () => Promise<LightMyRequestResponse>, refusal: [number, string]) =>
  attacks.expectRefused(service, attack, refusal)

describe('another action than the one that was approved', () => {
  it.each([
    ['one changed letter of a detail', { ...DEPLOY, details: { commit: '9f2c1e8' } }],
    ['a changed summary', { ...DEPLOY, summary: 'Deploy shop 1.4.3 to production' }],
    ['another type', { ...DEPLOY, type: 'deploy.all' }],
    ['a detail more', { ...DEPLOY, details: { ...DEPLOY.details, force: 'yes' } }],
    ['the details left out', { type: DEPLOY.type, summary: DEPLOY.summary }],
  ])('403: redeemed with %s', async (_, changed) => {
    const { id } = await grantNew()
    const redeem = () => redeemAsAgent(service, agent, { id, digest: computePayloadDigest(changed) })
    await expectRefused(redeem, [403, 'APPROVAL_DIGEST_WRONG'])
  })

  it('403: redeemed with one that was sought until three of its six words were the same', async () => {
    const [action, sought] = [2709, 23_658].map((sum) => ({ type: 'pay', summary: `Pay ${sum} EUR to Eve` })) as [
      ApprovalAction,
      ApprovalAction,
    ]
    const { id } = await grantNew({ action })
    const digest = computePayloadDigest(sought)
    const [words, soughtWords] = [computePayloadDigest(action), digest].map((one) =>
      writeBindingWords(one, 'en').split(' '),
    )
    expect(soughtWords?.slice(0, 3)).toEqual(words?.slice(0, 3))
    expect(soughtWords).not.toEqual(words)
    await expectRefused(() => redeemAsAgent(service, agent, { id, digest }), [403, 'APPROVAL_DIGEST_WRONG'])
  })

  it('403: redeemed with the digest of another approval that was granted as well', async () => {
    const [cheap, dear] = [await grantNew(), await ask({ action: { type: 'pay', summary: 'Pay 900 €' } })]
    await expectRefused(
      () => redeemAsAgent(service, agent, { ...cheap, digest: dear.digest }),
      [403, 'APPROVAL_DIGEST_WRONG'],
    )
  })

  it('400: a digest that is written in capitals or is none takes nothing', async () => {
    const asking = await grantNew()
    for (const digest of [asking.digest.toUpperCase(), '', `${asking.digest} `, '%'])
      await expectRefused(() => redeemAsAgent(service, agent, { ...asking, digest }), [400, 'INVALID_REQUEST'])
  })

  it('is no other where only the names of details stand in another order (RFC 8785)', async () => {
    const one = await ask({ action: { ...DEPLOY, details: { to: 'Eve', amount: '7' } } })
    const other = await ask({ action: { ...DEPLOY, details: { amount: '7', to: 'Eve' } } })
    expect(other.digest).toBe(one.digest)
  })

  it('400: an action with members that nobody is shown', async () => {
    const action = { ...DEPLOY, note: 'Also delete the backups' }
    const answer = await expectNoChange(service, () => askAsAgent(service, agent, ada, { action }))
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('/action/note')])
  })

  it('cannot be put in its place later: no endpoint of approvals changes an action', () => {
    const writing = ENDPOINTS.filter(({ area, method }) => area === 'approvals' && method !== 'GET')
    expect(writing.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'DELETE /api/node/askers/:asker',
      'POST /api/approvals',
      'POST /api/approvals/:id/confirm',
      'POST /api/approvals/:id/deny',
      'POST /api/approvals/:id/passkey',
      'POST /api/approvals/:id/redeem',
      'POST /api/node/askers/:asker/key',
      'PUT /api/node/askers/:asker',
      'PUT /api/node/askers/:asker/key',
      'PUT /api/node/least-method',
    ])
  })

  it('has another digest, whatever the action; what the asker is shown later hashes to the one it was given', async () => {
    const texts = [...listHonest(6, 1).map(({ text }) => text), '<b>"7"</b>', "it's 100% & more"]
    const text = (maxLength: number) =>
      fc
        .oneof(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength }), fc.constantFrom(...texts))
        .filter((one) => one.length <= maxLength && findProseProblems([['', one]]).length === 0)
    const name = text(20).filter((one) => one !== '__proto__')
    const details = fc.option(fc.oneof(text(60), fc.dictionary(name, text(40), { minKeys: 1, maxKeys: 5 })), {
      nil: undefined,
    })
    const action = fc.record({ type: fc.constantFrom('pay', 'deploy.all'), summary: text(80), details })
    const seen = new Map<string, string>()
    await fc.assert(
      fc.asyncProperty(action, async (random) => {
        const sent = JSON.parse(JSON.stringify(random))
        const asking = await ask({ action: sent })
        expect(asking.digest).toBe(computePayloadDigest(sent))
        const shown = (await lookAsAgent(service, agent, asking.id)).json()
        expect([computePayloadDigest(shown.action), shown.action]).toEqual([asking.digest, sent])
        expect(seen.get(asking.digest) ?? JSON.stringify(sent)).toBe(JSON.stringify(sent))
        seen.set(asking.digest, JSON.stringify(sent))
        await service.db.query(sql`DELETE FROM request`)
      }),
      { numRuns: 15, seed: 66 },
    )
  })
})

describe('somebody else’s approval', () => {
  it('404: another agent looks at it and redeems it', async () => {
    const asking = await grantNew()
    await expectRefused(() => lookAsAgent(service, stranger, asking.id), [404, 'NOT_FOUND'])
    await expectRefused(() => redeemAsAgent(service, stranger, asking), [404, 'NOT_FOUND'])
  })

  it('404: another site looks at it and redeems it', async () => {
    const asking = await askAsSite()
    await grantTestApproval(service, asking)
    await expectRefused(() => lookAsSite(otherShop, asking), [404, 'NOT_FOUND'])
    await expectRefused(() => redeemAsSite(otherShop, asking), [404, 'NOT_FOUND'])
  })

  it('404: an agent tries a site’s, and a site an agent’s, also where their rows have the same number', async () => {
    const [{ same } = { same: false }] = await service.db.query<{ same: boolean }>(sql`
      SELECT s.id = g.id AS same FROM site s, agent g WHERE site_key = ${shop.key} AND agent_id = ${agent.agentId}`)
    expect(same).toBe(true)
    const [ofSite, ofAgent] = [await askAsSite(), await grantNew()]
    await grantTestApproval(service, ofSite)
    await expectRefused(() => redeemAsAgent(service, agent, ofSite), [404, 'NOT_FOUND'])
    await expectRefused(() => lookAsAgent(service, agent, ofSite.id), [404, 'NOT_FOUND'])
    await expectRefused(() => redeemAsSite(shop, ofAgent), [404, 'NOT_FOUND'])
    await expectRefused(() => lookAsSite(shop, ofAgent), [404, 'NOT_FOUND'])
  })

  it('401: nobody in particular looks at it and redeems it', async () => {
    const { id, digest } = await grantNew()
    await expectRefused(() => service.call('GET', `/api/approvals/${id}`), [401, 'AGENT_SIGNATURE_REFUSED'])
    const redeem = () => service.call('POST', `/api/approvals/${id}/redeem`, { payload: { digest } })
    await expectRefused(redeem, [401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('401: the person who granted it redeems it by their own token', async () => {
    const { id, digest } = await grantNew()
    const { headers } = ada
    const redeem = () => service.call('POST', `/api/approvals/${id}/redeem`, { payload: { digest }, headers })
    await expectRefused(redeem, [401, 'UNAUTHORIZED'])
  })

  it('404: a forwarded link: another person who is signed in asks for a challenge, and denies', async () => {
    const [eve, asking] = [await attacks.addPerson(service), await ask()]
    await expectRefused(() => askForChallenge(eve, asking.id), [404, 'NOT_FOUND'])
    await expectRefused(() => deny(eve, asking.id), [404, 'NOT_FOUND'])
    await expectRefused(() => deny(eve, asking.id, { stop: true }), [404, 'NOT_FOUND'])
    const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: eve.headers })).json()
    expect(approvals).toEqual([])
  })

  it.each(['%00', 'a%00b', '..%2F..', '%27%20OR%201%3D1', '🙂', '0'.repeat(64), '0'.repeat(65), 'null'])(
    '4xx, never 5xx: an id that is none (%s)',
    async (id) => {
      const path = `/api/approvals/${id}`
      const digest = '0'.repeat(64)
      const answers = await expectNoChange(service, async () => [
        await service.call('GET', path, shop.asSite),
        await service.call('POST', `${path}/redeem`, { payload: { digest }, ...shop.asSite }),
        await deny(ada, id),
        await service.call('PUT', `/api/node/askers/${id}`, { headers: ada.headers, payload: {} }),
        await service.call('DELETE', `/api/node/askers/${id}`, { headers: ada.headers }),
        await askForChallenge(ada, decodeURIComponent(id)),
      ])
      for (const { statusCode, body } of answers) expect([400, 404], body).toContain(statusCode)
    },
  )
})

describe('the same once more', () => {
  it('409: a second redemption', async () => {
    const asking = await grantNew()
    expect((await redeemAsAgent(service, agent, asking)).statusCode).toBe(200)
    await expectRefused(() => redeemAsAgent(service, agent, asking), [409, 'APPROVAL_REDEEMED'])
  })

  it('two redemptions that both find it granted, and then wait for each other: one gets the receipt', async () => {
    const [asking, other] = [await askAsSite(), openSecondProcess(service)]
    await grantTestApproval(service, asking)
    const url = `/api/approvals/${asking.id}/redeem`
    const redeem = () => other.inject({ method: 'POST', url, payload: { digest: asking.digest }, ...shop.asSite })
    const answers = await service.db.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM request WHERE id = ${asking.id} FOR UPDATE`)
      const both = [redeem(), redeem()]
      await attacks.untilWaiting(service, both.length)
      return both
    })
    const refusals = (await Promise.all(answers)).map(refusalOf)
    await other.close()
    expect(refusals.toSorted(([one], [next]) => one - next)).toEqual([
      [200, undefined],
      [409, 'APPROVAL_REDEEMED'],
    ])
  })

  it('401: a signed request that somebody recorded, sent again', async () => {
    const { id } = await ask()
    const url = `/api/approvals/${id}`
    const headers = await signRequest({ key: agent.key, url: `http://localhost${url}`, now: service.now() })
    expect((await service.call('GET', url, { headers })).statusCode).toBe(200)
    await expectRefused(() => service.call('GET', url, { headers }), [401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('401: a recorded asking, sent again; nothing more is open', async () => {
    const payload = JSON.stringify({ approver: ada.handle, action: DEPLOY })
    const url = 'http://localhost/api/approvals'
    const headers = await signRequest({ key: agent.key, method: 'POST', url, body: payload, now: service.now() })
    const send = () => service.call('POST', '/api/approvals', { headers, payload })
    expect((await send()).statusCode).toBe(201)
    await expectRefused(send, [401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('401: a signature for one approval, sent to redeem another', async () => {
    const [one, other] = [await grantNew(), await grantNew()]
    const payload = JSON.stringify({ digest: one.digest })
    const url = `http://localhost/api/approvals/${one.id}/redeem`
    const headers = await signRequest({ key: agent.key, method: 'POST', url, body: payload, now: service.now() })
    const send = () => service.call('POST', `/api/approvals/${other.id}/redeem`, { headers, payload })
    await expectRefused(send, [401, 'AGENT_SIGNATURE_REFUSED'])
  })

  it('404: another agent with the Idempotency-Key of a redemption gets no kept receipt', async () => {
    const asking = await grantNew()
    const headers = { 'idempotency-key': '7a0f1c9e-6c0a-4b0e-9b0e-2f6f3a1d7c55' }
    const redeemBy = ({ key }: TestAgent) =>
      sendSignedPost(service, `/api/approvals/${asking.id}/redeem`, { key, headers, body: { digest: asking.digest } })
    expect((await redeemBy(agent)).statusCode).toBe(200)
    await expectRefused(() => redeemBy(stranger), [404, 'NOT_FOUND'])
    const again = await redeemBy(agent)
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
  })

  it('404: another site with the Idempotency-Key of a redemption gets no kept receipt; the site itself does', async () => {
    const asking = await askAsSite()
    await grantTestApproval(service, asking)
    const redeemBy = ({ asSite }: TestSite) =>
      service.call('POST', `/api/approvals/${asking.id}/redeem`, {
        payload: { digest: asking.digest },
        headers: { ...asSite.headers, 'idempotency-key': '8b0f1c9e-6c0a-4b0e-9b0e-2f6f3a1d7c55' },
      })
    expect((await redeemBy(shop)).statusCode).toBe(200)
    await expectRefused(() => redeemBy(otherShop), [404, 'NOT_FOUND'])
    const again = await redeemBy(shop)
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
  })

  it('401: a site that was disabled gets no kept receipt by its Idempotency-Key', async () => {
    const gone = await addTestSite(service, { name: 'Gone', origins: ['https://gone.example'], return_urls: [] })
    const person = await attacks.addPerson(service, [gone.key])
    const asking = readAsking(await attacks.askAsSite(service, gone, person))
    await grantTestApproval(service, asking)
    const redeem = () =>
      service.call('POST', `/api/approvals/${asking.id}/redeem`, {
        payload: { digest: asking.digest },
        headers: { ...gone.asSite.headers, 'idempotency-key': '9c0f1c9e-6c0a-4b0e-9b0e-2f6f3a1d7c55' },
      })
    expect((await redeem()).statusCode).toBe(200)
    await attacks.revoke(service, gone)
    await expectRefused(redeem, [401, 'UNAUTHORIZED'])
  })
})

describe('too late', () => {
  it('409: a challenge for an approval that has expired, and a denial of it', async () => {
    const { id } = await ask({ expires_in: 60 })
    service.clock.pass(60_000)
    await expectRefused(() => askForChallenge(ada, id), [409, 'APPROVAL_ENDED'])
    await expectRefused(() => deny(ada, id), [409, 'APPROVAL_ENDED'])
  })

  it('409: redeemed five minutes after it was granted', async () => {
    const asking = await grantNew()
    service.clock.pass(5 * 60_000)
    await expectRefused(() => redeemAsAgent(service, agent, asking), [409, 'APPROVAL_ENDED'])
    expect((await lookAsAgent(service, agent, asking.id)).json()).toMatchObject({
      status: 'expired',
      redeemed_at: null,
    })
  })

  it('409: redeemed while it is open, and after it was denied', async () => {
    const asking = await ask()
    await expectRefused(() => redeemAsAgent(service, agent, asking), [409, 'APPROVAL_OPEN'])
    expect((await deny(ada, asking.id)).statusCode).toBe(200)
    await expectRefused(() => redeemAsAgent(service, agent, asking), [409, 'APPROVAL_ENDED'])
  })

  it('409: denied after it was granted', async () => {
    const { id } = await grantNew()
    await expectRefused(() => deny(ada, id), [409, 'APPROVAL_ENDED'])
  })

  it('404: nothing is left of the approvals of a node that was erased', async () => {
    const asking = await grantNew()
    const { email, headers } = ada
    expect((await service.call('POST', '/api/node/erase', { payload: { email }, headers })).statusCode).toBe(200)
    await expectRefused(() => redeemAsAgent(service, agent, asking), [404, 'NOT_FOUND'])
    await expectRefused(() => lookAsAgent(service, agent, asking.id), [404, 'NOT_FOUND'])
    await expectRefused(() => askAsAgent(service, agent, ada), [403, 'ASKER_NOT_ALLOWED'])
  })
})
