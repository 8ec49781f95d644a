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

/** The receipt that requireReceipt let through with this request. Throws where no guard stood before the handler. */
export function receiptOf(request: object): VerifiedReceipt {
  const verified = verifiedReceipts.get(request)
  if (verified === undefined) throw new Error('receiptOf: requireReceipt did not guard this request')
  return verified
}

/** Hands a verified receipt over to the handlers of a request: to receiptOf, and as `request.stillhere`. */
export function noteReceipt(request: object, verified: VerifiedReceipt): void {
  verifiedReceipts.set(request, verified)
  Object.defineProperty(request, 'stillhere', { value: verified, enumerable: true, configurable: true })
}

/** What a handler gets: a receipt that has passed every demand of the policy, its hash, and what it proves. */
export type VerifiedReceipt = {
  readonly receipt: Receipt
  readonly receiptHash: string
  readonly assurance: Assurance
  readonly registered: boolean
}

export type Decision = { status: 'ACCEPTED'; verified: VerifiedReceipt } | { status: 'REFUSED'; refusal: Refusal }

/** What a request brought: the value of its header, or of a field in its form. */
export type Sent = { from: 'header' | 'field'; value: unknown }

/** A request of whatever framework, and how to take the receipt out of it. */
type Arrival = { request: unknown; read: () => Sent | Promise<Sent> }

/** Decides about one request. Never throws; whatever goes wrong refuses. */
export async function decide({ request, read }: Arrival, policy: CheckedPolicy): Promise<Decision> {
  try {
    const judged = await judgeSent(await read(), policy)
    if ('code' in judged) return refuse(judged.code)
    const objection = (await findMismatch(judged.receipt, request, policy)) ?? (await askHost(judged, policy))
    return objection === null ? { status: 'ACCEPTED', verified: judged } : refuse(objection)
  } catch {
    return refuse('UNDECIDED')
  }
}

type Refused = { code: RefusalCode }

async function judgeSent({ from, value }: Sent, policy: CheckedPolicy): Promise<VerifiedReceipt | Refused> {
  if (value === FORM_TOO_LARGE) return { code: 'FORM_TOO_LARGE' }
  if (value === undefined || value === null || value === '') return { code: 'RECEIPT_REQUIRED' }
  if (typeof value !== 'string') return { code: 'RECEIPT_REPEATED' }
  const read = from === 'header' ? readHeader(value) : readField(value)
  return 'code' in read ? read : judge(read.receipt, policy)
}

/** The receipt as it was sent, which may still be anything that JSON can hold. */
function readHeader(word: string): { receipt: unknown } | Refused {
  // Servers join repeated headers with a comma, which base64url does not have.
  return word.includes(',') ? { code: 'RECEIPT_REPEATED' } : readWith(decodeHeader, word)
}

/** Fields hold JSON, as `<stillhere-scan>` writes it, or the word of a header. */
function readField(text: string): { receipt: unknown } | Refused {
  return readWith(text.startsWith('{') ? parseJson : decodeHeader, text)
}

function readWith(read: (text: string) => unknown, text: string): { receipt: unknown } | Refused {
  try {
    return { receipt: read(text) }
  } catch {
    return { code: 'INVALID_SCHEMA' }
  }
}

async function judge(given: unknown, policy: CheckedPolicy): Promise<VerifiedReceipt | Refused> {
  const { maxAgeMs, audience, evidence, minAssurance, registered, allowOnce, allowTest, now } = policy
  const { trustedIssuers, isForTests } = await findTrust(given, policy)
  const demands = { trustedIssuers, maxAgeMs, audience, evidence, minAssurance, registered, allowOnce, allowTest }
  const answer = acceptReceipt(given, { ...demands, now: now(), clockSkewMs: CLOCK_SKEW_MS })
  if (!answer.accepted) return { code: answer.reason }
  // A key for tests vouches for nothing, whatever its receipts say of themselves.
  if (isForTests && !allowTest) return { code: 'TEST_RECEIPT' }
  const { receipt, receiptHash, assurance } = answer
  return { receipt, receiptHash, assurance, registered: answer.registered }
}

