import { IDENTITY, raiseS } from './curve.ts'
import {
  ABSENT,
  draft,
  edit,
  type Edits,
  hashJson,
  ISSUER,
  type JsonObject,
  oldBlock,
  oldDraft,
  oldSigned,
  sha256,
  signReceipt,
  signText,
  STRANGER,
  UNSIGNED,
  withSignature,
} from './drafts.ts'
import { type CaseGroup, type Findings, type ReceiptCase, receiptCase, type ReceiptInput } from './receipt-case.ts'

const REFUSED: Findings = { V2: 'INVALID_SIGNATURE' }
const RECEIPT = oldSigned(oldDraft())
const VALUE = (RECEIPT.signature as JsonObject).value as string
const TWO_DIGESTS = [oldBlock({ score: 1 }), oldBlock({ score: 2 })]
const TWO_BLOCKS_UNSIGNED = [...UNSIGNED, '/evidence/1/engineId', '/evidence/1/engineVersion', '/evidence/1/confidence']
const FIRST_DIGEST = TWO_DIGESTS[0]?.payloadDigest as string
const EARLIER: Edits = {
  '/receiptId': 'rc1-receipt-0',
  '/interval': { start: '2026-03-01T11:58:00Z', end: '2026-03-01T11:59:00.000Z', coverageMs: 60_000 },
}
const BEFORE = oldSigned(oldDraft(EARLIER))

// Edits after signing that nobody can see: the receipt stays valid, and says what is not signed.
const UNSEEN: [name: string, edits: Edits][] = [
  ['subject-type', { '/subject/type': 'agent' }],
  ['engine-id', { '/evidence/0/engineId': 'com.example.other' }],
  ['engine-version', { '/evidence/0/engineVersion': '9' }],
  ['engine-confidence', { '/evidence/0/confidence': 1 }],
  ['signed-at', { '/signature/signedAt': '2026-03-01T11:59:59Z' }],
  ['previous', { '/previousReceiptHash': 'anything' }],
]

// Edits after signing that the thirteen slots show. Whatever else they break is named beside V2.
const SEEN: [name: string, edits: Edits, also?: Findings][] = [
  ['receipt-id', { '/receiptId': 'rc1-receipt-2' }],
  ['time-spelling', { '/interval/end': '2026-03-01T11:59:30.000Z' }],
  ['coverage', { '/interval/coverageMs': 30_001 }, { V4: 'TEMPORAL_INCONSISTENCY' }],
  ['subject-id', { '/subject/id': 'sha256:subject-2' }],
  ['evidence', { '/evidence/0': oldBlock({ score: 1 }) }],
  ['issuer-id', { '/issuer/id': 'issuer-2' }],
  ['issuer-key', { '/issuer/publicKey': STRANGER.publicKey }],
  ['expiry', { '/expiresAt': '2026-03-01T13:04:30Z' }],
  ['assertion-confidence', { '/assertions/receiptIntegrity/confidence': 0.5 }],
  ['assertion-value', { '/assertions/receiptIntegrity/value': false }, { V3: 'INCONSISTENT_ASSERTIONS' }],
  ['verdict', { '/verdict': 'FAIL' }],
  ['references', { '/references': ['urn-a'] }],
]

// Signed by the issuer, but the text could be cut into other slots.
const AMBIGUOUS: [name: string, edits: Edits][] = [
  ['receipt-id', { '/receiptId': 'rc1:receipt' }],
  ['receipt-id-with-a-time', { '/receiptId': 'rc1:2026-03-01T11:59:00Z' }],
  ['subject', { '/subject/id': 'did:subject' }],
  ['subject-behind-the-prefix', { '/subject/id': 'sha256:a:b' }],
  ['subject-prefix-twice', { '/subject/id': 'sha256:sha256:a' }],
  ['subject-prefix-alone', { '/subject/id': 'sha256:' }],
  ['subject-upper-case-prefix', { '/subject/id': 'SHA256:a' }],
  ['subject-name-of-the-hash', { '/subject/id': 'sha256' }],
  ['issuer-id', { '/issuer/id': 'issuer:1' }],
  ['reference', { '/references': ['urn:a'] }],
  ['second-reference', { '/references': ['a', 'b:c'] }],
  ['reference-colon', { '/references': [':'] }],
]

