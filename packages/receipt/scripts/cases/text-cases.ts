import { abbreviate, draft, draftWithPayload, type Json, type JsonObject, signReceipt, type Text } from './drafts.ts'
import { type CaseGroup, type ReceiptCase, receiptCase } from './receipt-case.ts'

const TEXT = JSON.stringify(signReceipt(draft()))
const BODY = TEXT.slice(1)

export const textCases: CaseGroup = {
  topic: 'text',
  kind: 'receipt',
  about: 'Texts that a strict reader refuses, because they are not JSON or could be read in two ways.',
  cases: [
    unreadable('duplicate-member', 'a member twice, with the same value', `{"protocolVersion":"1.0",${BODY}`),
    unreadable('duplicate-verdict', 'the first verdict differs from the last', `{"verdict":"FAIL",${BODY}`),
    unreadable(
      'duplicate-at-the-end',
      'the last verdict differs from the first',
      `${TEXT.slice(0, -1)},"verdict":"FAIL"}`,
    ),
    unreadable('duplicate-escaped', 'an escape hides the second name', `{"\\u0076erdict":"FAIL",${BODY}`),
    unreadable(
      'duplicate-nested',
      'a member of the subject twice',
      replaceText('"type":"human"', '"type":"agent","type":"human"'),
    ),
    unreadable(
      'duplicate-in-payload',
      'a member of the payload twice',
      replaceText('"samples":1800', '"samples":1,"samples":1800'),
    ),
    unreadable(
      'duplicate-in-a-list',
      'in an object within a list',
      replaceText('"metric":"drift"', '"metric":"a","metric":"drift"'),
    ),
    unreadable('duplicate-unknown', 'members that receipts do not have', `{"x":1,"x":1,${BODY}`),
    unreadable(
      'duplicate-astral',
      'a pair of escapes and the character itself',
      `{"\\ud83d\\ude42":1,"\u{1F642}":2,${BODY}`,
    ),
    unreadable(
      'duplicate-after-a-brace-in-text',
      'braces and quotes in a text mislead nobody',
      `{"x":"{\\"}","y":1,"x":2,${BODY}`,
    ),
    unreadable('proto', '__proto__ as a member of the receipt', `{"__proto__":{},${BODY}`),
    unreadable('proto-null', '__proto__ as null', `{"__proto__":null,${BODY}`),
    unreadable('proto-escaped', '__proto__ spelled with an escape', `{"\\u005f_proto__":{},${BODY}`),
    unreadable(
      'proto-in-payload',
      '__proto__ in a payload',
      replaceText('"samples":1800', '"samples":1800,"__proto__":1'),
    ),
    unreadable('lone-high-surrogate', 'half a character', replaceText('"human"', '"\\ud83d"')),
    unreadable('lone-low-surrogate', 'the other half', replaceText('"human"', '"\\ude42"')),
    unreadable('reversed-surrogates', 'both halves in the wrong order', replaceText('"human"', '"\\ude42\\ud83d"')),
    unreadable('surrogate-before-text', 'half a character before another', replaceText('"human"', '"\\ud83dhuman"')),
    unreadable('surrogate-in-a-name', 'half a character in a name', `{"\\ud83d":1,${BODY}`),
    unreadable('raw-lone-surrogate', 'half a character without an escape', replaceText('"human"', '"\ud83d"')),
    unreadable('overflow', '1e400 is no double', replaceText(':30000', ':1e400')),
    unreadable('negative-overflow', '-1e400 is no double', replaceText('"samples":1800', '"samples":-1e400')),
    unreadable('long-overflow', '400 digits are no double', replaceText(':30000', `:${'9'.repeat(400)}`)),
    unreadable('nan', 'NaN is not JSON', replaceText(':30000', ':NaN')),
    unreadable('infinity', 'Infinity is not JSON', replaceText(':30000', ':Infinity')),
    unreadable('undefined', 'undefined is not JSON', replaceText(':30000', ':undefined')),
    unreadable('python-true', 'True is not JSON', replaceText('"value":true', '"value":True')),
    unreadable('leading-zero', 'numbers have no leading zero', replaceText(':30000', ':030000')),
    unreadable('plus', 'numbers have no plus', replaceText(':30000', ':+30000')),
    unreadable('point-first', 'numbers do not begin with a point', replaceText(':0.95', ':.95')),
    unreadable('point-last', 'numbers do not end with a point', replaceText(':30000', ':30000.')),
    unreadable('hexadecimal', 'numbers are decimal', replaceText(':30000', ':0x7530')),
    unreadable('underscore', 'numbers have no underscores', replaceText(':30000', ':30_000')),
    unreadable('other-digits', 'digits are ASCII', replaceText(':30000', ':３0000')),
    unreadable('bare-exponent', 'an exponent has digits', replaceText(':30000', ':3e')),
    unreadable('trailing-comma', 'no comma before a brace', `${TEXT.slice(0, -1)},}`),
    unreadable(
      'trailing-comma-in-a-list',
      'no comma before a bracket',
      replaceText('"references":[]', '"references":["a",]'),
    ),
    unreadable('comment', 'no comments', `/* receipt */${TEXT}`),
    unreadable('single-quotes', 'no single quotes', replaceText('"human"', "'human'")),
    unreadable('bare-name', 'names have quotes', replaceText('"verdict"', 'verdict')),
    unreadable('raw-line-feed', 'control characters are escaped', replaceText('"human"', '"hu\nman"')),
    unreadable('raw-tab', 'control characters are escaped', replaceText('"human"', '"hu\tman"')),
    unreadable('raw-null', 'control characters are escaped', replaceText('"human"', '"hu\u0000man"')),
    unreadable('unknown-escape', 'no other escapes', replaceText('"human"', '"\\x68uman"')),
    unreadable('short-escape', 'escapes have four digits', replaceText('"human"', '"\\u68"')),
    unreadable('signed-escape', 'escapes have hex digits only', replaceText('"human"', '"\\u+068"')),
    unreadable('byte-order-mark', 'no byte order mark', `\uFEFF${TEXT}`),
    unreadable('no-break-space', 'only four characters are white space', `\u00a0${TEXT}`),
    unreadable('form-feed', 'only four characters are white space', `${TEXT}\f`),
    unreadable('two-receipts', 'one text, one receipt', TEXT + TEXT),
    unreadable('trailing-text', 'nothing after the receipt', `${TEXT};`),
    unreadable('cut', 'the text ends too early', TEXT.slice(0, -1)),
    unreadable('cut-in-a-text', 'the text ends within a text', TEXT.slice(0, 40)),
    unreadable('empty', 'no text', ''),
    unreadable('spaces', 'nothing but white space', ' \n'),
    receiptCase('separate-objects', 'the same name in different objects is no duplicate', { receipt: { text: TEXT } }),
    receiptCase('proto-as-text', '__proto__ may stand in a text', {
      receipt: signReceipt(draft({ '/audience': '__proto__' })),
    }),
  ],
}

