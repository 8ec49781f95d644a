import { answerAs, syntheticPerson } from '@stillhere/client/testing'
import type { Verification } from '@stillhere/contract'
import type { ImuSample } from '@stillhere/engine'
import { acceptReceipt, type Receipt, readPresencePolicy } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import type { Threads } from '../src/platform/threads/threads.ts'
import { addAgent, type TestAgent } from '../src/requests/agents/testing.ts'
import { addGrant, removeApprover } from '../src/requests/request/decision-store.ts'
import { TARGET_GONE } from '../src/scan/target.ts'
import { scoreAnswer } from '../src/scan/verification/tasks.ts'
import * as attacks from './approval-attacks.ts'
import { expectNoChange, MANY_ATTACKS, readAsking } from './approval-attacks.ts'
import {
  addApprover,
  allowAsker,
  type Approver,
  askAsAgent,
  type Asking,
  findAskerOf,
  grant,
  lookAsAgent,
  moveFor,
  redeemAsAgent,
  signScan,
  verifyScan,
} from './approvals.ts'
import { newAuthority } from './certificates.ts'
import { addTestCheck, addTestSite, type TestSite } from './checks.ts'
import {
  askForLive,
  beginLiveScan,
  COUNTDOWN_MS,
  liveBody,
  type LiveScan,
  makeSteps,
  peekStrokes,
  planSteps,
} from './live-person.ts'
import { EVE, forgetMotion, nameChallenge } from './people.ts'
import { startTestService, type TestService } from './service.ts'
import { createTestApp } from './test-app.ts'

// Each of these moves a phone, which takes a second; what needs no motion stands in approval-attacks.test.ts.

const root = newAuthority('Root of the tests')
let service: TestService
let agent: TestAgent
let shop: TestSite
let testSite: TestSite
let ada: Approver
let eve: Approver

beforeAll(async () => {
  service = await startTestService({ deviceRoots: root.path, limits: MANY_ATTACKS })
  shop = await addTestSite(service)
  testSite = await addTestSite(service, {
    name: 'Test',
    origins: ['https://test.example'],
    return_urls: [],
    test: true,
  })
  ada = await addApprover(service)
  eve = await addApprover(service, { email: 'eve@example.org', person: EVE })
}, 60_000)
afterAll(() => service.stop())
beforeEach(async () => {
  agent = await addAgent(service)
  for (const asker of [agent.agentId, shop.key, testSite.key])
    expect((await allowAsker(service, ada, asker, { per_day: 100 })).statusCode).toBe(200)
  await service.db.query(sql`DELETE FROM request`)
  await forgetMotion(service)
})

const ask = async (changes: object = {}): Promise<Asking> => readAsking(await askAsAgent(service, agent, ada, changes))
const look = async ({ id }: Asking) => (await lookAsAgent(service, agent, id)).json()
const scanFor = (asking: Asking) => moveFor(service, ada, { approval: asking.id, approval_digest: asking.digest })

const askForChallenge = ({ id }: Asking) =>
  service.call('POST', '/api/challenge', {
    payload: { purpose: 'verify', pace: 'live', email: ada.email, approval: id },
    headers: ada.headers,
  })
const trust = ({ issuer }: Receipt) => ({ trustedIssuers: [issuer.publicKey] })
const STILL: ImuSample = { t: 0, ax: 0, ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0 }

/** That a scan got no receipt, for this reason. */
function expectNoReceipt(verdict: Verification, reason: string): void {
  expect(verdict).toMatchObject({ verified: false, rejection_reason: reason })
  expect(verdict.receipt).toBeUndefined()
  expect(verdict.token).toBeUndefined()
}

