import { canonical, draft, type Json, minimalDraft, oldDraft, oldSigned, signReceipt, type Text } from './drafts.ts'
import type { CaseGroup } from './receipt-case.ts'

const RECEIPT = signReceipt(draft())
const WORD = encodeWord(JSON.stringify(RECEIPT))
// 16 384 groups of four characters are the longest word: 65 536.
const GROUPS = 16_384

const READ: [name: string, description: string, text: string][] = [
  ['receipt', 'a receipt', JSON.stringify(RECEIPT)],
  ['minimal', 'a minimal receipt', JSON.stringify(signReceipt(minimalDraft()))],
  ['old', 'a receipt of the old profile', JSON.stringify(oldSigned(oldDraft()))],
  ['unicode', 'UTF-8 of two, three and four bytes', '{"é":"€\u{1F642}"}'],
  ['one-byte-left', 'a last group of two characters', '[10]'],
  ['two-bytes-left', 'a last group of three characters', '[100]'],
  ['nothing-left', 'a last group of four characters', '[1000]'],
  ['minus-and-underscore', 'characters 62 and 63 of the alphabet', '"\u00bf\u00ff\u07ff>>>???"'],
  ['white-space', 'white space within the JSON is harmless', ' {"a" : 1}\n'],
  ['not-a-receipt', 'what it holds is not judged here', 'null'],
]

const REFUSED: [name: string, description: string, word: Text][] = [
  ['empty', 'no text', ''],
  ['padding', 'padding is left out', `${encodeWord('[10]')}==`],
  ['plus', 'the other alphabet of base64', 'Iv+/Ig'],
  ['leading-space', 'spaces do not belong there', ` ${WORD}`],
  ['line-feed', 'line ends do not belong there', `${WORD}\n`],
  ['line-break-within', 'line ends do not belong there', `${WORD.slice(0, 76)}\n${WORD.slice(76)}`],
  ['json', 'JSON that was not encoded', '{"a":1}'],
  ['stray-bits-of-two', 'the last character carries bits that no byte holds', encodeWord('[10]').replace(/Q$/, 'R')],
  ['stray-bits-of-three', 'the last character carries bits that no byte holds', encodeWord('[100]').replace(/0$/, '1')],
  ['lone-character', 'one character left over is no byte', `${encodeWord('[1000]')}A`],
  ['other-script', 'letters are ASCII', 'Ｗ3swXQ'],
  ['no-utf-8', 'the byte FF is never UTF-8', encodeWord([0x22, 0xff, 0x22])],
  ['overlong-utf-8', 'a quote in two bytes', encodeWord([0x22, 0xc0, 0xa2, 0x22])],
  ['utf-8-surrogate', 'a lone surrogate in three bytes', encodeWord([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['cesu-8', 'a pair of surrogates in six bytes', encodeWord([0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb9, 0x82, 0x22])],
  ['cut-utf-8', 'a character is cut', encodeWord([0x22, 0xe2, 0x82, 0x22])],
  ['byte-order-mark', 'no byte order mark', encodeWord([0xef, 0xbb, 0xbf, 0x31])],
  ['duplicate', 'a member twice', encodeWord('{"a":1,"a":1}')],
  ['proto', 'a forbidden name', encodeWord('{"__proto__":1}')],
  ['escaped-surrogate', 'half a character', encodeWord('"\\ud800"')],
  ['overflow', 'a number beyond the doubles', encodeWord('1e400')],
  ['cut-json', 'the JSON is cut', WORD.slice(0, 400)],
  ['two-values', 'two values', encodeWord('1 2')],
  ['too-long', 'four characters beyond the limit', longWord(GROUPS + 1)],
]

export const headerDecodingCases: CaseGroup = {
  topic: 'header-decoding',
  kind: 'header decoding',
  about: 'decodeHeader: a base64url word in, the RFC 8785 text of what it holds out, or refused.',
  cases: [
    ...READ.map(([name, description, text]) => ({
      name,
      description,
      word: encodeWord(text),
      expected: { canonical: canonical(JSON.parse(text) as Json) },
    })),
    {
      name: 'longest',
      description: '65 536 characters',
      word: longWord(GROUPS),
      expected: { canonical: `"${'a'.repeat(3 * GROUPS - 2)}"` },
    },
    ...REFUSED.map(([name, description, word]) => ({ name, description, word, expected: { refused: true } })),
  ],
}

export const headerEncodingCases: CaseGroup = {
  topic: 'header-encoding',
  kind: 'header encoding',
  about: 'encodeHeader: the JSON text of a receipt in, the base64url word of its JSON.stringify text out, or refused.',
  cases: [
    expectEncoded('receipt', 'a receipt', JSON.stringify(RECEIPT)),
    expectEncoded('minimal', 'a minimal receipt', JSON.stringify(signReceipt(minimalDraft()))),
    expectEncoded(
      'old',
      'the order of members stays, which old receipts digest',
      JSON.stringify(oldSigned(oldDraft())),
    ),
    expectEncoded('white-space', 'white space goes', '{ "b" : [ 1 ],\n"a":2 }', '{"b":[1],"a":2}'),
    expectEncoded('numbers', 'numbers are written anew', '[1.0,1E21,-0,1e-7]', '[1,1e+21,0,1e-7]'),
    expectEncoded(
      'index-names',
      'names like 9 and 10 go first, by value',
      '{"a":1,"10":2,"9":3}',
      '{"9":3,"10":2,"a":1}',
    ),
    expectEncoded('unicode', 'texts are written anew', '"\\u00e9\\u20ac\\ud83d\\ude42\\u0007"', '"é€\u{1F642}\\u0007"'),
    {
      name: 'longest',
      description: '65 536 characters',
      receipt: ['"', { repeat: 'a', times: 3 * GROUPS - 2 }, '"'],
      expected: { word: expandLongWord() },
    },
    {
      name: 'too-long',
      description: 'one byte more',
      receipt: ['"', { repeat: 'a', times: 3 * GROUPS - 1 }, '"'],
      expected: { refused: true },
    },
  ],
}

function expectEncoded(name: string, description: string, receipt: string, written = receipt) {
  return { name, description, receipt, expected: { word: encodeWord(written) } }
}

function encodeWord(content: string | number[]): string {
  return Buffer.from(content as string).toString('base64url')
}

/** A JSON text of the letter a, three bytes a group. */
function longWord(groups: number): Text {
  return [encodeWord('"aa'), { repeat: encodeWord('aaa'), times: groups - 2 }, encodeWord('aa"')]
}

function expandLongWord(): string {
  return encodeWord(`"${'a'.repeat(3 * GROUPS - 2)}"`)
}
