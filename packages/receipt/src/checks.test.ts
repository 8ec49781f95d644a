import { describe, expect, it } from 'vitest'
import {
  END,
  EXPIRY,
  editMember,
  hashReceipt,
  ISSUER_KEYS,
  keysFromSeed,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
  signText,
  makeSuccessor,
} from '../test/sample-receipts.ts'
import { untilNextExpiryMs } from './checks.ts'
import { createIssuerIdentity } from './ed25519.ts'
import type { Assertions, Receipt } from './receipt.ts'
import { type VerifyOptions, verifyEvidenceIntegrity, verifyReceipt } from './verify.ts'

const SAMPLE = sampleReceipt()
const SKEW = 30_000
const END_MS = Date.parse(END)
const EXPIRY_MS = Date.parse(EXPIRY)

/** The code and the sentence of one check; null when it passed, undefined when it was not made. */
function finding(check: string, receipt: unknown, options: VerifyOptions = {}) {
  const result = verifyReceipt(receipt, { now: NOW, ...options })
  const outcome = result.checks[check as 'V1']
  if (outcome !== 'FAIL') return outcome === 'PASS' ? null : undefined
  const { code, detail } = result.failures.find((failure) => failure.check === check)!
  return `${code}: ${detail}`
}

/** A signed receipt with some members changed before the signature. */
function changed(changes: Record<string, unknown>): Receipt {
  return resign(
    Object.entries(changes).reduce((receipt, [pointer, value]) => editMember(receipt, pointer, value), SAMPLE),
  )
}

const inconsistent = (detail: string) => `TEMPORAL_INCONSISTENCY: ${detail}`

describe('V2, the signature', () => {
  const DOES_NOT_FIT = 'INVALID_SIGNATURE: the signature does not fit this receipt and /issuer/publicKey'

  it('passes for the sample, and for what another implementation signs', () => {
    expect(finding('V2', SAMPLE)).toBeNull()
    expect(resign(SAMPLE)).toEqual(SAMPLE)
  })

  it('passes for payload members that look like array indices', () => {
    const payload = { '10': 1, '9': [{ '2': 'b', '11': 'a' }], a: '\u2028' }
    const receipt = sampleReceipt({ evidence: [{ ...SAMPLE.evidence[0]!, payload, payloadDigest: undefined! }] })
    expect(finding('V2', receipt)).toBeNull()
    expect(resign(receipt)).toEqual(receipt)
    expect(finding('V5', receipt)).toBeNull()
  })

  it('is not confused by text and payloads that imitate the end of the signature or a payload', () => {
    const imitation = `,"value":"${SAMPLE.signature.value}"`
    const payload = { payload: null, value: SAMPLE.signature.value, note: `"payload":null${imitation}` }
    const evidence = [
      { ...SAMPLE.evidence[0]!, engineId: '"payload":null', payload, payloadDigest: undefined! },
      { ...SAMPLE.evidence[1]!, payload: { payload: '$&$1' }, payloadDigest: undefined! },
    ]
    const subject = { ...SAMPLE.subject, type: '"value":"' }
    const receipt = sampleReceipt({ evidence, subject, audience: imitation, references: [imitation] })
    expect(verifyReceipt(receipt, { now: NOW })).toMatchObject({ status: 'VALID', receiptHash: hashReceipt(receipt) })
    expect(resign(receipt)).toEqual(receipt)
  })

  it.each([
    ['of another receipt', editMember(SAMPLE, '/signature/value', sampleReceipt({ references: [] }).signature.value)],
    ['of another key', resign(SAMPLE, OTHER_KEYS)],
    ['of zeros', editMember(SAMPLE, '/signature/value', '0'.repeat(128))],
    ['over changed members', editMember(SAMPLE, '/references/0', 'urn:example:3')],
  ])('fails for a signature %s', (_, receipt) => {
    expect(finding('V2', receipt)).toBe(DOES_NOT_FIT)
  })

  it('fails for old receipts without the option legacy', () => {
    const detail = 'old profile: it leaves members unsigned and is judged only with the option legacy'
    expect(finding('V2', oldReceipt())).toBe(`INVALID_SIGNATURE: ${detail}`)
    expect(finding('V2', oldReceipt(), { legacy: false })).toBe(`INVALID_SIGNATURE: ${detail}`)
  })

  it('passes for old receipts with the option legacy, when they are genuine', () => {
    expect(finding('V2', oldReceipt(), { legacy: true })).toBeNull()
    expect(finding('V2', oldReceipt({}, OTHER_KEYS), { legacy: true })).toBe(DOES_NOT_FIT)
  })

  it('fails for an old receipt whose text fits another one too', () => {
    const detail = 'old profile: the signed text also fits another receipt'
    const ambiguous = oldReceipt({ references: ['a:b'] })
    expect(finding('V2', ambiguous, { legacy: true })).toBe(`INVALID_SIGNATURE: ${detail}`)
    const overNull = editMember(ambiguous, '/signature/value', signText('null', ISSUER_KEYS.secretKey))
    expect(finding('V2', overNull, { legacy: true })).toBe(`INVALID_SIGNATURE: ${detail}`)
  })
})