describe('a scan for something else', () => {
  it('challenge_invalid: the scan for one approval with the sealed challenge of another', async () => {
    const [cheap, dear] = [await ask(), await ask({ action: { type: 'pay', summary: 'Pay 900 €' } })]
    const scan = await scanFor(cheap)
    const other = await beginLiveScan(service, ada.person, { email: ada.email, approval: dear.id }, ada.headers)
    const challenge = { ...nameChallenge(scan.asked), challenge_token: other.asked.challenge_token }
    const verdict = await expectNoChange(service, () => verifyScan(service, ada, { ...signScan(ada, scan), challenge }))
    expectNoReceipt(verdict, 'challenge_invalid')
    expect((await look(dear)).status).toBe('open')
  })

  it('a scan for a check, for nothing, or for another approval leaves an approval open', async () => {
    const [asking, other] = [await ask(), await ask({ action: { type: 'pay', summary: 'Pay 7 €' } })]
    const { id: check } = await addTestCheck(service, shop, { assurance: 2 })
    for (const target of [{ check }, { assurance: 2 as const }, { approval: other.id }]) {
      await forgetMotion(service)
      const scan = await beginLiveScan(service, ada.person, { email: ada.email, ...target }, ada.headers)
      await makeSteps(service, scan.asked.challenge_id, scan.steps)
      const verdict = await verifyScan(service, ada, { ...signScan(ada, scan), approval: asking.id })
      expect(verdict.verified, JSON.stringify(verdict)).toBe(true)
      expect(verdict.approval?.id).not.toBe(asking.id)
    }
    expect((await look(asking)).status).toBe('open')
    expect((await redeemAsAgent(service, agent, asking)).json().error).toBe('APPROVAL_OPEN')
  })

  it('challenge_replayed: the answer that granted it, sent again; the receipt is one', async () => {
    const asking = await ask()
    const payload = signScan(ada, await scanFor(asking))
    expect((await verifyScan(service, ada, payload)).approval?.status).toBe('granted')
    expectNoReceipt(await expectNoChange(service, () => verifyScan(service, ada, payload)), 'challenge_replayed')
  })

  it('refused: the motion that granted one approval, committed once more for another', async () => {
    const [first, second] = [await ask(), await ask()]
    const scan = await scanFor(first)
    expect((await verifyScan(service, ada, signScan(ada, scan))).verified).toBe(true)
    const begun = await beginLiveScan(service, ada.person, { email: ada.email, approval: second.id }, ada.headers)
    const replayed = { ...begun, imu: scan.imu, ...planSteps(begun.asked.challenge_id, begun.strokes, scan.imu) }
    await makeSteps(service, begun.asked.challenge_id, replayed.steps)
    const verdict = await verifyScan(service, ada, signScan(ada, replayed))
    expect([verdict.verified, verdict.receipt, verdict.approval?.status]).toEqual([false, undefined, 'open'])
    expect((await look(second)).status).toBe('open')
  })

  it.each(['low', 'medium'] as const)(
    'PASSES at risk level %s: another person moves, with the right token and the right passkey; the key says who',
    async (risk_level) => {
      const asking = await ask()
      const scan = await moveFor(service, { ...ada, person: EVE }, { approval: asking.id })
      const verdict = await verifyScan(service, ada, { ...signScan(ada, scan), risk_level })
      expect(verdict).toMatchObject({ verified: true, rejection_reason: null, approval: { status: 'granted' } })
      expect(verdict.factors.motion).toBeLessThan(0.5)
      expect(verdict.presence_score).toBeGreaterThanOrEqual(verdict.threshold)
      expect(readPresencePolicy(verdict.receipt as Receipt)).toMatchObject({ motion: 'reported', risk_level })
    },
  )

  it('motion_signature_mismatch: the same at risk level high', async () => {
    const asking = await ask()
    const scan = await moveFor(service, { ...ada, person: EVE }, { approval: asking.id })
    const verdict = await verifyScan(service, ada, { ...signScan(ada, scan), risk_level: 'high' })
    expectNoReceipt(verdict, 'motion_signature_mismatch')
    expect((await look(asking)).status).toBe('open')
    await forgetMotion(service)
    const own = await verifyScan(service, ada, { ...signScan(ada, await scanFor(asking)), risk_level: 'high' })
    expect(readPresencePolicy(own.receipt as Receipt)).toMatchObject({ motion: 'required', risk_level: 'high' })
  })

  it('motion_signature_mismatch: another person moves at level 1, where no key signs', async () => {
    const asking = await ask({ assurance: 1 })
    const scan = await moveFor(service, { ...ada, person: EVE }, { approval: asking.id })
    expectNoReceipt(await verifyScan(service, ada, liveBody(scan, ada.enrollment)), 'motion_signature_mismatch')
    expect((await look(asking)).status).toBe('open')
  })

  it('device_attestation_failed: another person moves, and their own passkey signs', async () => {
    const asking = await ask()
    const scan = await moveFor(service, { ...ada, person: EVE }, { approval: asking.id })
    const verdict = await verifyScan(service, ada, signScan({ ...ada, authenticator: eve.authenticator }, scan))
    expectNoReceipt(verdict, 'device_attestation_failed')
  })

  it('enrollment_invalid: another person moves and shows an enrollment of their own', async () => {
    const asking = await ask()
    const scan = await moveFor(service, { ...ada, person: EVE }, { approval: asking.id })
    const verdict = await verifyScan(service, ada, signScan({ ...ada, enrollment: eve.enrollment }, scan))
    expectNoReceipt(verdict, 'enrollment_invalid')
    expect((await look(asking)).status).toBe('open')
  })

  it('device_attestation_failed: another person’s passkey signs', async () => {
    const asking = await ask()
    const scan = await scanFor(asking)
    const verdict = await verifyScan(service, ada, signScan({ ...ada, authenticator: eve.authenticator }, scan))
    expectNoReceipt(verdict, 'device_attestation_failed')
    expect((await look(asking)).status).toBe('open')
  })

  it('test_motion: motion of the testing kit, with the right token and the right passkey', async () => {
    const asking = await ask()
    const scan = await scanFor(asking)
    const marked: ImuSample[] = answerAs(syntheticPerson(ada.person), scan.strokes).imuSamples
    const { response } = liveBody({ ...scan, imu: marked }, ada.enrollment)
    const attack = () => verifyScan(service, ada, { ...signScan(ada, scan), response })
    expectNoReceipt(await expectNoChange(service, attack), 'test_motion')
  })
})

