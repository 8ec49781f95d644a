import type { AnswerOf, redeemApproval } from '@stillhere/contract'
import { acceptReceipt, readPresencePolicy, type Receipt } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addPerson,
  askAsSite,
  deny,
  expectRefused,
  MANY_ATTACKS,
  type Person,
  readAsking,
  redeemAsSite,
  revoke,
} from '../../../test/approval-attacks.ts'
import {
  addApprover,
  allowAsker,
  type Approver,
  askAsAgent,
  type Asking,
  DEPLOY,
  findAskerOf,
  grant,
  moveFor,
  redeemAsAgent,
  signScan,
  verifyScan,
} from '../../../test/approvals.ts'
import { addTestSite, type TestSite } from '../../../test/checks.ts'
import { ADA, EVE } from '../../../test/people.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { sealOutcome } from '../../scan/receipts/issue.ts'
import { addAgent, type TestAgent } from '../agents/testing.ts'
import { addGrant, removeApprover } from '../request/decision-store.ts'
import { lockApproval } from '../request/store.ts'

let service: TestService
let shop: TestSite
let agent: TestAgent
let ada: Approver
let eve: Approver
let bob: Person
let kim: Person

beforeAll(async () => {
  service = await startTestService({ limits: MANY_ATTACKS })
  shop = await addTestSite(service)
  ada = await addApprover(service, { email: 'ada@example.org', person: ADA })
  eve = await addApprover(service, { email: 'eve@example.org', person: EVE })
}, 60_000)
afterAll(() => service.stop())
beforeEach(async () => {
  agent = await addAgent(service)
  for (const person of [ada, eve])
    for (const asker of [agent.agentId, shop.key]) await allowAsker(service, person, asker, { per_day: 100 })
  bob = await addPerson(service, [agent.agentId, shop.key])
  kim = await addPerson(service, [agent.agentId, shop.key])
  await service.db.query(sql`DELETE FROM request`)
})

type Named = { handle: string }
const several = (need: number, ...people: Named[]) => ({ of: people.map(({ handle }) => handle), need })
const askAll = (need: number, ...people: Named[]) =>
  service.call('POST', '/api/approvals', {
    payload: { action: DEPLOY, approvers: several(need, ...people) },
    ...shop.asSite,
  })
const ask = async (need: number, ...people: Named[]): Promise<Asking> => readAsking(await askAll(need, ...people))
const look = async ({ id }: Asking) => (await service.call('GET', `/api/approvals/${id}`, shop.asSite)).json()
const listOwn = async ({ headers }: Pick<Person, 'headers'>) =>
  (await service.call('GET', '/api/node/approvals', { headers })).json().approvals
const stopAsking = ({ headers }: Pick<Person, 'headers'>) =>
  service.call('DELETE', `/api/node/askers/${shop.key}`, { headers })
const pointersOf = (answer: Awaited<ReturnType<typeof askAll>>) => [
  answer.statusCode,
  answer.json().errors?.map(({ pointer }: { pointer: string }) => pointer),
]

/** Grants in the name of one person, as a scan does, without one. */
async function grantAs({ id }: Asking, { handle }: Named): Promise<'open' | 'granted'> {
  const askerId = await findAskerOf(service, id, handle)
  const sealed = sealOutcome(service, { receipt: { stands: 'for', handle } })
  return service.db.transaction(async (tx) => {
    await lockApproval(tx, id)
    return addGrant(tx, id, { askerId, subject: `sha256:${handle}`, reached: 2, sealed }, tx.now)
  })
}