function unreadable(name: string, description: string, text: Text): ReceiptCase {
  return receiptCase(name, description, { receipt: { text }, finds: 'unreadable' })
}

function replaceText(part: string, by: string): string {
  if (!TEXT.includes(part)) throw new Error(`${part} does not stand in the receipt`)
  return TEXT.replace(part, () => by)
}

const MAX_DEPTH = 256
const MAX_LENGTH = 16 * 1024 * 1024
// The receipt, its evidence, the block and the payload are the first four of 256 containers.
const PAYLOAD_ROOM = MAX_DEPTH - 4

export const limitCases: CaseGroup = {
  topic: 'limits',
  kind: 'receipt',
  about: 'At most 256 nested containers, at most 16 MiB of text, and as much weight of values.',
  cases: [
    receiptCase('deepest-lists', '256 nested containers', {
      receipt: signReceipt(draftWithPayload({ deep: nestLists(PAYLOAD_ROOM) })),
    }),
    receiptCase('deepest-objects', '256 nested containers', {
      receipt: signReceipt(draftWithPayload(nestObjects(PAYLOAD_ROOM))),
    }),
    receiptCase('deepest-with-a-text', 'a text in the deepest container', {
      receipt: signReceipt(draftWithPayload({ deep: nestLists(PAYLOAD_ROOM, 'end') })),
    }),
    receiptCase('too-deep-lists', '257 nested containers', {
      receipt: signReceipt(draftWithPayload({ deep: nestLists(PAYLOAD_ROOM + 1) })),
      finds: 'unreadable',
    }),
    receiptCase('too-deep-objects', '257 nested containers', {
      receipt: signReceipt(draftWithPayload(nestObjects(PAYLOAD_ROOM + 1))),
      finds: 'unreadable',
    }),
    receiptCase('much-too-deep', 'half a million nested lists', {
      receipt: {
        text: [
          { repeat: '[', times: 500_000 },
          { repeat: ']', times: 500_000 },
        ],
      },
      finds: 'unreadable',
    }),
    receiptCase('never-closed', 'half a million lists that nobody closes', {
      receipt: { text: [{ repeat: '[', times: 500_000 }] },
      finds: 'unreadable',
    }),
    receiptCase('megabyte-of-text', 'a payload of 1 MB', { receipt: { text: long('x', 1_000_000) } }),
    receiptCase('megabyte-of-numbers', 'a payload of 100 000 numbers', { receipt: { text: manyNumbers(100_000) } }),
    receiptCase('four-megabytes-of-astral-text', '2 000 000 characters of two units each', {
      receipt: { text: long('\u{1F642}', 2_000_000) },
    }),
    receiptCase('longest-text', 'spaces up to 16 MiB', { receipt: { text: padText(MAX_LENGTH) } }),
    receiptCase('text-too-long', 'one space more', { receipt: { text: padText(MAX_LENGTH + 1) }, finds: 'unreadable' }),
  ],
}

function nestLists(depth: number, inside?: Json): Json {
  let value: Json = inside === undefined ? [] : [inside]
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

function nestObjects(depth: number): JsonObject {
  let value: JsonObject = {}
  for (let level = 0; level < depth; level++) value = { in: value }
  return value
}

function long(character: string, times: number): Text {
  return abbreviate(JSON.stringify(signReceipt(draftWithPayload({ text: character.repeat(times) }))), character, times)
}

function manyNumbers(count: number): Text {
  const text = JSON.stringify(signReceipt(draftWithPayload({ values: Array.from({ length: count }, () => 1) })))
  return abbreviate(text, '1,', count - 1)
}

function padText(length: number): Text {
  return [TEXT, { repeat: ' ', times: length - TEXT.length }]
}
