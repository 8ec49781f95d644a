import {
  draft,
  edit,
  type Edits,
  END,
  hashJson,
  intervalFrom,
  ISSUER,
  type Json,
  type JsonObject,
  type Key,
  later,
  minimalDraft,
  NOW,
  signReceipt,
  START,
  STRANGER,
} from './drafts.ts'
import { type CaseGroup, type Findings, type ReceiptCase, receiptCase } from './receipt-case.ts'

const BROKEN: Findings = { V7: 'CHAIN_BROKEN' }
const EARLIER: Edits = {
  '/receiptId': '019ca922-0000-7abc-8def-0123456789ab',
  '/interval': intervalFrom(later(START, -60_000), 30_000),
  '/signature/signedAt': later(START, -20_000),
}
const BEFORE = signReceipt(draft(EARLIER))
const AFTER = signReceipt(draft({ '/previousReceiptHash': hashJson(BEFORE) }))
const FOREIGN_SUBJECT = `sha256:${'77'.repeat(32)}`

export const linkCases: CaseGroup = {
  topic: 'predecessor',
  kind: 'receipt',
  about: 'V7. The predecessor is the one that is named, genuine, of the same subject and issuer, and over.',
  cases: [
    linkCase('named', 'the predecessor that is named', { predecessor: BEFORE, finds: { V7: 'PASS' } }),
    linkCase('members-in-reverse', 'the hash does not depend on the order of members', {
      predecessor: reverseMembers(BEFORE),
      finds: { V7: 'PASS' },
    }),
    linkCase('null-but-named', 'the predecessor was looked for and not found', { predecessor: null, finds: BROKEN }),
    receiptCase('null-and-none-named', 'a first receipt has no predecessor to miss', {
      receipt: signReceipt(draft()),
      predecessor: null,
    }),
    receiptCase('stripped-pointer', 'a predecessor is known, but the pointer was left out', {
      receipt: signReceipt(draft()),
      predecessor: BEFORE,
      finds: BROKEN,
    }),
    linkCase('another-hash', 'another receipt of the same issuer and subject', {
      predecessor: signReceipt(draft({ ...EARLIER, '/verdict': 'FAIL' })),
      finds: BROKEN,
    }),
    linkCase('edited-predecessor', 'the predecessor was edited', {
      predecessor: edit(BEFORE, { '/verdict': 'FAIL' }),
      finds: BROKEN,
    }),
    linkCase('predecessor-without-signature', 'the predecessor lost its signature', {
      predecessor: withoutSignature(BEFORE),
      finds: BROKEN,
    }),
    linkCase('predecessor-is-itself', 'a receipt is not its own predecessor', { predecessor: AFTER, finds: BROKEN }),
    linkCase('predecessor-is-a-list', 'the predecessor is no receipt', { predecessor: [BEFORE], finds: BROKEN }),
    linkCase('predecessor-is-empty', 'the predecessor is no receipt', { predecessor: {}, finds: BROKEN }),
    linkCase('predecessor-is-text', 'the predecessor is no receipt', { predecessor: 'receipt', finds: BROKEN }),
    pair('forged-predecessor', { predecessor: edit(BEFORE, { '/verdict': 'FAIL' }), finds: BROKEN }),
    pair('predecessor-by-another-key', { predecessor: signReceipt(draft(EARLIER), STRANGER), finds: BROKEN }),
    pair('malformed-predecessor', { predecessor: signReceipt(draft({ ...EARLIER, '/extra': 1 })), finds: BROKEN }),
    pair('named-list', { predecessor: [BEFORE], finds: BROKEN }),
    pair('foreign-subject', {
      predecessor: signReceipt(draft({ ...EARLIER, '/subject/id': FOREIGN_SUBJECT })),
      finds: { V7: 'SUBJECT_MISMATCH' },
    }),
    pair('another-subject-type', {
      predecessor: signReceipt(draft({ ...EARLIER, '/subject/type': 'agent' })),
      finds: { V7: 'PASS' },
    }),
    pair('another-issuer', {
      predecessor: signReceipt(draft(EARLIER, STRANGER), STRANGER),
      finds: { V7: 'ISSUER_MISMATCH' },
    }),
    pair('another-subject-and-issuer', {
      predecessor: signReceipt(draft({ ...EARLIER, '/subject/id': FOREIGN_SUBJECT }, STRANGER), STRANGER),
      finds: { V7: 'SUBJECT_MISMATCH' },
    }),
    pair('forged-and-foreign', {
      predecessor: edit(BEFORE, { '/subject/id': FOREIGN_SUBJECT }),
      finds: { V7: 'SUBJECT_MISMATCH' },
    }),
    pair('ends-at-the-start', { predecessor: endingAt(START), finds: { V7: 'PASS' } }),
    pair('ends-one-after-the-start', { predecessor: endingAt(later(START, 1)), finds: { V7: 'TEMPORAL_VIOLATION' } }),
    pair('same-interval', { predecessor: endingAt(END), finds: { V7: 'TEMPORAL_VIOLATION' } }),
    pair('later-predecessor', { predecessor: endingAt(later(NOW, 3_600_000)), finds: { V7: 'TEMPORAL_VIOLATION' } }),
    pair('expired-predecessor', {
      predecessor: signReceipt(
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
      predecessor: signReceipt(draft({ ...EARLIER, '/assertions/receiptIntegrity/value': false })),
      finds: { V7: 'PASS' },
    }),
    pair('minimal-predecessor', { predecessor: signReceipt(minimalDraft(EARLIER)), finds: { V7: 'PASS' } }),
    pair('third-of-three', {
      predecessor: AFTER,
      edits: { '/interval': intervalFrom(END, 1000), '/receiptId': '019ca924-0000-7abc-8def-0123456789ab' },
      finds: { V7: 'PASS' },
    }),
    pair('broken-and-contradictory', {
      predecessor: edit(BEFORE, { '/verdict': 'FAIL' }),
      edits: { '/assertions/receiptIntegrity/value': false },
      finds: { ...BROKEN, V3: 'INCONSISTENT_ASSERTIONS' },
    }),
    receiptCase('unsigned-and-unlinked', 'the signature counts before the predecessor', {
      receipt: edit(AFTER, { '/previousReceiptHash': 'ab'.repeat(32) }),
      predecessor: BEFORE,
      finds: { V2: 'INVALID_SIGNATURE', ...BROKEN },
    }),
    receiptCase('rewritten-pointer', 'the pointer was rewritten to fit another predecessor', {
      receipt: edit(AFTER, { '/previousReceiptHash': hashJson(endingAt(START)) }),
      predecessor: endingAt(START),
      finds: { V2: 'INVALID_SIGNATURE', V7: 'PASS' },
    }),
    receiptCase('same-name-another-key', 'the chain compares keys, not only names', sameNameAnotherKey(STRANGER)),
  ],
}

type Link = { predecessor: Json; finds: Findings; edits?: Edits }

function linkCase(name: string, description: string, { predecessor, finds }: Link): ReceiptCase {
  return receiptCase(name, description, { receipt: AFTER, predecessor, finds })
}

/** A receipt that names exactly this predecessor. */
function pair(name: string, { predecessor, finds, edits = {} }: Link): ReceiptCase {
  const receipt = signReceipt(draft({ '/previousReceiptHash': hashJson(predecessor), ...edits }))
  return receiptCase(name, `the hash fits; ${name.replaceAll('-', ' ')}`, { receipt, predecessor, finds })
}

function endingAt(end: string): JsonObject {
  const interval = intervalFrom(later(end, -30_000), 30_000)
  return signReceipt(
    draft({ ...EARLIER, '/interval': interval, '/signature/signedAt': end, '/expiresAt': later(end, 300_000) }),
  )
}

/** Both sides call themselves by the same id, which in this profile must come from the key: so one is malformed. */
function sameNameAnotherKey(key: Key): { receipt: JsonObject; predecessor: JsonObject; finds: Findings } {
  const predecessor = signReceipt(draft({ ...EARLIER, '/issuer': { id: ISSUER.id, publicKey: key.publicKey } }), key)
  return { receipt: signReceipt(draft({ '/previousReceiptHash': hashJson(predecessor) })), predecessor, finds: BROKEN }
}

function reverseMembers(receipt: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(receipt).toReversed())
}

function withoutSignature({ signature: _signature, ...rest }: JsonObject): JsonObject {
  return rest
}
