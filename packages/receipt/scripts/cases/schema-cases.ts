import {
  ABSENT,
  createBlock as block,
  draft,
  edit,
  type Edits,
  END,
  intervalFrom,
  issuerId,
  type Json,
  type JsonObject,
  later,
  minimalDraft,
  signReceipt,
  STRANGER,
} from './drafts.ts'
import { type CaseGroup, receiptCase, type ReceiptCase } from './receipt-case.ts'

const SIXTEEN_BLOCKS = Array.from({ length: 16 }, (_, index) => block({ index }, { '/engineId': `engine-${index}` }))
const YEAR_0 = '0000-01-01T00:00:00.000Z'

// What a receipt may be without losing its validity; each row is signed after the edit.
const VARIANTS: [name: string, description: string, edits: Edits][] = [
  ['full', 'two blocks, a verdict and every member but audience', {}],
  ['no-verdict', 'verdict may be absent', { '/verdict': ABSENT }],
  ['no-expiry', 'expiresAt may be absent and then is five minutes after the end', { '/expiresAt': ABSENT }],
  ['no-subject-type', 'subject.type may be absent', { '/subject/type': ABSENT }],
  ['audience', 'audience is a member of its own', { '/audience': 'https://verifier.example' }],
  ['references', 'references are texts in any order, and may repeat', { '/references': ['urn:b', 'urn:a', 'urn:b'] }],
  ['reference-with-colons', 'a ":" means nothing in this profile', { '/references': ['a:b:c', ':'] }],
  [
    'named-predecessor-not-asked',
    'V7 is not made when no predecessor is given',
    { '/previousReceiptHash': 'ab'.repeat(32) },
  ],
  ['one-block', 'one block is enough', { '/evidence': [block({ value: 1 })] }],
  ['sixteen-blocks', 'sixteen blocks are the most', { '/evidence': SIXTEEN_BLOCKS }],
  ['equal-blocks', 'two blocks may be equal', { '/evidence': [block({ value: 1 }), block({ value: 1 })] }],
  ['empty-payload', 'a payload may be empty', { '/evidence': [block({})] }],
  [
    'confidence-0-and-1',
    'both bounds belong to the range',
    { '/evidence/0/confidence': 0, '/evidence/1/confidence': 1 },
  ],
  ['tiny-confidence', 'the smallest double is a confidence', { '/evidence/0/confidence': 5e-324 }],
  ['engine-name-of-256', 'the longest engineId', { '/evidence/0/engineId': 'e'.repeat(256) }],
  ['subject-type-of-64', 'the longest subject.type', { '/subject/type': 't'.repeat(64) }],
  ['audience-of-1024', 'the longest audience', { '/audience': 'a'.repeat(1024) }],
  ['astral-audience', '512 characters beyond U+FFFF are 1024 UTF-16 units', { '/audience': '\u{1F642}'.repeat(512) }],
  ['references-256', 'the most references', { '/references': Array.from({ length: 256 }, (_, index) => `r${index}`) }],
  ['reference-of-1024', 'the longest reference', { '/references': ['r'.repeat(1024)] }],
  ['unicode', 'texts are any Unicode', { '/subject/type': 'человек', '/audience': 'é e\u0301 \u2028 \u{10FFFF}' }],
  ['control-characters', 'control characters are escaped', { '/audience': '\u0000\b\t\n\f\r\u001f"\\/\u007f' }],
  ['verdict-fail', 'a receipt may say FAIL', { '/verdict': 'FAIL' }],
  ['verdict-insufficient', 'a receipt may say INSUFFICIENT_EVIDENCE', { '/verdict': 'INSUFFICIENT_EVIDENCE' }],
  ['leap-day', 'February 29 of a leap year', { '/interval': intervalFrom('2024-02-29T23:59:59.999Z', 63_072_000_000) }],
  [
    'year-0',
    'the first year that RFC 3339 can write',
    { '/interval': intervalFrom(YEAR_0, Date.parse(END) - Date.parse(YEAR_0)) },
  ],
  ['one-millisecond', 'the shortest interval', { '/interval': intervalFrom(later(END, -1), 1) }],
  ['far-expiry', 'the last millisecond that RFC 3339 can write', { '/expiresAt': '9999-12-31T23:59:59.999Z' }],
  ['uuid-variants', 'the variant bits allow 8, 9, a and b', { '/receiptId': '00000000-0000-7000-b000-000000000000' }],
]