describe('V3, the assertions', () => {
  const WITHOUT_OBSERVATION = 'INCONSISTENT_ASSERTIONS: continuity is asserted without an observation'
  const PASS_IN_VAIN = 'INCONSISTENT_ASSERTIONS: /verdict is PASS although an assertion is false'

  it.each([
    ['PASS', true, true, true, null],
    ['PASS', true, true, false, PASS_IN_VAIN],
    ['PASS', true, false, true, PASS_IN_VAIN],
    ['PASS', false, false, true, PASS_IN_VAIN],
    ['PASS', false, true, true, WITHOUT_OBSERVATION],
    ['FAIL', true, true, true, null],
    ['FAIL', false, false, false, null],
    ['FAIL', false, true, true, WITHOUT_OBSERVATION],
    ['INSUFFICIENT_EVIDENCE', true, false, true, null],
    [undefined, true, true, true, null],
    [undefined, true, false, false, null],
    [undefined, false, false, true, null],
    [undefined, false, true, false, WITHOUT_OBSERVATION],
  ])('verdict %s with %s, %s, %s: %s', (verdict, observed, continuous, intact, expected) => {
    const assertions: Assertions = {
      observationOccurred: { value: observed, confidence: 1 },
      continuityMaintained: { value: continuous, confidence: 1 },
      receiptIntegrity: { value: intact, confidence: 1 },
    }
    expect(finding('V3', changed({ '/assertions': assertions, '/verdict': verdict }))).toBe(expected)
  })
})

describe('V4, the times', () => {
  it.each([
    ['the sample', {}, null],
    [
      'a start at the end',
      { '/interval/start': END, '/interval/coverageMs': 0 },
      inconsistent('/interval/start must be before /interval/end'),
    ],
    [
      'a start behind the end',
      { '/interval/start': EXPIRY },
      inconsistent('/interval/start must be before /interval/end'),
    ],
    [
      'an interval of one millisecond',
      { '/interval/start': '2026-03-01T11:59:59.999Z', '/interval/coverageMs': 1 },
      null,
    ],
    ['too large a coverage', { '/interval/coverageMs': 1501 }, inconsistent('/interval/coverageMs must be 1500')],
    ['too small a coverage', { '/interval/coverageMs': 1499 }, inconsistent('/interval/coverageMs must be 1500')],
    ['a signature at the end', { '/signature/signedAt': END }, null],
    [
      'a signature before the end',
      { '/signature/signedAt': '2026-03-01T11:59:59.999Z' },
      inconsistent('/signature/signedAt must not be before /interval/end'),
    ],
    ['an expiry just behind the end', { '/expiresAt': '2026-03-01T12:00:00.001Z' }, null],
    ['an expiry at the end', { '/expiresAt': END }, inconsistent('/expiresAt must be after /interval/end')],
    [
      'an expiry before the end',
      { '/expiresAt': '2026-03-01T11:00:00.000Z' },
      inconsistent('/expiresAt must be after /interval/end'),
    ],
    ['no expiry', { '/expiresAt': undefined }, null],
  ])('judges %s', (_, changes, expected) => {
    expect(finding('V4', changed(changes))).toBe(expected)
  })

  const FUTURE = inconsistent('/interval/end lies in the future')

  it.each([
    ['now', END_MS, undefined, null],
    ['exactly the default skew ahead', END_MS - SKEW, undefined, null],
    ['a millisecond more than the default skew ahead', END_MS - SKEW - 1, undefined, FUTURE],
    ['exactly a skew of 5 ms ahead', END_MS - 5, 5, null],
    ['6 ms ahead with a skew of 5 ms', END_MS - 6, 5, FUTURE],
    ['1 ms ahead with no skew', END_MS - 1, 0, FUTURE],
    ['now with no skew', END_MS, 0, null],
  ])('judges an interval that ends %s', (_, now, clockSkewMs, expected) => {
    expect(finding('V4', SAMPLE, clockSkewMs === undefined ? { now } : { now, clockSkewMs })).toBe(expected)
  })

  it('names what is wrong in the receipt itself before what is wrong with the clock', () => {
    const receipt = changed({ '/interval/coverageMs': 1 })
    expect(finding('V4', receipt, { now: 0 })).toBe(inconsistent('/interval/coverageMs must be 1500'))
  })
})

