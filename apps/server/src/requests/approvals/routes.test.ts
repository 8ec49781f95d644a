import { acceptReceipt, computePayloadDigest, type Receipt, readPresencePolicy } from '@stillhere/receipt'
import { writeBindingWords } from '@stillhere/receipt/view'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addApprover,
  allowAsker,
  type Approver,
  askAsAgent,
  type Asking,
  DEPLOY,
  grant,
  grantUnmoved,
  lookAsAgent,
  redeemAsAgent,
} from '../../../test/approvals.ts'
import { addTestSite, type TestSite } from '../../../test/checks.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { addAgent, type TestAgent } from '../agents/testing.ts'

let service: TestService
let ada: Approver
let agent: TestAgent
let shop: TestSite

beforeAll(async () => {
  service = await startTestService()
  ada = await addApprover(service)
  agent = await addAgent(service)
  shop = await addTestSite(service)
  for (const asker of [agent.agentId, shop.key]) {
    expect((await allowAsker(service, ada, asker, { per_day: 100 })).statusCode).toBe(200)
  }
}, 60_000)
afterAll(() => service.stop())

const ask = async (changes: object = {}): Promise<Asking> => {
  const answer = await askAsAgent(service, agent, ada, changes)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const deny = (id: string, payload: object = {}) =>
  service.call('POST', `/api/approvals/${id}/deny`, { headers: ada.headers, payload })

describe('an approval', () => {
  it('is asked for by an agent, granted by a scan at level 2, and redeemed once', async () => {
    const asking = await ask()
    expect(asking).toMatchObject({ status: 'open', digest: computePayloadDigest(DEPLOY) })
    expect(asking.url).toBe(`http://localhost/approve/${asking.id}`)
    expect(asking).toMatchObject({ language: 'en', binding_message: writeBindingWords(asking.digest, 'en') })
    expect((await redeemAsAgent(service, agent, asking)).json()).toMatchObject({ error: 'APPROVAL_OPEN' })
    const verdict = await grant(service, ada, asking)
    expect(verdict).toMatchObject({ verified: true, approval: { id: asking.id, status: 'granted' } })
    const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
    expect(approvals).toMatchObject([{ id: asking.id, assurance: 2, reached: 2 }])
    expect((await lookAsAgent(service, agent, asking.id)).json()).toMatchObject({
      status: 'granted',
      redeemed_at: null,
    })
    const redeemed = await redeemAsAgent(service, agent, asking)
    expect(redeemed.statusCode, redeemed.body).toBe(200)
    const { receipt, subject, reached } = redeemed.json()
    expect([reached, receipt.audience, receipt.subject.id]).toEqual([2, agent.agentId, subject])
    expect(readPresencePolicy(receipt as Receipt)).toMatchObject({
      assurance: 2,
      device: 'passkey',
      action: DEPLOY.summary,
      action_digest: asking.digest,
      nonce: asking.id,
    })
    const demands = { trustedIssuers: [receipt.issuer.publicKey], audience: agent.agentId, minAssurance: 2 as const }
    expect(acceptReceipt(receipt, { ...demands, now: service.now() })).toMatchObject({ accepted: true })
    expect((await redeemAsAgent(service, agent, asking)).json()).toMatchObject({ error: 'APPROVAL_REDEEMED' })
  })

  it('is asked for by a site with its secret, by the subject that it knows the person by', async () => {
    const { askers } = (await service.call('GET', '/api/node/askers', { headers: ada.headers })).json()
    const { subject } = askers.find(({ asker }: { asker: { id: string } }) => asker.id === shop.key)
    const payload = { approver: subject, action: DEPLOY }
    const asking = (await service.call('POST', '/api/approvals', { payload, ...shop.asSite })).json()
    await grant(service, ada, asking)
    const redeemed = await service.call('POST', `/api/approvals/${asking.id}/redeem`, {
      payload: { digest: asking.digest },
      ...shop.asSite,
    })
    expect(redeemed.json()).toMatchObject({ subject, receipt: { audience: 'https://shop.example' } })
  })

  it('has six words in the language that the asker names, else in the one of the person', async () => {
    const wordsOf = ({ digest, language, binding_message }: Asking) => {
      expect(binding_message).toBe(writeBindingWords(digest, language))
      return language
    }
    await service.db.query(sql`UPDATE node SET language = 'de' WHERE node_handle = ${ada.handle}`)
    const [own, named] = [await ask(), await ask({ language: 'es' })]
    expect([own, named].map(wordsOf)).toEqual(['de', 'es'])
    // Fixed: the person's next sign-in in another language changes nothing.
    await service.db.query(sql`UPDATE node SET language = 'fr' WHERE node_handle = ${ada.handle}`)
    const looked = (await lookAsAgent(service, agent, own.id)).json()
    expect([looked.language, looked.binding_message]).toEqual(['de', own.binding_message])
    const { approvals } = (await service.call('GET', '/api/node/approvals', { headers: ada.headers })).json()
    const shown = approvals.find(({ id }: Asking) => id === named.id)
    expect([shown.language, shown.binding_message]).toEqual(['es', named.binding_message])
    for (const { id } of [own, named]) expect((await deny(id)).statusCode).toBe(200)
    const unknown = await ask()
    expect(wordsOf(unknown)).toBe('en')
    expect((await deny(unknown.id)).statusCode).toBe(200)
    service.clock.pass(3_600_000)
  })

  it('400: for words in a language that has no list', async () => {
    const answer = await askAsAgent(service, agent, ada, { language: 'fr' as 'de' })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, '/language'])
  })

  it('is denied without a scan, and ended for good', async () => {
    const asking = await ask()
    expect((await deny(asking.id)).json()).toEqual({ id: asking.id, status: 'denied' })
    expect((await deny(asking.id)).json()).toMatchObject({ error: 'APPROVAL_ENDED' })
    expect((await redeemAsAgent(service, agent, asking)).json()).toMatchObject({ error: 'APPROVAL_ENDED' })
    expect((await lookAsAgent(service, agent, asking.id)).json()).toMatchObject({
      status: 'denied',
      reason: 'denied_by_person',
    })
  })

  it('is worth nothing more once the person lets its asker ask no more, granted or not', async () => {
    const other = await addAgent(service)
    await allowAsker(service, ada, other.agentId)
    const asking: Asking = (await askAsAgent(service, other, ada)).json()
    await grantUnmoved(service, asking.id)
    await service.call('DELETE', `/api/node/askers/${encodeURIComponent(other.agentId)}`, { headers: ada.headers })
    expect((await lookAsAgent(service, other, asking.id)).json()).toMatchObject({ status: 'expired' })
    expect((await redeemAsAgent(service, other, asking)).json()).toMatchObject({ error: 'APPROVAL_ENDED' })
  })

  it('cannot be granted where its site is disabled', async () => {
    const gone = await addTestSite(service, { name: 'Gone', origins: ['https://gone.example'] })
    await allowAsker(service, ada, gone.key)
    const payload = { approver: ada.handle, action: DEPLOY }
    const { id } = (await service.call('POST', '/api/approvals', { payload, ...gone.asSite })).json()
    const headers = { 'x-admin-secret': 'the-admin-secret' }
    await service.call('PATCH', `/api/admin/sites/${gone.key}`, { headers, payload: { disabled: true } })
    const challenge = { purpose: 'verify', email: ada.email, pace: 'live', approval: id }
    const asked = await service.call('POST', '/api/challenge', { headers: ada.headers, payload: challenge })
    expect(asked.json()).toMatchObject({ error: 'APPROVAL_ENDED' })
  })

  it('is told to the person by mail without what it says, unless they want none', async () => {
    const asking = await ask()
    expect(asking.notified).toBe(true)
    const mails = await listQueuedMails(service)
    expect(mails.at(-1)).toMatchObject({
      to: ada.email,
      params: { asker: agent.agentId, path: `/approve/${asking.id}` },
    })
    expect(JSON.stringify(mails)).not.toContain(DEPLOY.summary)
    await deny(asking.id)
    const payload = { mail: false, quiet: null }
    await service.call('PUT', '/api/node/notices', { headers: ada.headers, payload })
    const unnoticed = await ask()
    expect(unnoticed.notified).toBe(false)
    await deny(unnoticed.id)
  })

  it('stands in the history of the person, and in the audit of operators without what it says', async () => {
    // Beyond the hour in which so many were denied.
    service.clock.pass(3_600_001)
    const asking = await ask()
    const own = (await service.call('GET', '/api/node/approvals?limit=1', { headers: ada.headers })).json()
    expect(own.approvals).toMatchObject([
      { id: asking.id, action: DEPLOY, asker: { id: agent.agentId, kind: 'agent' }, reached: null },
    ])
    const next = `/api/node/approvals?limit=1&cursor=${own.nextCursor}`
    expect((await service.call('GET', next, { headers: ada.headers })).json().approvals[0].id).not.toBe(asking.id)
    const audit = await service.call('GET', '/api/admin/approvals', {
      headers: { 'x-admin-secret': 'the-admin-secret' },
    })
    expect(audit.json().approvals[0]).toMatchObject({
      id: asking.id,
      type: 'deploy',
      approvers: [{ node_handle: ada.handle, status: 'open' }],
    })
    expect(audit.body).not.toContain(DEPLOY.summary)
    await deny(asking.id)
  })
})
