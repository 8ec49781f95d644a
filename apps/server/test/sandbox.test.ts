import type { OutgoingHttpHeaders } from 'node:http'
import {
  answerAs,
  answerRoundsAs,
  enrollBody,
  generateChallenge,
  livePerson,
  seededRandom,
  syntheticPerson,
  verifyBody,
} from '@stillhere/client/testing'
import { ENDPOINTS } from '@stillhere/contract'
import { type Receipt, readPresencePolicy } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeMark } from '../../../scripts/service-process.ts'
import { computeCode } from '../src/requests/request/redeem.ts'
import { addTestCheck, addTestSite, callCheck, passTestCheck, startTestCheck } from './checks.ts'
import { type AnyChallenge, challengeFor } from './people.ts'
import { startTestService, type TestService } from './service.ts'

const PERSON = syntheticPerson(10)
const AUDIENCE = 'http://localhost:3000'

let sandbox: TestService
let production: TestService

beforeAll(async () => {
  sandbox = await startTestService({ sandbox: true })
  production = await startTestService()
}, 120_000)
afterAll(async () => {
  await sandbox.stop()
  await production.stop()
})

/** Whether an answer is JSON of our own: the forms that a standard sets have other media types. */
function isPlainJson({ 'content-type': type }: OutgoingHttpHeaders): boolean {
  return /^application\/(?:problem\+)?json(?:;|$)/.test(String(type))
}

async function askToEnroll(service: TestService): Promise<AnyChallenge> {
  const asked = await challengeFor(service, { purpose: 'enroll' })
  service.clock.pass(30_000)
  return asked
}

async function enrollIn(service: TestService, marked: boolean) {
  const asked = await askToEnroll(service)
  const answers = answerRoundsAs(PERSON, asked, { seed: 5 })
  return service.call('POST', '/api/enroll', {
    payload: enrollBody(asked, marked ? answers : answers.map(removeMark)),
  })
}

type Scan = { enrollment: Parameters<typeof verifyBody>[1]; seed: number; tries?: number }

async function verifyIn(service: TestService, { enrollment, ...options }: Scan) {
  const asked = await challengeFor(service, { purpose: 'verify' })
  const body = verifyBody(asked, enrollment, answerAs(PERSON, asked, options))
  const payload = { ...body, risk_level: 'low', audience: AUDIENCE }
  return (await service.call('POST', '/api/verify', { payload })).json()
}

const judge = async (service: TestService, payload: object) =>
  (await service.call('POST', '/api/verify-receipt', { payload })).json()

