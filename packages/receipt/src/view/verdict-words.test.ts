import { describe, expect, it } from 'vitest'
import {
  END,
  EVIDENCE,
  EXPIRY,
  editMember,
  ISSUER,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  PRESENCE_POLICY,
  resign,
  sampleReceipt,
} from '../../test/sample-receipts.ts'
import { presencePolicyToBlock } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'
import { refuseOtherAction, type VerifyOptions, verifyReceipt } from '../verify.ts'
import { describeUnreadable, readVerdict, type VerdictContext } from './verdict-words.ts'

const RECEIPT = sampleReceipt()
const CONTEXT = { receipt: RECEIPT }
const TEST_RECEIPT = sampleReceipt({
  evidence: [...EVIDENCE, presencePolicyToBlock({ ...PRESENCE_POLICY, test: true })],
})
const TAMPERED_CODES = [
  'INVALID_SCHEMA',
  'INVALID_SIGNATURE',
  'CHAIN_BROKEN',
  'SUBJECT_MISMATCH',
  'ISSUER_MISMATCH',
  'TEMPORAL_VIOLATION',
  'INCONSISTENT_ASSERTIONS',
  'TEMPORAL_INCONSISTENCY',
  'EVIDENCE_TAMPERED',
] as const
const LATER = Date.parse(EXPIRY) + 31_000
const TRUSTED: VerifyOptions = { trustedIssuers: [ISSUER.publicKey] }
const SIGNED = `signed by issuer ${ISSUER.id} on 1 Mar 2026, 12:00 UTC`

function read(options: VerifyOptions, receipt: unknown = RECEIPT, context: Partial<VerdictContext> = {}) {
  return readVerdict(verifyReceipt(receipt, { now: NOW, ...TRUSTED, ...options }), { receipt, ...context })
}

function readOtherAction(receipt: Receipt) {
  const result = verifyReceipt(receipt, { now: NOW, ...TRUSTED })
  return readVerdict(refuseOtherAction(result, receipt, 'a'.repeat(64)), { receipt })
}

function tamperedPayload(): unknown {
  return resign(editMember(RECEIPT, '/evidence/0/payloadDigest', '0'.repeat(64)))
}

