import {
  ABSENT,
  createBlock as block,
  draft,
  draftWithPayload,
  type Edits,
  hashJson,
  type JsonObject,
  sha256,
  signReceipt,
} from './drafts.ts'
import { type CaseGroup, type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'

const TAMPERED: Findings = { V5: 'EVIDENCE_TAMPERED' }
const UNSORTED = { b: 1, a: 2 }

export const evidenceCases: CaseGroup = {
  topic: 'evidence',
  kind: 'receipt',
  about: 'V5. Every payload fits its digest; the receipts are signed after the edit, so the signature holds.',
  cases: [
    wrong('changed-number', 'a number of the first payload was changed', { '/evidence/0/payload/value': 0.92 }),
    wrong('changed-last-block', 'only the last block was changed', { '/evidence/1/payload/value': 0.25 }),
    wrong('added-member', 'the payload has a member more', { '/evidence/1/payload/extra': null }),
    wrong('nested-change', 'a text deep in the payload was changed', {
      '/evidence/0/payload/components/0/status': 'FAIL',
    }),
    wrong('list-order', 'the order of lists counts', { '/evidence/0/payload/diagnostics/sensors': ['gyro', 'accel'] }),
    wrong('swapped-payloads', 'both digests are there, each under the wrong payload', swapDigests()),
    wrong('digest-of-another', 'the digest of another payload', { '/evidence/0/payloadDigest': hashJson({}) }),
    wrong('digest-of-the-payload-as-text', 'the digest of a JSON text of the JSON text', {
      '/evidence': [block(UNSORTED, { '/payloadDigest': sha256(JSON.stringify(JSON.stringify(UNSORTED))) })],
    }),
    wrong('digest-as-the-old-profile', 'the digest of the unsorted members', {
      '/evidence': [block(UNSORTED, { '/payloadDigest': sha256(JSON.stringify(UNSORTED)) })],
    }),
    wrong('digest-zero', 'a digest of nothing but zeros', { '/evidence/0/payloadDigest': '0'.repeat(64) }),
    wrong('number-as-text', '"8.25" is not 8.25', { '/evidence/0/payload/components/0/value': '8.25' }),
    wrong('composed-unicode', 'é and e with an accent differ', composeUnicode()),
    right('unsorted-members', 'the digest sorts members', { '/evidence': [block(UNSORTED)] }),
    right('zero-and-minus-zero', '-0 is written 0, so it fits the digest of 0', {
      '/evidence': [block({ value: -0 }, { '/payloadDigest': hashJson({ value: 0 }) })],
    }),
  ],
}

function wrong(name: string, description: string, edits: Edits): ReceiptCase {
  return receiptCase(name, description, { receipt: signReceipt(draft(edits)), finds: TAMPERED })
}

function right(name: string, description: string, edits: Edits): ReceiptCase {
  return receiptCase(name, description, { receipt: signReceipt(draft(edits)) })
}

function swapDigests(): Edits {
  const [first, second] = [{ value: 1 }, { value: 2 }]
  const swapped = [
    block(first, { '/payloadDigest': hashJson(second) }),
    block(second, { '/payloadDigest': hashJson(first) }),
  ]
  return { '/evidence': swapped }
}

function composeUnicode(): Edits {
  return { '/evidence': [block({ name: '\u00e9' }, { '/payloadDigest': hashJson({ name: 'e\u0301' }) })] }
}

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

const HOLDS: Findings = {}
const CONTRADICTS: Findings = { V3: 'INCONSISTENT_ASSERTIONS' }

type Row = [observed: boolean, continuous: boolean, intact: boolean, otherwise: Findings, pass: Findings]

// Observation, continuity, integrity; what V3 finds with any other verdict or none, and what it finds with PASS.
const ROWS: Row[] = [
  [true, true, true, HOLDS, HOLDS],
  [true, true, false, HOLDS, CONTRADICTS],
  [true, false, true, HOLDS, CONTRADICTS],
  [true, false, false, HOLDS, CONTRADICTS],
  [false, true, true, CONTRADICTS, CONTRADICTS],
  [false, true, false, CONTRADICTS, CONTRADICTS],
  [false, false, true, HOLDS, CONTRADICTS],
  [false, false, false, HOLDS, CONTRADICTS],
]

export const assertionCases: CaseGroup = {
  topic: 'assertions',
  kind: 'receipt',
  about: 'V3. All values of the three assertions, with every verdict and without one.',
  cases: ROWS.flatMap(([observed, continuous, intact, otherwise, pass]) =>
    ([ABSENT, 'PASS', 'FAIL', 'INSUFFICIENT_EVIDENCE'] as const).map((verdict) => {
      const verdictName = verdict === ABSENT ? 'none' : verdict.toLowerCase()
      const values = [observed, continuous, intact].map((value) => (value ? 'yes' : 'no')).join('-')
      return receiptCase(
        `${values}-${verdictName}`,
        `observation ${observed}, continuity ${continuous}, integrity ${intact}, verdict ${verdictName}`,
        {
          receipt: signReceipt(draft({ '/verdict': verdict, '/assertions': assertions(observed, continuous, intact) })),
          finds: verdict === 'PASS' ? pass : otherwise,
        },
      )
    }),
  ),
}

function assertions(observed: boolean, continuous: boolean, intact: boolean): JsonObject {
  return {
    observationOccurred: { value: observed, confidence: 0.5 },
    continuityMaintained: { value: continuous, confidence: 0.25 },
    receiptIntegrity: { value: intact, confidence: 0 },
  }
}