export const validCases: CaseGroup = {
  topic: 'valid',
  kind: 'receipt',
  about: 'Receipts that every verifier must accept, at the edges of what the format allows.',
  cases: [
    receiptCase('minimal', 'nothing that may be absent', { receipt: signReceipt(minimalDraft()) }),
    ...VARIANTS.map(([name, description, edits]) =>
      receiptCase(name, description, { receipt: signReceipt(draft(edits)) }),
    ),
    receiptCase('another-issuer', 'any key may issue', { receipt: signReceipt(draft({}, STRANGER), STRANGER) }),
    receiptCase('members-in-reverse', 'the order of members means nothing', {
      receipt: Object.fromEntries(Object.entries(signReceipt(draft())).toReversed()),
    }),
    receiptCase('pretty-printed', 'white space means nothing', {
      receipt: { text: ` \t\r\n${JSON.stringify(signReceipt(draft()), null, 2)}\n` },
    }),
    receiptCase('escaped-text', 'a character and its escape are the same', {
      receipt: { text: JSON.stringify(signReceipt(draft())).replace('"human"', '"\\u0068um\\u0061n"') },
    }),
    receiptCase('escaped-name', 'a member name may be spelled with escapes', {
      receipt: { text: JSON.stringify(signReceipt(draft())).replace('"verdict"', '"\\u0076erdict"') },
    }),
    receiptCase('spelled-numbers', '30000 may be written 3.0E+4, and 0.95 as 95e-2', {
      receipt: {
        text: JSON.stringify(signReceipt(draft())).replace(':30000', ':3.0E+4').replace(':0.95', ':95e-2'),
      },
    }),
  ],
}

const REQUIRED = [
  '/protocolVersion',
  '/receiptId',
  '/subject',
  '/subject/id',
  '/interval',
  '/interval/start',
  '/interval/end',
  '/interval/coverageMs',
  '/evidence',
  '/evidence/0/engineId',
  '/evidence/0/engineVersion',
  '/evidence/1/confidence',
  '/evidence/1/payload',
  '/evidence/1/payloadDigest',
  '/assertions',
  '/assertions/observationOccurred',
  '/assertions/continuityMaintained',
  '/assertions/receiptIntegrity',
  '/assertions/observationOccurred/value',
  '/assertions/receiptIntegrity/confidence',
  '/previousReceiptHash',
  '/references',
  '/issuer',
  '/issuer/id',
  '/issuer/publicKey',
  '/signature',
  '/signature/algorithm',
  '/signature/signedAt',
  '/signature/value',
]

const CLOSED = [
  '',
  '/subject',
  '/interval',
  '/evidence/0',
  '/assertions',
  '/assertions/receiptIntegrity',
  '/issuer',
  '/signature',
]

