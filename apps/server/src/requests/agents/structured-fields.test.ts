import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDictionary, parseItem, encodeComponents } from './signed-requests.ts'

const again = (text: string) => {
  const dictionary = parseDictionary(text)
  return dictionary && [...dictionary].map(([key, member]) => `${key}=${encodeComponents(member)}`).join(', ')
}

describe('parseDictionary', () => {
  it.each([
    'sig1=("@authority" "signature-agent";key="a");created=1618884473;keyid="x";tag="web-bot-auth"',
    'a=:cHJldGVuZCB0aGlzIGlzIGJpbmFyeSBjb250ZW50Lg==:',
    'a="with \\"quotes\\" and \\\\"',
    'a=1, b=-15, c=4.5, d=token/x:y, e=?0, f=@1659578233',
    'a=();x=1',
    'a=("b" 1 :YQ==:);c;d="e"',
    'a=999999999999999, b=123456789012.125',
  ])('writes %s again as it was', (text) => {
    expect(again(text)).toBe(text)
  })

  it.each([
    ['  a=1  ', 'a=1'],
    ['a=1 \t,\t b=2', 'a=1, b=2'],
    ['a=(  "b"   "c"  )', 'a=("b" "c")'],
    ['a=1; b;  c=2', 'a=1;b;c=2'],
    ['a', 'a=?1'],
    ['a;b', 'a=?1;b'],
    ['a=1.50, b=-0', 'a=1.5, b=0'],
    ['a=1, a=2', 'a=2'],
    ['a=1;x=1;y=2;x=3', 'a=1;x=3;y=2'],
    ['', ''],
  ])('reads %j as %j', (text, expected) => {
    expect(again(text)).toBe(expected)
  })

  it.each([
    'A=1',
    'a=',
    'a=1,',
    'a=1,,b=2',
    'a=1 b=2',
    'a=("b""c")',
    'a=("b"',
    'a=(("b"))',
    'a="open',
    'a="tab\t"',
    'a="\\n"',
    'a="é"',
    'a=:YQ===:',
    'a=:Y Q==:',
    'a=1234567890123456',
    'a=1234567890123.1',
    'a=1.',
    'a=1.1234',
    'a=--1',
    'a=?2',
    'a=@1.5',
    'a=%"%C3"',
    'a=@999999999999999',
    'a=("b";c=@-999999999999999)',
    'a=1;B=2',
    'a=1;=2',
    '=1',
    '\ta=1',
  ])('refuses %j', (text) => {
    expect(parseDictionary(text)).toBeNull()
  })

  it('never throws, and what it writes it reads again as the same', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'ab=(),;" \\:?@01.-*'.split('')), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(signs, fc.string({ unit: 'binary' })), (text) => {
        const written = again(text)
        if (written !== null) expect(again(written)).toBe(written)
      }),
      { seed: 20260310, numRuns: 3000 },
    )
  })

  it('takes a time that grows no faster than the text', () => {
    expect(parseDictionary(`a="${'\\\\'.repeat(100_000)}`)).toBeNull()
    expect(parseDictionary(`a=(${'"b" '.repeat(50_000)}`)).toBeNull()
  })
})

describe('parseItem', () => {
  it.each(['"https://agent.example"', ' 1 ', 'token;a=1'])('reads %j', (text) => {
    expect(encodeComponents(parseItem(text)!)).toBe(text.trim())
  })

  it.each(['', '"a" "b"', '("a")', '1,'])('refuses %j', (text) => {
    expect(parseItem(text)).toBeNull()
  })
})
