import { describe, expect, it } from 'vitest'
import {
  EXPIRY,
  editMember,
  ISSUER,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
  makeSuccessor,
} from '../test/sample-receipts.ts'
import { judgeVerdict, VERDICT_ORDER, type VerdictFacts } from './result.ts'
import { type VerifyOptions, verifyReceipt } from './verify.ts'

const RECEIPT = sampleReceipt()
const LATER = Date.parse(EXPIRY) + 31_000
const TRUSTED: VerifyOptions = { now: NOW, trustedIssuers: [ISSUER.publicKey] }
const ELSEWHERE = 'https://elsewhere.example'

function decide(options: VerifyOptions, facts?: VerdictFacts, receipt: unknown = RECEIPT) {
  const { kind, failure } = judgeVerdict(verifyReceipt(receipt, { ...TRUSTED, ...options }), facts)
  return [kind, failure?.code ?? null]
}

describe('the verdict', () => {
  const expired: VerifyOptions = { now: LATER }
  const other: VerifyOptions = { ...expired, audience: ELSEWHERE }
  const unknown: VerifyOptions = { ...other, trustedIssuers: [OTHER_KEYS.publicKey] }
  const revoked: VerifyOptions = { ...unknown, revoked: () => true }
  const all: VerdictFacts = { isCompromised: true, isTest: true }

  // Each line has every trouble of the lines after it.
  it.each<[string, VerifyOptions, VerdictFacts, string | null]>([
    ['revoked', revoked, all, 'REVOKED'],
    ['compromised_key', unknown, all, null],
    ['unknown_issuer', unknown, { isTest: true }, 'UNTRUSTED_ISSUER'],
    ['other_audience', other, { isTest: true }, 'AUDIENCE_MISMATCH'],
    ['test', expired, { isTest: true }, null],
    ['expired', expired, {}, 'EXPIRED'],
    ['fresh', {}, {}, null],
  ])('is %s before all that comes after it in the order', (kind, options, facts, code) => {
    expect(decide(options, facts)).toEqual([kind, code])
  })

  it.each<[string, unknown, VerifyOptions]>([
    ['INVALID_SCHEMA', { ...RECEIPT, more: 1 }, revoked],
    ['INVALID_SIGNATURE', editMember(RECEIPT, '/verdict', 'FAIL'), revoked],
    ['INVALID_SIGNATURE', oldReceipt(), revoked],
    ['CHAIN_BROKEN', RECEIPT, { ...revoked, predecessor: RECEIPT }],
    ['SUBJECT_MISMATCH', makeSuccessor(RECEIPT, { subject: { id: `sha256:${'6'.repeat(64)}` } }), afterReceipt()],
    ['INCONSISTENT_ASSERTIONS', resign(editMember(RECEIPT, '/assertions/observationOccurred/value', false)), revoked],
    ['TEMPORAL_INCONSISTENCY', RECEIPT, { ...revoked, now: NOW - 3_600_000 }],
    ['EVIDENCE_TAMPERED', resign(editMember(RECEIPT, '/evidence/0/payloadDigest', '0'.repeat(64))), revoked],
  ])('is tampered for %s, before everything else', (code, receipt, options) => {
    expect(decide(options, all, receipt)).toEqual(['tampered', code])
  })

  function afterReceipt(): VerifyOptions {
    return { ...revoked, predecessor: RECEIPT }
  }

  it('is an unknown issuer where nobody asked whose key it is, fresh or expired', () => {
    for (const now of [NOW, LATER]) {
      const { kind, failure } = judgeVerdict(verifyReceipt(RECEIPT, { now }))
      expect([kind, failure]).toEqual(['unknown_issuer', null])
    }
  })

  it('is expired for a receipt that is older than the caller allows', () => {
    expect(decide({ maxAgeMs: 1 })).toEqual(['expired', 'TOO_OLD'])
  })

  it('is revoked where a trusted issuer’s list gives no answer, and an unknown issuer where a stranger’s does not', () => {
    const silent = () => {
      throw new Error('the status list is that of another issuer key')
    }
    expect(decide({ now: LATER, revoked: silent })).toEqual(['revoked', 'REVOKED'])
    const stranger = [OTHER_KEYS.publicKey]
    expect(decide({ now: LATER, revoked: silent, trustedIssuers: stranger })).toEqual([
      'unknown_issuer',
      'UNTRUSTED_ISSUER',
    ])
    expect(decide({ revoked: () => true, trustedIssuers: stranger })).toEqual(['revoked', 'REVOKED'])
  })

  it('takes only true for a compromised key or a test', () => {
    expect(decide({}, { isCompromised: false, isTest: false })).toEqual(['fresh', null])
  })

  it('has ten kinds', () => {
    expect(VERDICT_ORDER.join(', ')).toBe(
      'tampered, revoked, compromised_key, unknown_issuer, other_audience, other_action, other_approver, test, expired, fresh',
    )
  })
})
