import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeReceiptHash } from './digest.ts'
import { createIssuerIdentity } from './ed25519.ts'
import { parseJson } from './json.ts'
import { encodeOldSignedText } from './parsed-receipt.ts'
import type { OldReceipt } from './receipt.ts'
import { verifyReceipt } from './verify.ts'

type Vector = {
  file: string
  failureCode: string | null
  receiptHash: string
  signingInputSha256: string
  signingInputBytes: number
  idIsSha256Prefix: boolean
}

const FOLDER = join(import.meta.dirname, '../vectors/public/cps-0001')
const read = (file: string) => parseJson(readFileSync(join(FOLDER, file), 'utf8')) as unknown
const EXPECTED = read('expected.json') as { evaluationTime: string; order: string[]; vectors: Vector[] }
const RECEIPTS = new Map(EXPECTED.vectors.map(({ file }) => [file, read(file) as OldReceipt]))
const BY_HASH = new Map([...RECEIPTS.values()].map((receipt) => [computeReceiptHash(receipt), receipt]))

describe('the eleven receipts of the public reference', () => {
  it('are all there', () => {
    expect(RECEIPTS.size).toBe(11)
    expect(BY_HASH.size).toBe(11)
  })

  it.each(EXPECTED.vectors)('$file is judged $failureCode', ({ file, failureCode, receiptHash }) => {
    const receipt = RECEIPTS.get(file)!
    const predecessor = BY_HASH.get(receipt.previousReceiptHash ?? '') ?? null
    const result = verifyReceipt(receipt, { now: EXPECTED.evaluationTime, legacy: true, predecessor })
    expect(result.status === 'INVALID' ? result.reason : null).toBe(failureCode)
    expect(result.receiptHash).toBe(receiptHash)
    expect(computeReceiptHash(receipt)).toBe(receiptHash)
    expect(result.coverage).toBe('partial')
  })

  it.each(EXPECTED.vectors)(
    '$file signs $signingInputBytes bytes',
    ({ file, signingInputSha256, signingInputBytes }) => {
      const bytes = Buffer.from(encodeOldSignedText(RECEIPTS.get(file)!) ?? '')
      expect(bytes).toHaveLength(signingInputBytes)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(signingInputSha256)
    },
  )

  it.each(EXPECTED.vectors)('$file is refused without the option legacy', ({ file }) => {
    const result = verifyReceipt(RECEIPTS.get(file)!, { now: EXPECTED.evaluationTime })
    expect(result).toMatchObject({ status: 'INVALID', reason: 'INVALID_SIGNATURE', checks: { V1: 'PASS', V2: 'FAIL' } })
    expect(result).toMatchObject({ detail: expect.stringContaining('old profile') })
  })

  it.each(EXPECTED.vectors)('$file names its issuer after the key: $idIsSha256Prefix', ({ file, idIsSha256Prefix }) => {
    const { issuer } = RECEIPTS.get(file)!
    expect(createIssuerIdentity(issuer).id === issuer.id).toBe(idIsSha256Prefix)
  })
})

it('judges in the order of the public reference', () => {
  const receipt = RECEIPTS.get('valid/single-engine.json')!
  const broken = {
    ...receipt,
    interval: { ...receipt.interval, coverageMs: 1 },
    evidence: [{ ...receipt.evidence[0]!, payload: {} }],
    assertions: { ...receipt.assertions, observationOccurred: { value: false, confidence: 1 } },
    previousReceiptHash: 'x',
  }
  const result = verifyReceipt(broken, { now: '2036-01-01T00:00:00Z', legacy: true, predecessor: null })
  expect(['V1', ...result.failures.map(({ check }) => check)]).toEqual(EXPECTED.order)
})