describe('a lower level', () => {
  it('assurance_not_reached: no passkey signs; the approval stays open, and the fifth refused scan denies it', async () => {
    const asking = await ask()
    const scan = await scanFor(asking)
    const verdict = await verifyScan(service, ada, liveBody(scan, ada.enrollment))
    expectNoReceipt(verdict, 'assurance_not_reached')
    const statuses = [verdict.approval?.status]
    // The same motion again, which is refused without being computed anew.
    for (let nth = 0; nth < 4; nth++) statuses.push((await answerWith(scan, asking)).approval?.status)
    expect(statuses).toEqual(['open', 'open', 'open', 'open', 'denied'])
    expect(await look(asking)).toMatchObject({ status: 'denied', reason: 'too_many_refusals' })
    const again = await askForChallenge(asking)
    expect([again.statusCode, again.json().error]).toEqual([409, 'APPROVAL_ENDED'])
  })

  /** Answers a fresh challenge for an approval by the motion of another. */
  async function answerWith({ imu }: LiveScan, { id }: Asking): Promise<Verification> {
    const asked = await askForLive(service, { email: ada.email, approval: id }, ada.headers)
    const strokes = await peekStrokes(service, asked.challenge_id)
    service.clock.pass(COUNTDOWN_MS)
    const scan = { asked, strokes, imu, ...planSteps(asked.challenge_id, strokes, imu) }
    await makeSteps(service, asked.challenge_id, scan.steps)
    return verifyScan(service, ada, signScan(ada, scan))
  }

  it('assurance_not_reached: a challenge that asks for level 1 by name still needs the level of the approval', async () => {
    const asking = await ask()
    const scan = await moveFor(service, ada, { approval: asking.id, assurance: 1 })
    expectNoReceipt(await verifyScan(service, ada, liveBody(scan, ada.enrollment)), 'assurance_not_reached')
    expect((await look(asking)).status).toBe('open')
  })

  it('a receipt of level 1 grants what asked for level 1 by name, and is refused by who demands 2', async () => {
    const asking = await ask({ assurance: 1 })
    const scan = await moveFor(service, ada, { approval: asking.id })
    expect((await verifyScan(service, ada, liveBody(scan, ada.enrollment))).approval?.status).toBe('granted')
    const { receipt, reached } = (await redeemAsAgent(service, agent, asking)).json()
    const demands = { ...trust(receipt), audience: agent.agentId, now: service.now() }
    expect([reached, acceptReceipt(receipt, demands).accepted]).toEqual([1, true])
    expect(acceptReceipt(receipt, { ...demands, minAssurance: 2 })).toMatchObject({ reason: 'ASSURANCE_TOO_LOW' })
  })

  it('the table itself takes no grant below the level that was asked for', async () => {
    const { id } = await ask()
    const below = {
      askerId: await findAskerOf(service, id),
      subject: 'sha256:',
      reached: 1 as const,
      sealed: Buffer.alloc(1),
    }
    await expect(addGrant(service.db, id, below, service.now())).rejects.toThrow(/check constraint/)
  })
})