describe('an approval by two of three people', () => {
  it('is open until the second grants it, and gives out one receipt for each, bound to the same action, once', async () => {
    const asking = await ask(2, ada, bob, eve)
    const scan = await moveFor(service, ada, { approval: asking.id, approval_digest: asking.digest })
    const first = await verifyScan(service, ada, signScan(ada, scan))
    expect(first.approval).toEqual({ id: asking.id, status: 'open', decision: 'granted' })
    expect(await look(asking)).toMatchObject({ status: 'open', need: 2, decided_at: null })
    expect((await redeemAsSite(service, shop, asking)).json()).toMatchObject({ error: 'APPROVAL_OPEN' })
    expect(await listOwn(ada)).toMatchObject([{ id: asking.id, status: 'open', decision: 'granted', reached: 2 }])
    expect(await listOwn(bob)).toMatchObject([{ id: asking.id, status: 'open', decision: 'open', reached: null }])

    expect((await grant(service, eve, asking)).approval).toMatchObject({ status: 'granted', decision: 'granted' })
    const { approvers } = await look(asking)
    expect(new Map(approvers.map(({ name, status }: { name: string; status: string }) => [name, status]))).toEqual(
      new Map([
        [ada.handle, 'granted'],
        [bob.handle, 'open'],
        [eve.handle, 'granted'],
      ]),
    )
    const redeemed: AnswerOf<typeof redeemApproval> = (await redeemAsSite(service, shop, asking)).json()
    expect(redeemed).not.toHaveProperty('receipt')
    expect(redeemed).not.toHaveProperty('subject')
    expect(redeemed.receipts).toHaveLength(2)
    expect(new Set(redeemed.receipts.map(({ subject }) => subject)).size).toBe(2)
    for (const { receipt, subject, reached, token } of redeemed.receipts as { receipt: Receipt; subject: string }[] &
      typeof redeemed.receipts) {
      expect([receipt.subject.id, reached, typeof token]).toEqual([subject, 2, 'string'])
      expect(readPresencePolicy(receipt)).toMatchObject({
        action_digest: asking.digest,
        nonce: asking.id,
        assurance: 2,
      })
      const demands = { trustedIssuers: [receipt.issuer.publicKey], audience: 'https://shop.example' }
      expect(acceptReceipt(receipt, { ...demands, now: service.now() }).accepted).toBe(true)
    }
    expect((await redeemAsSite(service, shop, asking)).json()).toMatchObject({ error: 'APPROVAL_REDEEMED' })
  })

  it('takes one grant of each person: a second scan, and one after the end, are refused', async () => {
    const asking = await ask(2, ada, eve, bob)
    const prepared = await moveFor(service, ada, { approval: asking.id })
    expect((await grant(service, ada, asking)).approval?.status).toBe('open')
    const again = await verifyScan(service, ada, signScan(ada, prepared))
    expect(again).toMatchObject({ verified: false, rejection_reason: 'challenge_invalid' })
    const payload = { purpose: 'verify', pace: 'live', email: ada.email, approval: asking.id }
    const challenge = () => service.call('POST', '/api/challenge', { payload, headers: ada.headers })
    await expectRefused(service, challenge, [409, 'APPROVAL_ENDED'])
    await expect(grantAs(asking, ada)).rejects.toThrow()
    expect((await look(asking)).status).toBe('open')
    expect(await grantAs(asking, bob)).toBe('granted')
    await expect(grantAs(asking, eve)).rejects.toThrow()
    expect((await redeemAsSite(service, shop, asking)).json().receipts).toHaveLength(2)
  })

  it('cannot be granted, denied or seen by a person who was not asked', async () => {
    const { id } = await ask(2, ada, bob)
    const payload = { purpose: 'verify', pace: 'live', email: eve.email, approval: id }
    const challenge = () => service.call('POST', '/api/challenge', { payload, headers: eve.headers })
    await expectRefused(service, challenge, [404, 'NOT_FOUND'])
    await expectRefused(service, () => deny(service, eve, id), [404, 'NOT_FOUND'])
    expect(await listOwn(eve)).toEqual([])
  })

  it('goes on after one denial, and ends with the one that makes it unreachable', async () => {
    const asking = await ask(2, ada, bob, kim)
    expect((await deny(service, kim, asking.id)).json()).toEqual({ id: asking.id, status: 'open' })
    await expectRefused(service, () => deny(service, kim, asking.id), [409, 'APPROVAL_ENDED'])
    await expect(grantAs(asking, kim)).rejects.toThrow()
    expect(await grantAs(asking, bob)).toBe('open')
    expect((await deny(service, ada, asking.id)).json()).toEqual({ id: asking.id, status: 'denied' })
    expect(await look(asking)).toMatchObject({ status: 'denied', reason: 'denied_by_person' })
    expect((await redeemAsSite(service, shop, asking)).json()).toMatchObject({ error: 'APPROVAL_ENDED' })
  })

  it('takes back the grant of a person who denies it later, or lets its asker ask no more', async () => {
    for (const takeBack of [(asking: Asking) => deny(service, bob, asking.id), () => stopAsking(bob)]) {
      const asking = await ask(2, ada, bob, kim)
      expect(await grantAs(asking, bob)).toBe('open')
      expect((await takeBack(asking)).statusCode).toBe(200)
      expect(await grantAs(asking, kim)).toBe('open')
      expect(await grantAs(asking, ada)).toBe('granted')
      const { receipts } = (await redeemAsSite(service, shop, asking)).json()
      expect(receipts.map(({ receipt }: { receipt: Named }) => receipt.handle).toSorted()).toEqual(
        [ada.handle, kim.handle].toSorted(),
      )
    }
  })

  it('is worth nothing once a person who granted it lets its asker ask no more', async () => {
    const asking = await ask(2, ada, bob, kim)
    for (const person of [bob, kim]) await grantAs(asking, person)
    await stopAsking(kim)
    expect((await look(asking)).status).toBe('expired')
    expect((await redeemAsSite(service, shop, asking)).json()).toMatchObject({ error: 'APPROVAL_ENDED' })
  })

  it('does not count a person who became the operator of the agent that asks, before or after they granted it', async () => {
    const body = { action: DEPLOY, approvers: several(2, ada, bob, kim) }
    const asking = readAsking(await askAsAgent(service, agent, ada, { ...body, approver: undefined } as never))
    await grantAs(asking, bob)
    await makeOperator(bob)
    expect((await grant(service, ada, asking)).approval?.status).toBe('open')
    expect(await grantAs(asking, kim)).toBe('granted')
    await makeOperator(kim)
    expect((await redeemAsAgent(service, agent, asking)).json()).toMatchObject({ error: 'APPROVAL_ENDED' })
    await makeOperator(bob)
    const { receipts } = (await redeemAsAgent(service, agent, asking)).json()
    expect(receipts.map(({ receipt }: { receipt: { handle?: string } }) => receipt.handle)).toEqual([
      undefined,
      kim.handle,
    ])
  })

  it('takes no grant of the operator', async () => {
    const body = { action: DEPLOY, approvers: several(2, ada, bob, kim) }
    const asking = readAsking(await askAsAgent(service, agent, ada, { ...body, approver: undefined } as never))
    const scan = await moveFor(service, ada, { approval: asking.id })
    await makeOperator(ada)
    const verdict = await verifyScan(service, ada, signScan(ada, scan))
    expect(verdict).toMatchObject({ verified: false, rejection_reason: 'challenge_invalid' })
    expect(verdict.receipt).toBeUndefined()
  })

  it('removes a person after five refused scans, and only that one', async () => {
    const asking = await ask(2, ada, bob, kim)
    const askerId = await findAskerOf(service, asking.id, ada.handle)
    await service.db.query(
      sql`UPDATE request_approver SET refusals = 4 WHERE request_id = ${asking.id} AND asker_id = ${askerId}`,
    )
    const scan = await moveFor(service, { ...ada, person: EVE }, { approval: asking.id })
    const verdict = await verifyScan(service, ada, { ...signScan(ada, scan), risk_level: 'high' })
    expect(verdict).toMatchObject({ verified: false, approval: { status: 'open', decision: 'denied' } })
    expect(await grantAs(asking, bob)).toBe('open')
    expect(await grantAs(asking, kim)).toBe('granted')
  })

  it('rolls back as a whole: a grant that is not committed counts for nothing', async () => {
    const asking = await ask(2, ada, bob)
    const askerId = await findAskerOf(service, asking.id, bob.handle)
    const broken = service.db.transaction(async (tx) => {
      await lockApproval(tx, asking.id)
      await addGrant(tx, asking.id, { askerId, subject: 'sha256:bob', reached: 2, sealed: null }, tx.now)
      throw new Error('killed')
    })
    await expect(broken).rejects.toThrow('killed')
    expect(await grantAs(asking, ada)).toBe('open')
    expect(await grantAs(asking, bob)).toBe('granted')
  })

  it('ends once where two people deny at the same time', async () => {
    const asking = await ask(2, ada, bob, kim)
    const states = await Promise.all(
      [ada, bob, kim].map(async ({ handle }) => {
        const askerId = await findAskerOf(service, asking.id, handle)
        return service.db.transaction(async (tx) => {
          await lockApproval(tx, asking.id)
          return removeApprover(tx, { id: asking.id, askerId, reason: 'denied_by_person' }, tx.now)
        })
      }),
    )
    expect(states.filter((state) => state === 'denied')).toHaveLength(1)
    expect(states.filter((state) => state === undefined)).toHaveLength(1)
  })
})

