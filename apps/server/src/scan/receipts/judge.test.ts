import { ReceiptReport } from '@stillhere/contract'
import { type Receipt, VERDICT_ORDER, verifyReceipt } from '@stillhere/receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAD_REQUESTS } from '../../../test/bad-requests.ts'
import { contentsOf } from '../../../test/contents.ts'
import { issue } from '../../../test/receipts.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const NOON = '2026-03-10T12:00:00.000Z'
const ADMIN = { 'x-admin-secret': 'the-admin-secret' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('the contract names the verdicts of the receipt library, in their order', () => {
  expect(ReceiptReport.properties.verdict.properties.kind.enum).toEqual([...VERDICT_ORDER])
})

const judgeAt = async (there: TestService, payload: object) =>
  (await there.call('POST', '/api/verify-receipt', { payload })).json()
const judge = (payload: object) => judgeAt(service, payload)
const revokeAsAdmin = (id: string, payload?: object) =>
  service.call('POST', `/api/admin/receipts/${id}/revoke`, { headers: ADMIN, ...(payload ? { payload } : {}) })

describe('POST /api/verify-receipt', () => {
  const AUDIENCE = 'https://shop.example'
  let first: Receipt
  let receipt: Receipt
  beforeAll(async () => {
    first = await issue(service, { userId: 'judged', audience: AUDIENCE })
    receipt = await issue(service, { userId: 'judged', audience: AUDIENCE })
  })

  it('200 VALID: tells every check', async () => {
    const answer = await judge({ receipt, audience: AUDIENCE, max_age_ms: 1000, predecessor: first })
    expect(answer).toEqual({
      status: 'VALID',
      reason: null,
      detail: null,
      verdict: {
        kind: 'fresh',
        sentence: 'Authentic, signed by this service on 10 Mar 2026, 12:00 UTC, and still fresh.',
        advice: expect.any(String),
      },
      checks: {
        V1: 'PASS',
        V2: 'PASS',
        V3: 'PASS',
        V4: 'PASS',
        V5: 'PASS',
        V6: 'PASS',
        V7: 'PASS',
        V8: 'SKIPPED',
      },
      policy: { issuer: 'PASS', revocation: 'PASS', age: 'PASS', audience: 'PASS' },
      failures: [],
      coverage: 'full',
      receipt_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      judged_at: NOON,
    })
  })

  it.each<[string, (receipt: Receipt) => unknown, string]>([
    ['an edited member', (one) => ({ ...one, audience: 'https://bank.example' }), 'INVALID_SIGNATURE'],
    [
      'a signature of zeros',
      (one) => ({ ...one, signature: { ...one.signature, value: '0'.repeat(128) } }),
      'INVALID_SIGNATURE',
    ],
    ['a member too many', (one) => ({ ...one, more: 1 }), 'INVALID_SCHEMA'],
    [
      'the old profile',
      ({ audience: _a, signature: { canonicalization: _c, ...signature }, ...one }) => ({ ...one, signature }),
      'INVALID_SIGNATURE',
    ],
    ['null', () => null, 'INVALID_SCHEMA'],
    ['a number', () => 1e308, 'INVALID_SCHEMA'],
    ['text', (one) => JSON.stringify(one), 'INVALID_SCHEMA'],
    ['a list', (one) => [one], 'INVALID_SCHEMA'],
    ['no signature', () => ({ signature: null }), 'INVALID_SCHEMA'],
    ['a signature that is text', () => ({ signature: 'x' }), 'INVALID_SCHEMA'],
    ['a time that is a number', () => ({ signature: { signedAt: 0 } }), 'INVALID_SCHEMA'],
  ])('200 INVALID: %s', async (_name, edit, reason) => {
    const answer = await judge({ receipt: edit(receipt) })
    expect([answer.status, answer.reason]).toEqual(['INVALID', reason])
    expect(answer.verdict.kind).toBe('tampered')
  })

  it.each<[string, object, string]>([
    ['another audience', { audience: 'https://bank.example' }, 'AUDIENCE_MISMATCH'],
    ['the predecessor not found', { predecessor: null }, 'CHAIN_BROKEN'],
    ['a wrong predecessor', { predecessor: { receiptId: 1 } }, 'CHAIN_BROKEN'],
  ])('200 INVALID: %s', async (_name, demands, reason) => {
    expect((await judge({ receipt, ...demands })).reason).toBe(reason)
  })

  it('200 INVALID: too old, and expired', async () => {
    const there = await startTestService()
    const aging = await issue(there)
    const reasonAt = async (time: string, demands = {}) => {
      there.clock.set(time)
      return (await judgeAt(there, { receipt: aging, ...demands })).reason
    }
    expect(await reasonAt('2026-03-10T12:01:00.000Z', { max_age_ms: 60_000 })).toBe(null)
    expect(await reasonAt('2026-03-10T12:01:00.000Z', { max_age_ms: 59_999 })).toBe('TOO_OLD')
    expect(await reasonAt('2026-03-10T12:05:29.999Z')).toBe(null)
    expect(await reasonAt('2026-03-10T12:05:30.000Z')).toBe('EXPIRED')
    await there.stop()
  })

  it('200 INVALID: a receipt of another service is that of a stranger', async () => {
    const other = await startTestService()
    const foreign = await issue(other)
    await other.stop()
    expect(verifyReceipt(foreign, { now: service.now() }).status).toBe('VALID')
    const answer = await judge({ receipt: foreign })
    expect([answer.status, answer.reason, answer.policy.issuer]).toEqual(['INVALID', 'UNTRUSTED_ISSUER', 'FAIL'])
  })

  it('200 INVALID: words tell what matters most, however long ago it expired; the reason stays the first check', async () => {
    const there = await startTestService()
    const [kept, revoked] = [await issue(there, { userId: 'kept' }), await issue(there, { userId: 'revoked' })]
    await there.call('POST', `/api/admin/receipts/${revoked.receiptId}/revoke`, { headers: ADMIN })
    const foreign = await issue(service, { userId: 'foreign' })
    there.clock.set('2026-03-10T13:00:00.000Z')
    const told = async (one: Receipt) => {
      const { reason, detail, verdict } = await judgeAt(there, { receipt: one })
      expect([reason, detail]).toEqual(['EXPIRED', verdict.sentence])
      return [verdict.kind, verdict.sentence]
    }
    const authentic = 'Authentic, signed by this service on 10 Mar 2026, 12:00 UTC; its five minutes are over.'
    expect(await told(kept)).toEqual(['expired', authentic])
    expect(await told(revoked)).toEqual(['revoked', 'Its issuer revoked it.'])
    expect(await told(foreign)).toEqual(['unknown_issuer', expect.stringContaining('Anyone can make a key')])
    await there.call('POST', '/api/admin/issuer/rotate', { headers: ADMIN, payload: { compromised: true } })
    expect(await told(kept)).toEqual(['compromised_key', expect.stringContaining('declared compromised')])
    await there.stop()
  })

  it('200 INVALID: a revoked one, and only that one', async () => {
    const [bad, good] = [await issue(service, { userId: 'bad' }), await issue(service, { userId: 'good' })]
    await revokeAsAdmin(bad.receiptId)
    expect(await judge({ receipt: bad })).toMatchObject({ reason: 'REVOKED', policy: { revocation: 'FAIL' } })
    expect((await judge({ receipt: good })).status).toBe('VALID')
  })

  it('200 INVALID: computes no hash of what has not the form of a receipt', async () => {
    expect(await judge({ receipt: { ...receipt, more: [[{}]] } })).toMatchObject({
      failures: [{ check: 'V1', code: 'INVALID_SCHEMA', detail: '/more is not a member that receipts have' }],
      receipt_hash: null,
    })
  })

  it('200: takes a body beyond 64 KiB, and 413 beyond 128 KiB', async () => {
    expect((await judge({ receipt, more: 'x'.repeat(120_000) })).status).toBe('VALID')
    const payload = { receipt: 'x'.repeat(131_072) }
    expect((await service.call('POST', '/api/verify-receipt', { payload })).statusCode).toBe(413)
  })

  it.each<[string, object, string]>([
    ['no receipt', {}, '/receipt'],
    ['an empty audience', { receipt: {}, audience: '' }, '/audience'],
    ['a long audience', { receipt: {}, audience: 'x'.repeat(1025) }, '/audience'],
    ['an audience that is a number', { receipt: {}, audience: 5 }, '/audience'],
    ['an age below zero', { receipt: {}, max_age_ms: -1 }, '/max_age_ms'],
    ['an age as text', { receipt: {}, max_age_ms: 'NaN' }, '/max_age_ms'],
    ['half a millisecond', { receipt: {}, max_age_ms: 0.5 }, '/max_age_ms'],
    ['an endless age', { receipt: {}, max_age_ms: 1e300 }, '/max_age_ms'],
  ])('400: %s', async (_name, payload, pointer) => {
    const answer = await service.call('POST', '/api/verify-receipt', { payload })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
  })

  it.each(['{"receipt":{"a":1,"a":2}}', '{"receipt":{"__proto__":1}}', '{"receipt":', '', '{"receipt":"\\u0000"}'])(
    '400: the body %j',
    async (payload) => {
      const headers = { 'content-type': 'application/json' }
      expect((await service.call('POST', '/api/verify-receipt', { payload, headers })).statusCode).toBe(400)
    },
  )

  it('429: an address that sends receipt after receipt', async () => {
    const limits = { ...service.settings.limits, 'lookup.address': { count: 2, perSeconds: 60 } }
    const strict = await startTestService({ limits })
    const send = () => strict.call('POST', '/api/verify-receipt', { payload: { receipt: {} } })
    const statuses = [await send(), await send(), await send()].map(({ statusCode }) => statusCode)
    await strict.stop()
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('POST /api/verify-receipt', () => {
  const refused = BAD_REQUESTS.filter(([, status]) => status !== 413)
  it.each(refused)('refuses %s with %i and writes nothing', async (_what, status, request) => {
    // Reading a body costs processor time, whatever it holds.
    const { budget: _before, ...before } = await contentsOf(service.db)
    expect((await service.call('POST', '/api/verify-receipt', request)).statusCode).toBe(status)
    expect(await contentsOf(service.db)).toMatchObject(before)
  })
})
