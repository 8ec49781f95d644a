import { afterEach, describe, expect, it } from 'vitest'
import {
  EXPIRY,
  editMember,
  hashReceipt,
  ISSUER,
  ISSUER_KEYS,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  PRESENCE_POLICY,
  sampleReceipt,
} from '../test/sample-receipts.ts'
import { type AcceptOptions, acceptReceipt, type AcceptRefusal } from './accept.ts'
import type { BuildParams } from './build.ts'
import { type PresencePolicy, presencePolicyToBlock } from './presence-policy.ts'
import type { Receipt } from './receipt.ts'
import { signStatusList } from './status-list.ts'

const AUDIENCE = 'https://stillhere.example'
const DEMANDS: AcceptOptions = { trustedIssuers: [ISSUER.publicKey], audience: AUDIENCE, now: NOW }
const LATER = Date.parse(EXPIRY) + 31_000

const engine = (engineId: string) => ({ engineId, engineVersion: '1.0.0', confidence: 0.9, payload: {} })

/** A receipt as a service signs it; null for one that states no policy. */
function presence(policy: Partial<PresencePolicy> | null = {}, overrides: Partial<BuildParams> = {}): Receipt {
  const stated = policy === null ? [] : [presencePolicyToBlock({ ...PRESENCE_POLICY, ...policy })]
  return sampleReceipt({ evidence: [engine('EE-001'), engine('EE-003'), ...stated], ...overrides })
}

const GOOD = presence()

function findReason(receipt: unknown, options: object = {}): AcceptRefusal | null {
  const answer = acceptReceipt(receipt, { ...DEMANDS, ...options })
  return answer.accepted ? null : answer.reason
}

afterEach(() => {
  for (const name of ['legacy', 'verdict', 'audience', 'allowTest', 'minAssurance', 'trustedIssuers'])
    Reflect.deleteProperty(Object.prototype, name)
})

