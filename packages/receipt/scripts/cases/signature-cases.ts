import type { CaseGroup } from './case-group.ts'
import {
  IDENTITY,
  L,
  mixedKey,
  NON_CANONICAL_POINTS,
  OFF_CURVE,
  raiseS,
  SMALL_ORDER_POINTS,
  scalarHex,
  torsionSignature,
} from './curve.ts'
import { block, draft, later, NOW, START } from './drafts.ts'
import { ABSENT, canonical, type Edits, edited, type JsonObject } from './json.ts'
import { type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'
import { ISSUER, issuerId, STRANGER, signed, signedText, signText, withSignature } from './signing.ts'

const UNSIGNED: Findings = { V2: 'INVALID_SIGNATURE' }
const WHOLE = signed(draft({ '/audience': 'https://verifier.example', '/references': ['urn:a'] }))
const RECEIPT = signed(draft())
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
        receipt: edited(WHOLE, edits),
        finds: { ...UNSIGNED, ...also },
      }),
    ),
    unsigned('by-another-key', 'signed by somebody else', signed(draft(), STRANGER)),
    unsigned('zero', 'nothing but zeros', withSignature(RECEIPT, '0'.repeat(128))),
    unsigned(
      'of-another-receipt',
      'the signature of another receipt of the issuer',
      withSignature(draft({ '/verdict': 'FAIL' }), VALUE),
    ),
    unsigned('s-plus-l', 'S + L would give the receipt a second hash', withSignature(RECEIPT, raiseS(VALUE, 1n))),
    unsigned('s-equals-l', 'S = L', withSignature(RECEIPT, VALUE.slice(0, 64) + scalarHex(L))),
    unsigned('without-context', 'signed without the line that names the format', signedAs(canonical(WITHOUT_VALUE))),
    unsigned(
      'other-context',
      'signed for another version',
      signedAs(signedText(WITHOUT_VALUE).replace('1.0\n', '1.1\n')),
    ),
    unsigned(
      'context-with-crlf',
      'signed with another line end',
      signedAs(signedText(WITHOUT_VALUE).replace('\n', '\r\n')),
    ),
    unsigned(
      'unsorted',
      'signed as it travels, not as RFC 8785 writes it',
      signedAs(`CPS-0001/1.0\n${JSON.stringify(WITHOUT_VALUE)}`),
    ),
    unsigned('pretty', 'signed with white space', signedAs(`CPS-0001/1.0\n${JSON.stringify(WITHOUT_VALUE, null, 2)}`)),
    unsigned(
      'empty-value',
      'signed with an empty signature.value in place',
      signedAs(`CPS-0001/1.0\n${canonical(withSignature(draft(), ''))}`),
    ),
    unsigned(
      'no-signature-member',
      'signed without the signature member',
      signedAs(`CPS-0001/1.0\n${canonical(bare())}`),
    ),
    unsigned('of-the-hash', 'the hash was signed instead of the text', signedAs(canonical(RECEIPT))),
    malformed('upper-case', 'the same signature in upper case', VALUE.toUpperCase()),
    malformed('line-feed', 'the same signature and a line feed', `${VALUE}\n`),
    ...SMALL_ORDER_POINTS.map((point, times) =>
      unsigned(
        `small-order-key-${times}`,
        'the universal signature under a key of small order',
        issuedBy(point, IDENTITY + '0'.repeat(64)),
      ),
    ),
    ...NON_CANONICAL_POINTS.slice(0, 5).map((point, index) =>
      unsigned(
        `non-canonical-key-${index}`,
        'the universal signature under a key that is not canonical',
        issuedBy(point, IDENTITY + '0'.repeat(64)),
      ),
    ),
    unsigned('small-order-r', 'R is the identity', withSignature(RECEIPT, IDENTITY + VALUE.slice(64))),
    unsigned('off-curve-key', 'the key is no point of the curve', issuedBy(OFF_CURVE, VALUE)),
    unsigned(
      'mixed-key',
      'only the equation with the cofactor holds',
      mixed(1, 0, (k) => k % 8n === 3n),
    ),
    unsigned(
      'mixed-r',
      'only the equation with the cofactor holds',
      mixed(0, 1, (k) => k % 8n === 3n),
    ),
    receiptCase('mixed-key-that-fits', 'a key with a part of small order that vanishes', {
      receipt: mixed(1, 0, (k) => k % 8n === 0n),
    }),
    receiptCase('everything-fails', 'all checks are reported, not only the first', {
      receipt: edited(RECEIPT, {
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

function unsigned(name: string, description: string, receipt: JsonObject): ReceiptCase {
  return receiptCase(name, description, { receipt, finds: UNSIGNED })
}

function malformed(name: string, description: string, value: string): ReceiptCase {
  return receiptCase(name, description, { receipt: withSignature(RECEIPT, value), finds: { V1: 'INVALID_SCHEMA' } })
}

function signedAs(text: string): JsonObject {
  return withSignature(WITHOUT_VALUE, signText(text, ISSUER))
}

function bare(): JsonObject {
  const { signature: _signature, ...rest } = WITHOUT_VALUE
  return rest
}

function issuedBy(publicKey: string, value: string): JsonObject {
  return withSignature(draft({ '/issuer': { id: issuerId(publicKey), publicKey } }), value)
}

function mixed(ofKey: number, ofNonce: number, fits: (k: bigint) => boolean): JsonObject {
  const receipt = issuedBy(mixedKey(ofKey), '')
  const message = Buffer.from(signedText(receipt))
  return withSignature(receipt, torsionSignature(message, { ofKey, ofNonce, wants: ({ reduced }) => fits(reduced) }))
}
