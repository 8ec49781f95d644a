import type { CaseGroup } from './case-group.ts'
import { draft, END, intervalFrom, later, minimalDraft, NOW, START } from './drafts.ts'
import { type Edits, edited, hashOf, type Json, type JsonObject } from './json.ts'
import { type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'
import { ISSUER, type Key, STRANGER, signed } from './signing.ts'

const BROKEN: Findings = { V7: 'CHAIN_BROKEN' }
const EARLIER: Edits = {
  '/receiptId': '019ca922-0000-7abc-8def-0123456789ab',
  '/interval': intervalFrom(later(START, -60_000), 30_000),
  '/signature/signedAt': later(START, -20_000),
}
const BEFORE = signed(draft(EARLIER))
const AFTER = signed(draft({ '/previousReceiptHash': hashOf(BEFORE) }))
const FOREIGN_SUBJECT = `sha256:${'77'.repeat(32)}`

export const linkCases: CaseGroup = {
  topic: 'predecessor',
  kind: 'receipt',
  about: 'V7. The predecessor is the one that is named, genuine, of the same subject and issuer, and over.',
  cases: [
    linked('named', 'the predecessor that is named', { predecessor: BEFORE, finds: { V7: 'PASS' } }),
    linked('members-in-reverse', 'the hash does not depend on the order of members', {
      predecessor: reversed(BEFORE),
      finds: { V7: 'PASS' },
    }),
    linked('null-but-named', 'the predecessor was looked for and not found', { predecessor: null, finds: BROKEN }),
    receiptCase('null-and-none-named', 'a first receipt has no predecessor to miss', {
      receipt: signed(draft()),
      predecessor: null,
    }),
    receiptCase('stripped-pointer', 'a predecessor is known, but the pointer was left out', {
      receipt: signed(draft()),
      predecessor: BEFORE,
      finds: BROKEN,
    }),
    linked('another-hash', 'another receipt of the same issuer and subject', {
      predecessor: signed(draft({ ...EARLIER, '/verdict': 'FAIL' })),
      finds: BROKEN,
    }),
    linked('edited-predecessor', 'the predecessor was edited', {
      predecessor: edited(BEFORE, { '/verdict': 'FAIL' }),
      finds: BROKEN,
    }),
    linked('predecessor-without-signature', 'the predecessor lost its signature', {
      predecessor: withoutSignature(BEFORE),
      finds: BROKEN,
    }),
    linked('predecessor-is-itself', 'a receipt is not its own predecessor', { predecessor: AFTER, finds: BROKEN }),
    linked('predecessor-is-a-list', 'the predecessor is no receipt', { predecessor: [BEFORE], finds: BROKEN }),
    linked('predecessor-is-empty', 'the predecessor is no receipt', { predecessor: {}, finds: BROKEN }),
    linked('predecessor-is-text', 'the predecessor is no receipt', { predecessor: 'receipt', finds: BROKEN }),
    pair('forged-predecessor', { predecessor: edited(BEFORE, { '/verdict': 'FAIL' }), finds: BROKEN }),
    pair('predecessor-by-another-key', { predecessor: signed(draft(EARLIER), STRANGER), finds: BROKEN }),
    pair('malformed-predecessor', { predecessor: signed(draft({ ...EARLIER, '/extra': 1 })), finds: BROKEN }),
    pair('named-list', { predecessor: [BEFORE], finds: BROKEN }),
    pair('foreign-subject', {
      predecessor: signed(draft({ ...EARLIER, '/subject/id': FOREIGN_SUBJECT })),
      finds: { V7: 'SUBJECT_MISMATCH' },
    }),
    pair('another-subject-type', {
      predecessor: signed(draft({ ...EARLIER, '/subject/type': 'agent' })),
      finds: { V7: 'PASS' },
    }),
    pair('another-issuer', {
      predecessor: signed(draft(EARLIER, STRANGER), STRANGER),
      finds: { V7: 'ISSUER_MISMATCH' },
    }),
    pair('another-subject-and-issuer', {
      predecessor: signed(draft({ ...EARLIER, '/subject/id': FOREIGN_SUBJECT }, STRANGER), STRANGER),
      finds: { V7: 'SUBJECT_MISMATCH' },
    }),
    pair('forged-and-foreign', {
      predecessor: edited(BEFORE, { '/subject/id': FOREIGN_SUBJECT }),
      finds: { V7: 'SUBJECT_MISMATCH' },
    }),
    pair('ends-at-the-start', { predecessor: endingAt(START), finds: { V7: 'PASS' } }),
    pair('ends-one-after-the-start', { predecessor: endingAt(later(START, 1)), finds: { V7: 'TEMPORAL_VIOLATION' } }),
    pair('same-interval', { predecessor: endingAt(END), finds: { V7: 'TEMPORAL_VIOLATION' } }),
    pair('later-predecessor', { predecessor: endingAt(later(NOW, 3_600_000)), finds: { V7: 'TEMPORAL_VIOLATION' } }),
    pair('expired-predecessor', {
      predecessor: signed(
        draft({
          ...EARLIER,
          '/interval': intervalFrom('2025-03-01T00:00:00.000Z', 1000),
          '/signature/signedAt': '2025-03-01T00:00:01.000Z',
          '/expiresAt': '2025-03-01T00:05:00.000Z',
        }),
      ),
      finds: { V7: 'PASS' },
    }),
    pair('contradictory-predecessor', {
      predecessor: signed(draft({ ...EARLIER, '/assertions/receiptIntegrity/value': false })),
      finds: { V7: 'PASS' },
    }),
    pair('minimal-predecessor', { predecessor: signed(minimalDraft(EARLIER)), finds: { V7: 'PASS' } }),
    pair('third-of-three', {
      predecessor: AFTER,
      edits: { '/interval': intervalFrom(END, 1000), '/receiptId': '019ca924-0000-7abc-8def-0123456789ab' },
      finds: { V7: 'PASS' },
    }),
    pair('broken-and-contradictory', {
      predecessor: edited(BEFORE, { '/verdict': 'FAIL' }),
      edits: { '/assertions/receiptIntegrity/value': false },
      finds: { ...BROKEN, V3: 'INCONSISTENT_ASSERTIONS' },
    }),
    receiptCase('unsigned-and-unlinked', 'the signature counts before the predecessor', {
      receipt: edited(AFTER, { '/previousReceiptHash': 'ab'.repeat(32) }),
      predecessor: BEFORE,
      finds: { V2: 'INVALID_SIGNATURE', ...BROKEN },
    }),
    receiptCase('rewritten-pointer', 'the pointer was rewritten to fit another predecessor', {
      receipt: edited(AFTER, { '/previousReceiptHash': hashOf(endingAt(START)) }),
      predecessor: endingAt(START),
      finds: { V2: 'INVALID_SIGNATURE', V7: 'PASS' },
    }),
    receiptCase('same-name-another-key', 'the chain compares keys, not only names', sameNameAnotherKey(STRANGER)),
  ],
}

type Link = { predecessor: Json; finds: Findings; edits?: Edits }

function linked(name: string, description: string, { predecessor, finds }: Link): ReceiptCase {
  return receiptCase(name, description, { receipt: AFTER, predecessor, finds })
}

/** A receipt that names exactly this predecessor. */
function pair(name: string, { predecessor, finds, edits = {} }: Link): ReceiptCase {
  const receipt = signed(draft({ '/previousReceiptHash': hashOf(predecessor), ...edits }))
  return receiptCase(name, `the hash fits; ${name.replaceAll('-', ' ')}`, { receipt, predecessor, finds })
}

function endingAt(end: string): JsonObject {
  const interval = intervalFrom(later(end, -30_000), 30_000)
  return signed(
    draft({ ...EARLIER, '/interval': interval, '/signature/signedAt': end, '/expiresAt': later(end, 300_000) }),
  )
}

/** Both sides call themselves by the same id, which in this profile must come from the key: so one is malformed. */
function sameNameAnotherKey(key: Key): { receipt: JsonObject; predecessor: JsonObject; finds: Findings } {
  const predecessor = signed(draft({ ...EARLIER, '/issuer': { id: ISSUER.id, publicKey: key.publicKey } }), key)
  return { receipt: signed(draft({ '/previousReceiptHash': hashOf(predecessor) })), predecessor, finds: BROKEN }
}

function reversed(receipt: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(receipt).toReversed())
}

function withoutSignature({ signature: _signature, ...rest }: JsonObject): JsonObject {
  return rest
}
