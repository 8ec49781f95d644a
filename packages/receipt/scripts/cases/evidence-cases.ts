import type { CaseGroup } from './case-group.ts'
import { block, draft } from './drafts.ts'
import { type Edits, hashJson, sha256 } from './json.ts'
import { type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'
import { signReceipt } from './signing.ts'

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
