import type { CaseGroup } from './case-group.ts'
import { draft, END, later } from './drafts.ts'
import { hashJson } from './json.ts'
import { type Findings, type Options, type ReceiptCase, type ReceiptInput, receiptCase } from './receipt-case.ts'
import { ISSUER, STRANGER, signReceipt } from './signing.ts'

const AUDIENCE = 'https://verifier.example'
const RECEIPT = signReceipt(draft())
const ADDRESSED = signReceipt(draft({ '/audience': AUDIENCE }))
const ID = RECEIPT.receiptId as string
const OTHER_ID = '019ca923-8000-7abc-8def-ffffffffffff'
const UNTRUSTED: Findings = { issuer: 'UNTRUSTED_ISSUER' }
const REVOKED: Findings = { revocation: 'REVOKED' }
const TOO_OLD: Findings = { age: 'TOO_OLD' }
const NOT_MEANT: Findings = { audience: 'AUDIENCE_MISMATCH' }

export const policyCases: CaseGroup = {
  topic: 'policy',
  kind: 'receipt',
  about: "The caller's demands: trusted keys, revocation, age, audience. They count after V1 to V7, in this order.",
  cases: [
    demanding('trusted', { trustedIssuers: [ISSUER.publicKey] }),
    demanding('trusted-among-others', { trustedIssuers: [STRANGER.publicKey, ISSUER.publicKey] }),
    demanding('untrusted', { trustedIssuers: [STRANGER.publicKey] }, { finds: UNTRUSTED }),
    demanding('nobody-trusted', { trustedIssuers: [] }, { finds: UNTRUSTED }),
    demanding('trusted-by-name-only', { trustedIssuers: [ISSUER.id] }, { finds: UNTRUSTED }),
    demanding('trusted-in-upper-case', { trustedIssuers: [ISSUER.publicKey.toUpperCase()] }, { finds: UNTRUSTED }),
    demanding('trusted-by-part-of-the-key', { trustedIssuers: [ISSUER.publicKey.slice(0, 32)] }, { finds: UNTRUSTED }),
    demanding('not-revoked', { revokedReceiptIds: [OTHER_ID], revokedReceiptHashes: ['ab'.repeat(32)] }),
    demanding('nothing-revoked', { revokedReceiptIds: [] }),
    demanding('revoked-by-id', { revokedReceiptIds: [OTHER_ID, ID] }, { finds: REVOKED }),
    demanding('revoked-by-hash', { revokedReceiptHashes: [hashJson(RECEIPT)] }, { finds: REVOKED }),
    demanding('revoked-by-hash-of-another', { revokedReceiptHashes: [hashJson(ADDRESSED)] }),
    ageCase('age-at-the-limit', 60_000, { options: { maxAgeMs: 60_000 } }),
    ageCase('age-beyond-the-limit', 60_001, { options: { maxAgeMs: 60_000 }, finds: TOO_OLD }),
    ageCase('age-zero', 0, { options: { maxAgeMs: 0 } }),
    ageCase('age-zero-beyond', 1, { options: { maxAgeMs: 0 }, finds: TOO_OLD }),
    ageCase('age-ignores-the-skew', 31_000, { options: { maxAgeMs: 30_999, clockSkewMs: 60_000 }, finds: TOO_OLD }),
    ageCase('age-negative-within-the-skew', -1000, { options: { maxAgeMs: 0 } }),
    demanding('audience', { audience: AUDIENCE }, { receipt: ADDRESSED }),
    demanding('audience-not-asked', {}, { receipt: ADDRESSED }),
    demanding('audience-of-another', { audience: 'https://other.example' }, { finds: NOT_MEANT, receipt: ADDRESSED }),
    demanding('audience-absent', { audience: AUDIENCE }, { finds: NOT_MEANT }),
    demanding(
      'audience-in-another-case',
      { audience: AUDIENCE.toUpperCase() },
      { finds: NOT_MEANT, receipt: ADDRESSED },
    ),
    demanding('audience-with-a-slash', { audience: `${AUDIENCE}/` }, { finds: NOT_MEANT, receipt: ADDRESSED }),
    demanding(
      'audience-decomposed',
      { audience: 'e\u0301' },
      { finds: NOT_MEANT, receipt: signReceipt(draft({ '/audience': '\u00e9' })) },
    ),
    demanding('legacy-changes-nothing-here', { legacy: true }),
    demanding(
      'all-demands-met',
      { trustedIssuers: [ISSUER.publicKey], revokedReceiptIds: [], maxAgeMs: 60_000, audience: AUDIENCE },
      { receipt: ADDRESSED },
    ),
    receiptCase('all-demands-failed', 'every demand is reported, the first is the reason', {
      receipt: ADDRESSED,
      options: { trustedIssuers: [], revokedReceiptIds: [ID], maxAgeMs: 1, audience: 'x' },
      finds: { ...UNTRUSTED, ...REVOKED, ...TOO_OLD, ...NOT_MEANT },
    }),
    receiptCase('revoked-before-too-old', 'revocation counts before age and audience', {
      receipt: RECEIPT,
      options: { revokedReceiptIds: [ID], maxAgeMs: 1, audience: 'x' },
      finds: { ...REVOKED, ...TOO_OLD, ...NOT_MEANT },
    }),
    receiptCase('expired-before-untrusted', 'the checks count before the demands', {
      receipt: RECEIPT,
      now: later(END, 400_000),
      options: { trustedIssuers: [], maxAgeMs: 400_000 },
      finds: { V6: 'EXPIRED', ...UNTRUSTED },
    }),
    receiptCase(
      'another-key-under-a-trusted-name',
      'the issuer is believed by its key, and its name must fit the key',
      {
        receipt: signReceipt(draft({ '/issuer/id': ISSUER.id, '/issuer/publicKey': STRANGER.publicKey }), STRANGER),
        options: { trustedIssuers: [ISSUER.publicKey] },
        finds: { V1: 'INVALID_SCHEMA' },
      },
    ),
  ],
}

function demanding(
  name: string,
  options: Options,
  { receipt = RECEIPT, finds = {} }: Partial<ReceiptInput> = {},
): ReceiptCase {
  return receiptCase(name, name.replaceAll('-', ' '), { receipt, options, finds })
}

function ageCase(name: string, ageMs: number, input: Pick<ReceiptInput, 'options' | 'finds'>): ReceiptCase {
  return receiptCase(name, `the interval ended ${ageMs} ms ago`, { receipt: RECEIPT, now: later(END, ageMs), ...input })
}
