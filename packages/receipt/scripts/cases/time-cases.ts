import {
  ABSENT,
  draft,
  type Edits,
  END,
  hashJson,
  intervalFrom,
  ISSUER,
  later,
  NOW,
  signReceipt,
  START,
  STRANGER,
} from './drafts.ts'
import {
  type CaseGroup,
  type Findings,
  type Options,
  type ReceiptCase,
  receiptCase,
  type ReceiptInput,
} from './receipt-case.ts'

const WRONG: Findings = { V4: 'TEMPORAL_INCONSISTENCY' }
const EXPIRED: Findings = { V6: 'EXPIRED' }

export const timeCases: CaseGroup = {
  topic: 'time',
  kind: 'receipt',
  about: 'V4. start < end ≤ now + skew, coverageMs = end − start, signedAt ≥ end, expiresAt > end.',
  cases: [
    timeCase('start-equals-end', { '/interval': intervalFrom(END, 0) }, { finds: WRONG }),
    timeCase('start-after-end', { '/interval': { start: END, end: START, coverageMs: 30_000 } }, { finds: WRONG }),
    timeCase('coverage-one-more', { '/interval/coverageMs': 30_001 }, { finds: WRONG }),
    timeCase('coverage-one-less', { '/interval/coverageMs': 29_999 }, { finds: WRONG }),
    timeCase('coverage-zero', { '/interval/coverageMs': 0 }, { finds: WRONG }),
    timeCase('signed-at-the-end', { '/signature/signedAt': END }, {}),
    timeCase('signed-before-the-end', { '/signature/signedAt': later(END, -1) }, { finds: WRONG }),
    timeCase('signed-in-the-future', { '/signature/signedAt': later(NOW, 86_400_000) }, {}),
    timeCase('expires-just-after-the-end', { '/expiresAt': later(END, 1) }, { now: END }),
    timeCase('expires-at-the-end', { '/expiresAt': END }, { now: END, finds: WRONG }),
    timeCase('expires-before-the-end', { '/expiresAt': later(END, -1) }, { now: START, finds: WRONG }),
    timeCase('ends-now', {}, { now: END }),
    timeCase('ends-at-the-skew', {}, { now: later(END, -30_000) }),
    timeCase('ends-beyond-the-skew', {}, { now: later(END, -30_001), finds: WRONG }),
    timeCase('ends-now-without-skew', {}, { now: END, options: { clockSkewMs: 0 } }),
    timeCase('ends-later-without-skew', {}, { now: later(END, -1), options: { clockSkewMs: 0 }, finds: WRONG }),
    timeCase('ends-at-an-own-skew', {}, { now: later(END, -5), options: { clockSkewMs: 5 } }),
    timeCase('ends-beyond-an-own-skew', {}, { now: later(END, -6), options: { clockSkewMs: 5 }, finds: WRONG }),
    timeCase('skew-of-a-year', {}, { now: later(END, -31_536_000_000), options: { clockSkewMs: 31_536_000_000 } }),
    timeCase('now-with-an-offset', {}, { now: '2026-03-01T14:00:00.000+02:00' }),
    timeCase('now-without-a-zone', {}, { now: '2026-03-01T12:00:00.000', finds: { ...WRONG, ...EXPIRED } }),
    timeCase('negative-skew', {}, { options: { clockSkewMs: -1 }, finds: { ...WRONG, ...EXPIRED } }),
    timeCase('start-in-year-0', { '/interval/start': '0000-02-29T00:00:00.000Z' }, { finds: WRONG }),
    timeCase(
      'all-wrong',
      { '/interval': { start: END, end: START, coverageMs: 1 }, '/expiresAt': START },
      { finds: { ...WRONG, ...EXPIRED } },
    ),
  ],
}

export const freshnessCases: CaseGroup = {
  topic: 'freshness',
  kind: 'receipt',
  about: 'V6. now < expiresAt + skew; without expiresAt a receipt expires five minutes after its end.',
  cases: [
    timeCase('last-millisecond', {}, { now: later(END, 329_999) }),
    timeCase('at-expiry-and-skew', {}, { now: later(END, 330_000), finds: EXPIRED }),
    timeCase('last-millisecond-without-skew', {}, { now: later(END, 299_999), options: { clockSkewMs: 0 } }),
    timeCase('at-expiry-without-skew', {}, { now: later(END, 300_000), options: { clockSkewMs: 0 }, finds: EXPIRED }),
    timeCase('default-last-millisecond', { '/expiresAt': ABSENT }, { now: later(END, 329_999) }),
    timeCase('default-at-expiry-and-skew', { '/expiresAt': ABSENT }, { now: later(END, 330_000), finds: EXPIRED }),
    timeCase(
      'default-without-skew',
      { '/expiresAt': ABSENT },
      { now: later(END, 299_999), options: { clockSkewMs: 0 } },
    ),
    timeCase(
      'default-expired-without-skew',
      { '/expiresAt': ABSENT },
      { now: later(END, 300_000), options: { clockSkewMs: 0 }, finds: EXPIRED },
    ),
    timeCase('own-skew', {}, { now: later(END, 300_099), options: { clockSkewMs: 100 } }),
    timeCase('beyond-own-skew', {}, { now: later(END, 300_100), options: { clockSkewMs: 100 }, finds: EXPIRED }),
    timeCase('ten-years-later', {}, { now: '2036-03-01T12:00:00.000Z', finds: EXPIRED }),
    timeCase('long-lived', { '/expiresAt': '2036-03-02T00:00:00.000Z' }, { now: '2036-03-01T12:00:00.000Z' }),
    timeCase(
      'expired-and-contradictory',
      { '/assertions/receiptIntegrity/value': false },
      { now: '2036-03-01T12:00:00.000Z', finds: { V3: 'INCONSISTENT_ASSERTIONS', ...EXPIRED } },
    ),
  ],
}

function timeCase(name: string, edits: Edits, input: Omit<ReceiptInput, 'receipt'>): ReceiptCase {
  return receiptCase(name, `${name.replaceAll('-', ' ')}, judged at ${input.now ?? NOW}`, {
    receipt: signReceipt(draft(edits)),
    ...input,
  })
}

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
