import {
  acceptReceipt,
  type AcceptRefusal,
  type Assurance,
  decodeHeader,
  parseJson,
  readPresencePolicy,
  type Receipt,
} from '@stillhere/receipt'
import { FORM_TOO_LARGE } from './form-field.ts'
import type { CheckedPolicy, ExpectedBinding, TrustedKeys } from './policy.ts'
import type { SignerClaim } from './remote-issuer.ts'

const verifiedReceipts = new WeakMap<object, VerifiedReceipt>()

/**
 * Returns the verified receipt of a request that a `requireReceipt` guard has accepted.
 *
 * @returns the receipt with its hash, its assurance level, and whether it belongs to a registered node.
 * @throws {Error} if no guard ran before the handler.
 * @example
 * const vote = (request) => send(receiptOf(request).receipt)
 */
export function receiptOf(request: object): VerifiedReceipt {
  const verified = verifiedReceipts.get(request)
  if (verified === undefined) throw new Error('receiptOf: requireReceipt did not guard this request')
  return verified
}

/** Stores the verified receipt of a request, so that `receiptOf(request)` and `request.stillhere` return it. */
export function setReceipt(request: object, verified: VerifiedReceipt): void {
  verifiedReceipts.set(request, verified)
  Object.defineProperty(request, 'stillhere', { value: verified, enumerable: true, configurable: true })
}

/** A receipt that meets the policy, with its hash and its assurance. */
export type VerifiedReceipt = {
  readonly receipt: Receipt
  readonly receiptHash: string
  readonly assurance: Assurance
  readonly registered: boolean
}

export type Decision = { status: 'ACCEPTED'; verified: VerifiedReceipt } | { status: 'REFUSED'; refusal: Refusal }

/** The receipt in a request, still unverified: the value of the header or of the form field. */
export type SentReceipt = { from: 'header' | 'field'; value: unknown }

/** A request of any framework, and how to read the receipt from it. */
type Arrival = { request: unknown; read: () => SentReceipt | Promise<SentReceipt> }

/**
 * Reads the receipt of a request, verifies it against the policy, and resolves to ACCEPTED with the receipt or to REFUSED with a problem document.
 * Never rejects: an unexpected error becomes the refusal UNDECIDED.
 */
export async function judgeRequest({ request, read }: Arrival, policy: CheckedPolicy): Promise<Decision> {
  try {
    const judged = await judgeSentReceipt(await read(), policy)
    if ('code' in judged) return refuse(judged.code)
    const objection = (await findMismatch(judged.receipt, request, policy)) ?? (await checkWithHost(judged, policy))
    return objection === null ? { status: 'ACCEPTED', verified: judged } : refuse(objection)
  } catch {
    return refuse('UNDECIDED')
  }
}

type RefusedCode = { code: RefusalCode }

async function judgeSentReceipt(
  { from, value }: SentReceipt,
  policy: CheckedPolicy,
): Promise<VerifiedReceipt | RefusedCode> {
  if (value === FORM_TOO_LARGE) return { code: 'FORM_TOO_LARGE' }
  if (value === undefined || value === null || value === '') return { code: 'RECEIPT_REQUIRED' }
  if (typeof value !== 'string') return { code: 'RECEIPT_REPEATED' }
  const read = from === 'header' ? readHeader(value) : readField(value)
  return 'code' in read ? read : judgeReceipt(read.receipt, policy)
}

/** Decodes the receipt in a header, which may still be any JSON. */
function readHeader(word: string): { receipt: unknown } | RefusedCode {
  // Servers join repeated headers with a comma, which base64url doesn't contain.
  return word.includes(',') ? { code: 'RECEIPT_REPEATED' } : parseWith(decodeHeader, word)
}

/** Decodes the receipt in a form field: JSON, as `<stillhere-scan>` writes it, or the value of a header. */
function readField(text: string): { receipt: unknown } | RefusedCode {
  return parseWith(text.startsWith('{') ? parseJson : decodeHeader, text)
}

function parseWith(read: (text: string) => unknown, text: string): { receipt: unknown } | RefusedCode {
  try {
    return { receipt: read(text) }
  } catch {
    return { code: 'INVALID_SCHEMA' }
  }
}

