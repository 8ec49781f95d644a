import { describe, expect, it } from 'vitest'
import {
  editMember,
  hashReceipt,
  ISSUER,
  ISSUER_KEYS,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
  sha256,
  listSlots,
  makeSuccessor,
} from '../test/sample-receipts.ts'
import { verifyReceiptChain } from './chain.ts'
import { computePayloadDigest, computeReceiptHash } from './digest.ts'
import { createIssuerIdentity } from './ed25519.ts'
import { toBigEndian } from './encoding.ts'
import { parseJson } from './json.ts'
import type { OldReceipt, Receipt } from './receipt.ts'
import { signReceipt } from './sign.ts'
import { type VerifyOptions, verifyReceipt } from './verify.ts'

const SAMPLE = sampleReceipt()

const judge = (receipt: unknown, options: VerifyOptions = {}) => verifyReceipt(receipt, { now: NOW, ...options })
const judgeOld = (receipt: unknown, options: VerifyOptions = {}) => judge(receipt, { legacy: true, ...options })

const FORGED = { forged: true }
const FORGED_DIGEST = sha256(JSON.stringify(FORGED))

/** What a thief does: other members under a signature that was made for something else. */
function withSignatureFrom(genuine: OldReceipt, members: Partial<OldReceipt>): OldReceipt {
  return { ...genuine, ...members }
}

