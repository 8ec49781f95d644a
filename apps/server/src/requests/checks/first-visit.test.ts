import type { Enrollment } from '@stillhere/contract'
import { type ImuSample, DIRECTIONS } from '@stillhere/engine'
import { readPresencePolicy, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addTestCheck,
  addTestSite,
  callCheck,
  nameSubject,
  SHOP_ORIGIN,
  startTestCheck,
  type TestSite,
} from '../../../test/checks.ts'
import { addNode } from '../../../test/nodes.ts'
import {
  ADA,
  type AnyChallenge,
  answerOf,
  captureOf,
  challengeFor,
  enrollPerson,
  forgetMotion,
  nameChallenge,
  send,
} from '../../../test/people.ts'
import { pointersOf } from '../../../test/refusals.ts'
import { openSecondProcess } from '../../../test/second-process.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../../platform/database/sql.ts'
import { parseLimits } from '../../platform/settings/limits.ts'
import { createSignInCheck } from '../request/create.ts'
import { addGrant } from '../request/decision-store.ts'
import { computeCode, toResponse } from '../request/redeem.ts'
import { addRequest } from '../request/store.ts'

let service: TestService
let shop: TestSite
let bank: TestSite

beforeAll(async () => {
  const limits = parseLimits('verify.refused.address=6/3600')
  if (typeof limits === 'string') throw new Error(limits)
  service = await startTestService({ publicUrl: 'https://id.example.org', limits })
  shop = await addTestSite(service)
  bank = await addTestSite(service, { name: 'Bank', origins: ['https://bank.example'], return_urls: [] })
}, 120_000)
beforeEach(async () => {
  await forgetMotion(service)
  await service.db.query(sql`DELETE FROM budget`)
})
afterAll(() => service.stop())

/** A check that a page of the shop started, opened in the window that it opened. */
async function startForm(payload: object = { action: 'Sign up' }, site = shop) {
  const { id, open_secret } = await startTestCheck(service, site, payload)
  const { token } = (await callCheck(service, `${id}/open`, { payload: { open_secret } })).json()
  return { id, token: token as string }
}
type Form = Awaited<ReturnType<typeof startForm>>

const askFor = ({ id, token }: Form, more = {}) =>
  challengeFor(service, { purpose: 'verify', check: id, check_token: token, ...more })

const bodyOf = (asked: AnyChallenge, imu: ImuSample[] = answerOf(ADA, asked)) => ({
  challenge: nameChallenge(asked),
  response: { challenge_id: asked.challenge_id, ...captureOf(imu) },
  signature: {},
  risk_level: 'low',
})
const verify = async (payload: object) => (await service.call('POST', '/api/verify', { payload })).json()
const visit = async (form: Form) => verify(bodyOf(await askFor(form)))
const responseOf = ({ id }: Form) => toResponse(id, computeCode(service, id))
const siteverify = async (form: Form, more = {}, site = shop) =>
  (
    await service.call('POST', '/api/siteverify', {
      payload: { secret: site.secret, response: responseOf(form), ...more },
    })
  ).json()
/** Motion that no arrow asked for: the shown answer to another order of strokes. */
const wrongAnswer = (asked: AnyChallenge) => {
  const actions = asked.actions.map((action) => {
    const opposite = DIRECTIONS[(DIRECTIONS.indexOf(action.direction) + 4) % 8] ?? 'up'
    return { ...action, direction: opposite }
  })
  return answerOf(ADA, { ...asked, actions })
}

