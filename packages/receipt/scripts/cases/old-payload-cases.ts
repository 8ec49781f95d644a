import type { CaseGroup } from './case-group.ts'
import { sha256 } from './json.ts'
import { oldDraft, oldSigned, UNSIGNED } from './old-receipts.ts'
import { type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'

type Row = [name: string, description: string, payload: string, digested: string]

// The payload as it stands in the text, and the text that JSON.stringify makes of it, written by hand.
const FITTING: Row[] = [
  ['unsorted', 'members stay in their order', '{"b":1,"a":2}', '{"b":1,"a":2}'],
  ['white-space', 'white space is lost', '{ "b" : 1 ,\n"a" : [ 2 ] }', '{"b":1,"a":[2]}'],
  ['index-names', 'names like 9 and 10 go first, by value', '{"b":1,"10":2,"a":3,"9":4}', '{"9":4,"10":2,"b":1,"a":3}'],
  [
    'not-index-names',
    '01, -1 and 1.5 are no indices',
    '{"b":1,"01":2,"-1":3,"1.5":4}',
    '{"b":1,"01":2,"-1":3,"1.5":4}',
  ],
  [
    'largest-index',
    'the last index is 4294967294',
    '{"4294967295":1,"4294967294":2,"0":3}',
    '{"0":3,"4294967294":2,"4294967295":1}',
  ],
  ['nested-index-names', 'in nested objects too', '{"a":[{"2":1,"1":2}]}', '{"a":[{"1":2,"2":1}]}'],
  [
    'spelled-numbers',
    'numbers are written anew',
    '{"a":1.0,"b":1E2,"c":-0,"d":1e21}',
    '{"a":1,"b":100,"c":0,"d":1e+21}',
  ],
  ['escapes', 'texts are written anew', '{"a":"\\u00e9\\/\\u0007\\u2028"}', '{"a":"é/\\u0007\u2028"}'],
  ['empty', 'an empty payload', '{}', '{}'],
]

const UNFITTING: Row[] = [
  ['sorted', 'the members were sorted on the way', '{"a":2,"b":1}', '{"b":1,"a":2}'],
  ['nested-order', 'members of a nested object changed places', '{"a":{"y":1,"x":2}}', '{"a":{"x":2,"y":1}}'],
  ['spelling-digested', 'the digest of the exact spelling', '{"a":1.0}', '{"a":1.0}'],
  ['rfc-8785-digest', 'the digest of the new profile', '{"b":1,"a":2}', '{"a":2,"b":1}'],
]

export const oldPayloadCases: CaseGroup = {
  topic: 'old-payload',
  kind: 'receipt',
  about: 'V5 of the old profile: the digest of JSON.stringify(payload), where the order of members counts.',
  cases: [
    ...FITTING.map((row) => payloadCase(row, {})),
    ...UNFITTING.map((row) => payloadCase(row, { V5: 'EVIDENCE_TAMPERED' })),
  ],
}

function payloadCase([name, description, payload, digested]: Row, finds: Findings): ReceiptCase {
  const receipt = oldSigned(oldDraft({ '/evidence/0/payload': 'HERE', '/evidence/0/payloadDigest': sha256(digested) }))
  return receiptCase(name, description, {
    receipt: { text: JSON.stringify(receipt).replace('"HERE"', () => payload) },
    options: { legacy: true },
    unsigned: UNSIGNED,
    finds,
  })
}
