import type { CaseGroup } from './case-group.ts'
import { block, draft, END, intervalFrom, later, minimalDraft } from './drafts.ts'
import { ABSENT, type Edits } from './json.ts'
import { receiptCase } from './receipt-case.ts'
import { STRANGER, signReceipt } from './signing.ts'

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