describe('a first visit to a form', () => {
  it('passes by one scan without an enrollment, under a subject of its own', async () => {
    const forms = [await startForm(), await startForm()]
    const subjects = []
    for (const form of forms) {
      const { verified, receipt, token, check, factors, assurance } = await visit(form)
      expect([verified, check.status, check.code, factors.motion, assurance.level]).toEqual([
        true,
        'passed',
        null,
        null,
        1,
      ])
      expect(verifyReceipt(receipt, { now: service.now(), audience: SHOP_ORIGIN }).status).toBe('VALID')
      const policy = readPresencePolicy(receipt)
      expect(policy).toMatchObject({ subject_kind: 'once', registered: false, assurance: 1, risk_level: 'low' })
      expect(policy).not.toHaveProperty('motion')
      expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())).toMatchObject({
        sub: receipt.subject.id,
        subject_kind: 'once',
      })
      expect(receipt.previousReceiptHash).toBeNull()
      const told = await siteverify(form)
      expect(told).toMatchObject({ success: true, assurance: 1, subject_kind: 'once', subject: receipt.subject.id })
      subjects.push(receipt.subject.id)
      await forgetMotion(service)
    }
    expect(new Set(subjects).size).toBe(2)
  })

  it('of a person with an enrollment is no first visit: the subject is the same each time', async () => {
    const ada = await enrollPerson(service, ADA)
    const subjects = []
    for (const form of [await startForm(), await startForm()]) {
      const asked = await askFor(form)
      await verify({ ...bodyOf(asked), enrollment: ada })
      const told = await siteverify(form)
      expect(told).toMatchObject({ success: true, subject_kind: 'same' })
      subjects.push(told.subject)
      await forgetMotion(service)
    }
    expect(subjects[0]).toBe(subjects[1])
  })

  it('is not enough for a form whose server, page or registered level wants the same person', async () => {
    const form = await startForm()
    expect((await visit(form)).verified).toBe(true)
    const refused = { success: false, 'error-codes': ['subject-not-same'] }
    // Not spent by that: another part of the server may take it.
    expect(await siteverify(form, { subject_kind: 'same' })).toEqual(refused)
    expect(await siteverify(form, { subject_kind: 'once' })).toMatchObject({ success: true })
    expect(await siteverify(form)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    expect((await visit(await startForm({ action: 'Sign up', subject_kind: 'same' }))).rejection_reason).toBe(
      'enrollment_invalid',
    )
    const strict = await addTestSite(service, { actions: { 'Sign up': 2 } })
    const second = await startForm({ action: 'Sign up', subject_kind: 'once' }, strict)
    const refusedScan = await service.call('POST', '/api/challenge', {
      payload: { purpose: 'verify', check: second.id, check_token: second.token },
    })
    expect(pointersOf(refusedScan.json())).toEqual(['/pace'])
  })

  it('is a test for a test site, and marked in the receipt', async () => {
    const test = await addTestSite(service, { test: true })
    const form = await startForm({ action: 'Sign up' }, test)
    expect(readPresencePolicy((await visit(form)).receipt)).toMatchObject({ subject_kind: 'once', test: true })
    expect(await siteverify(form, {}, test)).toEqual({ success: false, 'error-codes': ['test-not-allowed'] })
    expect(await siteverify(form, { allow_test: true }, test)).toMatchObject({ test: true, subject_kind: 'once' })
  })
})

describe('a check of a site’s server', () => {
  const add = async (more: object) => ({ ...(await addTestCheck(service, shop, more)), token: undefined as never })
  const create = async (payload: object) =>
    (await service.call('POST', '/api/checks', { payload: { action: 'Pay', ...payload }, ...shop.asSite })).json()

  it('takes a first visit only where the server says so', async () => {
    expect((await visit(await add({}))).rejection_reason).toBe('enrollment_invalid')
    expect((await visit(await add({ subject_kind: 'same' }))).rejection_reason).toBe('enrollment_invalid')
    const check = await add({ subject_kind: 'once' })
    const { receipt, check: passed } = await visit(check)
    const redeem = () =>
      callCheck(service, `${check.id}/redeem`, { payload: { code: passed.code }, token: shop.secret })
    const subject = receipt.subject.id
    const found = await service.call('GET', `/api/checks/${check.id}`, shop.asSite)
    expect(found.json()).toMatchObject({ subject, subject_kind: 'once' })
    expect((await redeem()).json()).toMatchObject({ status: 'passed', subject, subject_kind: 'once', assurance: 1 })
    expect((await redeem()).json().error).toBe('CHECK_REDEEMED')
  })

  it('400: at level 2 there is always someone to know again', async () => {
    expect(pointersOf(await create({ subject_kind: 'once', assurance: 2 }))).toEqual(['/subject_kind'])
    expect(pointersOf(await create({ subject_kind: 'twice' }))).toEqual(['/subject_kind'])
  })

  it('by which a person signs in takes none, whatever the database is told', async () => {
    const check = createSignInCheck(service, (await siteOf(shop)) as never, {
      assurance: 1,
      nonce: 'n-1',
      returnUrl: 'https://id.example.org/oidc',
      seconds: 600,
    })
    const addSignIn = (takesFirstVisit: boolean) =>
      service.db.transaction((tx) => addRequest(tx, { ...check, takesFirstVisit }, tx.now))
    await expect(addSignIn(true)).rejects.toThrow('request_first_visit')
    await addSignIn(false)
    const { token } = (await callCheck(service, `${check.id}/open`)).json()
    expect((await visit({ id: check.id, token })).rejection_reason).toBe('enrollment_invalid')
  })
})

const siteOf = ({ key }: TestSite) => service.db.one(sql`SELECT * FROM site WHERE site_key = ${key}`)

