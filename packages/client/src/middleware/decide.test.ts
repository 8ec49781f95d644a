import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeHeader, type PresencePolicy, readStatusList, type Receipt, signStatusList } from '@stillhere/receipt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AUDIENCE,
  editReceipt,
  encodeAny,
  guardReceipt,
  ISSUER_KEYS,
  NOW,
  oldReceipt,
  OTHER_KEYS,
  POLICY,
} from '../../test/guard-receipts.ts'
import { createRefusal, judgeRequest, type Decision, type RefusalCode, REFUSALS, toAnswer } from './decide.ts'
import { type CheckedPolicy, checkPolicy, type ExpectedBinding, type ReceiptPolicy } from './policy.ts'

const GOOD = guardReceipt()
const REQUEST = { session: 'ada' }

function decideHeader(value: unknown, policy: CheckedPolicy): Promise<Decision> {
  return judgeRequest({ request: REQUEST, read: () => ({ from: 'header', value }) }, policy)
}

afterEach(() => {
  for (const name of ['legacy', 'verdict', 'audience', 'revoked', 'trustedIssuers'])
    Reflect.deleteProperty(Object.prototype, name)
})

describe('what a request was scanned for', () => {
  const DIGEST = 'a'.repeat(64)
  const BOUND = encodeHeader(
    guardReceipt({ policy: { action: 'Pay 7 € to Eve', nonce: 'n-0195', action_digest: DIGEST } }),
  )
  const decideFor = async (value: string, expected: unknown): Promise<RefusalCode | 'ACCEPTED'> => {
    const decision = await decideHeader(value, checkPolicy({ ...POLICY, expect: () => expected as ExpectedBinding }))
    return decision.status === 'ACCEPTED' ? 'ACCEPTED' : decision.refusal.error
  }

  it.each([
    [{ action: 'Pay 7 € to Eve', nonce: 'n-0195' }],
    [{ action: 'Pay 7 € to Eve' }],
    [{ nonce: 'n-0195', action: undefined }],
    [Promise.resolve({ nonce: 'n-0195' })],
    [{ actionDigest: DIGEST }],
  ])('is what the receipt says: %j', async (expected) => {
    expect(await decideFor(BOUND, expected)).toBe('ACCEPTED')
  })

  it.each<[RefusalCode, string, unknown]>([
    ['ACTION_MISMATCH', BOUND, { action: 'Pay 70 € to Eve', nonce: 'n-0195' }],
    ['NONCE_MISMATCH', BOUND, { action: 'Pay 7 € to Eve', nonce: 'n-0196' }],
    ['ACTION_MISMATCH', encodeHeader(GOOD), { action: 'Pay 7 € to Eve' }],
    ['NONCE_MISMATCH', encodeHeader(GOOD), { nonce: 'null' }],
    ['ACTION_DIGEST_MISMATCH', BOUND, { actionDigest: 'b'.repeat(64), nonce: 'n-0196' }],
    ['ACTION_DIGEST_MISMATCH', encodeHeader(GOOD), { actionDigest: DIGEST }],
    ['UNDECIDED', BOUND, { actionDigest: DIGEST.toUpperCase() }],
    ['UNDECIDED', BOUND, { actionDigest: null, nonce: 'n-0195' }],
    ['UNDECIDED', BOUND, {}],
    ['UNDECIDED', BOUND, { nonce: undefined }],
    ['UNDECIDED', encodeHeader(GOOD), { nonce: null }],
    ['UNDECIDED', BOUND, { action: '' }],
    ['UNDECIDED', BOUND, undefined],
  ])('otherwise it is %s', async (code, value, expected) => {
    expect(await decideFor(value, expected)).toBe(code)
  })

  it('is asked of the request itself, before the receipt is remembered', async () => {
    const remember = vi.fn(() => true)
    const expected = vi.fn(() => ({ nonce: 'other' }))
    await decideHeader(BOUND, checkPolicy({ ...POLICY, remember, expect: expected }))
    expect(expected).toHaveBeenCalledWith(REQUEST)
    expect(remember).not.toHaveBeenCalled()
  })
})