const CLOCK_SKEW_MS = 30_000

type Trust = { trustedIssuers: TrustedKeys; isForTests: boolean }

/** Which keys count for this receipt. */
async function findTrust(given: unknown, { issuer, trustedIssuers, now }: CheckedPolicy): Promise<Trust> {
  if (issuer === null) return { trustedIssuers, isForTests: false }
  const claim = readClaim(given)
  const signer = claim && (await issuer.findSigner(claim, now()))
  return { trustedIssuers: signer ? [signer.publicKey] : [], isForTests: signer?.isForTests ?? false }
}

// Before anything is verified: what names no key is not worth a question to the issuer.
function readClaim(given: unknown): SignerClaim | null {
  const { issuer, signature } = (given ?? {}) as Partial<Record<string, Record<string, unknown> | null>>
  const [publicKey, signedAt] = [issuer?.['publicKey'], signature?.['signedAt']]
  if (typeof publicKey !== 'string' || typeof signedAt !== 'string') return null
  return { publicKey, signedAtMs: Date.parse(signedAt) }
}

/** Whether the scan was made for something else than this request. */
async function findMismatch(
  receipt: Receipt,
  request: unknown,
  { expect }: CheckedPolicy,
): Promise<RefusalCode | null> {
  if (!expect) return null
  const { action, nonce, actionDigest } = demandBinding(await expect(request))
  const made = readPresencePolicy(receipt)
  if (action !== undefined && made?.action !== action) return 'ACTION_MISMATCH'
  if (actionDigest !== undefined && made?.action_digest !== actionDigest) return 'ACTION_DIGEST_MISMATCH'
  return nonce !== undefined && made?.nonce !== nonce ? 'NONCE_MISMATCH' : null
}

// A host that looks for the nonce of a session that is not there would otherwise expect nothing, and accept everything.
function demandBinding({ action, nonce, actionDigest }: ExpectedBinding): ExpectedBinding {
  const given = [action, nonce, actionDigest].filter((one) => one !== undefined)
  const isText = given.length > 0 && given.every((one) => typeof one === 'string' && one !== '')
  const isDigest = actionDigest === undefined || /^[0-9a-f]{64}$/.test(actionDigest)
  if (isText && isDigest) return { action, nonce, actionDigest }
  throw new TypeError('neither an action nor a nonce nor a digest')
}

// The host hears only of receipts that passed everything else, and remembers last: a refused receipt is not used up.
async function askHost(verified: VerifiedReceipt, policy: CheckedPolicy): Promise<RefusalCode | null> {
  const { receipt, receiptHash } = verified
  const { issuer, revoked, accept, remember, now } = policy
  if (issuer && demandAnswer(await issuer.isRevoked(verified, now()))) return 'REVOKED'
  if (revoked && demandAnswer(await revoked(receipt, receiptHash))) return 'REVOKED'
  if (accept && !demandAnswer(await accept(receipt))) return 'NOT_ACCEPTED'
  if (remember && !demandAnswer(await remember(receiptHash, goodUntil(receipt, policy)))) return 'REPLAYED'
  return null
}

function demandAnswer(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer
  throw new TypeError('neither true nor false')
}

/** From then on the receipt is refused by its age or expiry, also by a clock that runs a little late. */
function goodUntil({ interval, expiresAt }: Receipt, { maxAgeMs }: CheckedPolicy): Date {
  const tooOld = Date.parse(interval.end) + maxAgeMs
  const expired = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) + CLOCK_SKEW_MS
  return new Date(Math.min(tooOld, expired) + CLOCK_SKEW_MS)
}

function refuse(code: RefusalCode): Decision {
  return { status: 'REFUSED', refusal: createRefusal(code) }
}

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
type RefusalAnswer = { status: number; headers: Readonly<Record<string, string>>; body: string }

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