describe('a sandbox', () => {
  let receipt: Receipt
  beforeAll(async () => {
    const enrolled = await enrollIn(sandbox, true)
    expect(enrolled.statusCode, enrolled.body).toBe(201)
    for (let seed = 200; receipt === undefined && seed < 210; seed++) {
      receipt = (await verifyIn(sandbox, { enrollment: enrolled.json(), seed })).receipt
    }
  }, 120_000)

  it('takes motion of the kit, and says in the receipt that it is a test', () => {
    expect(readPresencePolicy(receipt)).toMatchObject({ test: true, assurance: 1, device: 'none' })
  })

  it('signs with a key that its issuer document calls a test key', async () => {
    const { issuer, keys } = (await sandbox.call('GET', '/.well-known/continuity-issuer.json')).json()
    expect(receipt.issuer).toEqual(issuer)
    expect(keys).toMatchObject([{ id: issuer.id, use: 'test', status: 'active' }])
  })

  it('refuses its own receipts by name, unless it is asked for tests', async () => {
    const refused = await judge(sandbox, { receipt, audience: AUDIENCE })
    expect(refused).toMatchObject({ status: 'INVALID', reason: 'TEST_RECEIPT', verdict: { kind: 'test' } })
    expect(refused.failures).toMatchObject([{ check: 'test', code: 'TEST_RECEIPT' }])
    expect(await judge(sandbox, { receipt, audience: AUDIENCE, allow_test: true })).toMatchObject({
      status: 'VALID',
      reason: null,
      verdict: { kind: 'test' },
    })
  })

  it.each(
    ENDPOINTS.filter(({ path, isStream }) => path.startsWith('/api/') && !isStream).map(
      (one) => [`${one.method} ${one.path}`, one] as const,
    ),
  )(
    'says in its answer to %s that it is a test, to an operator and to a stranger, and with a kept answer',
    async (_name, { method, path, example }) => {
      const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      const payload = example === undefined ? {} : { payload: example as object }
      const [key, headers] = [{ 'idempotency-key': path }, { 'x-admin-secret': 'the-admin-secret' }]
      const calls = [
        {},
        headers,
        ...(method === 'POST'
          ? [
              { ...headers, ...key },
              { ...headers, ...key },
            ]
          : []),
      ]
      for (const one of calls) {
        const { body, headers: sent } = await sandbox.app.inject({ method, url, headers: one, ...payload })
        if (isPlainJson(sent) && body.startsWith('{')) expect(JSON.parse(body)).toMatchObject({ test: true })
      }
    },
  )

  it('says so where nothing is served, too', async () => {
    expect((await sandbox.app.inject('/api/nothing')).json()).toMatchObject({ error: 'NOT_FOUND', test: true })
  })

  it('says so of checks, and siteverify takes their responses as tests alone', async () => {
    const site = await addTestSite(sandbox)
    const { id, open_secret } = await startTestCheck(sandbox, site)
    expect((await callCheck(sandbox, `${id}/open`, { payload: { open_secret } })).json()).toMatchObject({ test: true })
    await passTestCheck(sandbox, id)
    expect((await sandbox.call('GET', `/api/checks/${id}`, site.asSite)).json()).toMatchObject({ test: true })
    const given = { secret: site.secret, response: `${id}.${computeCode(sandbox, id)}` }
    const verify = async (more = {}) =>
      (await sandbox.call('POST', '/api/siteverify', { payload: { ...given, ...more } })).json()
    expect(await verify()).toEqual({ success: false, 'error-codes': ['test-not-allowed'], test: true })
    expect(await verify({ allow_test: 'true' })).toMatchObject({ success: true, action: 'Sign up', test: true })
    const redeemed = await addTestCheck(sandbox, site, { return_url: undefined })
    await passTestCheck(sandbox, redeemed.id)
    const answer = await callCheck(sandbox, `${redeemed.id}/redeem`, { payload: {}, token: site.secret })
    expect(answer.json()).toMatchObject({ status: 'passed', test: true })
  })

  it('is not taken for another service, whatever is asked', async () => {
    production.clock.set(receipt.signature.signedAt)
    const strange = await judge(production, { receipt, audience: AUDIENCE, allow_test: true })
    expect(strange).toMatchObject({ status: 'INVALID', verdict: { kind: 'unknown_issuer' } })
  })
})

describe('a service that is none', () => {
  it('refuses motion of the kit by name, capture by capture, and enrolls nobody', async () => {
    const refused = await enrollIn(production, true)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/captures/0',
      '/captures/1',
      '/captures/2',
    ])
    expect(refused.json().detail).toMatch(/^test_motion: .*sandbox/)
  })

  it('refuses answers of the kit by name, none of 12 passes, and keeps the person’s tries', async () => {
    const enrollment = (await enrollIn(production, false)).json()
    const outcomes = []
    for (let seed = 0; seed < 12; seed++)
      outcomes.push((await verifyIn(production, { enrollment, seed, tries: 1 })).rejection_reason)
    expect(outcomes).toEqual(Array(12).fill('test_motion'))
  }, 120_000)

  it('says nothing of tests in an answer', async () => {
    expect((await production.call('GET', '/api/health')).json()).not.toHaveProperty('test')
    expect((await production.app.inject('/api/nothing')).json()).not.toHaveProperty('test')
  })

  it('has a key for production, and states no test', async () => {
    const { keys } = (await production.call('GET', '/.well-known/continuity-issuer.json')).json()
    expect(keys).toMatchObject([{ use: 'production' }])
  })
})

it('people of the kit who hold a phone live carry the mark too', async () => {
  const { isTestMotion } = await import('@stillhere/engine/synthetic')
  const challenge = generateChallenge(seededRandom(1))
  const mover = livePerson(PERSON)
  const samples = Array.from({ length: 500 }, (_, i) => ({ t: i * 16, ...mover.feel(1000 + i * 16) }))
  expect([isTestMotion(samples), isTestMotion(answerAs(PERSON, challenge).imuSamples)]).toEqual([true, true])
})