describe('acceptReceipt', () => {
  it.each<[unknown, object, string]>([
    [presence({}, { verdict: 'FAIL' }), {}, '/verdict is not PASS'],
    [presence({}, { audience: undefined as never }), {}, '/audience is not the expected one'],
    [presence({ test: true }), {}, 'the receipt was made for tests'],
    [GOOD, { actionDigest: '0'.repeat(64) }, 'the action_digest is not the expected one'],
    [GOOD, { registered: true }, 'no registered node stands behind the receipt'],
    [GOOD, { status: null }, 'the status list is refused: INVALID_SCHEMA, the status list must be an object'],
  ])('says why it refuses, case %#', (receipt, options, detail) => {
    expect(acceptReceipt(receipt, { ...DEMANDS, ...options })).toMatchObject({ accepted: false, detail })
  })

  it('accepts a good receipt, and says whose it is and what it proves', () => {
    expect(acceptReceipt(GOOD, DEMANDS)).toEqual({
      accepted: true,
      subject: GOOD.subject.id,
      assurance: 1,
      registered: false,
      receiptHash: hashReceipt(GOOD),
      receipt: GOOD,
    })
    const strong = presence({ assurance: 3, registered: true })
    expect(acceptReceipt(strong, DEMANDS)).toMatchObject({ assurance: 3, registered: true })
  })

  it.each<[string, unknown, AcceptRefusal]>([
    ['the verdict FAIL', presence({}, { verdict: 'FAIL' }), 'NOT_PASSED'],
    ['INSUFFICIENT_EVIDENCE', presence({}, { verdict: 'INSUFFICIENT_EVIDENCE' }), 'NOT_PASSED'],
    ['no verdict', presence({}, { verdict: undefined as never }), 'NOT_PASSED'],
    ['practice', practice('PRACTICE-POINTER'), 'PRACTICE_ONLY'],
    ['practice in small letters', practice('practice-pointer'), 'PRACTICE_ONLY'],
    [
      'no challenge',
      presence({}, { evidence: [engine('EE-001'), presencePolicyToBlock(PRESENCE_POLICY)] }),
      'EVIDENCE_MISSING',
    ],
    [
      'no presence',
      presence({}, { evidence: [engine('EE-003'), presencePolicyToBlock(PRESENCE_POLICY)] }),
      'EVIDENCE_MISSING',
    ],
    ['no audience', presence({}, { audience: undefined as never }), 'AUDIENCE_MISMATCH'],
    ['another audience', presence({}, { audience: 'https://other.example' }), 'AUDIENCE_MISMATCH'],
    ['a changed member', editMember(GOOD, '/verdict', 'FAIL'), 'INVALID_SIGNATURE'],
    ['the old profile', oldReceipt(), 'INVALID_SIGNATURE'],
    ['text', JSON.stringify(GOOD), 'INVALID_SCHEMA'],
    ['nothing', undefined, 'INVALID_SCHEMA'],
  ])('A5: refuses %s, although its issuer is trusted', (_name, receipt, reason) => {
    expect(findReason(receipt)).toBe(reason)
  })

  it('says why in a sentence', () => {
    const low = acceptReceipt(GOOD, { ...DEMANDS, minAssurance: 2 })
    expect(low).toMatchObject({ accepted: false, detail: 'the assurance is 1, and 2 is the least' })
    const text = acceptReceipt('{}', DEMANDS)
    expect(text).toMatchObject({ accepted: false, detail: 'the value is text; read it with parseJson first' })
    const bare = acceptReceipt(presence({}, { evidence: [engine('EE-003')] }), DEMANDS)
    expect(bare).toMatchObject({ accepted: false, detail: 'no evidence of EE-001' })
    const practiced = acceptReceipt(practice('PRACTICE-POINTER'), DEMANDS)
    expect(practiced).toMatchObject({ accepted: false, detail: 'made by practice' })
  })

  it.each<[string, object, AcceptRefusal | null]>([
    ['another key', { trustedIssuers: [OTHER_KEYS.publicKey] }, 'UNTRUSTED_ISSUER'],
    ['no key', { trustedIssuers: [] }, 'UNTRUSTED_ISSUER'],
    ['a Set of keys', { trustedIssuers: new Set([ISSUER.publicKey]) }, null],
    ['a later time', { now: LATER }, 'EXPIRED'],
    ['a time that cannot be read', { now: 'noon' }, 'TEMPORAL_INCONSISTENCY'],
    ['a small age', { maxAgeMs: 9999 }, 'TOO_OLD'],
    ['a great age', { maxAgeMs: 10_000 }, null],
    ['no skew', { now: Date.parse(EXPIRY), clockSkewMs: 0 }, 'EXPIRED'],
    ['the usual skew', { now: Date.parse(EXPIRY) }, null],
    ['other evidence', { evidence: ['EE-002'] }, 'EVIDENCE_MISSING'],
    ['less evidence', { evidence: ['EE-001'] }, null],
  ])('judges by %s', (_name, options, reason) => {
    expect(findReason(GOOD, options)).toBe(reason)
  })

  it('names what matters most, in the order of verdicts', () => {
    const status = signStatusList(
      { revoked: [GOOD.receiptId], issuedAt: NOW, nextUpdate: LATER + 60_000 },
      ISSUER_KEYS.secretKey,
    )
    expect(findReason(GOOD, { now: LATER, status, audience: 'https://other.example' })).toBe('REVOKED')
    expect(findReason(GOOD, { now: LATER, audience: 'https://other.example' })).toBe('AUDIENCE_MISMATCH')
    expect(findReason(GOOD, { now: LATER, trustedIssuers: [OTHER_KEYS.publicKey] })).toBe('UNTRUSTED_ISSUER')
  })

  it('never throws, whatever it is given', () => {
    const thrower = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no')
        },
      },
    )
    expect(findReason(thrower)).toBe('INVALID_SCHEMA')
    for (const options of [undefined, null, 7, 'x']) {
      expect(acceptReceipt(GOOD, options as never)).toMatchObject({ accepted: false, reason: 'INVALID_OPTIONS' })
    }
  })

  it('judges the copy that it hands over, and not what changes under it', () => {
    const answer = acceptReceipt(GOOD, DEMANDS)
    expect(answer.accepted && answer.receipt !== GOOD).toBe(true)
  })
})