describe('without an enrollment', () => {
  it('no scan passes that is for no check', async () => {
    const asked = await challengeFor(service, { purpose: 'verify', audience: 'https://id.example.org' })
    const { verified, rejection_reason, explanation } = await verify(bodyOf(asked))
    expect([verified, rejection_reason, explanation]).toEqual([
      false,
      'enrollment_invalid',
      'This scan needs an enrollment. Enroll first, and scan again.',
    ])
  })

  it('an enrollment that is bad stays bad: it is no first visit', async () => {
    const form = await startForm()
    const ada: Enrollment = await enrollPerson(service, ADA)
    for (const enrollment of [{}, { ...ada, seal: 'A' }, { ...ada, expires_at: '2020-01-01T00:00:00.000Z' }])
      expect((await verify({ ...bodyOf(await askFor(form), []), enrollment })).rejection_reason).toBe(
        'enrollment_invalid',
      )
  })

  it('nothing passes that began as the scan of a node, or asked for level 2', async () => {
    await addNode(service, { email: 'ada@example.org' })
    const form = await startForm()
    const ofNode = await askFor(form, { email: 'ada@example.org' })
    expect((await verify(bodyOf(ofNode, []))).rejection_reason).toBe('enrollment_invalid')
    const live = await askFor(form, { pace: 'live', assurance: 2 })
    expect((await verify(bodyOf(live, []))).verified).toBe(false)
  })

  it('a passkey beside it lifts nothing', async () => {
    const form = await startForm()
    const { verified, rejection_reason } = await verify({ ...bodyOf(await askFor(form)), passkey: { id: 'A' } })
    expect([verified, rejection_reason]).toEqual([false, 'device_attestation_failed'])
  })

  it('motion that was shown once is of no use again: not for the check, not for another site, not to a person', async () => {
    const form = await startForm()
    const asked = await askFor(form)
    const imu = answerOf(ADA, asked)
    expect((await verify(bodyOf(asked, imu))).verified).toBe(true)
    expect((await verify(bodyOf(asked, imu))).rejection_reason).toBe('challenge_replayed')
    const there = await addTestCheck(service, bank, { return_url: undefined, subject_kind: 'once' })
    const other = await challengeFor(service, { purpose: 'verify', check: there.id })
    expect((await verify(bodyOf(other, imu))).rejection_reason).toBe('replay_detected')
  })

  it('five refused scans end the check, also one that has expired takes none', async () => {
    const form = await startForm()
    const ends = []
    for (let tries = 0; tries < 5; tries++) ends.push((await verify(bodyOf(await askFor(form), []))).check.status)
    expect(ends).toEqual(['open', 'open', 'open', 'open', 'failed'])
    const late = await startForm()
    const asked = await askFor(late)
    await service.db.query(sql`UPDATE request SET expires_at = created_at + interval '1 second' WHERE id = ${late.id}`)
    expect((await verify(bodyOf(asked, []))).rejection_reason).toBe('challenge_invalid')
  })

  it('429: many refused ones from one network; those that pass are given back, and other networks scan on', async () => {
    const strangers = { remoteAddress: '203.0.113.9' }
    const scan = async (imu?: ImuSample[], more = {}) => {
      const form = await startForm()
      return send(service, '/api/verify', { payload: bodyOf(await askFor(form), imu), ...more })
    }
    for (let count = 0; count < 5; count++) expect((await scan([])).statusCode).toBe(200)
    expect((await scan()).json().verified).toBe(true)
    await forgetMotion(service)
    expect((await scan([])).json().rejection_reason).toBe('insufficient_signal')
    const refused = await scan([])
    expect([refused.statusCode, refused.json().detail]).toEqual([
      429,
      expect.stringContaining('Scans without an enrollment were refused too often from this network.'),
    ])
    expect((await scan([], strangers)).statusCode).toBe(200)
  })

  it('other strokes than those that were asked for are refused', async () => {
    const asked = await askFor(await startForm())
    expect((await verify(bodyOf(asked, wrongAnswer(asked)))).rejection_reason).toBe('challenge_mismatch')
  })
})

describe('on two processes', () => {
  it('of two scans for one check one passes, and of many redemptions one', async () => {
    const second = openSecondProcess(service)
    const form = await startForm()
    const asked = [await askFor(form), await askFor(form)] as const
    const [one, other] = await Promise.all(
      asked.map((each, index) =>
        (index === 0 ? service.app : second).inject({ method: 'POST', url: '/api/verify', payload: bodyOf(each) }),
      ),
    )
    expect([one, other].filter((each) => each?.json().verified)).toHaveLength(1)
    const payload = { secret: shop.secret, response: responseOf(form) }
    const told = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? service.app : second).inject({ method: 'POST', url: '/api/siteverify', payload }),
      ),
    )
    expect(told.filter((each) => each.json().success)).toHaveLength(1)
    await second.close()
  })
})

describe('the database', () => {
  const grant = (id: string, subject: string, reached: 0 | 1 | 2 = 1) =>
    service.db.transaction((tx) =>
      addGrant(tx, id, { askerId: null, subject, subjectKind: 'once', reached, sealed: null }, tx.now),
    )

  it('holds that a one-time subject is of level 1, and of a check that takes it', async () => {
    const [first, second] = [await startForm(), await startForm()]
    const wanting = await startForm({ action: 'Sign up', subject_kind: 'same' })
    await grant(first.id, nameSubject('once'))
    await expect(grant(second.id, nameSubject('other'), 2)).rejects.toThrow('request_grant_first_visit')
    await expect(grant(wanting.id, nameSubject('third'))).rejects.toThrow()
  })
})