describe('decide', () => {
  it('accepts a fresh receipt of a trusted issuer for this audience, and hands it over with its hash', async () => {
    const decision = await decideHeader(encodeHeader(GOOD), checkPolicy(POLICY))
    expect(decision).toEqual({
      status: 'ACCEPTED',
      verified: {
        receipt: GOOD,
        receiptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        assurance: 1,
        registered: false,
      },
    })
  })

  it.each<[string, unknown, RefusalCode, number]>([
    ['no header', undefined, 'RECEIPT_REQUIRED', 401],
    ['an empty header', '', 'RECEIPT_REQUIRED', 401],
    ['a header of Headers.get that is not there', null, 'RECEIPT_REQUIRED', 401],
    ['a list of headers', [encodeHeader(GOOD), encodeHeader(GOOD)], 'RECEIPT_REPEATED', 401],
    ['joined headers', `${encodeHeader(GOOD)}, ${encodeHeader(GOOD)}`, 'RECEIPT_REPEATED', 401],
    ['a good header and an empty one', `${encodeHeader(GOOD)}, `, 'RECEIPT_REPEATED', 401],
    ['other text', 'swordfish!', 'INVALID_SCHEMA', 401],
    ['padding', `${encodeHeader(GOOD)}==`, 'INVALID_SCHEMA', 401],
    ['a Bearer word before it', `Bearer ${encodeHeader(GOOD)}`, 'INVALID_SCHEMA', 401],
    ['a huge header', 'A'.repeat(70_000), 'INVALID_SCHEMA', 401],
    ['unicode', 'ключ', 'INVALID_SCHEMA', 401],
    ['JSON that is not encoded', JSON.stringify({}), 'INVALID_SCHEMA', 401],
    ['the JSON text of a code', encodeAny('EXPIRED'), 'INVALID_SCHEMA', 401],
    ['JSON null', encodeAny(null), 'INVALID_SCHEMA', 401],
    ['an object with a code', encodeAny({ code: 'EXPIRED', receipt: GOOD }), 'INVALID_SCHEMA', 401],
    ['a list of receipts', encodeAny([GOOD]), 'INVALID_SCHEMA', 401],
    ['an unknown member', encodeAny({ ...GOOD, admin: true }), 'INVALID_SCHEMA', 401],
    [
      'a __proto__ member',
      encodeAny(JSON.stringify(GOOD).replace('{', '{"__proto__":{"verdict":"PASS"},'), 'text'),
      'INVALID_SCHEMA',
      401,
    ],
    ['a constructor member', encodeAny({ ...GOOD, constructor: { prototype: { a: 1 } } }), 'INVALID_SCHEMA', 401],
    ['a receipt of the old profile', encodeAny(oldReceipt()), 'INVALID_SIGNATURE', 401],
    [
      'a changed subject',
      encodeAny(editReceipt(GOOD, { subject: { id: `sha256:${'0'.repeat(64)}` } })),
      'INVALID_SIGNATURE',
      401,
    ],
    [
      'a later expiry',
      encodeAny(editReceipt(GOOD, { expiresAt: '2027-01-01T00:00:00.000Z' })),
      'INVALID_SIGNATURE',
      401,
    ],
    [
      'another audience written in',
      encodeAny(editReceipt(guardReceipt({ audience: 'https://other.example' }), { audience: AUDIENCE })),
      'INVALID_SIGNATURE',
      401,
    ],
    [
      'a trusted name over a stranger’s signature',
      encodeAny(editReceipt(guardReceipt({ keys: OTHER_KEYS }), { issuer: GOOD.issuer })),
      'INVALID_SIGNATURE',
      401,
    ],
    [
      'a signature of zeros',
      encodeAny(editReceipt(GOOD, { signature: { ...GOOD.signature, value: '0'.repeat(128) } })),
      'INVALID_SIGNATURE',
      401,
    ],
    ['a stranger’s receipt', encodeAny(guardReceipt({ keys: OTHER_KEYS })), 'UNTRUSTED_ISSUER', 403],
    [
      'a receipt for somebody else',
      encodeAny(guardReceipt({ audience: 'https://other.example' })),
      'AUDIENCE_MISMATCH',
      403,
    ],
    ['a receipt for nobody in particular', encodeAny(guardReceipt({ audience: undefined })), 'AUDIENCE_MISMATCH', 403],
    ['an audience with a slash more', encodeAny(guardReceipt({ audience: `${AUDIENCE}/` })), 'AUDIENCE_MISMATCH', 403],
    ['an expired receipt', encodeAny(guardReceipt({ endedAgoMs: 50_000, lifetimeMs: 10_000 })), 'EXPIRED', 401],
    ['an old scan', encodeAny(guardReceipt({ endedAgoMs: 60_001 })), 'TOO_OLD', 401],
    ['a scan from the future', encodeAny(guardReceipt({ endedAgoMs: -60_000 })), 'TEMPORAL_INCONSISTENCY', 401],
    ['the verdict FAIL', encodeAny(guardReceipt({ verdict: 'FAIL' })), 'NOT_PASSED', 403],
    [
      'the verdict INSUFFICIENT_EVIDENCE',
      encodeAny(guardReceipt({ verdict: 'INSUFFICIENT_EVIDENCE' })),
      'NOT_PASSED',
      403,
    ],
    ['no verdict', encodeAny(guardReceipt({ verdict: undefined })), 'NOT_PASSED', 403],
    ['no policy of an issuer', encodeAny(guardReceipt({ policy: null })), 'ASSURANCE_TOO_LOW', 403],
    ['a test', encodeAny(guardReceipt({ policy: { test: true } })), 'TEST_RECEIPT', 403],
    ['presence alone', encodeAny(guardReceipt({ engines: ['EE-001'] })), 'EVIDENCE_MISSING', 403],
    ['a challenge alone', encodeAny(guardReceipt({ engines: ['EE-003'] })), 'EVIDENCE_MISSING', 403],
    [
      'names that only look right',
      encodeAny(guardReceipt({ engines: ['ee-001', 'EE-003 '] })),
      'EVIDENCE_MISSING',
      403,
    ],
    [
      'practice',
      encodeAny(guardReceipt({ engines: ['PRACTICE-POINTER'], verdict: 'INSUFFICIENT_EVIDENCE' })),
      'PRACTICE_ONLY',
      403,
    ],
    ['practice that says PASS', encodeAny(guardReceipt({ engines: ['PRACTICE-POINTER'] })), 'PRACTICE_ONLY', 403],
    [
      'practice beside evidence',
      encodeAny(guardReceipt({ engines: ['EE-001', 'EE-003', 'practice-pointer'] })),
      'PRACTICE_ONLY',
      403,
    ],
  ])('refuses %s', async (_, header, code, status) => {
    await expectCode(header, {}, code)
    expect(toAnswer(createRefusal(code)).status).toBe(status)
  })

  it.each([
    ['the very end of its age', { endedAgoMs: 60_000 }],
    ['more evidence than is needed', { engines: ['EE-002', 'EE-001', 'EE-003'] }],
    ['a clock that runs a little ahead', { endedAgoMs: -20_000 }],
  ])('accepts %s', async (_, wishes) => {
    await expectCode(encodeAny(guardReceipt(wishes)), {}, null)
  })

  it('demands the evidence that the host names, and none where it names none', async () => {
    await expectCode(encodeHeader(GOOD), { evidence: ['EE-002'] }, 'EVIDENCE_MISSING')
    await expectCode(encodeAny(guardReceipt({ engines: ['EE-002'] })), { evidence: ['EE-002'] }, null)
    await expectCode(encodeAny(guardReceipt({ engines: ['EE-009'] })), { evidence: [] }, null)
    await expectCode(encodeAny(guardReceipt({ engines: ['PRACTICE-POINTER'] })), { evidence: [] }, 'PRACTICE_ONLY')
  })

  it.each<[string, Partial<PresencePolicy> | null, Partial<ReceiptPolicy>, RefusalCode | null]>([
    ['a level below the least', { assurance: 1 }, { minAssurance: 2 }, 'ASSURANCE_TOO_LOW'],
    ['the least level', { assurance: 2 }, { minAssurance: 2 }, null],
    ['a page that signed for itself', null, { minAssurance: 1 }, 'ASSURANCE_TOO_LOW'],
    ['a page that signed for itself, where the host says so', null, { minAssurance: 0 }, null],
    ['somebody who enrolled a moment ago', { registered: false }, { registered: true }, 'NOT_REGISTERED'],
    ['a one-time subject', { subject_kind: 'once', registered: false }, {}, 'SUBJECT_ONCE'],
    ['a one-time subject that is asked for', { subject_kind: 'once', registered: false }, { allowOnce: true }, null],
    ['a registered node', { registered: true }, { registered: true }, null],
    ['a test where tests are allowed', { test: true }, { allowTest: true }, null],
  ])('F12: judges %s by what the receipt says of itself', async (_, policy, options, code) => {
    await expectCode(encodeAny(guardReceipt({ policy })), options, code)
  })

  it('follows a Set of issuers that the host changes', async () => {
    const trustedIssuers = new Set([OTHER_KEYS.publicKey])
    const policy = checkPolicy({ ...POLICY, trustedIssuers })
    expect((await decideHeader(encodeHeader(GOOD), policy)).status).toBe('REFUSED')
    trustedIssuers.add(ISSUER_KEYS.publicKey)
    expect((await decideHeader(encodeHeader(GOOD), policy)).status).toBe('ACCEPTED')
  })

  it('does not follow a list of issuers that somebody changes', async () => {
    const trustedIssuers = [OTHER_KEYS.publicKey]
    const policy = checkPolicy({ ...POLICY, trustedIssuers })
    trustedIssuers.push(ISSUER_KEYS.publicKey)
    expect((await decideHeader(encodeHeader(GOOD), policy)).status).toBe('REFUSED')
  })

  it('refuses when the clock is broken', async () => {
    await expectCode(encodeHeader(GOOD), { now: () => Number.NaN }, 'TEMPORAL_INCONSISTENCY')
    await expectCode(encodeHeader(GOOD), { now: thrower }, 'UNDECIDED')
  })

  it.each<[string, object, Receipt | object, RefusalCode]>([
    ['legacy', { legacy: true }, oldReceipt(), 'INVALID_SIGNATURE'],
    ['a verdict', { verdict: 'PASS' }, guardReceipt({ verdict: undefined }), 'NOT_PASSED'],
    ['an audience', { audience: AUDIENCE }, guardReceipt({ audience: undefined }), 'AUDIENCE_MISMATCH'],
  ])('does not take %s from a polluted Object.prototype', async (_, pollution, receipt, code) => {
    const header = encodeAny(receipt)
    for (const [name, value] of Object.entries(pollution)) {
      Reflect.defineProperty(Object.prototype, name, { value, configurable: true, writable: true })
    }
    const decision = await decideHeader(header, checkPolicy(POLICY))
    expect(decision).toMatchObject({ status: 'REFUSED', refusal: { error: code } })
  })
})