describe('assurance', () => {
  const [DIGEST, OTHER] = ['a'.repeat(64), 'b'.repeat(64)]
  const ONCE = { subject_kind: 'once', registered: false } as const

  it.each<[string, Receipt, object, AcceptRefusal | null]>([
    ['none is not 1', presence(null), {}, 'ASSURANCE_TOO_LOW'],
    ['none is 0', presence(null), { minAssurance: 0 }, null],
    ['1 is 1', GOOD, { minAssurance: 1 }, null],
    ['1 is not 2', GOOD, { minAssurance: 2 }, 'ASSURANCE_TOO_LOW'],
    ['2 is 2', presence({ assurance: 2 }), { minAssurance: 2 }, null],
    ['2 is not 3', presence({ assurance: 2 }), { minAssurance: 3 }, 'ASSURANCE_TOO_LOW'],
    ['3 is more than 1', presence({ assurance: 3 }), {}, null],
    ['two policies are none', twoPolicies(), {}, 'ASSURANCE_TOO_LOW'],
    ['nobody is registered', GOOD, { registered: true }, 'NOT_REGISTERED'],
    ['somebody is registered', presence({ registered: true }), { registered: true }, null],
    [
      'a receipt that does not say so is not registered',
      presence(null),
      { minAssurance: 0, registered: true },
      'NOT_REGISTERED',
    ],
    ['not demanded is not needed', GOOD, { registered: false }, null],
    ['the digest is this action’s', presence({ action_digest: DIGEST }), { actionDigest: DIGEST }, null],
    ['the digest is another’s', presence({ action_digest: OTHER }), { actionDigest: DIGEST }, 'ACTION_DIGEST_MISMATCH'],
    ['no digest approves no action', GOOD, { actionDigest: DIGEST }, 'ACTION_DIGEST_MISMATCH'],
    ['no policy has no digest', presence(null), { minAssurance: 0, actionDigest: DIGEST }, 'ACTION_DIGEST_MISMATCH'],
    ['a one-time subject is not the same person', presence(ONCE), {}, 'SUBJECT_ONCE'],
    ['a one-time subject that is asked for', presence(ONCE), { allowOnce: true }, null],
    [
      'a one-time subject with a node behind it is no policy',
      presence({ ...ONCE, registered: true }),
      { allowOnce: true },
      'ASSURANCE_TOO_LOW',
    ],
    ['a subject that stays', presence({ subject_kind: 'same' }), {}, null],
    ['a test', presence({ test: true }), {}, 'TEST_RECEIPT'],
    ['a test that is asked for', presence({ test: true }), { allowTest: true }, null],
    ['a test that is not asked for', presence({ test: true }), { allowTest: false }, 'TEST_RECEIPT'],
  ])('F12: %s', (_name, receipt, options, reason) => {
    expect(findReason(receipt, options)).toBe(reason)
  })
})

describe('a status list', () => {
  const list = (revoked: string[], secretKey = ISSUER_KEYS.secretKey) =>
    signStatusList({ revoked, issuedAt: NOW, nextUpdate: NOW + 60_000 }, secretKey)

  it.each<[string, unknown, AcceptRefusal | null]>([
    ['names another receipt', list(['0195d1c2-3b00-7abc-8def-0123456789ad']), null],
    ['names this one', list([GOOD.receiptId]), 'REVOKED'],
    ['is forged', { ...list([GOOD.receiptId]), revoked: [] }, 'STATUS_UNUSABLE'],
    ['is of an issuer that is not trusted', list([], OTHER_KEYS.secretKey), 'STATUS_UNUSABLE'],
    ['is none', null, 'STATUS_UNUSABLE'],
  ])('that %s decides', (_name, status, reason) => {
    expect(findReason(GOOD, { status })).toBe(reason)
  })

  it('of another trusted key does not speak for this receipt', () => {
    const trustedIssuers = [ISSUER.publicKey, OTHER_KEYS.publicKey]
    expect(findReason(GOOD, { status: list([], OTHER_KEYS.secretKey), trustedIssuers })).toBe('REVOKED')
  })

  it('that is stale decides nothing, by the caller’s clock and skew', () => {
    const status = list([])
    expect(findReason(GOOD, { status, now: NOW + 89_999 })).toBe(null)
    expect(findReason(GOOD, { status, now: NOW + 90_000 })).toBe('STATUS_UNUSABLE')
    expect(findReason(GOOD, { status, now: NOW + 60_000, clockSkewMs: 0 })).toBe('STATUS_UNUSABLE')
  })
})