async function judgeReceipt(given: unknown, policy: CheckedPolicy): Promise<VerifiedReceipt | RefusedCode> {
  const { maxAgeMs, audience, evidence, minAssurance, registered, allowOnce, allowTest, now } = policy
  const { trustedIssuers, isForTests } = await findTrust(given, policy)
  const demands = { trustedIssuers, maxAgeMs, audience, evidence, minAssurance, registered, allowOnce, allowTest }
  const answer = acceptReceipt(given, { ...demands, now: now(), clockSkewMs: CLOCK_SKEW_MS })
  if (!answer.accepted) return { code: answer.reason }
  // A test key proves nothing, even if its receipt claims otherwise.
  if (isForTests && !allowTest) return { code: 'TEST_RECEIPT' }
  const { receipt, receiptHash, assurance } = answer
  return { receipt, receiptHash, assurance, registered: answer.registered }
}

const CLOCK_SKEW_MS = 30_000

type Trust = { trustedIssuers: TrustedKeys; isForTests: boolean }

/** Finds the keys that are trusted for this receipt. */
async function findTrust(given: unknown, { issuer, trustedIssuers, now }: CheckedPolicy): Promise<Trust> {
  if (issuer === null) return { trustedIssuers, isForTests: false }
  const claim = readClaim(given)
  const signer = claim && (await issuer.findSigner(claim, now()))
  return { trustedIssuers: signer ? [signer.publicKey] : [], isForTests: signer?.isForTests ?? false }
}

// Nothing is verified yet. Without a key there is no reason to contact the issuer.
function readClaim(given: unknown): SignerClaim | null {
  const { issuer, signature } = (given ?? {}) as Partial<Record<string, Record<string, unknown> | null>>
  const [publicKey, signedAt] = [issuer?.['publicKey'], signature?.['signedAt']]
  if (typeof publicKey !== 'string' || typeof signedAt !== 'string') return null
  return { publicKey, signedAtMs: Date.parse(signedAt) }
}

/** Returns the refusal if the scan was made for another request, or null. */
async function findMismatch(
  receipt: Receipt,
  request: unknown,
  { expect }: CheckedPolicy,
): Promise<RefusalCode | null> {
  if (!expect) return null
  const { action, nonce, actionDigest } = requireBinding(await expect(request))
  const made = readPresencePolicy(receipt)
  if (action !== undefined && made?.action !== action) return 'ACTION_MISMATCH'
  if (actionDigest !== undefined && made?.action_digest !== actionDigest) return 'ACTION_DIGEST_MISMATCH'
  return nonce !== undefined && made?.nonce !== nonce ? 'NONCE_MISMATCH' : null
}

// A host that reads the nonce of a missing session would otherwise expect nothing and accept everything.
function requireBinding({ action, nonce, actionDigest }: ExpectedBinding): ExpectedBinding {
  const given = [action, nonce, actionDigest].filter((one) => one !== undefined)
  const isText = given.length > 0 && given.every((one) => typeof one === 'string' && one !== '')
  const isDigest = actionDigest === undefined || /^[0-9a-f]{64}$/.test(actionDigest)
  if (isText && isDigest) return { action, nonce, actionDigest }
  throw new TypeError('neither an action nor a nonce nor a digest')
}

// The host is asked only about receipts that passed everything else. `remember` comes last, so that a refused receipt isn't used up.
async function checkWithHost(verified: VerifiedReceipt, policy: CheckedPolicy): Promise<RefusalCode | null> {
  const { receipt, receiptHash } = verified
  const { issuer, revoked, accept, remember, now } = policy
  if (issuer && requireBoolean(await issuer.isRevoked(verified, now()))) return 'REVOKED'
  if (revoked && requireBoolean(await revoked(receipt, receiptHash))) return 'REVOKED'
  if (accept && !requireBoolean(await accept(receipt))) return 'NOT_ACCEPTED'
  if (remember && !requireBoolean(await remember(receiptHash, computeGoodUntil(receipt, policy)))) return 'REPLAYED'
  return null
}

function requireBoolean(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer
  throw new TypeError('neither true nor false')
}

/** Computes when the receipt is refused anyway for its age or expiry, even by a clock that runs slow. */
function computeGoodUntil({ interval, expiresAt }: Receipt, { maxAgeMs }: CheckedPolicy): Date {
  const tooOld = Date.parse(interval.end) + maxAgeMs
  const expired = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) + CLOCK_SKEW_MS
  return new Date(Math.min(tooOld, expired) + CLOCK_SKEW_MS)
}

function refuse(code: RefusalCode): Decision {
  return { status: 'REFUSED', refusal: createRefusal(code) }
}