// Signed by the issuer and unambiguous.
const FREE: [name: string, edits: Edits][] = [
  ['plain', {}],
  ['no-references', { '/references': ABSENT }],
  ['references', { '/references': ['a', 'b', 'a'] }],
  ['no-verdict', { '/verdict': ABSENT }],
  ['no-expiry', { '/expiresAt': ABSENT }],
  ['verdict-fail', { '/verdict': 'FAIL' }],
  ['subject-without-prefix', { '/subject/id': 'subject-1' }],
  [
    'times-with-milliseconds',
    { '/interval/start': '2026-03-01T11:59:00.000Z', '/expiresAt': '2026-03-01T12:04:30.000Z' },
  ],
  ['unicode-id', { '/receiptId': 'квитанция-\u{1F642}' }],
  [
    'numbers',
    { '/assertions/observationOccurred/confidence': 1e-7, '/assertions/receiptIntegrity/confidence': 0.1 + 0.2 },
  ],
  ['smallest-number', { '/assertions/receiptIntegrity/confidence': 5e-324 }],
  ['id-of-256', { '/receiptId': 'r'.repeat(256) }],
]

const MALFORMED: [name: string, edits: Edits][] = [
  ['audience', { '/audience': 'https://verifier.example' }],
  ['id-empty', { '/receiptId': '' }],
  ['id-of-257', { '/receiptId': 'r'.repeat(257) }],
  ['issuer-id-empty', { '/issuer/id': '' }],
  ['time-without-zone', { '/expiresAt': '2026-03-01T12:04:30' }],
  ['time-with-offset', { '/expiresAt': '2026-03-01T12:04:30+00:00' }],
  ['time-hour-24', { '/expiresAt': '2026-03-01T24:00:00Z' }],
  ['time-february-30', { '/expiresAt': '2026-02-30T12:00:00Z' }],
  ['time-one-decimal', { '/expiresAt': '2026-03-01T12:04:30.5Z' }],
  ['upper-case-key', { '/issuer/publicKey': ISSUER.publicKey.toUpperCase() }],
  ['previous-number', { '/previousReceiptHash': 1 }],
  ['algorithm', { '/signature/algorithm': 'RSA' }],
  ['no-assertion', { '/assertions/receiptIntegrity': ABSENT, '/verdict': ABSENT }],
]