// One value of another JSON type for every member.
const MISTYPED: [pointer: string, value: Json][] = [
  ['/protocolVersion', 1],
  ['/receiptId', 7],
  ['/receiptId', ['019ca923-8000-7abc-8def-0123456789ab']],
  ['/subject', `sha256:${'5a'.repeat(32)}`],
  ['/subject/id', { sha256: '5a'.repeat(32) }],
  ['/subject/type', null],
  ['/interval', [END, END, 0]],
  ['/interval/start', 1_772_366_340_000],
  ['/interval/end', null],
  ['/interval/coverageMs', '30000'],
  ['/evidence', {}],
  ['/evidence/0', []],
  ['/evidence/0', null],
  ['/evidence/0/engineId', 1],
  ['/evidence/0/engineVersion', 2.1],
  ['/evidence/0/confidence', '0.875'],
  ['/evidence/0/confidence', true],
  ['/evidence/0/payload', []],
  ['/evidence/0/payload', 'value'],
  ['/evidence/0/payload', null],
  ['/evidence/0/payloadDigest', 0],
  ['/assertions', []],
  ['/assertions/observationOccurred', true],
  ['/assertions/observationOccurred/value', 1],
  ['/assertions/observationOccurred/value', 'true'],
  ['/assertions/observationOccurred/confidence', null],
  ['/verdict', null],
  ['/verdict', ['PASS']],
  ['/expiresAt', null],
  ['/previousReceiptHash', 0],
  ['/previousReceiptHash', false],
  ['/references', 'urn:a'],
  ['/references', { length: 0 }],
  ['/references/0', 1],
  ['/issuer', '0123456789abcdef'],
  ['/issuer/id', 123],
  ['/issuer/publicKey', []],
  ['/audience', null],
  ['/audience', ['https://verifier.example']],
  ['/signature', 'ed25519'],
  ['/signature', null],
  ['/signature/algorithm', 1],
  ['/signature/canonicalization', null],
  ['/signature/signedAt', 1_772_366_371_000],
  ['/signature/value', null],
]

// The right type in a form that the format does not allow.
const MISSHAPED: [name: string, pointer: string, value: Json][] = [
  ['version-1.1', '/protocolVersion', '1.1'],
  ['version-1', '/protocolVersion', '1'],
  ['uuid-v4', '/receiptId', '019ca923-8000-4abc-8def-0123456789ab'],
  ['uuid-variant-c', '/receiptId', '019ca923-8000-7abc-cdef-0123456789ab'],
  ['uuid-upper-case', '/receiptId', '019CA923-8000-7ABC-8DEF-0123456789AB'],
  ['uuid-no-dashes', '/receiptId', '019ca92380007abc8def0123456789ab'],
  ['uuid-braces', '/receiptId', '{019ca923-8000-7abc-8def-0123456789ab}'],
  ['uuid-line-feed', '/receiptId', '019ca923-8000-7abc-8def-0123456789ab\n'],
  ['subject-bare-hex', '/subject/id', '5a'.repeat(32)],
  ['subject-upper-case-hex', '/subject/id', `sha256:${'5A'.repeat(32)}`],
  ['subject-short', '/subject/id', `sha256:${'5a'.repeat(31)}5`],
  ['subject-sha512', '/subject/id', `sha512:${'5a'.repeat(32)}`],
  ['subject-e-mail', '/subject/id', 'person@example.org'],
  ['subject-type-empty', '/subject/type', ''],
  ['subject-type-of-65', '/subject/type', 't'.repeat(65)],
  ['coverage-negative', '/interval/coverageMs', -30_000],
  ['coverage-fraction', '/interval/coverageMs', 30_000.5],
  ['coverage-2-to-53', '/interval/coverageMs', 2 ** 53],
  ['no-blocks', '/evidence', []],
  ['seventeen-blocks', '/evidence', Array.from({ length: 17 }, (_, index) => block({ index }))],
  ['engine-id-empty', '/evidence/0/engineId', ''],
  ['engine-id-of-257', '/evidence/0/engineId', 'e'.repeat(257)],
  ['engine-version-empty', '/evidence/0/engineVersion', ''],
  ['confidence-below-0', '/evidence/0/confidence', -5e-324],
  ['confidence-above-1', '/evidence/0/confidence', 1.0000000000000002],
  ['assertion-confidence-above-1', '/assertions/receiptIntegrity/confidence', 2],
  ['digest-upper-case', '/evidence/0/payloadDigest', 'AB'.repeat(32)],
  ['digest-short', '/evidence/0/payloadDigest', 'ab'.repeat(31)],
  ['digest-sha512', '/evidence/0/payloadDigest', 'ab'.repeat(64)],
  ['verdict-lower-case', '/verdict', 'pass'],
  ['verdict-empty', '/verdict', ''],
  ['verdict-name-of-a-method', '/verdict', 'constructor'],
  ['previous-upper-case', '/previousReceiptHash', 'AB'.repeat(32)],
  ['previous-empty', '/previousReceiptHash', ''],
  ['previous-short', '/previousReceiptHash', 'ab'.repeat(31)],
  ['reference-empty', '/references', ['']],
  ['reference-of-1025', '/references', ['r'.repeat(1025)]],
  ['references-257', '/references', Array.from({ length: 257 }, (_, index) => `r${index}`)],
  ['audience-empty', '/audience', ''],
  ['audience-of-1025', '/audience', 'a'.repeat(1025)],
  ['astral-audience-of-1026', '/audience', '\u{1F642}'.repeat(513)],
  ['algorithm-lower-case', '/signature/algorithm', 'ed25519'],
  ['algorithm-none', '/signature/algorithm', 'none'],
  ['algorithm-ed25519ph', '/signature/algorithm', 'Ed25519ph'],
  ['canonicalization-lower-case', '/signature/canonicalization', 'jcs'],
  ['canonicalization-other', '/signature/canonicalization', 'JSON.stringify'],
  ['issuer-id-of-another-key', '/issuer/id', STRANGER.id],
  ['issuer-id-upper-case', '/issuer/id', 'ABCDEF0123456789'],
  ['issuer-id-long', '/issuer/id', '0123456789abcdef0'],
  ['issuer-key-of-another-id', '/issuer/publicKey', STRANGER.publicKey],
  ['issuer-key-short', '/issuer/publicKey', 'ab'.repeat(31)],
  ['signature-short', '/signature/value', 'ab'.repeat(63)],
  ['signature-base64', '/signature/value', Buffer.alloc(64, 7).toString('base64')],
]

