import { describe, expect, it } from 'vitest'
import { editMember, EVIDENCE, oldReceipt, PRESENCE_POLICY, sampleReceipt } from '../../test/sample-receipts.ts'
import { presencePolicyToBlock } from '../presence-policy.ts'
import { listFacts, writeFact } from './facts.ts'

const RECEIPT = sampleReceipt()

/** The facts as lines of text, all or those of one label. */
function writeFacts(receipt: object, label?: string): string[] {
  const facts = listFacts(receipt).filter((fact) => label === undefined || fact.label === label)
  return facts.map((fact) => (label === undefined ? `${fact.label}: ${writeFact(fact)}` : writeFact(fact)))
}

const NO_LEVEL = expect.stringMatching(/^What it shows: Its issuer states no level/)

const NO_KEY = 'Vouched for by: its issuer alone. No key of a person is in it.'

describe('facts', () => {
  it('say all that stands in a receipt', () => {
    expect(writeFacts(RECEIPT)).toEqual([
      'Its own verdict: pass',
      NO_LEVEL,
      NO_KEY,
      `Subject: ${RECEIPT.subject.id} (type embodied)`,
      'Seen: 1.5 seconds, from 2026-03-01T11:59:58.500Z to 2026-03-01T12:00:00.000Z',
      'Observed: yes, confidence 0.95',
      'Continuous: yes, confidence 0.8125',
      'Intact: yes, confidence 1',
      'Engine: org.stillhere.motion 1.2.0, confidence 0.875',
      'Engine: org.stillhere.pulse 0.4.1, confidence 0.75',
      'Signed: 2026-03-01T12:00:10.000Z with Ed25519',
      'Expires: 2026-03-01T12:05:00.000Z',
      'Audience: https://stillhere.example',
      'References: urn:example:1, urn:example:2',
      `Issuer: ${RECEIPT.issuer.id}`,
      `Key: ${RECEIPT.issuer.publicKey}`,
      'Receipt: 0195d1c2-3b00-7abc-8def-0123456789ab',
      'Follows: no other receipt',
      'Profile: version 1.0, JCS',
    ])
  })

  it('say the six words of its action where it names one', () => {
    const digest = 'b5ec7a9d9133fbe4bebf65f7823e83ea022314ca5e7c5654c6448c48e7f12224'
    const wordsOf = (action_digest: string | null) => {
      const receipt = { ...RECEIPT, evidence: [presencePolicyToBlock({ ...PRESENCE_POLICY, action_digest })] }
      return writeFacts(receipt, 'Six words of its action')
    }
    expect(wordsOf(digest)).toEqual(['remote radio portrait hill delta value'])
    for (const none of [null, '', 'no digest', digest.toUpperCase()]) expect(wordsOf(none)).toEqual([])
  })

  it('tell codes, keys, times and deadlines from words', () => {
    const parts = listFacts(RECEIPT).flatMap((fact) => fact.parts.filter((part) => typeof part !== 'string'))
    expect(parts).toEqual([
      { code: RECEIPT.subject.id },
      { time: RECEIPT.interval.start },
      { time: RECEIPT.interval.end },
      { code: 'org.stillhere.motion' },
      { code: 'org.stillhere.pulse' },
      { time: RECEIPT.signature.signedAt },
      { deadline: RECEIPT.expiresAt },
      { code: RECEIPT.issuer.id },
      { key: RECEIPT.issuer.publicKey },
      { code: RECEIPT.receiptId },
    ])
  })

  it('say when it expires, also where the receipt does not', () => {
    const { expiresAt: _, ...silent } = RECEIPT
    expect(listFacts(silent)).toContainEqual({
      label: 'Expires',
      parts: [{ deadline: '2026-03-01T12:05:00.000Z' }, ' (not said: five minutes after the end)'],
    })
  })

  it('show the level that the issuer states', () => {
    const evidence = [...EVIDENCE, presencePolicyToBlock(PRESENCE_POLICY)]
    expect(writeFacts(sampleReceipt({ evidence }), 'What it shows')).toEqual([
      expect.stringMatching(/^Level 1, motion/),
    ])
  })

  it.each([
    ['Observed', editMember(RECEIPT, '/assertions/observationOccurred/value', false), 'no, confidence 0.95'],
    [
      'Continuous',
      editMember(RECEIPT, '/assertions/continuityMaintained/confidence', 0.9999302785827449),
      'yes, confidence 0.9999…',
    ],
    ['Follows', editMember(RECEIPT, '/previousReceiptHash', 'ab'), 'ab'],
    ['References', { references: [] }, 'none'],
    ['Its own verdict', { verdict: 'NOT_YET_KNOWN' }, 'not yet known'],
    ['Audience', oldReceipt(), 'anyone'],
    ['Profile', oldReceipt(), 'version 1.0, the old profile, which leaves members unsigned'],
    ['Seen', { interval: { coverageMs: 0 } }, '0 seconds, from absent to absent'],
  ])('say under %s of %j: %s', (label, receipt, text) => {
    expect(writeFacts(receipt, label)).toEqual([text])
  })

  it('say what is absent', () => {
    expect(writeFacts({})).toEqual([
      'Its own verdict: none',
      NO_LEVEL,
      NO_KEY,
      'Subject: absent',
      'Seen: absent, from absent to absent',
      'Observed: absent, confidence absent',
      'Continuous: absent, confidence absent',
      'Intact: absent, confidence absent',
      'Engine: absent',
      'Signed: no',
      'Expires: not said: five minutes after the end',
      'Audience: anyone',
      'References: none',
      'Issuer: absent',
      'Key: absent',
      'Receipt: absent',
      'Follows: no other receipt',
      'Profile: version absent, not signed',
    ])
  })

  it('demand nothing of the form', () => {
    const malformed = {
      verdict: 3,
      subject: { id: 5, type: null },
      interval: { coverageMs: -1, start: 'soon', end: 7 },
      assertions: { observationOccurred: { value: 'maybe' } },
      evidence: [null, { payload: 7 }],
      signature: 'x',
      expiresAt: 'never',
      audience: 5,
      references: {},
      issuer: { id: null, publicKey: 3 },
      receiptId: [],
      previousReceiptHash: 0,
    }
    expect(writeFacts(malformed)).toEqual([
      'Its own verdict: 3',
      NO_LEVEL,
      NO_KEY,
      'Subject: 5 (type null)',
      'Seen: -1, from soon to 7',
      'Observed: maybe, confidence absent',
      'Continuous: absent, confidence absent',
      'Intact: absent, confidence absent',
      'Engine: absent absent, confidence absent',
      'Engine: absent absent, confidence absent',
      'Signed: absent with absent',
      'Expires: never',
      'Audience: 5',
      'References: {}',
      'Issuer: null',
      'Key: 3',
      'Receipt: []',
      'Follows: 0',
      'Profile: version absent, not signed',
    ])
    expect(writeFacts({ evidence: [] }, 'Engine')).toEqual(['[]'])
  })

  it('read members of its own only', () => {
    expect(writeFacts(Object.create({ verdict: 'PASS' }), 'Its own verdict')).toEqual(['none'])
  })
})