describe('options', () => {
  it.each<[object, string]>([
    [{ trustedIssuers: undefined }, 'trustedIssuers must be a list or a Set of public keys'],
    [{ trustedIssuers: ISSUER.publicKey }, 'trustedIssuers must be a list or a Set of public keys'],
    [{ audience: undefined }, 'audience must be text that names you'],
    [{ audience: '' }, 'audience must be text that names you'],
    [{ audience: [AUDIENCE] }, 'audience must be text that names you'],
    [{ evidence: 'EE-001' }, 'evidence must be a list of engine ids'],
    [{ evidence: [''] }, 'evidence must be a list of engine ids'],
    [{ evidence: ['EE-001', ''] }, 'evidence must be a list of engine ids'],
    [{ minAssurance: 4 }, 'minAssurance must be 0, 1, 2 or 3'],
    [{ minAssurance: '1' }, 'minAssurance must be 0, 1, 2 or 3'],
    [{ minAssurance: Number.NaN }, 'minAssurance must be 0, 1, 2 or 3'],
    [{ registered: 'yes' }, 'registered must be true or false'],
    [{ allowOnce: 'yes' }, 'allowOnce must be true or false'],
    [{ allowTest: 1 }, 'allowTest must be true or false'],
    [{ actionDigest: 'A'.repeat(64) }, 'actionDigest must be 64 lower-case hex digits'],
    [{ actionDigest: 'a'.repeat(63) }, 'actionDigest must be 64 lower-case hex digits'],
    [{ actionDigest: null }, 'actionDigest must be 64 lower-case hex digits'],
    [{ minAssurence: 2 }, 'minAssurence is not an option'],
    [{ legacy: true }, 'legacy is not an option'],
  ])('that make no sense accept nothing: %j', (options, detail) => {
    const answer = acceptReceipt(GOOD, { ...DEMANDS, ...options })
    expect(answer).toEqual({ accepted: false, reason: 'INVALID_OPTIONS', detail })
  })

  it('that are undefined are not given', () => {
    const unset = { maxAgeMs: undefined, evidence: undefined, minAssurance: undefined, registered: undefined }
    expect(findReason(GOOD, { ...unset, allowTest: undefined, status: undefined, clockSkewMs: undefined })).toBe(null)
  })

  const silent = presence({}, { audience: undefined as never })
  it.each<[string, object, unknown, AcceptRefusal, string]>([
    ['legacy', { legacy: true }, oldReceipt(), 'INVALID_SIGNATURE', 'old profile'],
    ['a verdict', { verdict: 'PASS' }, presence({}, { verdict: undefined as never }), 'NOT_PASSED', '/verdict'],
    ['an audience', { audience: AUDIENCE }, silent, 'AUDIENCE_MISMATCH', '/audience is not the expected one'],
    ['a lower assurance', { minAssurance: 0 }, presence(null), 'ASSURANCE_TOO_LOW', 'the assurance is 0'],
    ['leave for tests', { allowTest: true }, presence({ test: true }), 'TEST_RECEIPT', 'for tests'],
  ])('do not come from a polluted Object.prototype: %s', (_name, pollution, receipt, reason, detail) => {
    for (const [name, value] of Object.entries(pollution)) {
      Reflect.defineProperty(Object.prototype, name, { value, configurable: true, writable: true })
    }
    const answer = acceptReceipt(receipt, DEMANDS)
    expect(answer).toMatchObject({ accepted: false, reason, detail: expect.stringContaining(detail) })
  })
})

function practice(engineId: string): Receipt {
  const evidence = [engine('EE-001'), engine('EE-003'), engine(engineId), presencePolicyToBlock(PRESENCE_POLICY)]
  return presence({}, { evidence })
}

function twoPolicies(): Receipt {
  const twice = [presencePolicyToBlock(PRESENCE_POLICY), presencePolicyToBlock({ ...PRESENCE_POLICY, assurance: 3 })]
  return presence({}, { evidence: [engine('EE-001'), engine('EE-003'), ...twice] })
}