describe('V5, the evidence', () => {
  it.each([
    ['the first', '/evidence/0/payload/score', 0],
    ['the second', '/evidence/1/payload/bpm', 1],
  ])('names %s block whose payload was changed', (_, pointer, index) => {
    const receipt = changed({ [pointer]: 0.1 })
    const detail = `/evidence/${index}/payload does not fit its payloadDigest`
    expect(finding('V5', receipt)).toBe(`EVIDENCE_TAMPERED: ${detail}`)
    expect(verifyEvidenceIntegrity(receipt)).toBe('EVIDENCE_TAMPERED')
  })

  it('passes for the sample, and for members in another order', () => {
    const { score, frames, nested } = SAMPLE.evidence[0]!.payload
    const reordered = editMember(SAMPLE, '/evidence/0/payload', { nested: nested!, frames: frames!, score: score! })
    expect(finding('V5', SAMPLE)).toBeNull()
    expect(finding('V5', reordered)).toBeNull()
    expect(verifyEvidenceIntegrity(reordered)).toBeNull()
  })

  it('fails for two payloads in exchange', () => {
    const [first, second] = SAMPLE.evidence
    const receipt = changed({ '/evidence/0/payload': second!.payload, '/evidence/1/payload': first!.payload })
    expect(verifyEvidenceIntegrity(receipt)).toBe('EVIDENCE_TAMPERED')
  })

  it('digests the payloads of old receipts in the order in which they traveled', () => {
    const old = oldReceipt()
    const { score, ...rest } = old.evidence[0]!.payload
    const reordered = editMember(old, '/evidence/0/payload', { ...rest, score })
    expect(verifyEvidenceIntegrity(old)).toBeNull()
    expect(verifyEvidenceIntegrity(reordered)).toBe('EVIDENCE_TAMPERED')
    expect(finding('V5', reordered, { legacy: true })).toContain('/evidence/0/payload does not fit')
  })
})

describe('V6, freshness', () => {
  const EXPIRED = `EXPIRED: expired at ${EXPIRY}`

  it.each([
    ['before expiry', EXPIRY_MS - 1, undefined, null],
    ['just within the default skew', EXPIRY_MS + SKEW - 1, undefined, null],
    ['at expiry and the default skew', EXPIRY_MS + SKEW, undefined, EXPIRED],
    ['just before expiry with no skew', EXPIRY_MS - 1, 0, null],
    ['at expiry with no skew', EXPIRY_MS, 0, EXPIRED],
    ['just within a skew of 5 ms', EXPIRY_MS + 4, 5, null],
    ['at a skew of 5 ms', EXPIRY_MS + 5, 5, EXPIRED],
  ])('judges a time %s', (_, now, clockSkewMs, expected) => {
    expect(finding('V6', SAMPLE, clockSkewMs === undefined ? { now } : { now, clockSkewMs })).toBe(expected)
  })

  it('lasts five minutes when the receipt does not say', () => {
    const receipt = changed({ '/expiresAt': undefined })
    const lastMoment = END_MS + 300_000 + SKEW - 1
    expect(finding('V6', receipt, { now: lastMoment })).toBeNull()
    expect(finding('V6', receipt, { now: lastMoment + 1 })).toBe('EXPIRED: expired at five minutes after /interval/end')
  })
})

describe('untilNextExpiryMs', () => {
  const endingAt = (end: number) => ({ interval: { end: new Date(end).toISOString() } }) as unknown as Receipt

  it('waits for the first that expires, not for those that have, and never too long for a timer', () => {
    expect(untilNextExpiryMs([], 0)).toBeNull()
    expect(untilNextExpiryMs([endingAt(0)], 330_000)).toBeNull()
    expect(untilNextExpiryMs([endingAt(0), endingAt(1000)], 0)).toBe(330_000)
    expect(untilNextExpiryMs([endingAt(1e14)], 0)).toBe(2 ** 31 - 1)
  })
})

