import type { AcceptRefusal } from '@stillhere/receipt'

/** Why no handler ran. Those of `acceptReceipt` keep the names that they have in @stillhere/receipt. */
export type RefusalCode =
  | AcceptRefusal
  | 'RECEIPT_REQUIRED'
  | 'RECEIPT_REPEATED'
  | 'FORM_TOO_LARGE'
  | 'REPLAYED'
  | 'ACTION_MISMATCH'
  | 'NONCE_MISMATCH'
  | 'NOT_ACCEPTED'
  | 'UNDECIDED'

/** A problem document (RFC 9457), as the service writes them: `error` is the code. */
export type Refusal = { type: 'about:blank'; title: string; status: number; detail: string; error: RefusalCode }

/** An answer to a refused request, in the form that every framework can send. */
export type RefusalAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string }

export function createRefusal(code: RefusalCode): Refusal {
  const [status, detail] = REFUSALS[code]
  return { type: 'about:blank', title: TITLES[status], status, detail, error: code }
}

export function toAnswer(refusal: Refusal): RefusalAnswer {
  const headers = { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' }
  // RFC 9110 section 15.5.2: a 401 names the way in.
  const challenge = refusal.status === 401 ? { 'www-authenticate': 'Stillhere-Receipt' } : {}
  return { status: refusal.status, headers: { ...headers, ...challenge }, body: JSON.stringify(refusal) }
}

const TITLES = { 401: 'Unauthorized', 403: 'Forbidden', 413: 'Content Too Large', 503: 'Service Unavailable' } as const

// 401: a new receipt of the same kind helps. 403: it does not. 413: the form was not read. 503: the host could not find out. The words are fixed, so that
// nothing of what a stranger sent comes back.
export const REFUSALS: Readonly<Record<RefusalCode, readonly [status: keyof typeof TITLES, detail: string]>> = {
  RECEIPT_REQUIRED: [401, 'Send a receipt in its header or form field; it comes from a scan.'],
  RECEIPT_REPEATED: [401, 'Send one receipt, not several.'],
  INVALID_SCHEMA: [401, 'What was sent is not a receipt of the form CPS-0001 in base64url.'],
  INVALID_SIGNATURE: [401, 'The signature does not fit the receipt.'],
  INCONSISTENT_ASSERTIONS: [401, 'The receipt contradicts itself.'],
  TEMPORAL_INCONSISTENCY: [401, 'The times in the receipt contradict each other or the clock.'],
  EVIDENCE_TAMPERED: [401, 'The evidence is not the one that was digested.'],
  CHAIN_BROKEN: [401, 'The receipt does not follow its predecessor.'],
  SUBJECT_MISMATCH: [401, 'The predecessor is about another subject.'],
  ISSUER_MISMATCH: [401, 'The predecessor is of another issuer.'],
  TEMPORAL_VIOLATION: [401, 'The receipt begins before its predecessor ended.'],
  EXPIRED: [401, 'The receipt has expired; scan again.'],
  TOO_OLD: [401, 'The scan was too long ago; scan again.'],
  REVOKED: [401, 'The receipt is revoked; scan again.'],
  REPLAYED: [401, 'The receipt was used before; scan again.'],
  NONCE_MISMATCH: [401, 'The scan was not made for this attempt; scan again.'],
  ACTION_MISMATCH: [403, 'The scan was made for another action.'],
  ACTION_DIGEST_MISMATCH: [403, 'The receipt does not approve exactly this action.'],
  UNTRUSTED_ISSUER: [403, 'The receipt is of an issuer that is not trusted here.'],
  AUDIENCE_MISMATCH: [403, 'The receipt was issued for somebody else.'],
  PRACTICE_ONLY: [403, 'The receipt comes from practice without sensors, which proves no presence.'],
  NOT_PASSED: [403, 'The receipt does not say PASS.'],
  EVIDENCE_MISSING: [403, 'The receipt lacks evidence that is needed here.'],
  TEST_RECEIPT: [403, 'The receipt was made for tests.'],
  ASSURANCE_TOO_LOW: [403, 'The receipt proves less than is needed here.'],
  NOT_REGISTERED: [403, 'No registered node stands behind the receipt.'],
  SUBJECT_ONCE: [403, 'The receipt says that a person was there, but not that it was the same one as before.'],
  NOT_ACCEPTED: [403, 'The receipt is genuine, but not accepted here.'],
  FORM_TOO_LARGE: [413, 'The form is too large to look for a receipt in it.'],
  STATUS_UNUSABLE: [503, 'Whether the receipt is revoked could not be found out; try again later.'],
  INVALID_OPTIONS: [503, 'This site demands something of receipts that makes no sense.'],
  UNDECIDED: [503, 'Whether the receipt is good could not be found out; try again later.'],
}