const WRONG_TIMES: [name: string, time: string][] = [
  ['no-zone', '2026-03-01T11:59:30.000'],
  ['offset-zero', '2026-03-01T11:59:30.000+00:00'],
  ['offset', '2026-03-01T12:59:30.000+01:00'],
  ['no-milliseconds', '2026-03-01T11:59:30Z'],
  ['two-decimals', '2026-03-01T11:59:30.00Z'],
  ['microseconds', '2026-03-01T11:59:30.000000Z'],
  ['comma', '2026-03-01T11:59:30,000Z'],
  ['lower-case-z', '2026-03-01T11:59:30.000z'],
  ['lower-case-t', '2026-03-01t11:59:30.000Z'],
  ['space', '2026-03-01 11:59:30.000Z'],
  ['date-only', '2026-03-01'],
  ['february-29', '2026-02-29T11:59:30.000Z'],
  ['february-29-of-1900', '1900-02-29T11:59:30.000Z'],
  ['april-31', '2026-04-31T11:59:30.000Z'],
  ['month-13', '2026-13-01T11:59:30.000Z'],
  ['month-0', '2026-00-01T11:59:30.000Z'],
  ['day-0', '2026-03-00T11:59:30.000Z'],
  ['hour-24', '2026-03-01T24:00:00.000Z'],
  ['minute-60', '2026-03-01T11:60:00.000Z'],
  ['leap-second', '2026-06-30T23:59:60.000Z'],
  ['expanded-year', '+002026-03-01T11:59:30.000Z'],
  ['other-digits', '２０２６-03-01T11:59:30.000Z'],
  ['leading-space', ' 2026-03-01T11:59:30.000Z'],
  ['trailing-line-feed', '2026-03-01T11:59:30.000Z\n'],
  ['empty', ''],
]

