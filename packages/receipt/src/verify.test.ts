import { describe, expect, it, vi } from 'vitest'
import {
  EXPIRY,
  editMember,
  hashReceipt,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
} from '../test/sample-receipts.ts'
import { NotJsonError } from './json.ts'
import { refuseMalformed, type VerifyOptions, verifyEvidenceIntegrity, verifyReceipt, verifySchema } from './verify.ts'

const SAMPLE = sampleReceipt()
const ALL_PASS = { V1: 'PASS', V2: 'PASS', V3: 'PASS', V4: 'PASS', V5: 'PASS', V6: 'PASS', V7: 'SKIPPED' }
const ONLY_V1_FAILS = {
  V1: 'FAIL',
  V2: 'SKIPPED',
  V3: 'SKIPPED',
  V4: 'SKIPPED',
  V5: 'SKIPPED',
  V6: 'SKIPPED',
  V7: 'SKIPPED',
}
const NO_POLICY = { issuer: 'SKIPPED', revocation: 'SKIPPED', age: 'SKIPPED', audience: 'SKIPPED' }

const verifyAt = (receipt: unknown, options: VerifyOptions = {}) => verifyReceipt(receipt, { now: NOW, ...options })

describe('verifyReceipt', () => {
  it('reports everything about a valid receipt', () => {
    expect(verifyAt(SAMPLE)).toStrictEqual({
      status: 'VALID',
      checks: ALL_PASS,
      policy: NO_POLICY,
      failures: [],
      coverage: 'full',
      unsignedMembers: [],
      receiptHash: hashReceipt(SAMPLE),
    })
  })

  it('reports everything about a receipt with one failure', () => {
    const detail = `expired at ${EXPIRY}`
    expect(verifyAt(SAMPLE, { now: Date.parse(EXPIRY) * 2 })).toStrictEqual({
      status: 'INVALID',
      reason: 'EXPIRED',
      detail,
      checks: { ...ALL_PASS, V6: 'FAIL' },
      policy: NO_POLICY,
      failures: [{ check: 'V6', code: 'EXPIRED', detail }],
      coverage: 'full',
      unsignedMembers: [],
      receiptHash: hashReceipt(SAMPLE),
    })
  })

  it('lists every failure in the order of judgment, and the first one is the reason', () => {
    const receipt = resign(
      [
        ['/assertions/observationOccurred/value', false],
        ['/interval/coverageMs', 1],
        ['/evidence/1/payload/bpm', 62],
      ].reduce((each, [pointer, value]) => editMember(each, pointer as string, value), SAMPLE),
      OTHER_KEYS,
    )
    const result = verifyAt(receipt, {
      now: Date.parse(EXPIRY) * 2,
      predecessor: sampleReceipt(),
      trustedIssuers: [],
      revoked: () => true,
      maxAgeMs: 0,
      audience: 'somebody else',
    })
    expect(result).toMatchObject({ status: 'INVALID', reason: 'INVALID_SIGNATURE' })
    expect(result.failures.map(({ check, code }) => [check, code])).toEqual([
      ['V2', 'INVALID_SIGNATURE'],
      ['V7', 'CHAIN_BROKEN'],
      ['V3', 'INCONSISTENT_ASSERTIONS'],
      ['V4', 'TEMPORAL_INCONSISTENCY'],
      ['V5', 'EVIDENCE_TAMPERED'],
      ['V6', 'EXPIRED'],
      ['issuer', 'UNTRUSTED_ISSUER'],
      ['revocation', 'REVOKED'],
      ['age', 'TOO_OLD'],
      ['audience', 'AUDIENCE_MISMATCH'],
    ])
    expect(result.checks).toEqual({
      V1: 'PASS',
      V2: 'FAIL',
      V3: 'FAIL',
      V4: 'FAIL',
      V5: 'FAIL',
      V6: 'FAIL',
      V7: 'FAIL',
    })
    expect(result.policy).toEqual({ issuer: 'FAIL', revocation: 'FAIL', age: 'FAIL', audience: 'FAIL' })
    expect(result).toMatchObject({ detail: result.failures[0]!.detail })
  })

  it('reports every check of a receipt that fulfils all demands', () => {
    const before = sampleReceipt({ references: [] })
    const interval = { start: before.interval.end, end: Date.parse(before.interval.end) + 1 }
    const receipt = sampleReceipt({ interval, previousReceiptHash: hashReceipt(before) })
    const result = verifyAt(receipt, {
      predecessor: before,
      trustedIssuers: [receipt.issuer.publicKey],
      revoked: () => false,
      maxAgeMs: 60_000,
      audience: 'https://stillhere.example',
    })
    expect(result.status).toBe('VALID')
    expect(result.checks).toEqual({ ...ALL_PASS, V7: 'PASS' })
    expect(result.policy).toEqual({ issuer: 'PASS', revocation: 'PASS', age: 'PASS', audience: 'PASS' })
  })

  it('skips all other checks when the schema is not met', () => {
    const receipt = editMember(SAMPLE, '/references/0', '')
    const revoked = vi.fn(() => true)
    const options = { predecessor: SAMPLE, trustedIssuers: [], revoked, maxAgeMs: 0, audience: 'x' }
    const detail = '/references/0 must be text of 1 to 1024 characters'
    expect(verifyAt(receipt, options)).toStrictEqual({
      status: 'INVALID',
      reason: 'INVALID_SCHEMA',
      detail,
      checks: ONLY_V1_FAILS,
      policy: NO_POLICY,
      failures: [{ check: 'V1', code: 'INVALID_SCHEMA', detail }],
      coverage: 'full',
      unsignedMembers: [],
      receiptHash: hashReceipt(receipt),
    })
    expect(revoked).not.toHaveBeenCalled()
  })

  it.each([
    ['nothing', undefined, 'the value is of type undefined, which JSON does not have'],
    ['a member JSON cannot write', editMember(SAMPLE, '/extra', Number.NaN), '/extra is NaN, which JSON cannot write'],
    ['text', JSON.stringify(SAMPLE), 'the value is text; read it with parseJson first'],
    ['text that is no JSON', '\ud800', 'the value is text; read it with parseJson first'],
  ])('says in words what is wrong with %s', (_, receipt, detail) => {
    const result = verifyAt(receipt)
    expect(result).toMatchObject({ reason: 'INVALID_SCHEMA', checks: ONLY_V1_FAILS, policy: NO_POLICY })
    expect(result).toMatchObject({ detail, failures: [{ check: 'V1', code: 'INVALID_SCHEMA', detail }] })
  })

  it('gives no hash and no full coverage for what is not JSON data', () => {
    expect(verifyAt(() => 1)).toStrictEqual({
      status: 'INVALID',
      reason: 'INVALID_SCHEMA',
      detail: 'the value is of type function, which JSON does not have',
      checks: ONLY_V1_FAILS,
      policy: NO_POLICY,
      failures: [
        { check: 'V1', code: 'INVALID_SCHEMA', detail: 'the value is of type function, which JSON does not have' },
      ],
      coverage: 'partial',
      unsignedMembers: [],
      receiptHash: null,
    })
  })

  it.each([
    [
      'a receipt',
      () =>
        verifyAt({
          get subject() {
            throw new Error('no')
          },
        }),
    ],
    ['options of null', () => verifyReceipt(SAMPLE, null as unknown as VerifyOptions)],
    [
      'an option',
      () =>
        verifyReceipt(SAMPLE, {
          get now(): number {
            throw new Error('no')
          },
        }),
    ],
  ])('refuses %s that throws', (_, verify) => {
    expect(verify()).toMatchObject({
      reason: 'INVALID_SCHEMA',
      detail: 'the receipt or the options cannot be read',
      checks: ONLY_V1_FAILS,
      receiptHash: null,
    })
  })

  it.each<[string, () => unknown]>([
    ['a revoked proxy', revokedProxy],
    ['an error of ours that cannot be read', () => falseError({ get: refuseToAnswer })],
    ['an error of ours without words', () => falseError({ value: { not: 'text' } })],
    ['undefined', () => undefined],
  ])('refuses a receipt or options that throw %s', (_, thrown) => {
    const hostile = new Proxy(
      {},
      {
        getPrototypeOf() {
          throw thrown()
        },
        get() {
          throw thrown()
        },
      },
    )
    for (const [receipt, options] of [[hostile], [{ deep: [hostile] }], [SAMPLE, hostile]] as const) {
      expect(verifyReceipt(receipt, options)).toMatchObject({ status: 'INVALID', detail: expect.any(String) })
    }
    expect(verifySchema(hostile)).toBe('INVALID_SCHEMA')
  })

  it('judges the copy that it read, not what a getter says later', () => {
    const answers = ['https://stillhere.example', 'you', 'you', 'you']
    const { audience: _audience, ...rest } = SAMPLE
    const fickle = {
      ...rest,
      get audience() {
        return answers.shift()
      },
    }
    const options = { audience: 'https://stillhere.example' }
    expect(verifyAt(fickle, options).status).toBe('VALID')
  })

  it('hashes the copy of an old receipt that it judges', () => {
    const old = oldReceipt()
    const types = ['human', 'agent']
    const fickle = {
      ...old,
      get subject() {
        return { ...old.subject, type: types.shift() }
      },
    }
    const result = verifyAt(fickle, { legacy: true })
    expect(result.receiptHash).toBe(hashReceipt(editMember(old, '/subject/type', 'agent')))
  })

  it('does not change the receipt, its predecessor or the options', () => {
    const before = sampleReceipt()
    const freeze = <Value>(value: Value): Value => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const options = freeze({ now: NOW, predecessor: before, trustedIssuers: ['x'], legacy: true })
    expect(verifyReceipt(freeze(sampleReceipt()), options)).toMatchObject({ reason: 'CHAIN_BROKEN' })
  })

  it('lists the unsigned members of an old receipt, valid or not', () => {
    const old = oldReceipt()
    const expected = expect.arrayContaining(['/previousReceiptHash', '/subject/type', '/evidence/1/engineId'])
    expect(verifyAt(old, { legacy: true })).toMatchObject({
      status: 'VALID',
      coverage: 'partial',
      unsignedMembers: expected,
      receiptHash: hashReceipt(old),
    })
    expect(verifyAt(old)).toMatchObject({ status: 'INVALID', coverage: 'partial', unsignedMembers: expected })
    expect(verifyAt(editMember(old, '/receiptId', 5))).toMatchObject({ coverage: 'partial', unsignedMembers: [] })
  })
})

