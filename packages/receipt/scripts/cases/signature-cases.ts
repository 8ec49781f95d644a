import {
  IDENTITY,
  L,
  makeMixedKey,
  NON_CANONICAL_POINTS,
  OFF_CURVE,
  raiseS,
  SMALL_ORDER_POINTS,
  scalarHex,
  torsionSignature,
} from './curve.ts'
import {
  ABSENT,
  canonical,
  createBlock as block,
  draft,
  edit,
  type Edits,
  ISSUER,
  issuerId,
  type JsonObject,
  later,
  NOW,
  signReceipt,
  signText,
  START,
  STRANGER,
  withSignature,
  writeSignedText,
} from './drafts.ts'
import { type CaseGroup, type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'

const UNSIGNED: Findings = { V2: 'INVALID_SIGNATURE' }
const WHOLE = signReceipt(draft({ '/audience': 'https://verifier.example', '/references': ['urn:a'] }))
const RECEIPT = signReceipt(draft())
const VALUE = (RECEIPT.signature as JsonObject).value as string
const WITHOUT_VALUE = draft()

// Edits of a signed receipt that leave it well formed. Whatever else they break is named beside V2.
const EDITS: [name: string, edits: Edits, also?: Findings][] = [
  ['receipt-id', { '/receiptId': '019ca923-8000-7abc-8def-0123456789ac' }],
  ['subject-id', { '/subject/id': `sha256:${'5b'.repeat(32)}` }],
  ['subject-type', { '/subject/type': 'agent' }],
  ['subject-type-taken-away', { '/subject/type': ABSENT }],
  ['interval-shifted', { '/interval/start': later(START, 1000), '/interval/coverageMs': 29_000 }],
  ['coverage', { '/interval/coverageMs': 29_000 }, { V4: 'TEMPORAL_INCONSISTENCY' }],
  ['engine-id', { '/evidence/0/engineId': 'org.example.other' }],
  ['engine-version', { '/evidence/0/engineVersion': '2.1.1' }],
  ['engine-confidence', { '/evidence/0/confidence': 0.876 }],
  ['payload', { '/evidence/0/payload/value': 1 }, { V5: 'EVIDENCE_TAMPERED' }],
  ['payload-and-digest', { '/evidence/1': block({ value: 1 }) }],
  ['block-taken-away', { '/evidence': [(WHOLE.evidence as JsonObject[])[0] as JsonObject] }],
  ['blocks-swapped', { '/evidence': (WHOLE.evidence as JsonObject[]).toReversed() }],
  ['assertion-confidence', { '/assertions/receiptIntegrity/confidence': 0.99 }],
  ['assertion-value', { '/assertions/receiptIntegrity/value': false }, { V3: 'INCONSISTENT_ASSERTIONS' }],
  ['verdict', { '/verdict': 'FAIL' }],
  ['verdict-taken-away', { '/verdict': ABSENT }],
  ['expiry', { '/expiresAt': '2036-03-01T12:00:00.000Z' }],
  ['expiry-taken-away', { '/expiresAt': ABSENT }],
  ['previous', { '/previousReceiptHash': 'ab'.repeat(32) }],
  ['references', { '/references': ['urn:b'] }],
  ['references-emptied', { '/references': [] }],
  ['audience', { '/audience': 'https://other.example' }],
  ['audience-taken-away', { '/audience': ABSENT }],
  ['issuer', { '/issuer': { id: STRANGER.id, publicKey: STRANGER.publicKey } }],
  ['signed-at', { '/signature/signedAt': later(NOW, 1) }],
]

export const signatureCases: CaseGroup = {
  topic: 'signature',
  kind: 'receipt',
  about: 'V2. Edits after signing, and signatures that only a careless Ed25519 accepts.',
  cases: [
    receiptCase('edited-nothing', 'the receipt that the following cases edit', { receipt: WHOLE }),
    ...EDITS.map(([name, edits, also = {}]) =>
      receiptCase(`edited-${name}`, 'edited after signing', {
        receipt: edit(WHOLE, edits),
        finds: { ...UNSIGNED, ...also },
      }),
    ),
    expectUnsigned('by-another-key', 'signed by somebody else', signReceipt(draft(), STRANGER)),
    expectUnsigned('zero', 'nothing but zeros', withSignature(RECEIPT, '0'.repeat(128))),
    expectUnsigned(
      'of-another-receipt',
      'the signature of another receipt of the issuer',
      withSignature(draft({ '/verdict': 'FAIL' }), VALUE),
    ),
    expectUnsigned('s-plus-l', 'S + L would give the receipt a second hash', withSignature(RECEIPT, raiseS(VALUE, 1n))),
    expectUnsigned('s-equals-l', 'S = L', withSignature(RECEIPT, VALUE.slice(0, 64) + scalarHex(L))),
    expectUnsigned(
      'without-context',
      'signed without the line that names the format',
      signAs(canonical(WITHOUT_VALUE)),
    ),
    expectUnsigned(
      'other-context',
      'signed for another version',
      signAs(writeSignedText(WITHOUT_VALUE).replace('1.0\n', '1.1\n')),
    ),
    expectUnsigned(
      'context-with-crlf',
      'signed with another line end',
      signAs(writeSignedText(WITHOUT_VALUE).replace('\n', '\r\n')),
    ),
    expectUnsigned(
      'unsorted',
      'signed as it travels, not as RFC 8785 writes it',
      signAs(`CPS-0001/1.0\n${JSON.stringify(WITHOUT_VALUE)}`),
    ),
    expectUnsigned(
      'pretty',
      'signed with white space',
      signAs(`CPS-0001/1.0\n${JSON.stringify(WITHOUT_VALUE, null, 2)}`),
    ),
    expectUnsigned(
      'empty-value',
      'signed with an empty signature.value in place',
      signAs(`CPS-0001/1.0\n${canonical(withSignature(draft(), ''))}`),
    ),
    expectUnsigned(
      'no-signature-member',
      'signed without the signature member',
      signAs(`CPS-0001/1.0\n${canonical(bare())}`),
    ),
    expectUnsigned('of-the-hash', 'the hash was signed instead of the text', signAs(canonical(RECEIPT))),
    expectMalformed('upper-case', 'the same signature in upper case', VALUE.toUpperCase()),
    expectMalformed('line-feed', 'the same signature and a line feed', `${VALUE}\n`),
    ...SMALL_ORDER_POINTS.map((point, times) =>
      expectUnsigned(
        `small-order-key-${times}`,
        'the universal signature under a key of small order',
        issueAs(point, IDENTITY + '0'.repeat(64)),
      ),
    ),
    ...NON_CANONICAL_POINTS.slice(0, 5).map((point, index) =>
      expectUnsigned(
        `non-canonical-key-${index}`,
        'the universal signature under a key that is not canonical',
        issueAs(point, IDENTITY + '0'.repeat(64)),
      ),
    ),
    expectUnsigned('small-order-r', 'R is the identity', withSignature(RECEIPT, IDENTITY + VALUE.slice(64))),
    expectUnsigned('off-curve-key', 'the key is no point of the curve', issueAs(OFF_CURVE, VALUE)),
    expectUnsigned(
      'mixed-key',
      'only the equation with the cofactor holds',
      makeMixedReceipt(1, 0, (k) => k % 8n === 3n),
    ),
    expectUnsigned(
      'mixed-r',
      'only the equation with the cofactor holds',
      makeMixedReceipt(0, 1, (k) => k % 8n === 3n),
    ),
    receiptCase('mixed-key-that-fits', 'a key with a part of small order that vanishes', {
      receipt: makeMixedReceipt(1, 0, (k) => k % 8n === 0n),
    }),
    receiptCase('everything-fails', 'all checks are reported, not only the first', {
      receipt: edit(RECEIPT, {
        '/assertions/observationOccurred/value': false,
        '/interval/coverageMs': 1,
        '/evidence/0/payload/value': 1,
        '/expiresAt': '2026-03-01T11:59:29.000Z',
      }),
      predecessor: {},
      finds: {
        V2: 'INVALID_SIGNATURE',
        V7: 'CHAIN_BROKEN',
        V3: 'INCONSISTENT_ASSERTIONS',
        V4: 'TEMPORAL_INCONSISTENCY',
        V5: 'EVIDENCE_TAMPERED',
        V6: 'EXPIRED',
      },
    }),
  ],
}

function expectUnsigned(name: string, description: string, receipt: JsonObject): ReceiptCase {
  return receiptCase(name, description, { receipt, finds: UNSIGNED })
}

function expectMalformed(name: string, description: string, value: string): ReceiptCase {
  return receiptCase(name, description, { receipt: withSignature(RECEIPT, value), finds: { V1: 'INVALID_SCHEMA' } })
}

function signAs(text: string): JsonObject {
  return withSignature(WITHOUT_VALUE, signText(text, ISSUER))
}

function bare(): JsonObject {
  const { signature: _signature, ...rest } = WITHOUT_VALUE
  return rest
}

function issueAs(publicKey: string, value: string): JsonObject {
  return withSignature(draft({ '/issuer': { id: issuerId(publicKey), publicKey } }), value)
}

function makeMixedReceipt(ofKey: number, ofNonce: number, fits: (k: bigint) => boolean): JsonObject {
  const receipt = issueAs(makeMixedKey(ofKey), '')
  const message = Buffer.from(writeSignedText(receipt))
  return withSignature(receipt, torsionSignature(message, { ofKey, ofNonce, wants: ({ reduced }) => fits(reduced) }))
}