export const oldProfileCases: CaseGroup = {
  topic: 'old-profile',
  kind: 'receipt',
  about: 'Receipts of release candidate 1, which sign thirteen slots. They are judged only with the option legacy.',
  cases: [
    ...FREE.map(([name, edits]) =>
      old(`valid-${name}`, 'valid, and partly unsigned', { receipt: oldSigned(oldDraft(edits)) }),
    ),
    old('valid-minimal', 'nothing that may be absent', {
      receipt: oldSigned(oldDraft({ '/subject/type': ABSENT, '/previousReceiptHash': ABSENT, '/references': ABSENT })),
      unsigned: UNSIGNED.slice(2),
    }),
    old('valid-two-blocks', 'two blocks', {
      receipt: oldSigned(oldDraft({ '/evidence': TWO_DIGESTS })),
      unsigned: TWO_BLOCKS_UNSIGNED,
    }),
    old('not-legacy', 'refused without the option', { receipt: RECEIPT, options: {}, finds: REFUSED }),
    old('legacy-false', 'refused when the option is false', {
      receipt: RECEIPT,
      options: { legacy: false },
      finds: REFUSED,
    }),
    ...UNSEEN.map(([name, edits]) =>
      old(`unseen-${name}`, 'changed after signing, and nobody can see it', { receipt: edit(RECEIPT, edits) }),
    ),
    ...SEEN.map(([name, edits, also = {}]) =>
      old(`seen-${name}`, 'changed after signing', { receipt: edit(RECEIPT, edits), finds: { ...REFUSED, ...also } }),
    ),
    ...AMBIGUOUS.map(([name, edits]) =>
      old(`ambiguous-${name}`, 'the signed text also fits another receipt', {
        receipt: oldSigned(oldDraft(edits)),
        finds: REFUSED,
      }),
    ),
    old('shifted-digest', 'the first digest taken for the rest of the subject: "sha256" and two blocks', {
      receipt: oldSigned(oldDraft({ '/subject/id': 'sha256', '/evidence': TWO_DIGESTS })),
      unsigned: TWO_BLOCKS_UNSIGNED,
      finds: REFUSED,
    }),
    old('unshifted-digest', 'the same signed text with the digest as subject and one block', {
      receipt: oldSigned(oldDraft({ '/subject/id': `sha256:${FIRST_DIGEST}`, '/evidence': TWO_DIGESTS.slice(1) })),
    }),
    old('joined-references', 'two references joined into one keep the signed text', {
      receipt: edit(oldSigned(oldDraft({ '/references': ['a', 'b'] })), { '/references': ['a:b'] }),
      finds: REFUSED,
    }),
    ...MALFORMED.map(([name, edits]) =>
      old(`malformed-${name}`, 'breaks the form', {
        receipt: oldSigned(oldDraft(edits)),
        unsigned: [],
        finds: { V1: 'INVALID_SCHEMA' },
      }),
    ),
    old('canonicalization-added', 'free ids are not allowed in the new profile', {
      receipt: { text: JSON.stringify(edit(RECEIPT, { '/signature/canonicalization': 'JCS' })) },
      unsigned: 'none: another profile',
      finds: { V1: 'INVALID_SCHEMA' },
    }),
    old('canonicalization-taken-away', 'a new receipt does not pass as an old one', {
      receipt: stripCanonicalization(),
      unsigned: TWO_BLOCKS_UNSIGNED,
      finds: { ...REFUSED, V5: 'EVIDENCE_TAMPERED' },
    }),
    old('canonicalization-taken-away-not-legacy', 'nor without the option', {
      receipt: stripCanonicalization(),
      options: {},
      unsigned: TWO_BLOCKS_UNSIGNED,
      finds: { ...REFUSED, V5: 'EVIDENCE_TAMPERED' },
    }),
    old('signed-as-the-new-profile', 'an old receipt signed over all its members', {
      receipt: signReceipt(oldDraft()),
      finds: REFUSED,
    }),
    old('s-plus-l', 'S + L is refused here too', {
      receipt: withSignature(RECEIPT, raiseS(VALUE, 1n)),
      finds: REFUSED,
    }),
    old('universal-signature', 'the identity as key is refused here too', {
      receipt: withSignature(oldDraft({ '/issuer/publicKey': IDENTITY }), IDENTITY + '0'.repeat(64)),
      finds: REFUSED,
    }),
    old('other-text', 'another text signed by the issuer', {
      receipt: withSignature(RECEIPT, signText('', ISSUER)),
      finds: REFUSED,
    }),
    old('tampered-payload', 'the digest is signed, and the payload does not fit it', {
      receipt: edit(RECEIPT, { '/evidence/0/payload/score': 1 }),
      finds: { V5: 'EVIDENCE_TAMPERED' },
    }),
    old('contradictory', 'V3 holds for old receipts', {
      receipt: oldSigned(oldDraft({ '/assertions/observationOccurred/value': false, '/verdict': ABSENT })),
      finds: { V3: 'INCONSISTENT_ASSERTIONS' },
    }),
    old('signed-before-the-end', 'V4 holds for old receipts', {
      receipt: oldSigned(oldDraft({ '/signature/signedAt': '2026-03-01T11:59:29Z' })),
      finds: { V4: 'TEMPORAL_INCONSISTENCY' },
    }),
    old('last-millisecond', 'V6 holds for old receipts', { receipt: RECEIPT, now: '2026-03-01T12:04:59.999Z' }),
    old('expired', 'V6 holds for old receipts', {
      receipt: RECEIPT,
      now: '2026-03-01T12:05:00.000Z',
      finds: { V6: 'EXPIRED' },
    }),
    old('default-expiry', 'five minutes after the end', {
      receipt: oldSigned(oldDraft({ '/expiresAt': ABSENT })),
      now: '2026-03-01T12:05:00.000Z',
      finds: { V6: 'EXPIRED' },
    }),
    old('trusted', 'the demands hold for old receipts', {
      receipt: RECEIPT,
      options: { legacy: true, trustedIssuers: [ISSUER.publicKey], revokedReceiptIds: ['x'] },
    }),
    old('revoked-by-hash', 'the hash is that of RFC 8785', {
      receipt: RECEIPT,
      options: { legacy: true, revokedReceiptHashes: [hashJson(RECEIPT)] },
      finds: { revocation: 'REVOKED' },
    }),
    old('audience', 'old receipts are meant for nobody', {
      receipt: RECEIPT,
      options: { legacy: true, audience: 'x' },
      finds: { audience: 'AUDIENCE_MISMATCH' },
    }),
    old('linked', 'the pointer is not signed, yet it must fit', {
      receipt: after(BEFORE),
      predecessor: BEFORE,
      finds: { V7: 'PASS' },
    }),
    old('linked-by-an-edit', 'a pointer added after signing fits as well', {
      receipt: edit(RECEIPT, { '/previousReceiptHash': hashJson(BEFORE) }),
      predecessor: BEFORE,
      finds: { V7: 'PASS' },
    }),
    old('stripped-pointer', 'a pointer taken away after signing is missed', {
      receipt: RECEIPT,
      predecessor: BEFORE,
      finds: { V7: 'CHAIN_BROKEN' },
    }),
    old('linked-not-legacy', 'neither is genuine without the option', {
      receipt: after(BEFORE),
      predecessor: BEFORE,
      options: {},
      finds: { ...REFUSED, V7: 'CHAIN_BROKEN' },
    }),
    old('same-name-another-key', 'the chain compares keys, not only names', {
      receipt: after(oldSigned(oldDraft(EARLIER, STRANGER), STRANGER)),
      predecessor: oldSigned(oldDraft(EARLIER, STRANGER), STRANGER),
      finds: { V7: 'ISSUER_MISMATCH' },
    }),
    old('same-key-another-name', 'names must agree too', {
      receipt: after(oldSigned(oldDraft({ ...EARLIER, '/issuer/id': 'issuer-0' }))),
      predecessor: oldSigned(oldDraft({ ...EARLIER, '/issuer/id': 'issuer-0' })),
      finds: { V7: 'ISSUER_MISMATCH' },
    }),
    ...newAfterOld(),
  ],
}

