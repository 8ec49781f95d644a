import {
  draft,
  edit,
  type Edits,
  hashJson,
  intervalFrom,
  type Json,
  type JsonObject,
  later,
  NOW,
  oldDraft,
  oldSigned,
  signReceipt,
  STRANGER,
} from './drafts.ts'
import type { CaseGroup, Options } from './receipt-case.ts'

const FIRST_START = '2026-03-01T11:00:00.000Z'

// One receipt every ten minutes; only the last one is still fresh at NOW.
const FIRST = receiptAt(0, null)
const SECOND = receiptAt(1, FIRST)
const THIRD = receiptAt(2, SECOND)
const LAST = receiptAt(5, THIRD)
const LINE = [FIRST, SECOND, THIRD, LAST]

const VALID = { status: 'VALID', reason: null }
const EXPIRED = { status: 'INVALID', reason: 'EXPIRED' }
const BROKEN = { status: 'INVALID', reason: 'CHAIN_BROKEN' }
const UNSIGNED = { status: 'INVALID', reason: 'INVALID_SIGNATURE' }
const MALFORMED = { status: 'INVALID', reason: 'INVALID_SCHEMA' }

const NOTHING_EXPIRES: Options = { clockSkewMs: 3_600_000 }

const OTHER_LAST = receiptAt(5, THIRD, { '/verdict': 'FAIL' })
const FORGED_SECOND = edit(SECOND, { '/verdict': 'FAIL' })
const AFTER_FORGED = receiptAt(5, FORGED_SECOND)
const FOREIGN = receiptAt(5, THIRD, { '/subject/id': `sha256:${'77'.repeat(32)}` })
const BY_ANOTHER = signReceipt(
  draft({ ...makeEditsAt(5), '/previousReceiptHash': hashJson(THIRD) }, STRANGER),
  STRANGER,
)
const OVERLAPPING = receiptAt(5, THIRD, { '/interval': intervalFrom(later(FIRST_START, 1_200_000), 3_539_000) })
const OLD = oldSigned(oldDraft())