/** The reason why a guard refused a request. Codes of `acceptReceipt` have the names of @stillhere/receipt. */
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

/** A problem document (RFC 9457), as the service sends them; `error` is the code. */
export type Refusal = { type: 'about:blank'; title: string; status: number; detail: string; error: RefusalCode }

/** The response to a refused request, for any framework. */
type RefusalAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string }

/** Returns the problem document (RFC 9457) with status, title and detail for a refusal code. */
export function createRefusal(code: RefusalCode): Refusal {
  const [status, detail] = REFUSALS[code]
  return { type: 'about:blank', title: TITLES[status], status, detail, error: code }
}

/** Converts a refusal to an HTTP response: status, headers and the problem document as JSON. */
export function toAnswer(refusal: Refusal): RefusalAnswer {
  const headers = { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' }
  // RFC 9110 section 15.5.2: a 401 must contain a challenge.
  const challenge = refusal.status === 401 ? { 'www-authenticate': 'Stillhere-Receipt' } : {}
  return { status: refusal.status, headers: { ...headers, ...challenge }, body: JSON.stringify(refusal) }
}

const TITLES = { 401: 'Unauthorized', 403: 'Forbidden', 413: 'Content Too Large', 503: 'Service Unavailable' } as const

// 401: a new receipt of the same kind helps. 403: it doesn't. 413: the form was not read. 503: the host couldn't decide. The texts are fixed, so
// that nothing a stranger sent is reflected.
export const REFUSALS: Readonly<Record<RefusalCode, readonly [status: keyof typeof TITLES, detail: string]>> = {
  RECEIPT_REQUIRED: [401, 'Send the receipt of a scan in the header or the form field.'],
  RECEIPT_REPEATED: [401, 'Send one receipt, not several.'],
  INVALID_SCHEMA: [401, 'The value is not a CPS-0001 receipt in base64url.'],
  INVALID_SIGNATURE: [401, 'The signature does not match the receipt.'],
  INCONSISTENT_ASSERTIONS: [401, 'The receipt contradicts itself.'],
  TEMPORAL_INCONSISTENCY: [401, 'The times in the receipt contradict each other or the clock.'],
  EVIDENCE_TAMPERED: [401, 'The evidence does not match its digest.'],
  CHAIN_BROKEN: [401, 'The receipt does not follow its predecessor.'],
  SUBJECT_MISMATCH: [401, 'The predecessor is about another subject.'],
  ISSUER_MISMATCH: [401, 'The predecessor has another issuer.'],
  TEMPORAL_VIOLATION: [401, 'The receipt begins before its predecessor ended.'],
  EXPIRED: [401, 'The receipt has expired; scan again.'],
  TOO_OLD: [401, 'The scan was too long ago; scan again.'],
  REVOKED: [401, 'The receipt is revoked; scan again.'],
  REPLAYED: [401, 'The receipt was used before; scan again.'],
  NONCE_MISMATCH: [401, 'The scan was not made for this attempt; scan again.'],
  ACTION_MISMATCH: [403, 'The scan was made for another action.'],
  ACTION_DIGEST_MISMATCH: [403, 'The receipt does not approve exactly this action.'],
  UNTRUSTED_ISSUER: [403, 'The issuer of the receipt is not trusted here.'],
  AUDIENCE_MISMATCH: [403, 'The receipt was issued for another audience.'],
  PRACTICE_ONLY: [403, 'The receipt comes from practice without sensors, which does not prove presence.'],
  NOT_PASSED: [403, 'The verdict of the receipt is not PASS.'],
  EVIDENCE_MISSING: [403, 'The receipt lacks evidence that is required here.'],
  TEST_RECEIPT: [403, 'The receipt was made for tests.'],
  ASSURANCE_TOO_LOW: [403, 'The assurance level of the receipt is too low.'],
  NOT_REGISTERED: [403, 'The receipt does not belong to a registered node.'],
  SUBJECT_ONCE: [403, 'The receipt proves that a person was present, but not which one.'],
  NOT_ACCEPTED: [403, 'The receipt is valid, but not accepted here.'],
  FORM_TOO_LARGE: [413, 'The form is too large to read a receipt from it.'],
  STATUS_UNUSABLE: [503, 'The revocation status of the receipt is not available; try again later.'],
  INVALID_OPTIONS: [503, 'The receipt policy of this site is invalid.'],
  UNDECIDED: [503, 'The receipt could not be checked; try again later.'],
}