describe('attacks', () => {
  describe('unsigned members', () => {
    it.each([
      ['/subject/type', 'agent'],
      ['/evidence/0/engineId', 'org.stillhere.other'],
      ['/evidence/0/engineVersion', '9.9.9'],
      ['/evidence/0/confidence', 1],
      ['/previousReceiptHash', 'a'.repeat(64)],
      ['/signature/signedAt', '2026-03-01T12:00:11.000Z'],
      ['/audience', 'https://elsewhere.example'],
      ['/verdict', 'FAIL'],
      ['/references', []],
    ])('a changed %s is noticed', (pointer, value) => {
      expect(judge(editMember(SAMPLE, pointer, value))).toMatchObject({
        reason: 'INVALID_SIGNATURE',
        checks: { V1: 'PASS', V2: 'FAIL' },
      })
    })

    it('a member that nobody knows is refused before anybody asks whether it is signed', () => {
      expect(judge(resign({ ...SAMPLE, admin: true }))).toMatchObject({ reason: 'INVALID_SCHEMA' })
      expect(judge(resign(editMember(SAMPLE, '/signature/alg', 'none')))).toMatchObject({ reason: 'INVALID_SCHEMA' })
    })

    it('a new receipt cannot be passed off as an old one by leaving canonicalization out', () => {
      const { audience: _audience, ...rest } = editMember(SAMPLE, '/signature/canonicalization', undefined)
      expect(judgeOld(rest)).toMatchObject({ reason: 'INVALID_SIGNATURE', checks: { V1: 'PASS', V2: 'FAIL' } })
    })

    it('an old receipt cannot be passed off as a new one by adding canonicalization', () => {
      const dressed = editMember(oldReceipt(), '/signature/canonicalization', 'JCS')
      expect(judgeOld({ ...dressed, previousReceiptHash: null })).toMatchObject({ status: 'INVALID' })
    })
  })

  describe('delimiter shifting in old receipts', () => {
    it.each<[string, Partial<OldReceipt>, Partial<OldReceipt>]>([
      ['between references', { references: ['a:b'] }, { references: ['a', 'b'] }],
      ['from an empty reference', { references: ['a', ''] }, { references: ['a:'] }],
      ['to an absent reference', { references: [''] }, { references: [] }],
      [
        'from the subject to the digests',
        { subject: { id: `x:${FORGED_DIGEST}` } },
        {
          subject: { id: 'x' },
          evidence: [
            { ...SAMPLE.evidence[0]!, payload: FORGED, payloadDigest: FORGED_DIGEST },
            ...oldReceipt().evidence,
          ],
        },
      ],
      [
        'through the prefix of the subject',
        { subject: { id: `sha256:${FORGED_DIGEST}` } },
        {
          subject: { id: 'sha256' },
          evidence: [
            { ...SAMPLE.evidence[0]!, payload: FORGED, payloadDigest: FORGED_DIGEST },
            ...oldReceipt().evidence,
          ],
        },
      ],
    ])('%s: of two receipts with the same signed text at most one is taken', (_, signedMembers, shifted) => {
      const readings = [oldReceipt(signedMembers), withSignatureFrom(oldReceipt(signedMembers), shifted)] as const
      // The attack is real: both have the same text under the same signature.
      expect(listSlots(readings[1]).join(':')).toBe(listSlots(readings[0]).join(':'))
      const refused = readings.map((receipt) => judgeOld(receipt)).filter(({ status }) => status === 'INVALID')
      expect(refused.length).toBeGreaterThan(0)
    })

    it.each<[string, Partial<OldReceipt>]>([
      ['references', { references: ['ref-1:ref-2'] }],
      [
        'the subject',
        {
          subject: { id: `${oldReceipt().subject.id}:${oldReceipt().evidence[0]!.payloadDigest}` },
          evidence: [oldReceipt().evidence[1]!],
        },
      ],
      [
        'the issuer',
        {
          evidence: [oldReceipt().evidence[0]!],
          issuer: { ...ISSUER, id: `${oldReceipt().evidence[1]!.payloadDigest}:${ISSUER.id}` },
        },
      ],
    ])('a ":" shifted into %s of a valid receipt is noticed', (_, shifted) => {
      expect(judgeOld(oldReceipt()).status).toBe('VALID')
      expect(listSlots(withSignatureFrom(oldReceipt(), shifted)).join(':')).toBe(listSlots(oldReceipt()).join(':'))
      expect(judgeOld(withSignatureFrom(oldReceipt(), shifted))).toMatchObject({ reason: 'INVALID_SIGNATURE' })
    })

    it('a slot that could be cut differently is refused even in the receipt that was signed', () => {
      expect(judgeOld(oldReceipt({ receiptId: 'a:b' }))).toMatchObject({ reason: 'INVALID_SIGNATURE' })
    })

    it('new receipts may hold ":" everywhere, because JSON has only one reading', () => {
      expect(judge(sampleReceipt({ references: ['a:b', 'c'], audience: 'a:b' })).status).toBe('VALID')
      const shifted = editMember(sampleReceipt({ references: ['a:b'] }), '/references', ['a', 'b'])
      expect(judge(shifted)).toMatchObject({ reason: 'INVALID_SIGNATURE' })
    })
  })

  describe('stripped or foreign chain pointers', () => {
    const before = sampleReceipt()
    const after = makeSuccessor(before)
    const oldBefore = oldReceipt()
    const interval = { start: oldBefore.interval.end, end: '2026-03-01T12:00:01.000Z', coverageMs: 1000 }
    const oldAfter = oldReceipt({ interval, previousReceiptHash: hashReceipt(oldBefore) })

    it('a stripped pointer is noticed by the signature', () => {
      expect(judge({ ...after, previousReceiptHash: null })).toMatchObject({ reason: 'INVALID_SIGNATURE' })
      expect(judge(editMember(after, '/previousReceiptHash', undefined))).toMatchObject({ reason: 'INVALID_SCHEMA' })
    })

    it('a foreign pointer is noticed by the signature', () => {
      const foreign = sampleReceipt({ references: ['foreign'] })
      expect(judge({ ...after, previousReceiptHash: hashReceipt(foreign) }, { predecessor: foreign })).toMatchObject({
        reason: 'INVALID_SIGNATURE',
        checks: { V2: 'FAIL' },
      })
    })

    it.each([
      ['null', { ...oldAfter, previousReceiptHash: null }],
      ['nothing', editMember(oldAfter, '/previousReceiptHash', undefined)],
    ])('a pointer stripped to %s from an old receipt is noticed by whoever holds the predecessor', (_, stripped) => {
      expect(judgeOld(stripped).status).toBe('VALID')
      expect(judgeOld(stripped, { predecessor: oldBefore })).toMatchObject({
        reason: 'CHAIN_BROKEN',
        detail: '/previousReceiptHash is empty although a predecessor was given',
      })
      expect(verifyReceiptChain([oldBefore, stripped], { now: NOW, legacy: true })).toMatchObject({
        reason: 'CHAIN_BROKEN',
        forks: [{ after: null, indices: [0, 1] }],
      })
    })

    it('an old receipt says that nobody signed its pointer', () => {
      expect(judgeOld(oldAfter, { predecessor: oldBefore })).toMatchObject({ status: 'VALID', coverage: 'partial' })
      expect(judgeOld(oldAfter, { predecessor: oldBefore }).unsignedMembers).toContain('/previousReceiptHash')
    })

    it.each<[string, OldReceipt | Receipt, string]>([
      ['another subject', oldReceipt({ subject: { id: 'sha256:other' } }), 'SUBJECT_MISMATCH'],
      ['another issuer', oldReceipt({ issuer: createIssuerIdentity(OTHER_KEYS) }, OTHER_KEYS), 'ISSUER_MISMATCH'],
      ['a later time', oldReceipt({ interval }), 'TEMPORAL_VIOLATION'],
      ['a forger', oldReceipt({}, OTHER_KEYS), 'CHAIN_BROKEN'],
    ])('an old receipt cannot be hung behind one of %s', (_, foreign, reason) => {
      const rehung = { ...oldAfter, previousReceiptHash: hashReceipt(foreign) }
      expect(judgeOld(rehung, { predecessor: foreign })).toMatchObject({ status: 'INVALID', reason })
    })
  })

  describe("another key under a trusted issuer's name", () => {
    it('is refused in a new receipt, because the name is the hash of the key', () => {
      const issuer = { id: ISSUER.id, publicKey: OTHER_KEYS.publicKey }
      expect(judge(resign({ ...SAMPLE, issuer }, OTHER_KEYS))).toMatchObject({ reason: 'INVALID_SCHEMA' })
    })

    it('is refused in an old receipt by trustedIssuers, which holds keys', () => {
      const forged = oldReceipt({ issuer: { id: ISSUER.id, publicKey: OTHER_KEYS.publicKey } }, OTHER_KEYS)
      expect(judgeOld(forged).status).toBe('VALID')
      expect(judgeOld(forged, { trustedIssuers: [ISSUER_KEYS.publicKey] })).toMatchObject({
        reason: 'UNTRUSTED_ISSUER',
      })
      expect(judgeOld(forged, { trustedIssuers: [ISSUER.id] })).toMatchObject({ reason: 'UNTRUSTED_ISSUER' })
    })

    it('cannot keep the name and the key and sign with its own', () => {
      expect(judge(resign(SAMPLE, OTHER_KEYS))).toMatchObject({ reason: 'INVALID_SIGNATURE' })
    })

    it('cannot be signed either', () => {
      const { signature: _signature, ...unsigned } = SAMPLE
      const forged = { ...unsigned, issuer: { id: ISSUER.id, publicKey: OTHER_KEYS.publicKey } }
      expect(() => signReceipt(forged, OTHER_KEYS.secretKey, { now: NOW })).toThrow('/issuer must have the id')
    })

    it('cannot be a key of small order, under which one signature fits every receipt', () => {
      const issuer = createIssuerIdentity({ publicKey: `01${'00'.repeat(31)}` })
      const universal = editMember({ ...SAMPLE, issuer }, '/signature/value', `01${'00'.repeat(63)}`)
      expect(judge(universal)).toMatchObject({ reason: 'INVALID_SIGNATURE', checks: { V1: 'PASS' } })
    })
  })

  describe('type confusion', () => {
    it.each<[string, unknown]>([
      ['/interval/coverageMs', '1500'],
      ['/assertions/observationOccurred/value', 'true'],
      ['/assertions/observationOccurred/value', 1],
      ['/evidence/0/confidence', '0.875'],
      ['/evidence', { 0: SAMPLE.evidence[0], 1: SAMPLE.evidence[1], length: 2 }],
      ['/references', 'urn:example:1'],
      ['/issuer/publicKey', [ISSUER.publicKey]],
      ['/signature/value', [SAMPLE.signature.value]],
      ['/signature/value', Object(SAMPLE.signature.value)],
      ['/interval/start', new Date(SAMPLE.interval.start)],
      ['/verdict', ['PASS']],
      ['/audience', { toString: 'https://stillhere.example' }],
      ['/subject', Object.assign(Object.create({ id: SAMPLE.subject.id }), { type: 'embodied' })],
    ])('%s as %j is refused', (pointer, value) => {
      const confused = { ...structuredClone(SAMPLE) }
      const steps = pointer.slice(1).split('/')
      const last = steps.pop()!
      const place = steps.reduce(
        (each, step) => each[step] as Record<string, unknown>,
        confused as Record<string, unknown>,
      )
      place[last] = value
      expect(judge(confused)).toMatchObject({ reason: 'INVALID_SCHEMA', checks: { V1: 'FAIL', V2: 'SKIPPED' } })
    })

    it('inherited members do not count', () => {
      expect(judge(Object.create(SAMPLE))).toMatchObject({ reason: 'INVALID_SCHEMA' })
      expect(judge(Object.setPrototypeOf({}, SAMPLE))).toMatchObject({ reason: 'INVALID_SCHEMA' })
    })

    it('a toJSON method is refused, not called', () => {
      expect(judge({ ...SAMPLE, toJSON: () => SAMPLE })).toMatchObject({ reason: 'INVALID_SCHEMA' })
    })

    it('truthy options do not open anything', () => {
      const options = { legacy: 'yes', trustedIssuers: ISSUER.publicKey } as unknown as VerifyOptions
      expect(judge(oldReceipt(), options).failures.map(({ code }) => code)).toEqual([
        'INVALID_SIGNATURE',
        'UNTRUSTED_ISSUER',
      ])
    })
  })

  describe('duplicate keys and __proto__', () => {
    const text = JSON.stringify(SAMPLE)

    it.each([
      ['a second verdict before the first', text.replace('{', '{"verdict":"FAIL",')],
      ['a second verdict at the end', text.replace(/\}$/, ',"verdict":"FAIL"}')],
      ['a second verdict in escapes', text.replace(/\}$/, ',"\\u0076erdict":"PASS"}')],
      ['a second score in a payload', text.replace('"score":', '"score":0,"score":')],
    ])('%s is refused when the text is read', (_, forged) => {
      expect(forged).not.toBe(text)
      expect(() => parseJson(forged)).toThrow(/has the member "\w+" twice in one object/)
    })

    it.each([
      ['at the top', text.replace('{', '{"__proto__":{"verdict":"FAIL"},')],
      ['in a payload', text.replace('"score":', '"__proto__":null,"score":')],
    ])('__proto__ %s is refused, read strictly or not', (_, forged) => {
      expect(() => parseJson(forged)).toThrow('__proto__ is a forbidden member name')
      expect(judge(JSON.parse(forged))).toMatchObject({
        reason: 'INVALID_SCHEMA',
        detail: expect.stringContaining('__proto__ is a forbidden member name'),
      })
    })

    it('nothing reaches Object.prototype', () => {
      judge(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'))
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    })
  })

  describe('huge or deep payloads', () => {
    it('a payload of one megabyte is judged', () => {
      const payload = { text: 'x'.repeat(1_000_000), list: Array.from({ length: 10_000 }, (_, index) => index) }
      const { payloadDigest: _digest, ...block } = SAMPLE.evidence[0]!
      const receipt = sampleReceipt({ evidence: [{ ...block, payload }] })
      expect(judge(receipt).status).toBe('VALID')
      expect(judge(editMember(receipt, '/evidence/0/payload/list/9999', 0))).toMatchObject({
        reason: 'INVALID_SIGNATURE',
      })
    })

    it('a payload that nests without end is refused', () => {
      let deep: unknown = {}
      for (let level = 0; level < 100_000; level++) deep = { deep }
      const result = judge({ ...SAMPLE, evidence: [{ ...SAMPLE.evidence[0], payload: deep }] })
      expect(result).toMatchObject({ reason: 'INVALID_SCHEMA' })
      expect(result).toMatchObject({ detail: expect.stringContaining('is nested deeper than 256 levels') })
    })

    it('a payload of many megabytes is refused', () => {
      const payload = { text: 'x'.repeat(17 * 1024 * 1024) }
      expect(judge(editMember(SAMPLE, '/evidence/0', { ...SAMPLE.evidence[0], payload }))).toMatchObject({
        reason: 'INVALID_SCHEMA',
        detail: '/evidence/0/payload/text makes the whole longer than 16777216 characters',
      })
    })

    it('a payload that contains itself is refused', () => {
      const payload: Record<string, unknown> = {}
      payload.self = payload
      expect(judge({ ...SAMPLE, evidence: [{ ...SAMPLE.evidence[0], payload }] })).toMatchObject({
        reason: 'INVALID_SCHEMA',
      })
    })
  })

  describe('dates without zone', () => {
    it.each(['/interval/start', '/interval/end', '/expiresAt', '/signature/signedAt'])('%s is refused', (pointer) => {
      for (const time of ['2026-03-01T12:00:00.000', '2026-03-01T12:00:00', '2026-03-01', '2026-03-01 12:00:00Z']) {
        const receipt = resign(editMember(SAMPLE, pointer, time))
        expect(judge(receipt)).toMatchObject({
          reason: 'INVALID_SCHEMA',
          detail: `${pointer} must be an RFC 3339 UTC time with milliseconds`,
        })
        expect(judgeOld(editMember(oldReceipt(), pointer, time))).toMatchObject({ reason: 'INVALID_SCHEMA' })
      }
    })

    it('a verification time without a zone makes the receipt invalid, not local', () => {
      expect(verifyReceipt(SAMPLE, { now: '2026-03-01T12:00:10' }).checks).toMatchObject({ V4: 'FAIL', V6: 'FAIL' })
    })
  })

  describe('numbers JSON cannot write', () => {
    it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%s is refused anywhere', (number) => {
      for (const pointer of ['/interval/coverageMs', '/evidence/0/confidence', '/evidence/1/payload/bpm']) {
        expect(judge(editMember(SAMPLE, pointer, number))).toMatchObject({
          reason: 'INVALID_SCHEMA',
          detail: `${pointer} is ${number}, which JSON cannot write`,
        })
      }
    })

    it('NaN has no digest, so that it cannot pass for null', () => {
      expect(() => computePayloadDigest({ score: Number.NaN })).toThrow('/score is NaN')
      expect(judge(editMember(SAMPLE, '/evidence/0/payload/nested/empty', Number.NaN))).toMatchObject({
        status: 'INVALID',
      })
    })

    it('numbers too large for a double are refused when the text is read', () => {
      expect(() => parseJson('{"score":1e999}')).toThrow('/score is Infinity')
    })
  })

  describe('one signature for many receipt hashes', () => {
    it('another order of members is the same receipt, with the same hash', () => {
      const reordered = Object.fromEntries(Object.entries(SAMPLE).toReversed())
      expect(judge(reordered)).toMatchObject({ status: 'VALID', receiptHash: judge(SAMPLE).receiptHash })
      expect(computeReceiptHash(reordered)).toBe(computeReceiptHash(SAMPLE))
    })

    it('a second valid form of the signature is refused: S plus the group order', () => {
      const order = 2n ** 252n + 27742317777372353535851937790883648493n
      const { value } = SAMPLE.signature
      const s = BigInt(`0x${toBigEndian(value.slice(64))}`) + order
      const other = toBigEndian(s.toString(16).padStart(64, '0'))
      expect(judge(editMember(SAMPLE, '/signature/value', value.slice(0, 64) + other))).toMatchObject({
        reason: 'INVALID_SIGNATURE',
      })
    })

    it('an upper-case signature is refused', () => {
      const shouted = editMember(SAMPLE, '/signature/value', SAMPLE.signature.value.toUpperCase())
      expect(judge(shouted)).toMatchObject({ reason: 'INVALID_SCHEMA' })
    })

    it('every member that changes the hash also breaks the signature', () => {
      const other = editMember(SAMPLE, '/signature/signedAt', '2026-03-01T12:00:10.001Z')
      expect(computeReceiptHash(other)).not.toBe(computeReceiptHash(SAMPLE))
      expect(judge(other)).toMatchObject({ reason: 'INVALID_SIGNATURE' })
    })

    it('minus zero is zero, in the hash and in the signature', () => {
      const { payloadDigest: _digest, ...block } = SAMPLE.evidence[0]!
      const receipt = sampleReceipt({ evidence: [{ ...block, payload: { n: 0 } }] })
      const negative = editMember(receipt, '/evidence/0/payload/n', -0)
      expect(judge(negative)).toMatchObject({ status: 'VALID', receiptHash: computeReceiptHash(receipt) })
    })
  })
})
