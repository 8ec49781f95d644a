import type { CaseGroup } from './case-group.ts'
import { draft, END, intervalFrom, later, NOW, START } from './drafts.ts'
import { ABSENT, type Edits } from './json.ts'
import { type Findings, type ReceiptCase, type ReceiptInput, receiptCase } from './receipt-case.ts'
import { signReceipt } from './signing.ts'

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
