import { describe, expect, it } from 'vitest'
import { decodeBase64url, encodeBase64url } from './encoding.ts'

// RFC 4648 section 10, and bytes that need the two URL characters.
const PAIRS: [string, number[]][] = [
  ['', []],
  ['Zg', [0x66]],
  ['Zm8', [0x66, 0x6f]],
  ['Zm9v', [0x66, 0x6f, 0x6f]],
  ['Zm9vYg', [0x66, 0x6f, 0x6f, 0x62]],
  ['-_-_', [0xfb, 0xff, 0xbf]],
  ['--__', [0xfb, 0xef, 0xff]],
  ['AAAA', [0, 0, 0]],
  ['_w', [0xff]],
]

describe('base64url', () => {
  it.each(PAIRS)('writes and reads %j', (text, bytes) => {
    expect(encodeBase64url(Uint8Array.from(bytes))).toBe(text)
    expect([...(decodeBase64url(text) ?? ['nothing'])]).toEqual(bytes)
  })

  it('reads back all byte values', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(decodeBase64url(encodeBase64url(bytes))).toEqual(bytes)
  })

  it.each([
    ['padding', 'Zg=='],
    ['one pad', 'Zm8='],
    ['the alphabet of plain base64: +', '+A'],
    ['the alphabet of plain base64: /', 'A/'],
    ['a blank', 'Zm 9v'],
    ['a blank at the start', ' Zm9v'],
    ['a line end', 'Zm9v\n'],
    ['a length that no bytes have', 'Zm9vY'],
    ['a single character', 'A'],
    ['unused bits that are not zero', 'Zh'],
    ['unused bits in a three-character end', 'Zm9'],
    ['a letter outside ASCII', 'Zm9ä'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64url(text)).toBeNull()
  })
})
