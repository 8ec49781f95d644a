import { describe, expect, it } from 'vitest'
import { EXPIRY, ISSUER_KEYS, NOW, oldReceipt, sampleReceipt } from '../test/sample-receipts.ts'
import { ReceiptError } from './failure.ts'
import { decodeHeader, encodeHeader, MAX_HEADER_LENGTH } from './header.ts'
import type { Receipt } from './receipt.ts'
import { verifyReceipt } from './verify.ts'

const payload = (length: number) => ({ x: 'x'.repeat(length) }) as unknown as Receipt
const word = (text: string) => Buffer.from(text).toString('base64url')

function catchRefusal(header: unknown): { code: string; message: string } {
  try {
    decodeHeader(header as string)
  } catch (error) {
    if (error instanceof ReceiptError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('the header was taken')
}

describe('encodeHeader', () => {
  it('gives base64url of the JSON text in UTF-8', () => {
    const receipt = sampleReceipt()
    expect(encodeHeader(receipt)).toBe(word(JSON.stringify(receipt)))
    expect(encodeHeader(receipt)).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it('gives the longest word that decodeHeader takes, and refuses a longer one', () => {
    const frame = JSON.stringify(payload(0)).length
    const longest = payload((MAX_HEADER_LENGTH / 4) * 3 - frame)
    expect(encodeHeader(longest)).toHaveLength(MAX_HEADER_LENGTH)
    expect(decodeHeader(encodeHeader(longest))).toEqual(longest)
    const tooLong = payload((MAX_HEADER_LENGTH / 4) * 3 - frame + 1)
    expect(() => encodeHeader(tooLong)).toThrow('the receipt is longer than 65536 characters in a header')
    expect(() => encodeHeader(tooLong)).toThrow(ReceiptError)
  })

  it('refuses what JSON cannot write instead of writing null', () => {
    expect(() => encodeHeader({ a: Number.NaN } as unknown as Receipt)).toThrow('/a is NaN, which JSON cannot write')
  })
})

describe('decodeHeader', () => {
  it('reads back a receipt that still verifies', () => {
    const receipt = sampleReceipt()
    const decoded = decodeHeader(encodeHeader(receipt))
    expect(decoded).toStrictEqual(receipt)
    expect(verifyReceipt(decoded, { now: NOW }).status).toBe('VALID')
  })

  it('keeps the order of members, which old receipts sign', () => {
    const old = oldReceipt()
    expect(JSON.stringify(decodeHeader(word(JSON.stringify(old))))).toBe(JSON.stringify(old))
  })

  it.each([
    ['no text', undefined, `the header must be text of at most ${MAX_HEADER_LENGTH} characters`],
    ['a list', ['e30'], `the header must be text of at most ${MAX_HEADER_LENGTH} characters`],
    [
      'too much text',
      'A'.repeat(MAX_HEADER_LENGTH + 1),
      `the header must be text of at most ${MAX_HEADER_LENGTH} characters`,
    ],
    ['padding', 'e30=', 'the header is not base64url without padding'],
    ['blanks', ' e30', 'the header is not base64url without padding'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64url'), 'the header is not UTF-8 text'],
    ['no JSON', word('{"a":'), 'in the header, the value is not JSON: '],
    ['an empty header', '', 'in the header, the value is not JSON: '],
    ['a byte order mark', word('\ufeff{}'), 'in the header, the value is not JSON: '],
    ['duplicate names', word('{"a":1,"a":2}'), 'in the header, the value has the member "a" twice in one object'],
    ['__proto__', word('{"__proto__":{}}'), 'in the header, /__proto__ is a forbidden member name'],
  ])('refuses %s', (_, header, message) => {
    expect(catchRefusal(header).message).toContain(message)
    expect(catchRefusal(header).code).toBe('INVALID_SCHEMA')
  })

  it('says nothing about trust: an expired receipt is decoded as well', () => {
    const decoded = decodeHeader(encodeHeader(sampleReceipt()))
    expect(verifyReceipt(decoded, { now: Date.parse(EXPIRY) + 30_000 })).toMatchObject({ reason: 'EXPIRED' })
    expect(decoded.issuer.publicKey).toBe(ISSUER_KEYS.publicKey)
  })
})
