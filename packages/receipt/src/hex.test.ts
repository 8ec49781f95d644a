import { describe, expect, it } from 'vitest'
import { bytesToHex, hexToBytes, isHex, toBigEndian } from './encoding.ts'

describe('isHex', () => {
  it.each([
    ['0123456789abcdef', 16],
    ['', 0],
    ['ff', 2],
  ])('takes %j as %i digits', (text, length) => {
    expect(isHex(text, length)).toBe(true)
  })

  it.each([
    ['one digit short', 'abc', 4],
    ['one digit long', 'abcde', 4],
    ['upper case', 'ABCD', 4],
    ['one upper-case digit', 'abcD', 4],
    ['a letter behind f', 'abcg', 4],
    ['a bad first character', 'xbcd', 4],
    ['the sign before 0', '/000', 4],
    ['the sign behind 9', ':000', 4],
    ['a line end', 'abc\n', 4],
    ['a full-width digit', 'abc０', 4],
    ['a number', 1234, 4],
    ['nothing', undefined, 4],
    ['null', null, 4],
    ['a list of digits', ['a', 'b', 'c', 'd'], 4],
    ['a boxed string', Object('abcd'), 4],
  ])('refuses %s', (_, text, length) => {
    expect(isHex(text, length)).toBe(false)
  })
})

it('writes every byte as two lower-case digits', () => {
  expect(bytesToHex(Uint8Array.of(0, 1, 9, 10, 15, 16, 0x7f, 0x80, 0xa0, 0xff))).toBe('0001090a0f107f80a0ff')
  expect(bytesToHex(new Uint8Array(0))).toBe('')
})

it('reads back every byte that it writes', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  expect(hexToBytes(bytesToHex(bytes))).toEqual(bytes)
})

it('reads each digit', () => {
  expect([...hexToBytes('0123456789abcdef')]).toEqual([0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef])
  expect(hexToBytes('')).toHaveLength(0)
})

it.each([
  ['', ''],
  ['0a', '0a'],
  ['0102', '0201'],
  ['00ff10', '10ff00'],
])('turns the bytes of %j around to %j', (text, reversed) => {
  expect(toBigEndian(text)).toBe(reversed)
})