describe('an agent that drives the browser in which the person is signed in', () => {
  it('refused at level 3: a virtual authenticator is no hardware that proves itself', async () => {
    const asking = await ask({ assurance: 3 })
    const verdict = await verifyScan(service, ada, signScan(ada, await scanFor(asking)))
    expectNoReceipt(verdict, 'assurance_not_reached')
    expect([verdict.approval?.status, (await look(asking)).status]).toEqual(['open', 'open'])
  })

  it('PASSES at level 2, with a virtual authenticator and motion that is taken for the person’s: ask for level 3 against it', async () => {
    const asking = await ask()
    expect((await grant(service, ada, asking)).approval?.status).toBe('granted')
    expect((await redeemAsAgent(service, agent, asking)).json()).toMatchObject({ reached: 2 })
  })
})

describe('what ends between the challenge and the answer', () => {
  /** The words of a scan whose approval is gone. */
  const GONE = { rejection_reason: 'challenge_invalid', explanation: TARGET_GONE.words }
  type Asked = { asking: Asking; asker: TestAgent | TestSite }
  const ENDINGS: [what: string, end: (asked: Asked) => Promise<unknown>][] = [
    ['was denied', ({ asking }) => attacks.deny(service, ada, asking.id)],
    ['lost its asker, which the person removed', ({ asker }) => removeAsker(nameOf(asker))],
    ['was asked for by an agent or a site that is no longer heard', ({ asker }) => attacks.revoke(service, asker)],
    ['expired', async () => service.clock.pass(60_000)],
  ]
  const nameOf = (asker: Asked['asker']) => ('agentId' in asker ? asker.agentId : asker.key)
  const removeAsker = (name: string) =>
    service.call('DELETE', `/api/node/askers/${encodeURIComponent(name)}`, { headers: ada.headers })

  const askByAgent = async (): Promise<Asked> => ({ asking: await ask({ expires_in: 60 }), asker: agent })
  async function askBySite(): Promise<Asked> {
    const asker = await addTestSite(service, { name: 'Gone', origins: ['https://gone.example'], return_urls: [] })
    await allowAsker(service, ada, asker.key)
    return { asking: readAsking(await attacks.askAsSite(service, asker, ada, { expires_in: 60 })), asker }
  }
  const stateOf = async ({ id }: Asking) =>
    (await service.db.one<{ state: string }>(sql`SELECT state FROM request WHERE id = ${id}`)).state

  it.each(ENDINGS)('challenge_invalid: an approval that %s', async (_, end) => {
    for (const askBy of [askByAgent, askBySite]) {
      const asked = await askBy()
      const challenge = await askForLive(service, { email: ada.email, approval: asked.asking.id }, ada.headers)
      await end(asked)
      // Motion is not looked at any more, so that any will do.
      const payload = liveBody(
        { asked: challenge, imu: [STILL, { ...STILL, t: 16 }], committed: [] } as never,
        ada.enrollment,
      )
      const verdict = await expectNoChange(service, () => verifyScan(service, ada, payload))
      expect(verdict).toMatchObject(GONE)
    }
  })

  it.each(ENDINGS.slice(0, 3))('challenge_invalid: an approval that %s while the scan was judged', async (_, end) => {
    for (const askBy of [askByAgent, askBySite]) {
      const asked = await askBy()
      const scan = await scanFor(asked.asking)
      const app = judgeAnd(() => end(asked))
      const payload = signScan(ada, scan)
      const answer = await app.inject({ method: 'POST', url: '/api/verify', payload, headers: ada.headers })
      await app.close()
      expect(answer.json()).toMatchObject({ verified: false, ...GONE })
      expect(answer.json()).not.toHaveProperty('receipt')
      expect(await stateOf(asked.asking)).not.toBe('granted')
    }
  })

  it('challenge_invalid: an approval that is being denied at the very moment at which it would be granted', async () => {
    const { asking } = await askByAgent()
    const payload = signScan(ada, await scanFor(asking))
    const askerId = await findAskerOf(service, asking.id)
    let denied: Promise<void> | undefined
    const app = judgeAnd(async () => {
      const begun = Promise.withResolvers<void>()
      denied = service.db.transaction(async (tx) => {
        await removeApprover(tx, { id: asking.id, askerId, reason: 'denied_by_person' }, tx.now)
        begun.resolve()
        await attacks.untilWaiting(service, 1)
      })
      await begun.promise
    })
    const answer = await app.inject({ method: 'POST', url: '/api/verify', payload, headers: ada.headers })
    await denied
    await app.close()
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { verified: false, ...GONE }])
    expect(await stateOf(asking)).toBe('denied')
  })

  /** The service, in which something happens as soon as a scan was judged. */
  function judgeAnd(happen: () => Promise<unknown>) {
    const run = async (...given: Parameters<Threads['run']>) => {
      const result = await service.threads.run(...given)
      if ((given[0] as unknown) === scoreAnswer) await happen()
      return result
    }
    return createTestApp({ ...service, threads: { ...service.threads, run: run as Threads['run'] } })
  }

  it('challenge_invalid: an approval whose person was erased; nothing of it is left', async () => {
    const person = await attacks.addPerson(service, [agent.agentId])
    const { id } = readAsking(await askAsAgent(service, agent, person))
    const { email, headers } = person
    const challenge = await askForLive(service, { email, approval: id }, headers)
    await service.call('POST', '/api/node/erase', { payload: { email }, headers })
    const payload = liveBody(
      { asked: challenge, imu: [STILL, { ...STILL, t: 16 }], committed: [] } as never,
      ada.enrollment,
    )
    expectNoReceipt(await verifyScan(service, { headers: {} as never }, payload), 'challenge_invalid')
    expect((await lookAsAgent(service, agent, id)).statusCode).toBe(404)
  })

  it.each(['open', 'lock', 'strict'] as const)(
    '401: the scan is answered without the token, or with one that was revoked since, where AUTH_MODE is %s',
    async (authMode) => {
      const app = createTestApp({ ...service, settings: { ...service.settings, authMode } })
      const payload = signScan(ada, await scanFor(await ask()))
      const revoked = { authorization: `Bearer sh_${'A'.repeat(43)}` }
      for (const headers of [{}, revoked, eve.headers]) {
        const attack = () => app.inject({ method: 'POST', url: '/api/verify', payload, headers })
        await attacks.expectRefused(service, attack, [401, 'UNAUTHORIZED'])
      }
      await app.close()
    },
  )
})