describe('V7, the predecessor', () => {
  const before = sampleReceipt()
  const after = makeSuccessor(before)

  it('passes for the receipt that is named', () => {
    expect(finding('V7', after, { predecessor: before })).toBeNull()
  })

  it('is not judged when nobody asks, nor for a first receipt without a predecessor', () => {
    expect(finding('V7', after)).toBeUndefined()
    expect(finding('V7', after, { predecessor: undefined })).toBeUndefined()
    expect(finding('V7', SAMPLE, { predecessor: null })).toBeUndefined()
    expect(
      finding('V7', editMember(oldReceipt(), '/previousReceiptHash', undefined), { predecessor: null }),
    ).toBeUndefined()
  })

  it('is not judged by the pointer alone: a first receipt must not have a predecessor', () => {
    expect(finding('V7', SAMPLE, { predecessor: before })).toBe(
      'CHAIN_BROKEN: /previousReceiptHash is empty although a predecessor was given',
    )
  })

  it('fails when the predecessor could not be found', () => {
    expect(finding('V7', after, { predecessor: null })).toBe(
      'CHAIN_BROKEN: the predecessor that /previousReceiptHash names is not there',
    )
  })

  it.each<[string, unknown]>([
    ['another receipt', sampleReceipt({ references: [] })],
    ['the receipt itself', after],
    ['the predecessor, changed', editMember(before, '/audience', 'me')],
    ['not even JSON', () => before],
    ['a number', 5],
    ['false', false],
    ['its text', JSON.stringify(before)],
  ])('fails when the predecessor is %s', (_, predecessor) => {
    expect(finding('V7', after, { predecessor })).toBe(
      'CHAIN_BROKEN: /previousReceiptHash is not the hash of the given predecessor',
    )
  })

  it.each([
    [
      'was not signed by its issuer',
      resign(before, OTHER_KEYS),
      'the signature does not fit this receipt and /issuer/publicKey',
    ],
    [
      'is an old receipt without the option legacy',
      oldReceipt(),
      'old profile: it leaves members unsigned and is judged only with the option legacy',
    ],
  ])('fails when the named predecessor %s', (_, predecessor, detail) => {
    expect(finding('V7', makeSuccessor(predecessor), { predecessor })).toBe(
      `CHAIN_BROKEN: the predecessor is not genuine: ${detail}`,
    )
  })

  it('fails when the named predecessor is malformed', () => {
    const predecessor = editMember(before, '/note', 'x')
    expect(finding('V7', makeSuccessor(predecessor), { predecessor })).toBe(
      'CHAIN_BROKEN: the predecessor is no receipt: /note is not a member that receipts have',
    )
  })

  it('names a wrong succession before a predecessor that is not genuine', () => {
    const predecessor = resign(editMember(before, '/subject/id', `sha256:${'6'.repeat(64)}`), OTHER_KEYS)
    expect(finding('V7', makeSuccessor(predecessor), { predecessor })).toContain('SUBJECT_MISMATCH')
  })

  it('fails for a receipt that names the hash of nothing', () => {
    const receipt = makeSuccessor(before, { previousReceiptHash: hashReceipt(null!) })
    expect(finding('V7', receipt, { predecessor: Symbol('nothing') })).toContain('CHAIN_BROKEN: ')
  })

  it('passes for an old predecessor with the option legacy', () => {
    const old = oldReceipt()
    expect(finding('V7', makeSuccessor(old), { predecessor: old, legacy: true })).toBeNull()
  })

  it('does not ask whether the predecessor is still fresh, or its evidence whole', () => {
    const stale = resign(editMember(before, '/evidence/0/payload/score', 0))
    expect(finding('V7', makeSuccessor(stale), { predecessor: stale, now: EXPIRY_MS * 2 })).toBeNull()
  })

  it('fails for another subject', () => {
    const receipt = makeSuccessor(before, { subject: { id: `sha256:${'6'.repeat(64)}` } })
    expect(finding('V7', receipt, { predecessor: before })).toBe(
      'SUBJECT_MISMATCH: /subject/id is not that of the predecessor',
    )
  })

  it('lets the type of the subject change', () => {
    const receipt = makeSuccessor(before, { subject: { id: before.subject.id } })
    expect(finding('V7', receipt, { predecessor: before })).toBeNull()
  })

  it('fails for another issuer', () => {
    const keys = keysFromSeed(3)
    const receipt = resign({ ...after, issuer: createIssuerIdentity(keys) }, keys)
    expect(finding('V2', receipt)).toBeNull()
    expect(finding('V7', receipt, { predecessor: before })).toBe(
      'ISSUER_MISMATCH: /issuer is not that of the predecessor',
    )
  })

  it.each([
    ['another key under the same name', { id: 'name', publicKey: OTHER_KEYS.publicKey }, OTHER_KEYS],
    ['another name over the same key', { id: 'other', publicKey: ISSUER_KEYS.publicKey }, ISSUER_KEYS],
  ])('fails for %s in old receipts', (_, issuer, keys) => {
    const old = oldReceipt({ issuer: { id: 'name', publicKey: ISSUER_KEYS.publicKey } })
    const interval = { start: END, end: '2026-03-01T12:00:01Z', coverageMs: 1000 }
    const next = oldReceipt({ issuer, interval, previousReceiptHash: hashReceipt(old) }, keys)
    expect(finding('V2', next, { legacy: true })).toBeNull()
    expect(finding('V7', next, { predecessor: old, legacy: true })).toBe(
      'ISSUER_MISMATCH: /issuer is not that of the predecessor',
    )
  })

  it('fails when the receipt starts before the predecessor has ended', () => {
    const start = END_MS - 1
    const receipt = makeSuccessor(before, { interval: { start, end: start + 10 } })
    expect(finding('V7', receipt, { predecessor: before })).toBe(
      'TEMPORAL_VIOLATION: /interval/start is before the end of the predecessor',
    )
  })
})