type OldInput = Omit<ReceiptInput, 'unsigned'> & { unsigned?: string[] | 'none: another profile' }

function old(
  name: string,
  description: string,
  { unsigned = UNSIGNED, options = { legacy: true }, ...input }: OldInput,
): ReceiptCase {
  const partial = unsigned === 'none: another profile' ? {} : { unsigned }
  return receiptCase(name, description, { ...input, options, ...partial })
}

function after(before: JsonObject): JsonObject {
  return oldSigned(oldDraft({ '/previousReceiptHash': hashJson(before) }))
}

function stripCanonicalization(): JsonObject {
  return edit(signReceipt(draft()), { '/signature/canonicalization': ABSENT })
}

function newAfterOld(): ReceiptCase[] {
  const { issuer, subject } = draft() as { issuer: JsonObject; subject: JsonObject }
  const predecessor = oldSigned(oldDraft({ ...EARLIER, '/issuer': issuer, '/subject': subject }))
  const receipt = signReceipt(draft({ '/previousReceiptHash': hashJson(predecessor) }))
  return [
    receiptCase('new-after-old', 'an old predecessor is genuine with the option', {
      receipt,
      predecessor,
      options: { legacy: true },
      finds: { V7: 'PASS' },
    }),
    receiptCase('new-after-old-not-legacy', 'and is not without it', {
      receipt,
      predecessor,
      finds: { V7: 'CHAIN_BROKEN' },
    }),
  ]
}

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