describe('revoked', () => {
  it('is asked with the receipt and its hash', async () => {
    const revoked = vi.fn(() => false)
    await expectCode(encodeHeader(GOOD), { revoked }, null)
    expect(revoked.mock.calls).toEqual([[GOOD, expect.stringMatching(/^[0-9a-f]{64}$/)]])
  })

  it.each<[string, unknown, RefusalCode | null]>([
    ['true', () => true, 'REVOKED'],
    ['true, later', async () => true, 'REVOKED'],
    ['false, later', async () => false, null],
    ['an error', thrower, 'UNDECIDED'],
    ['an error, later', () => Promise.reject(new Error('down')), 'UNDECIDED'],
    ['nothing', () => undefined, 'UNDECIDED'],
    ['0', () => 0, 'UNDECIDED'],
    ['text', async () => 'false', 'UNDECIDED'],
  ])('that answers %s decides', async (_, revoked, code) => {
    await expectCode(encodeHeader(GOOD), { revoked: revoked as () => boolean }, code)
  })

  it('is not asked about a receipt that is refused anyway', async () => {
    const revoked = vi.fn(() => false)
    await expectCode(encodeAny(guardReceipt({ keys: OTHER_KEYS })), { revoked }, 'UNTRUSTED_ISSUER')
    await expectCode(encodeAny(editReceipt(GOOD, { references: ['x'] })), { revoked }, 'INVALID_SIGNATURE')
    expect(revoked).not.toHaveBeenCalled()
  })

  it('can be a status list, which knows nothing of another key', async () => {
    const content = { revoked: [GOOD.receiptId], issuedAt: NOW - 1000, nextUpdate: NOW + 60_000 }
    const list = readStatusList(signStatusList(content, ISSUER_KEYS.secretKey), { now: NOW })
    if (list.status === 'REFUSED') throw new Error(list.detail)
    const trustedIssuers = [ISSUER_KEYS.publicKey, OTHER_KEYS.publicKey]
    await expectCode(encodeHeader(GOOD), { revoked: list.revoked, trustedIssuers }, 'REVOKED')
    await expectCode(encodeAny(guardReceipt({ id: 2 })), { revoked: list.revoked, trustedIssuers }, null)
    const other = encodeAny(guardReceipt({ keys: OTHER_KEYS }))
    await expectCode(other, { revoked: list.revoked, trustedIssuers }, 'UNDECIDED')
  })
})