const ROOTS: [name: string, value: Json][] = [
  ['null', null],
  ['true', true],
  ['number', 1],
  ['empty-list', []],
  ['empty-object', {}],
  ['list-of-a-receipt', [signReceipt(draft())]],
  ['receipt-in-an-object', { receipt: signReceipt(draft()) }],
]

export const schemaCases: CaseGroup = {
  topic: 'schema',
  kind: 'receipt',
  about: 'V1. Every receipt is signed by its issuer after the edit, so only its form can be wrong.',
  cases: [
    ...REQUIRED.map((pointer) =>
      expectMalformed(`missing${toDashes(pointer)}`, `${pointer} is missing`, { [pointer]: ABSENT }),
    ),
    ...MISTYPED.map(([pointer, value]) =>
      expectMalformed(`type${toDashes(pointer)}-${typeName(value)}`, `${pointer} is ${typeName(value)}`, {
        [pointer]: value,
      }),
    ),
    ...MISSHAPED.map(([name, pointer, value]) =>
      expectMalformed(`form-${name}`, `${pointer} breaks its form`, { [pointer]: value }),
    ),
    ...WRONG_TIMES.map(([name, time]) =>
      expectMalformed(`time-${name}`, `"${time}" is no time here`, { '/expiresAt': time }),
    ),
    expectMalformed('time-start-no-zone', 'interval.start has no zone', {
      '/interval/start': '2026-03-01T11:59:00.000',
    }),
    expectMalformed('time-end-no-milliseconds', 'interval.end has no milliseconds', {
      '/interval/end': '2026-03-01T11:59:30Z',
    }),
    expectMalformed('time-signed-at-no-zone', 'signedAt has no zone', {
      '/signature/signedAt': '2026-03-01T11:59:31.000',
    }),
    ...CLOSED.map((place) =>
      expectMalformed(`unknown${toDashes(place)}`, `${place || 'the receipt'} has a member more`, {
        [`${place}/extra`]: 1,
      }),
    ),
    expectMalformed('unknown-named-constructor', 'a name that every object inherits is unknown all the same', {
      '/constructor': {},
    }),
    expectMalformed('unknown-named-to-string', 'a name that every object inherits is unknown all the same', {
      '/issuer/toString': null,
    }),
    expectMalformed('unknown-empty-name', 'the empty name is unknown too', { '/': 1 }),
    expectMalformed('upper-case-key', 'the key and its id are written in upper case', upperCaseKey()),
    ...ROOTS.map(([name, value]) =>
      receiptCase(`root-${name}`, 'what was given is no receipt at all', {
        receipt: value,
        finds: { V1: 'INVALID_SCHEMA' },
      }),
    ),
    receiptCase('skips-the-rest', 'after V1 no other check and no demand is judged', {
      receipt: signReceipt(draft({ '/extra': 1, '/interval/coverageMs': 1 })),
      options: { trustedIssuers: [], maxAgeMs: 0, audience: 'x', revokedReceiptIds: [] },
      predecessor: null,
      finds: { V1: 'INVALID_SCHEMA' },
    }),
  ],
}

function expectMalformed(name: string, description: string, edits: Edits): ReceiptCase {
  return receiptCase(name, description, { receipt: signAfterEdits(edits), finds: { V1: 'INVALID_SCHEMA' } })
}

function signAfterEdits(edits: Edits): JsonObject {
  const receipt = draft(edits)
  const isSignable = typeof receipt.signature === 'object' && receipt.signature !== null
  if (!isSignable) return receipt
  const value = edits['/signature/value']
  return value === undefined ? signReceipt(receipt) : edit(signReceipt(receipt), { '/signature/value': value })
}

function upperCaseKey(): Edits {
  const publicKey = STRANGER.publicKey.toUpperCase()
  return { '/issuer/publicKey': publicKey, '/issuer/id': issuerId(publicKey) }
}

function toDashes(pointer: string): string {
  return pointer.replaceAll('/', '-')
}

function typeName(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
