import { afterEach, describe, expect, it } from 'vitest'
import { ISSUER_KEYS, POLICY } from '../../test/guard-receipts.ts'
import { checkPolicy, type ReceiptPolicy } from './policy.ts'
import { remoteIssuer, requireReceipt } from './index.ts'

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'trustedIssuers')
})

describe('requireReceipt', () => {
  it.each<[string, object, RegExp]>([
    ['no trusted issuers', { trustedIssuers: undefined }, /trustedIssuers must be/],
    ['an empty list of issuers', { trustedIssuers: [] }, /trustedIssuers is empty/],
    ['an empty Set of issuers', { trustedIssuers: new Set() }, /trustedIssuers is empty/],
    ['one key that is no list', { trustedIssuers: ISSUER_KEYS.publicKey }, /trustedIssuers must be/],
    ['a name for a key', { trustedIssuers: ['stillhere.example'] }, /64 lower-case hex/],
    ['a key in upper case', { trustedIssuers: ['AB'.repeat(32)] }, /64 lower-case hex/],
    ['one bad key among good ones', { trustedIssuers: [ISSUER_KEYS.publicKey, null] }, /64 lower-case hex/],
    ['keys beside an issuer', { issuer: remoteIssuer('https://id.example.org') }, /issuer or trustedIssuers, not both/],
    ['an address for an issuer', { issuer: 'https://id.example.org', trustedIssuers: undefined }, /what remoteIssuer/],
    ['null for an issuer', { issuer: null, trustedIssuers: undefined }, /what remoteIssuer returns/],
    ['no greatest age', { maxAgeMs: undefined }, /maxAgeMs/],
    ['no end of age', { maxAgeMs: Number.POSITIVE_INFINITY }, /maxAgeMs/],
    ['an age of 0', { maxAgeMs: 0 }, /maxAgeMs/],
    ['an age that is no number', { maxAgeMs: Number.NaN }, /maxAgeMs/],
    ['an age as text', { maxAgeMs: '60000' }, /maxAgeMs/],
    ['no audience', { audience: undefined }, /audience/],
    ['an empty audience', { audience: '' }, /audience/],
    ['several audiences', { audience: ['https://shop.example'] }, /audience/],
    ['an endless audience', { audience: 'x'.repeat(1025) }, /audience/],
    ['evidence as text', { evidence: 'EE-001' }, /evidence/],
    ['evidence without a name', { evidence: [''] }, /evidence/],
    ['a status list where a function belongs', { revoked: [] }, /revoked must be a function/],
    ['a memory that is no function', { remember: new Set() }, /remember must be a function/],
    ['true for accept', { accept: true }, /accept must be a function/],
    ['null for accept', { accept: null }, /accept must be a function/],
    ['a time for a clock', { now: 1 }, /now must be a function/],
    ['a header with a space', { header: 'My Receipt' }, /header/],
    ['an empty header', { header: '' }, /header/],
    ['a level that there is not', { minAssurance: 4 }, /minAssurance must be 0, 1, 2 or 3/],
    ['a level as text', { minAssurance: '1' }, /minAssurance/],
    ['allowOnce as text', { allowOnce: 'yes' }, /allowOnce must be true or false/],
    ['registered as text', { registered: 'yes' }, /registered must be true or false/],
    ['a number for allowTest', { allowTest: 1 }, /allowTest must be true or false/],
    ['an empty field', { field: '' }, /field must be text/],
    ['true for a field', { field: true }, /field must be text/],
    ['a mistyped option', { revokd: () => false }, /revokd is not an option/],
    ['legacy', { legacy: true }, /legacy is not an option/],
  ])('cannot be built with %s', (_, options, message) => {
    expect(() => requireReceipt({ ...POLICY, ...options })).toThrow(message)
  })

  it.each([undefined, null, 'policy', 7])('cannot be built with %s', (policy) => {
    expect(() => requireReceipt(policy as unknown as ReceiptPolicy)).toThrow(TypeError)
  })

  it('does not take issuers from a polluted Object.prototype', () => {
    Reflect.defineProperty(Object.prototype, 'trustedIssuers', { value: ['ab'.repeat(32)], configurable: true })
    const { maxAgeMs, audience } = POLICY
    expect(() => requireReceipt({ maxAgeMs, audience })).toThrow(/trustedIssuers must be/)
  })

  it('reads the policy once, so that nobody changes it later', () => {
    const policy = { ...POLICY }
    const checked = checkPolicy(policy)
    policy.audience = 'https://other.example'
    expect(checked).toMatchObject({
      audience: POLICY.audience,
      evidence: ['EE-001', 'EE-003'],
      minAssurance: 1,
      registered: false,
      allowOnce: false,
      allowTest: false,
      field: null,
      header: 'stillhere-receipt',
    })
  })
})