describe('what is for tests', () => {
  it('TEST_RECEIPT: the approval of a test site is marked, and its receipt refused by who did not ask for tests', async () => {
    const asking = readAsking(await attacks.askAsSite(service, testSite, ada))
    await grant(service, ada, asking)
    const { receipt, test } = (await attacks.redeemAsSite(service, testSite, asking)).json()
    const demands = { ...trust(receipt), audience: 'https://test.example', now: service.now() }
    expect([test, acceptReceipt(receipt, demands)]).toMatchObject([true, { accepted: false, reason: 'TEST_RECEIPT' }])
    expect(acceptReceipt(receipt, { ...demands, allowTest: true }).accepted).toBe(true)
  })

  it('of a sandbox: its agents are unknown here, and its receipts are refused, whatever is asked', async () => {
    const sandbox = await startTestService({ sandbox: true })
    try {
      const [tester, bob] = [await addAgent(sandbox), await addApprover(sandbox)]
      const refused = () => askAsAgent(service, tester, ada)
      await attacks.expectRefused(service, refused, [401, 'AGENT_SIGNATURE_REFUSED'])
      await allowAsker(sandbox, bob, tester.agentId)
      const asking = readAsking(await askAsAgent(sandbox, tester, bob))
      await grant(sandbox, bob, asking)
      const { receipt, test } = (await redeemAsAgent(sandbox, tester, asking)).json()
      const own = { ...trust(receipt), audience: tester.agentId, now: sandbox.now() }
      expect([test, acceptReceipt(receipt, own)]).toMatchObject([true, { reason: 'TEST_RECEIPT' }])
      const { issuer } = (await service.call('GET', '/.well-known/continuity-issuer.json')).json()
      const here = { ...own, trustedIssuers: [issuer.publicKey], allowTest: true }
      expect(acceptReceipt(receipt, here)).toMatchObject({ accepted: false, reason: 'UNTRUSTED_ISSUER' })
    } finally {
      await sandbox.stop()
    }
  })
})
