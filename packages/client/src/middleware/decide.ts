import {
  type Assurance,
  acceptReceipt,
  decodeHeader,
  parseJson,
  readPresencePolicy,
  type Receipt,
} from '@stillhere/receipt'
import { FORM_TOO_LARGE } from './form-field.ts'
import type { CheckedPolicy, ExpectedBinding, TrustedKeys } from './policy.ts'
import { type Refusal, type RefusalCode, createRefusal } from './refusal.ts'
import type { SignerClaim } from './remote-issuer.ts'

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
export type Arrival = { request: unknown; read: () => Sent | Promise<Sent> }

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