export const chainCases: CaseGroup = {
  topic: 'chain',
  kind: 'chain',
  about:
    'verifyReceiptChain: receipts in any order, judged as one unbroken chain. Receipts that a genuine one follows may have expired. The order is null where the chain forks.',
  cases: [
    chain('one', 'a single first receipt', {
      receipts: [receiptAt(5, null)],
      expects: { ...VALID, order: [0], results: [VALID] },
    }),
    chain('line', 'four receipts in order', {
      receipts: LINE,
      expects: { ...VALID, order: [0, 1, 2, 3], results: [VALID, VALID, VALID, VALID] },
    }),
    chain('shuffled', 'four receipts out of order', {
      receipts: [THIRD, LAST, FIRST, SECOND],
      expects: { ...VALID, order: [2, 3, 0, 1], results: [VALID, VALID, VALID, VALID] },
    }),
    chain('repeated', 'the same receipt twice counts once', {
      receipts: [FIRST, SECOND, FIRST, THIRD, LAST],
      expects: { ...VALID, order: [0, 1, 3, 4], results: [VALID, VALID, VALID, VALID, VALID] },
    }),
    chain('empty', 'no receipt at all', { receipts: [], expects: { ...MALFORMED, order: [], results: [] } }),
    chain('last-expired', 'the last receipt must be fresh', {
      receipts: [FIRST, SECOND],
      expects: { ...EXPIRED, order: [0, 1], results: [VALID, EXPIRED] },
    }),
    chain('history-too-old', 'the age of history does not count', {
      receipts: LINE,
      options: { maxAgeMs: 600_000 },
      expects: { ...VALID, order: [0, 1, 2, 3], results: [VALID, VALID, VALID, VALID] },
    }),
    chain('untrusted-history', 'the issuer of history counts', {
      receipts: LINE,
      options: { trustedIssuers: [] },
      expects: {
        status: 'INVALID',
        reason: 'UNTRUSTED_ISSUER',
        order: [0, 1, 2, 3],
        results: LINE.map(() => ({ status: 'INVALID', reason: 'UNTRUSTED_ISSUER' })),
      },
    }),
    chain('revoked-history', 'a revoked receipt in the middle', {
      receipts: LINE,
      options: { revokedReceiptHashes: [hashJson(SECOND)] },
      expects: {
        status: 'INVALID',
        reason: 'REVOKED',
        order: [0, 1, 2, 3],
        results: [VALID, { status: 'INVALID', reason: 'REVOKED' }, VALID, VALID],
      },
    }),
    chain('gap', 'a receipt in the middle is missing', {
      receipts: [FIRST, THIRD, LAST],
      expects: {
        status: 'INVALID',
        reason: 'EXPIRED',
        order: [0, 1, 2],
        gaps: [{ index: 1, missing: hashJson(SECOND) }],
        results: [EXPIRED, BROKEN, VALID],
      },
    }),
    chain('beginning-missing', 'the first receipt is missing', {
      receipts: [SECOND, THIRD, LAST],
      expects: {
        ...BROKEN,
        order: [0, 1, 2],
        gaps: [{ index: 0, missing: hashJson(FIRST) }],
        results: [BROKEN, VALID, VALID],
      },
    }),
    chain('anchored', 'the predecessor of them all is given', {
      receipts: [THIRD, LAST],
      predecessor: SECOND,
      expects: { ...VALID, order: [0, 1], results: [VALID, VALID] },
    }),
    chain('anchored-elsewhere', 'another predecessor is given', {
      receipts: [THIRD, LAST],
      predecessor: FIRST,
      expects: { ...BROKEN, order: [0, 1], gaps: [{ index: 0, missing: hashJson(SECOND) }], results: [BROKEN, VALID] },
    }),
    chain('anchored-but-stripped', 'a predecessor is given and nobody names it', {
      receipts: LINE,
      predecessor: receiptAt(-1, null),
      expects: { ...BROKEN, order: [0, 1, 2, 3], results: [BROKEN, VALID, VALID, VALID] },
    }),
    chain('forged-anchor', 'the predecessor of them all is not genuine', {
      receipts: [AFTER_FORGED],
      predecessor: FORGED_SECOND,
      expects: { ...BROKEN, order: [0], results: [BROKEN] },
    }),
    chain('fork', 'two receipts follow the same one', {
      receipts: [...LINE, OTHER_LAST],
      expects: {
        ...BROKEN,
        order: null,
        forks: [{ after: hashJson(THIRD), indices: [3, 4] }],
        results: [VALID, VALID, VALID, VALID, VALID],
      },
    }),
    chain('two-beginnings', 'two receipts claim to be the first', {
      receipts: [receiptAt(5, null), receiptAt(5, null, { '/verdict': 'FAIL' })],
      expects: { ...BROKEN, order: null, forks: [{ after: null, indices: [0, 1] }], results: [VALID, VALID] },
    }),
    chain('forged-follower', 'a forged follower does not make an expired receipt history', {
      receipts: [FIRST, FORGED_SECOND],
      expects: { ...EXPIRED, order: [0, 1], results: [EXPIRED, UNSIGNED] },
    }),
    chain('forged-middle', 'an edited receipt whose hash its follower names', {
      receipts: [FIRST, FORGED_SECOND, AFTER_FORGED],
      options: NOTHING_EXPIRES,
      expects: { ...UNSIGNED, order: [0, 1, 2], results: [VALID, UNSIGNED, BROKEN] },
    }),
    chain('edited-middle', 'an edited receipt is no longer the one that is named', {
      receipts: [FIRST, FORGED_SECOND, THIRD, LAST],
      options: NOTHING_EXPIRES,
      expects: {
        ...UNSIGNED,
        order: [0, 1, 2, 3],
        gaps: [{ index: 2, missing: hashJson(SECOND) }],
        results: [VALID, UNSIGNED, BROKEN, VALID],
      },
    }),
    chain('foreign-follower', 'a receipt about somebody else does not make an expired one history', {
      receipts: [FIRST, SECOND, THIRD, FOREIGN],
      expects: { ...EXPIRED, order: [0, 1, 2, 3], results: [VALID, VALID, EXPIRED, expectRefusal('SUBJECT_MISMATCH')] },
    }),
    chain('foreign-subject', 'the last receipt is about somebody else', lastFails(FOREIGN, 'SUBJECT_MISMATCH')),
    chain('another-issuer', 'the last receipt is by another issuer', lastFails(BY_ANOTHER, 'ISSUER_MISMATCH')),
    chain('overlapping', 'the last receipt begins before the third ends', lastFails(OVERLAPPING, 'TEMPORAL_VIOLATION')),
    chain('malformed-member', 'one of them is no receipt', {
      receipts: [...LINE, {}],
      expects: { ...MALFORMED, order: [0, 1, 2, 3], results: [VALID, VALID, VALID, VALID, MALFORMED] },
    }),
    chain('malformed-predecessor', 'a malformed receipt is not in the chain, whoever names it', {
      receipts: [{ not: 'a receipt' }, receiptAt(5, { not: 'a receipt' })],
      expects: {
        ...BROKEN,
        order: [1],
        gaps: [{ index: 1, missing: hashJson({ not: 'a receipt' }) }],
        results: [MALFORMED, BROKEN],
      },
    }),
    chain('old-receipt', 'an old receipt is refused', {
      receipts: [OLD],
      expects: { ...UNSIGNED, order: [0], results: [UNSIGNED] },
    }),
    chain('old-receipt-legacy', 'unless the caller allows it', {
      receipts: [OLD],
      options: { legacy: true },
      expects: { ...VALID, order: [0], results: [VALID] },
    }),
  ],
}

type Expected = {
  status: string
  reason: string | null
  order: number[] | null
  results: Json[]
  gaps?: Json[]
  forks?: Json[]
}
type ChainInput = { receipts: JsonObject[]; predecessor?: JsonObject; options?: Options; expects: Expected }

function chain(name: string, description: string, { receipts, predecessor, options, expects }: ChainInput) {
  return {
    name,
    description,
    receipts: receipts.map((receipt) => JSON.stringify(receipt)),
    ...(predecessor === undefined ? {} : { predecessor: JSON.stringify(predecessor) }),
    now: NOW,
    ...(options === undefined ? {} : { options }),
    expected: { gaps: [], forks: [], ...expects },
  }
}

function receiptAt(place: number, before: JsonObject | null, edits: Edits = {}): JsonObject {
  return signReceipt(draft({ ...makeEditsAt(place), '/previousReceiptHash': before && hashJson(before), ...edits }))
}

/** Ids and times of the receipt that begins so many times ten minutes after the first. */
function makeEditsAt(place: number): Edits {
  const start = later(FIRST_START, place * 600_000)
  return {
    '/receiptId': `019ca923-8000-7abc-8def-00000000000${place + 1}`,
    '/interval': intervalFrom(start, 540_000),
    '/signature/signedAt': later(start, 540_000),
    '/expiresAt': later(start, 840_000),
  }
}

function lastFails(last: JsonObject, reason: string): ChainInput {
  const refused = expectRefusal(reason)
  return {
    receipts: [FIRST, SECOND, THIRD, last],
    options: NOTHING_EXPIRES,
    expects: { ...refused, order: [0, 1, 2, 3], results: [VALID, VALID, VALID, refused] },
  }
}

function expectRefusal(reason: string): { status: string; reason: string } {
  return { status: 'INVALID', reason }
}