async function makeOperator({ handle }: Named): Promise<void> {
  await service.db.query(sql`
    INSERT INTO agent_operator (agent_id, node_id, receipt_id, since)
    SELECT g.id, n.id, gen_random_uuid(), ${service.now()} FROM agent g, node n WHERE g.agent_id = ${agent.agentId} AND n.node_handle = ${handle}
    ON CONFLICT (agent_id) DO UPDATE SET node_id = excluded.node_id`)
}

describe('people who are asked', () => {
  it('400: a person is named twice, in other letters or by their subject', async () => {
    const { askers } = (await service.call('GET', '/api/node/askers', { headers: ada.headers })).json()
    const { subject } = askers.find(({ asker }: { asker: { id: string } }) => asker.id === shop.key)
    for (const twice of [ada.handle, ada.handle.toUpperCase(), subject])
      expect(pointersOf(await askAll(2, ada, bob, { handle: twice }))).toEqual([400, ['/approvers/of/2']])
  })

  it('400: more are needed than asked, more than ten, none, or approver beside approvers', async () => {
    expect(pointersOf(await askAll(3, ada, bob))).toEqual([400, ['/approvers/need']])
    expect((await askAll(0, ada, bob)).statusCode).toBe(400)
    expect((await askAll(1, ...Array.from({ length: 11 }, (_, n) => ({ handle: `p-${n}` })))).statusCode).toBe(400)
    expect((await askAll(1)).statusCode).toBe(400)
    const both = await askAsSite(service, shop, ada, { approvers: several(1, bob) })
    expect(pointersOf(both)).toEqual([400, ['/approvers']])
    const none = await service.call('POST', '/api/approvals', { payload: { action: DEPLOY }, ...shop.asSite })
    expect(pointersOf(none)).toEqual([400, ['/approver']])
  })

  it('403, the same as for a name that does not exist: one of them does not let it ask; nothing is written', async () => {
    const stranger = await addPerson(service)
    const answers = [await askAll(2, ada, stranger), await askAll(2, ada, { handle: 'nobody-of-this-name' })]
    for (const answer of answers) {
      const { request_id: _id, ...problem } = answer.json()
      expect([answer.statusCode, problem.error]).toEqual([403, 'ASKER_NOT_ALLOWED'])
    }
    const [one, other] = answers.map((answer) => answer.json().detail)
    expect(one).toBe(other)
    // Not even where another of the names is the operator's or stands twice.
    await makeOperator(bob)
    const approvers = several(2, bob, { handle: 'nobody-of-this-name' })
    const asked = await askAsAgent(service, agent, ada, { approver: undefined, approvers } as never)
    expect(asked.json()).toMatchObject({ status: 403, error: 'ASKER_NOT_ALLOWED' })
    expect(await service.db.query(sql`SELECT FROM request`)).toEqual([])
  })

  it('400: the operator of the agent is one of several; alone, the operator can be asked', async () => {
    await makeOperator(bob)
    const approvers = several(1, ada, bob)
    const asked = await askAsAgent(service, agent, ada, { approver: undefined, approvers } as never)
    expect(pointersOf(asked)).toEqual([400, ['/approvers/of/1']])
    expect((await askAsAgent(service, agent, bob)).statusCode).toBe(201)
    const alone = await askAsAgent(service, agent, bob, { approver: undefined, approvers: several(1, bob) } as never)
    expect(alone.statusCode).toBe(201)
  })

  it('429: one of them was asked too often today, or has three open; no turn of the others is taken', async () => {
    await allowAsker(service, bob, shop.key, { per_day: 1 })
    await ask(1, bob)
    const turnsOf = async ({ headers }: Pick<Person, 'headers'>) => {
      const { askers } = (await service.call('GET', '/api/node/askers', { headers })).json()
      return askers.find(({ asker }: { asker: { id: string } }) => asker.id === shop.key).asked_today
    }
    const before = await turnsOf(kim)
    expect((await askAll(2, kim, bob)).statusCode).toBe(429)
    for (const _ of [1, 2, 3]) await ask(1, kim)
    await allowAsker(service, bob, shop.key, { per_day: 100 })
    expect((await askAll(2, bob, kim)).statusCode).toBe(429)
    expect([before, await turnsOf(kim), await turnsOf(bob)]).toEqual([0, 3, 1])
  })

  it('are each sent a notice', async () => {
    const asking = await ask(2, bob, kim)
    expect(asking.notified).toBe(true)
    const mails = await service.db.query(sql`SELECT 1 FROM outbox WHERE channel = 'mail' AND kind = 'approval'`)
    expect(mails.length).toBeGreaterThanOrEqual(2)
  })

  it('take their data along when they are erased; the others keep the approval, which needs as many as before', async () => {
    const asking = await ask(2, ada, bob, kim)
    const alone = await ask(1, bob)
    await grantAs(asking, bob)
    const { email, headers } = bob
    expect((await service.call('POST', '/api/node/erase', { payload: { email }, headers })).statusCode).toBe(200)
    const rows = await service.db.query<{ text: string }>(sql`
      SELECT r::text || p::text AS text FROM request r LEFT JOIN request_approver p ON p.request_id = r.id
      UNION ALL SELECT g::text FROM request_grant g`)
    expect(rows.map(({ text }) => text).join()).not.toContain(bob.handle)
    expect((await service.call('GET', `/api/approvals/${alone.id}`, shop.asSite)).statusCode).toBe(404)
    expect((await look(asking)).approvers).toHaveLength(2)
    expect(await grantAs(asking, kim)).toBe('open')
    expect(await grantAs(asking, ada)).toBe('granted')
    expect((await redeemAsSite(service, shop, asking)).json().receipts).toHaveLength(2)
  })

  it('see it in their export with what they decided', async () => {
    const asking = await ask(2, bob, kim)
    await grantAs(asking, kim)
    const { approvals } = (await service.call('GET', '/api/node/export', { headers: kim.headers })).json()
    expect(approvals).toMatchObject([{ id: asking.id, need: 2, decision: 'granted', status: 'open' }])
  })

  it('cannot grant what a disabled site asked', async () => {
    const gone = await addTestSite(service, { name: 'Gone', origins: ['https://gone.example'] })
    for (const person of [ada, bob]) await allowAsker(service, person, gone.key)
    const payload = { action: DEPLOY, approvers: several(2, ada, bob) }
    const { id } = (await service.call('POST', '/api/approvals', { payload, ...gone.asSite })).json()
    await revoke(service, gone)
    const challenge = { purpose: 'verify', email: ada.email, pace: 'live', approval: id }
    const asked = await service.call('POST', '/api/challenge', { headers: ada.headers, payload: challenge })
    expect(asked.json()).toMatchObject({ error: 'APPROVAL_ENDED' })
  })
})
