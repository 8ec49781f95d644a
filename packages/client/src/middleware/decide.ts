import {
  decodeHeader,
  type Receipt,
  type VerificationResult,
  type VerifyOptions,
  verifyReceipt,
} from '@stillhere/receipt'
import type { CheckedPolicy } from './policy.ts'
import { type Refusal, type RefusalCode, refusalOf } from './refusal.ts'

/** What a handler gets: a receipt that has passed every demand of the policy, and its hash. */
export type VerifiedReceipt = { readonly receipt: Receipt; readonly receiptHash: string }

export type Decision = { status: 'ACCEPTED'; verified: VerifiedReceipt } | { status: 'REFUSED'; refusal: Refusal }

/** Decides about one request by the value of its receipt header. Never throws; whatever goes wrong refuses. */
export async function decide(header: unknown, policy: CheckedPolicy): Promise<Decision> {
  try {
    const judged = judgeHeader(header, policy, policy.now())
    if ('code' in judged) return refused(judged.code)
    const objection = await askHost(judged, policy)
    return objection === null ? { status: 'ACCEPTED', verified: judged } : refused(objection)
  } catch {
    return refused('UNDECIDED')
  }
}

type Refused = { code: RefusalCode }

function judgeHeader(header: unknown, policy: CheckedPolicy, now: number): VerifiedReceipt | Refused {
  const read = readHeader(header)
  return 'code' in read ? read : judge(read.receipt, policy, now)
}

/** The receipt as it was sent, which may still be anything that JSON can hold. */
function readHeader(header: unknown): { receipt: Receipt } | Refused {
  if (header === undefined || header === null || header === '') return { code: 'RECEIPT_REQUIRED' }
  // Servers join repeated headers with a comma, which base64url does not have.
  if (typeof header !== 'string' || header.includes(',')) return { code: 'RECEIPT_REPEATED' }
  try {
    return { receipt: decodeHeader(header) }
  } catch {
    return { code: 'INVALID_SCHEMA' }
  }
}

function judge(receipt: Receipt, policy: CheckedPolicy, now: number): VerifiedReceipt | Refused {
  const result = verify(receipt, policy, now)
  if (result.status !== 'VALID') return { code: result.reason }
  const code = findShortfall(receipt, policy)
  // A valid receipt has a hash; its type does not say so.
  return code === null ? { receipt, receiptHash: result.receiptHash ?? '' } : { code }
}

// Without a prototype: an option that is not given, such as `legacy`, is then looked for nowhere else.
function verify(receipt: Receipt, policy: CheckedPolicy, now: number): VerificationResult {
  const { trustedIssuers, maxAgeMs, audience } = policy
  const options: VerifyOptions = { now, clockSkewMs: CLOCK_SKEW_MS, trustedIssuers, maxAgeMs, audience }
  return verifyReceipt(receipt, Object.assign(Object.create(null), options))
}

const CLOCK_SKEW_MS = 30_000

/** A receipt may be valid and still say that nobody was seen. */
function findShortfall(receipt: Receipt, policy: CheckedPolicy): RefusalCode | null {
  const engines = receipt.evidence.map(({ engineId }) => engineId)
  if (engines.some((id) => id.toUpperCase().startsWith('PRACTICE'))) return 'PRACTICE_ONLY'
  // Both may be absent from a valid receipt; a polluted Object.prototype must not stand in for them.
  if (!Object.hasOwn(receipt, 'audience')) return 'AUDIENCE_MISMATCH'
  if (!Object.hasOwn(receipt, 'verdict') || receipt.verdict !== 'PASS') return 'NOT_PASSED'
  return policy.evidence.every((id) => engines.includes(id)) ? null : 'EVIDENCE_MISSING'
}

// The host hears only of receipts that passed everything else, and remembers last: a refused receipt is not used up.
async function askHost(verified: VerifiedReceipt, policy: CheckedPolicy): Promise<RefusalCode | null> {
  const { receipt, receiptHash } = verified
  const { revoked, accept, remember } = policy
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

function refused(code: RefusalCode): Decision {
  return { status: 'REFUSED', refusal: refusalOf(code) }
}
