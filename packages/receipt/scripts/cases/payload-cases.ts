import type { CaseGroup } from './case-group.ts'
import { block, draft, draftWithPayload } from './drafts.ts'
import { type JsonObject, sha256 } from './json.ts'
import { type ReceiptCase, receiptCase } from './receipt-case.ts'
import { signReceipt } from './signing.ts'

const PAYLOADS: [name: string, description: string, payload: JsonObject][] = [
  [
    'large-numbers',
    'from 1e21 on numbers have an exponent',
    { values: [1e20, 1e21, 1.5e300, Number.MAX_VALUE, -1e21] },
  ],
  ['small-numbers', 'below 1e-6 numbers have an exponent', { values: [1e-6, 1e-7, 5e-324, -1e-7, 2.5e-10] }],
  ['inexact-sums', 'seventeen digits where sixteen do not do', { values: [0.1 + 0.2, 1 / 3, 2 / 3, 1e23, 123456.789] }],
  ['integers', 'whole numbers have no point', { values: [0, 1, -1, 1e15, 2 ** 53, -(2 ** 53), 2 ** 63] }],
  [
    'index-names',
    'names like 9 and 10 are sorted as texts',
    { 10: 'ten', 9: 'nine', 1: 'one', '01': 'zero one', a: 'a' },
  ],
  ['index-names-only', 'an object that looks like a list', { 2: 'c', 0: 'a', 1: 'b' }],
  [
    'utf-16-order',
    'U+FB33 comes after U+1F642, whose units begin with D83D',
    { '\uFB33': 1, '\u{1F642}': 2, '\uD7FF': 3 },
  ],
  [
    'inherited-names',
    'names of inherited members are plain names',
    { constructor: 1, toString: 2, hasOwnProperty: 3, prototype: 4 },
  ],
  ['to-json', 'a member named toJSON is data', { toJSON: 'text', valueOf: {} }],
  ['empty-name', 'the empty name comes first', { b: 1, '': 2 }],
  ['pointer-names', 'names with / and ~', { 'a/b': 1, 'm~n': 2, '~1': 3 }],
  [
    'escapes',
    'every control character',
    { text: Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('') },
  ],
  ['not-escaped', 'these are written as they are', { text: '\u007f\u0080\u2028\u2029\uFEFF\uFFFE\uFFFF/' }],
  [
    'scripts',
    'texts of many scripts',
    { text: 'Ελληνικά עברית 日本語 हिन्दी ไทย \u{1F468}\u200D\u{1F469}\u200D\u{1F467}' },
  ],
  ['not-normalized', 'Unicode is not normalized', { '\u00e9': 1, 'e\u0301': 2, '\u212B': 3, '\u00C5': 4 }],
  ['literals', 'true, false and null', { a: true, b: false, c: null, d: [null, [true], {}] }],
  ['lists-of-lists', 'empty and nested lists', { a: [[], [[]], [{}], [[], {}]] }],
]

// The spelling in the text, and how RFC 8785 writes it: both by hand.
const SPELLINGS: [name: string, spelled: string, canonical: string][] = [
  ['minus-zero', '-0', '0'],
  ['minus-zero-exponent', '-0.0e-5', '0'],
  ['trailing-zeros', '1.500', '1.5'],
  ['exponent', '1E2', '100'],
  ['plus-exponent', '1e+2', '100'],
  ['twenty-one-digits', '100000000000000000000', '100000000000000000000'],
  ['twenty-two-digits', '1000000000000000000000', '1e+21'],
  ['beyond-2-to-53', '9007199254740993', '9007199254740992'],
  ['too-many-digits', '0.1000000000000000055511151231257827', '0.1'],
  ['underflow', '1e-400', '0'],
  ['half-of-the-smallest', '2.5e-324', '5e-324'],
  ['largest', '179769313486231570000e288', '1.7976931348623157e+308'],
  ['hundred-zeros', `0.${'0'.repeat(100)}1`, '1e-101'],
  ['escaped-text', '"\\u0041\\u00e9\\ud83d\\ude42\\/"', '"Aé\u{1F642}/"'],
  ['upper-case-escape', '"\\u00E9\\uD83D\\uDE42"', '"é\u{1F642}"'],
  ['escaped-controls', '"\\u0008\\u0009\\u000a\\u000b\\u001f\\u007f"', '"\\b\\t\\n\\u000b\\u001f\u007f"'],
]

export const payloadCases: CaseGroup = {
  topic: 'payload',
  kind: 'receipt',
  about: 'Payloads that are hard to write canonically. All are valid: digest, signature and hash must come out right.',
  cases: [
    ...PAYLOADS.map(([name, description, payload]) =>
      receiptCase(name, description, { receipt: signReceipt(draftWithPayload(payload)) }),
    ),
    ...SPELLINGS.map(spelling),
    receiptCase('spelled-confidence', 'a confidence of 1 written 1.0', {
      receipt: {
        text: JSON.stringify(signReceipt(draft({ '/evidence': [block({}, { '/confidence': 1 })] }))).replace(
          '"confidence":1,',
          '"confidence":1.0,',
        ),
      },
    }),
    receiptCase('minus-zero-confidence', '-0 is a confidence of 0', {
      receipt: {
        text: JSON.stringify(signReceipt(draft({ '/evidence': [block({}, { '/confidence': 0 })] }))).replace(
          '"confidence":0,',
          '"confidence":-0,',
        ),
      },
    }),
  ],
}

function spelling([name, spelled, canonical]: [string, string, string]): ReceiptCase {
  const payload = { value: JSON.parse(spelled) as string | number }
  const evidence = [block(payload, { '/payloadDigest': sha256(`{"value":${canonical}}`) })]
  const text = JSON.stringify(signReceipt(draft({ '/evidence': evidence })))
  const written = JSON.stringify(payload)
  return receiptCase(
    `spelled-${name}`,
    `${spelled.slice(0, 60)} in the text is ${canonical} when digested and signed`,
    {
      receipt: { text: text.replace(written, () => `{"value":${spelled}}`) },
    },
  )
}