describe('the options of verifyReceipt fail closed', () => {
  it.each([
    ['NaN', Number.NaN],
    ['null', null],
    ['text without a zone', '2026-03-01T12:00:10'],
    ['an empty text', ''],
    ['a broken Date', new Date(Number.NaN)],
    ['a boolean', true],
    ['an object', {}],
    ['a BigInt', BigInt(NOW)],
  ])('fails every check against the clock when now is %s', (_, now) => {
    const result = verifyReceipt(SAMPLE, { now: now as number, maxAgeMs: 1e15 })
    expect(result.checks).toEqual({ ...ALL_PASS, V4: 'FAIL', V6: 'FAIL' })
    expect(result.policy.age).toBe('FAIL')
    expect(result).toMatchObject({ detail: '/interval/end lies in the future' })
  })

  it.each([
    ['NaN', Number.NaN],
    ['null', null],
    ['text', '30000'],
    ['negative', -1],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a list', [30_000]],
    ['a boolean', true],
  ])('fails every check against the clock when clockSkewMs is %s', (_, clockSkewMs) => {
    const result = verifyAt(SAMPLE, { clockSkewMs: clockSkewMs as number })
    expect(result.checks).toEqual({ ...ALL_PASS, V4: 'FAIL', V6: 'FAIL' })
  })

  it.each([
    ['milliseconds', NOW],
    ['a Date', new Date(NOW)],
    ['text', '2026-03-01T13:00:10+01:00'],
  ])('takes now as %s', (_, now) => {
    expect(verifyReceipt(SAMPLE, { now }).status).toBe('VALID')
  })

  it('takes the system clock when now is undefined', () => {
    vi.useFakeTimers({ now: NOW })
    try {
      expect(verifyReceipt(SAMPLE).status).toBe('VALID')
      expect(verifyReceipt(SAMPLE, { now: undefined! }).status).toBe('VALID')
      vi.setSystemTime(Date.parse(EXPIRY) + 30_000)
      expect(verifyReceipt(SAMPLE)).toMatchObject({ reason: 'EXPIRED' })
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([['true'], [1], [{}], [[]], [null]])('does not take legacy %j for true', (legacy) => {
    const result = verifyAt(oldReceipt(), { legacy: legacy as unknown as boolean })
    expect(result).toMatchObject({ reason: 'INVALID_SIGNATURE' })
  })
})

describe('the single checks', () => {
  it.each<[string, unknown, string | null, string | null]>([
    ['the sample', SAMPLE, null, null],
    ['an old receipt', oldReceipt(), null, null],
    ['a changed payload', editMember(SAMPLE, '/evidence/0/payload', {}), null, 'EVIDENCE_TAMPERED'],
    ['an expired receipt with a bad signature', resign(SAMPLE, OTHER_KEYS), null, null],
    ['an unknown member', editMember(SAMPLE, '/note', 'x'), 'INVALID_SCHEMA', 'INVALID_SCHEMA'],
    [
      'an unknown member and a changed payload',
      editMember(editMember(SAMPLE, '/note', 'x'), '/evidence/0/payload', {}),
      'INVALID_SCHEMA',
      'INVALID_SCHEMA',
    ],
    ['no receipt', null, 'INVALID_SCHEMA', 'INVALID_SCHEMA'],
    ['no JSON', Number.NaN, 'INVALID_SCHEMA', 'INVALID_SCHEMA'],
    ['text', JSON.stringify(SAMPLE), 'INVALID_SCHEMA', 'INVALID_SCHEMA'],
  ])('answer for %s', (_, receipt, schema, evidence) => {
    expect(verifySchema(receipt)).toBe(schema)
    expect(verifyEvidenceIntegrity(receipt)).toBe(evidence)
  })
})

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Passes for one of the library's own errors, but is none. */
function falseError(message: PropertyDescriptor): object {
  return Object.create(NotJsonError.prototype, { message })
}

function refuseToAnswer(): never {
  throw new Error('no')
}

describe('refuseMalformed', () => {
  it.each<[string, unknown]>([
    ['a member too many', { ...SAMPLE, more: 1 }],
    ['a member too few', { signature: {} }],
    ['no signature', { signature: null }],
    ['a payload that is a list', editMember(SAMPLE, '/evidence/0/payload', [])],
    ['a list', [SAMPLE]],
    ['text', JSON.stringify(SAMPLE)],
    ['null', null],
    ['undefined', undefined],
  ])('refuses %s as verifyReceipt does, without a hash', (_, receipt) => {
    const { status, checks, policy } = verifyAt(receipt)
    expect(refuseMalformed(receipt)).toMatchObject({ status, checks, policy, receiptHash: null })
    expect(refuseMalformed(receipt)).toMatchObject({ reason: 'INVALID_SCHEMA' })
  })

  it('reads no payload, and nothing behind the first member that receipts do not have', () => {
    const refuseToBeRead = () => {
      throw new Error('this was read')
    }
    const hidden = new Proxy(
      {},
      { get: refuseToBeRead, ownKeys: refuseToBeRead, getOwnPropertyDescriptor: refuseToBeRead },
    )
    expect(refuseMalformed(editMember(SAMPLE, '/evidence/0/payload', hidden))).toBeNull()
    expect(refuseMalformed({ more: hidden, ...SAMPLE })).toMatchObject({
      detail: '/more is not a member that receipts have',
    })
  })

  it('never throws', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    expect(refuseMalformed(hostile)).toMatchObject({ status: 'INVALID', reason: 'INVALID_SCHEMA' })
  })

  it.each([
    ['a good one', SAMPLE],
    ['one of the old profile', oldReceipt()],
    ['one with a broken signature', editMember(SAMPLE, '/signature/value', '0'.repeat(128))],
  ])('leaves %s to verifyReceipt', (_, receipt) => {
    expect(refuseMalformed(receipt)).toBeNull()
  })
})