describe('accept', () => {
  it.each<[string, unknown, RefusalCode | null]>([
    ['true', () => true, null],
    ['false', async () => false, 'NOT_ACCEPTED'],
    ['an error', thrower, 'UNDECIDED'],
    ['something like true', () => 1, 'UNDECIDED'],
  ])('that answers %s decides', async (_, accept, code) => {
    await expectCode(encodeHeader(GOOD), { accept: accept as () => boolean }, code)
  })
})

describe('remember', () => {
  it('lets a receipt through once, however many requests bring it at the same time', async () => {
    const used = new Set<string>()
    const policy = checkPolicy({ ...POLICY, remember: async (hash) => used.size < used.add(hash).size })
    const decisions = await Promise.all(Array.from({ length: 20 }, () => decideHeader(encodeHeader(GOOD), policy)))
    expect(decisions.filter(({ status }) => status === 'ACCEPTED')).toHaveLength(1)
    expect(decisions.filter((one) => one.status === 'REFUSED' && one.refusal.error === 'REPLAYED')).toHaveLength(19)
  })

  it('knows a receipt again when its JSON is written differently', async () => {
    const used = new Set<string>()
    const policy = checkPolicy({ ...POLICY, remember: (hash) => used.size < used.add(hash).size })
    await decideHeader(encodeHeader(GOOD), policy)
    const reordered = Object.fromEntries(Object.entries(GOOD).toReversed())
    const again = await decideHeader(encodeAny(JSON.stringify(reordered, null, 1), 'text'), policy)
    expect(again).toMatchObject({ refusal: { error: 'REPLAYED' } })
  })

  it('does not use up a receipt that is refused', async () => {
    const remember = vi.fn(() => true)
    await expectCode(encodeHeader(GOOD), { remember, accept: () => false }, 'NOT_ACCEPTED')
    await expectCode(encodeHeader(GOOD), { remember, revoked: () => true }, 'REVOKED')
    expect(remember).not.toHaveBeenCalled()
  })

  it.each<[string, unknown]>([
    ['an error', thrower],
    ['an error, later', () => Promise.reject(new Error('down'))],
    ['nothing', () => undefined],
    ['1', async () => 1],
  ])('refuses when the host answers with %s', async (_, remember) => {
    await expectCode(encodeHeader(GOOD), { remember: remember as () => boolean }, 'UNDECIDED')
  })

  it.each([
    ['its age', {}, 60_000],
    ['its expiry', { lifetimeMs: 20_000 }, 20_000 + 30_000],
  ])('hears until when a receipt is good by %s, and it is refused from then on', async (_, wishes, goodForMs) => {
    const receipt = guardReceipt(wishes)
    const remember = vi.fn((_hash: string, _goodUntil: Date) => true)
    await expectCode(encodeAny(receipt), { remember }, null)
    const goodUntil = remember.mock.calls[0]![1]
    expect(goodUntil.getTime()).toBe(Date.parse(receipt.interval.end) + goodForMs + 30_000)
    const later = await decideHeader(encodeAny(receipt), checkPolicy({ ...POLICY, now: () => goodUntil.getTime() }))
    expect(later.status).toBe('REFUSED')
  })
})

async function expectCode(header: unknown, options: Partial<ReceiptPolicy>, code: RefusalCode | null): Promise<void> {
  const decision = await decideHeader(header, checkPolicy({ ...POLICY, ...options }))
  expect(decision.status === 'REFUSED' ? decision.refusal.error : null).toBe(code)
}

function thrower(): never {
  throw new Error('the database is down')
}

// The guard gives no predecessor and no status list, and has checked its options, so nothing about these comes out.
const NEVER = new Set([
  'CHAIN_BROKEN',
  'SUBJECT_MISMATCH',
  'ISSUER_MISMATCH',
  'TEMPORAL_VIOLATION',
  'STATUS_UNUSABLE',
  'INVALID_OPTIONS',
])

it('docs/middleware.md names every code beside its status', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/middleware.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (\d{3}) \|[^|]+\|(.+)\|$/gm)]
  const written = rows.flatMap(([, status, cell]) =>
    [...cell!.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => [code, Number(status)]),
  )
  const codes = Object.entries(REFUSALS).filter(([code]) => !NEVER.has(code))
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(codes.map(([code, [status]]) => [code, status])))
})