describe('readVerdict', () => {
  it('never calls a revoked, compromised or foreign receipt authentic because it expired', () => {
    const foreign = { trustedIssuers: [OTHER_KEYS.publicKey] }
    const told = [
      read({ now: LATER, revoked: () => true }),
      read({ now: LATER }, RECEIPT, { isCompromised: true }),
      read({ now: LATER, ...foreign }),
      readVerdict(verifyReceipt(RECEIPT, { now: LATER }), { receipt: RECEIPT }),
    ]
    expect(told.map(({ stamp }) => stamp)).toEqual(['Revoked', 'Compromised key', 'Unknown issuer', 'Unknown issuer'])
    for (const { sentence } of told) expect(sentence).not.toMatch(/authentic|genuine|expired|five minutes/i)
  })

  it('says of a trusted one that it is authentic, by whom, when, and that its time is over', () => {
    expect(read({ now: LATER })).toMatchObject({
      kind: 'expired',
      code: 'EXPIRED',
      tone: 'caution',
      sentence: `Authentic, ${SIGNED}; its five minutes are over.`,
    })
    expect(read({ now: LATER }, RECEIPT, { issuerName: 'Example Inc.' }).sentence).toContain(
      'signed by Example Inc. on',
    )
    const hour = sampleReceipt({ expiresAt: Date.parse(END) + 3_600_000 })
    expect(read({ now: LATER + 7_200_000 }, hour).sentence).toContain('; it expired on 1 Mar 2026, 13:00 UTC.')
    expect(read({ maxAgeMs: 1 }).sentence).toBe(`Authentic, ${SIGNED}, which is longer ago than you allow.`)
  })

  it('says of a fresh one that it is, and of history in a chain that nobody asked', () => {
    expect(read({})).toMatchObject({ kind: 'fresh', code: null, tone: 'good', stamp: 'Valid' })
    expect(read({}).sentence).toBe(`Authentic, ${SIGNED}, and still fresh.`)
    const result = verifyReceipt(RECEIPT, { now: NOW, ...TRUSTED })
    const history = { ...result, checks: { ...result.checks, V6: 'SKIPPED' as const } }
    expect(readVerdict(history, { receipt: RECEIPT }).sentence).toBe(`Authentic, ${SIGNED}.`)
  })

  it('A5: says where an authentic receipt is no pass', () => {
    expect(read({}, sampleReceipt({ verdict: 'FAIL' })).sentence).toMatch(/fresh\. What it says is not a pass: FAIL\.$/)
    const silent = resign(editMember(RECEIPT, '/verdict', undefined))
    expect(read({}, silent).sentence).toMatch(/It gives no verdict of its own\.$/)
  })

  it('names what was seen in a tampered one', () => {
    expect(read({}, { ...RECEIPT, extra: 1 })).toMatchObject({ kind: 'tampered', tone: 'bad', stamp: 'Invalid' })
    expect(read({}, { ...RECEIPT, extra: 1 }).sentence).toMatch(/^It does not have the form of a receipt\. \/extra is/)
    expect(read({}, editMember(RECEIPT, '/verdict', 'FAIL')).sentence).toMatch(/^It was changed after it was signed/)
  })

  it.each<[string, unknown, string | null]>([
    ['the member that is not allowed', { ...RECEIPT, extra: 1 }, '/extra'],
    ['the payload that was changed', tamperedPayload(), '/evidence/0/payload'],
    ['the key that signed nothing here', editMember(RECEIPT, '/verdict', 'FAIL'), '/issuer/publicKey'],
    ['nothing where no member is wrong', 7, null],
    ['nothing where nothing is wrong', RECEIPT, null],
  ])('locates %s', (_, receipt, location) => {
    expect(read({}, receipt)).toMatchObject({ location })
  })

  it.each(['text', null, 7, {}, [RECEIPT]])('has words for what is no receipt: %j', (given) => {
    expect(read({}, given)).toMatchObject({ kind: 'tampered', code: 'INVALID_SCHEMA' })
  })

  it('names the audience that a receipt is meant for', () => {
    const audience = 'https://elsewhere.example'
    expect(read({ audience }).sentence).toBe('It is meant for https://stillhere.example.')
    const open = resign(editMember(RECEIPT, '/audience', undefined))
    expect(read({ audience }, open).sentence).toBe('It names no audience, so it is not meant for you.')
  })

  it('calls a receipt of the test issuer a test, even while it is fresh', () => {
    expect(read({}, TEST_RECEIPT).kind).toBe('test')
    const evidence = [...EVIDENCE, presencePolicyToBlock(PRESENCE_POLICY)]
    expect(read({}, sampleReceipt({ evidence })).kind).toBe('fresh')
  })

  it('says of an old receipt how much of it is unsigned, once it is judged', () => {
    const old = oldReceipt()
    expect(read({}, old)).toMatchObject({ kind: 'tampered', stamp: 'Not judged', tone: 'caution' })
    const judged = read({ legacy: true }, old, { legacy: true })
    expect([judged.stamp, judged.sentence]).toEqual([
      'Valid in part',
      `An old receipt that leaves 10 members unsigned, ${SIGNED}, and still fresh.`,
    ])
    const broken = editMember(old, '/interval/end', '2026-03-01T12:00:00.001Z')
    expect(read({ legacy: true }, broken, { legacy: true }).stamp).toBe('Invalid')
  })

  const WORDS = /^[A-Z].*\.$/

  it.each<[string, string, string, ReturnType<typeof read>]>([
    ['revoked', 'bad', 'Revoked', read({ revoked: () => true })],
    ['revoked', 'bad', 'Not checked', read({ revoked: () => undefined as unknown as boolean })],
    ['compromised_key', 'bad', 'Compromised key', read({}, RECEIPT, { isCompromised: true })],
    ['unknown_issuer', 'caution', 'Unknown issuer', read({ trustedIssuers: [OTHER_KEYS.publicKey] })],
    ['unknown_issuer', 'caution', 'Unknown issuer', readVerdict(verifyReceipt(RECEIPT, { now: NOW }), CONTEXT)],
    ['other_audience', 'caution', 'Not for you', read({ audience: 'https://elsewhere.example' })],
    ['other_action', 'caution', 'Another action', readOtherAction(RECEIPT)],
    ['other_action', 'caution', 'Another action', readOtherAction(TEST_RECEIPT)],
    ['test', 'caution', 'Test', read({}, TEST_RECEIPT)],
    ['expired', 'caution', 'Expired', read({ now: LATER })],
    ['fresh', 'caution', 'Valid in part', read({ legacy: true }, oldReceipt(), { legacy: true })],
    ['fresh', 'good', 'Valid', read({})],
    ['tampered', 'caution', 'Not judged', read({}, oldReceipt())],
  ])('of kind %s is %s and stamped %s, in whole sentences', (kind, tone, stamp, told) => {
    expect(told).toMatchObject({ kind, tone, stamp })
    expect(told.sentence).toMatch(WORDS)
    expect(told.advice).toMatch(WORDS)
  })

  it('has other words for every code of a tampered one', () => {
    const result = verifyReceipt(RECEIPT, { now: NOW, ...TRUSTED })
    const told = TAMPERED_CODES.map((code) => {
      const failures = [{ check: 'V1' as const, code, detail: 'seen so' }]
      return readVerdict({ ...result, failures }, CONTEXT)
    })
    for (const verdict of told) {
      expect(verdict).toMatchObject({ kind: 'tampered', tone: 'bad', stamp: 'Invalid' })
      expect(verdict.headline).toMatch(WORDS)
      expect([verdict.reason, verdict.sentence]).toEqual(['Seen so.', `${verdict.headline} Seen so.`])
      expect(verdict.advice).toMatch(WORDS)
    }
    expect(new Set(told.map(({ sentence }) => sentence)).size).toBe(TAMPERED_CODES.length)
  })
})

it('describeUnreadable says what is wrong and what to give', () => {
  const { advice, ...words } = describeUnreadable('the text is not JSON')
  expect(words).toEqual({
    tone: 'bad',
    stamp: 'Unreadable',
    headline: 'This text cannot be read as a receipt.',
    reason: 'The text is not JSON.',
    location: null,
    sentence: 'This text cannot be read as a receipt. The text is not JSON.',
  })
  expect(advice).toMatch(/^Give the whole text.*\.$/)
})
