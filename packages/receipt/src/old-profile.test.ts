import { describe, expect, it } from 'vitest'
import { editMember, NOW, oldReceipt, listSlots } from '../test/sample-receipts.ts'
import { encodeOldSignedText, listUnsignedMembers } from './parsed-receipt.ts'
import type { OldReceipt } from './receipt.ts'
import { verifyReceipt } from './verify.ts'

const OLD = oldReceipt()

const without = (...pointers: string[]) =>
  pointers.reduce((receipt, pointer) => editMember(receipt, pointer, undefined), OLD)

describe('oldSignedText', () => {
  it('joins thirteen slots by ":"', () => {
    expect(encodeOldSignedText(OLD)).toBe(
      [
        '0195d1c2-3b00-7abc-8def-0123456789ab',
        '2026-03-01T11:59:58.500Z:2026-03-01T12:00:00.000Z:1500',
        OLD.subject.id,
        `${OLD.evidence[0]!.payloadDigest}:${OLD.evidence[1]!.payloadDigest}`,
        `${OLD.issuer.id}:${OLD.issuer.publicKey}`,
        '1.0:2026-03-01T12:05:00.000Z',
        'true:0.95:true:0.8125:true:1',
        'PASS:ref-1:ref-2',
      ].join(':'),
    )
    expect(encodeOldSignedText(OLD)).toBe(listSlots(OLD).join(':'))
  })

  it('leaves absent slots empty', () => {
    const text = encodeOldSignedText(without('/verdict', '/references', '/expiresAt'))
    expect(text).toContain(`${OLD.issuer.publicKey}:1.0::true:0.95`)
    expect(text).toMatch(/:true:1::$/)
  })

  it('writes numbers as ECMAScript does', () => {
    const tiny = editMember(OLD, '/assertions/observationOccurred/confidence', 1e-7)
    expect(encodeOldSignedText(tiny)).toContain(':true:1e-7:')
  })

  it.each<[string, Partial<OldReceipt>]>([
    ['receiptId', { receiptId: 'a:b' }],
    ['subject.id', { subject: { id: 'a:b' } }],
    ['the rest of subject.id', { subject: { id: 'sha256:a:b' } }],
    ['the rest of subject.id, doubled', { subject: { id: 'sha256:sha256:b' } }],
    ['an empty rest of subject.id', { subject: { id: 'sha256:' } }],
    ['a bare sha256', { subject: { id: 'sha256' } }],
    ['issuer.id', { issuer: { ...OLD.issuer, id: 'a:b' } }],
    ['a reference', { references: ['a', 'b:c'] }],
    ['an empty reference', { references: [''] }],
    ['a subject that hides its prefix', { subject: { id: 'xsha256:b' } }],
  ])('is null where a text fits several receipts: %s', (_, change) => {
    expect(encodeOldSignedText({ ...OLD, ...change })).toBeNull()
  })

  it.each(['sha256:abc', 'abc', 'sha256abc', 'sha2567', 'xsha256'])('takes the subject %s', (id) => {
    expect(encodeOldSignedText({ ...OLD, subject: { id } })).toContain(`:1500:${id}:`)
  })

  it('needs no references', () => {
    expect(encodeOldSignedText(without('/references'))).toMatch(/:PASS:$/)
  })
})

describe('listUnsignedMembers', () => {
  const ofBlocks = [0, 1].flatMap((index) => [
    `/evidence/${index}/engineId`,
    `/evidence/${index}/engineVersion`,
    `/evidence/${index}/confidence`,
  ])

  it('names every member that the slots leave out', () => {
    expect(listUnsignedMembers(OLD)).toEqual([
      '/subject/type',
      '/previousReceiptHash',
      '/signature/algorithm',
      '/signature/signedAt',
      ...ofBlocks,
    ])
  })

  it('names only members that are there', () => {
    expect(listUnsignedMembers(without('/subject/type', '/previousReceiptHash'))).toEqual([
      '/signature/algorithm',
      '/signature/signedAt',
      ...ofBlocks,
    ])
  })

  it('names exactly those whose change goes unnoticed', () => {
    const changes: [string, unknown][] = [
      ['/subject/type', 'other'],
      ['/previousReceiptHash', 'f'.repeat(64)],
      ['/signature/signedAt', '2026-03-01T12:00:11.000Z'],
      ['/evidence/0/engineId', 'other'],
      ['/evidence/0/engineVersion', 'other'],
      ['/evidence/0/confidence', 0],
    ]
    for (const [pointer, value] of changes) {
      const result = verifyReceipt(editMember(OLD, pointer, value), { now: NOW, legacy: true })
      expect(result).toMatchObject({ status: 'VALID', coverage: 'partial' })
      expect(result.unsignedMembers).toContain(pointer)
    }
  })
})
