import { type Failure, createFailure } from './failure.ts'
import type { ParsedReceipt } from './parsed-receipt.ts'
import type { Assertions, Interval, OldReceipt, Receipt, Verdict } from './receipt.ts'
import { DEFAULT_CLOCK_SKEW_MS, toMs } from './time.ts'

/** How long a receipt is fresh if it has no `expiresAt`. */
export const DEFAULT_LIFETIME_MS = 5 * 60 * 1000

/** The verifier's clock, and how far the issuer's clock can differ from it. */
export type Clock = { now: number; clockSkewMs: number }

/** `legacy`: receipts of the old profile can pass. */
type Trust = { legacy: boolean }

/** Runs verification check V1: the receipt has exactly the members of its format, each in the right form. Returns the failure, or null if it passes. */
export function checkSchema({ schemaProblem }: ParsedReceipt): Failure | null {
  return schemaProblem === null ? null : createFailure('INVALID_SCHEMA', schemaProblem)
}

/** Runs verification check V2: the issuer's key signed this receipt. Returns the failure, or null if it passes. Receipts of the old profile fail unless `legacy` is set. */
export function checkSignature(parsed: ParsedReceipt, { legacy }: Trust): Failure | null {
  if (parsed.profile === 'old' && !legacy) {
    return createFailure(
      'INVALID_SIGNATURE',
      'old profile: it leaves members unsigned and is judged only with the option legacy',
    )
  }
  if (parsed.isSigned) return null
  return parsed.writeSignedText() === null
    ? createFailure('INVALID_SIGNATURE', 'old profile: the signed text also fits another receipt')
    : createFailure('INVALID_SIGNATURE', 'the signature does not fit this receipt and /issuer/publicKey')
}

/**
 * Runs verification check V7: the receipt contains the hash of `predecessor`, which is authentic, has the same subject and issuer, and ended before
 * this receipt begins. Returns the failure, or null if it passes. A `predecessor` of null (not found) fails.
 */
export function checkLink(parsed: ParsedReceipt, predecessor: ParsedReceipt | null, trust: Trust): Failure | null {
  const named = parsed.receipt.previousReceiptHash ?? null
  if (named === null)
    return createFailure('CHAIN_BROKEN', '/previousReceiptHash is empty although a predecessor was given')
  if (predecessor === null)
    return createFailure('CHAIN_BROKEN', 'the predecessor that /previousReceiptHash names is not there')
  if (predecessor.hash !== named) {
    return createFailure('CHAIN_BROKEN', '/previousReceiptHash is not the hash of the given predecessor')
  }
  const malformed = checkSchema(predecessor)
  if (malformed) return createFailure('CHAIN_BROKEN', `the predecessor is no receipt: ${malformed.detail}`)
  return checkSuccession(predecessor.receipt, parsed.receipt) ?? checkPredecessor(predecessor, trust)
}

/** Runs verification check V3: the assertions contradict neither each other nor the verdict. Returns the failure, or null if it passes. */
export function checkAssertions({
  assertions,
  verdict,
}: {
  assertions: Assertions
  verdict?: Verdict
}): Failure | null {
  const { observationOccurred, continuityMaintained, receiptIntegrity } = assertions
  if (continuityMaintained.value && !observationOccurred.value) {
    return createFailure('INCONSISTENT_ASSERTIONS', 'continuity is asserted without an observation')
  }
  const allHold = observationOccurred.value && continuityMaintained.value && receiptIntegrity.value
  if (verdict === 'PASS' && !allHold) {
    return createFailure('INCONSISTENT_ASSERTIONS', '/verdict is PASS although an assertion is false')
  }
  return null
}

type Times = { interval: Interval; expiresAt?: string; signature: { signedAt: string } }

/** Runs verification check V4: the times in the receipt agree with each other, and the interval doesn't end in the future. Returns the failure, or null if it passes. */
export function checkTimes(times: Times, { now, clockSkewMs }: Clock): Failure | null {
  const end = toMs(times.interval.end)
  return (
    checkOwnTimes(times) ?? (end <= now + clockSkewMs ? null : createInconsistency('/interval/end lies in the future'))
  )
}

/** Checks only that the times in the receipt agree with each other: the part of V4 that needs no clock. Returns the failure, or null if they do. */
export function checkOwnTimes({ interval, expiresAt, signature }: Times): Failure | null {
  const start = toMs(interval.start)
  const end = toMs(interval.end)
  if (start >= end) return createInconsistency('/interval/start must be before /interval/end')
  if (interval.coverageMs !== end - start) return createInconsistency(`/interval/coverageMs must be ${end - start}`)
  if (toMs(signature.signedAt) < end) return createInconsistency('/signature/signedAt must not be before /interval/end')
  if (expiresAt !== undefined && toMs(expiresAt) <= end)
    return createInconsistency('/expiresAt must be after /interval/end')
  return null
}

/** Runs verification check V5: each payload has the digest that its block states. Returns the failure, or null if it passes. */
export function checkEvidence(parsed: ParsedReceipt): Failure | null {
  const digests = parsed.computePayloadDigests()
  const index = parsed.receipt.evidence.findIndex((block, place) => block.payloadDigest !== digests[place])
  return index === -1
    ? null
    : createFailure('EVIDENCE_TAMPERED', `/evidence/${index}/payload does not fit its payloadDigest`)
}

type ReceiptTimes = Pick<Receipt | OldReceipt, 'interval' | 'expiresAt'>

/**
 * Computes when a well-formed receipt expires: at `expiresAt`, or five minutes after its interval if it has no `expiresAt`.
 *
 * @returns milliseconds since 1970.
 * @example
 * const isExpired = Date.now() >= expiryOf(receipt)
 */
export function expiryOf({ interval, expiresAt }: ReceiptTimes): number {
  return expiresAt === undefined ? toMs(interval.end) + DEFAULT_LIFETIME_MS : toMs(expiresAt)
}

// Timers count in 32 bits. A longer wait would end at once.
const LONGEST_WAIT_MS = 2 ** 31 - 1

/**
 * Computes how long a timer has to wait until the next of the receipts expires, plus the 30 seconds by which clocks may differ. Receipts that have
 * expired are ignored.
 *
 * @returns milliseconds, at most the longest wait of a timer (2^31 − 1); null if all receipts have expired.
 * @example
 * const waitMs = untilNextExpiryMs([receipt], Date.now())
 */
export function untilNextExpiryMs(receipts: readonly ReceiptTimes[], now: number): number | null {
  const waits = receipts.map((receipt) => expiryOf(receipt) + DEFAULT_CLOCK_SKEW_MS - now).filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.min(...waits, LONGEST_WAIT_MS)
}

/** Runs verification check V6: the receipt hasn't expired. Returns the failure, or null if it passes. */
export function checkFreshness(receipt: Receipt | OldReceipt, clock: Clock): Failure | null {
  return clock.now < expiryOf(receipt) + clock.clockSkewMs
    ? null
    : createFailure('EXPIRED', `expired at ${receipt.expiresAt ?? 'five minutes after /interval/end'}`)
}

function checkPredecessor(predecessor: ParsedReceipt, trust: Trust): Failure | null {
  const unsigned = checkSignature(predecessor, trust)
  return unsigned && createFailure('CHAIN_BROKEN', `the predecessor is not genuine: ${unsigned.detail}`)
}

function checkSuccession(before: Receipt | OldReceipt, after: Receipt | OldReceipt): Failure | null {
  if (before.subject.id !== after.subject.id) {
    return createFailure('SUBJECT_MISMATCH', '/subject/id is not that of the predecessor')
  }
  if (before.issuer.id !== after.issuer.id || before.issuer.publicKey !== after.issuer.publicKey) {
    return createFailure('ISSUER_MISMATCH', '/issuer is not that of the predecessor')
  }
  if (toMs(before.interval.end) > toMs(after.interval.start)) {
    return createFailure('TEMPORAL_VIOLATION', '/interval/start is before the end of the predecessor')
  }
  return null
}

function createInconsistency(detail: string): Failure {
  return createFailure('TEMPORAL_INCONSISTENCY', detail)
}

/** The caller's requirements beyond the format. A requirement that is undefined isn't checked; a malformed requirement isn't met. */
export type Policy = {
  /** Public keys, 64 hex digits each. The id of an issuer proves nothing: anyone can sign under any id. */
  trustedIssuers?: readonly string[] | ReadonlySet<string>
  /** Returns true for a revoked receipt and false for any other. An error or another value counts as revoked. */
  revoked?: (receipt: Receipt | OldReceipt, receiptHash: string) => boolean
  /** The greatest age of the observation, counted from the end of its interval. */
  maxAgeMs?: number
  audience?: string
}

/** The detail of REVOKED if the option `revoked` gave no answer. */
export const REVOCATION_UNANSWERED = 'whether it is revoked was not answered with true or false'

/** The names of the caller's requirements in a result. */
export type PolicyName = 'issuer' | 'revocation' | 'age' | 'audience'

/**
 * Checks the caller's requirements: trusted issuer, revocation, age, audience. For each requirement returns the failure, null if it is met, or
 * undefined if the caller doesn't make it. `now` is in ms since 1970.
 */
export function judgePolicy(
  parsed: ParsedReceipt,
  policy: Policy,
  now: number,
): Record<PolicyName, Failure | null | undefined> {
  const { receipt } = parsed
  const { trustedIssuers, revoked, maxAgeMs, audience } = policy
  const own = {
    issuer: trustedIssuers === undefined ? undefined : judgeIssuer(receipt.issuer.publicKey, trustedIssuers),
    age: maxAgeMs === undefined ? undefined : judgeAge(now - toMs(receipt.interval.end), maxAgeMs),
    audience: audience === undefined ? undefined : judgeAudience(receipt, audience),
  }
  // Last, because the caller's function gets the receipt that is being checked.
  const revocation = revoked === undefined ? undefined : judgeRevocation(parsed, revoked)
  return { issuer: own.issuer, revocation, age: own.age, audience: own.audience }
}

/** Checks that an issuer's public key is in the list or Set of trusted keys. Returns the failure, or null if the key is trusted. Any other value of `trusted` trusts no key. */
export function judgeIssuer(publicKey: string, trusted: unknown): Failure | null {
  const isTrusted = Array.isArray(trusted)
    ? trusted.includes(publicKey)
    : trusted instanceof Set && trusted.has(publicKey)
  return isTrusted ? null : createFailure('UNTRUSTED_ISSUER', '/issuer/publicKey is not among the trusted keys')
}

function judgeRevocation(parsed: ParsedReceipt, revoked: NonNullable<Policy['revoked']>): Failure | null {
  try {
    const answer: unknown = revoked(parsed.receipt, parsed.hash)
    if (answer === false) return null
    if (answer === true) return createFailure('REVOKED', 'the receipt is revoked')
    // A promise comes too late. If it is rejected without a handler, the process ends.
    if (answer instanceof Promise) answer.catch(() => {})
  } catch {}
  return createFailure('REVOKED', REVOCATION_UNANSWERED)
}

// A comparison with NaN is false, so the receipt is too old if the clock or the limit can't be read.
function judgeAge(ageMs: number, maxAgeMs: unknown): Failure | null {
  const isRecent = typeof maxAgeMs === 'number' && ageMs <= maxAgeMs
  return isRecent
    ? null
    : createFailure('TOO_OLD', `the interval ended ${ageMs} ms ago, more than ${String(maxAgeMs)} ms`)
}

function judgeAudience(receipt: Receipt | OldReceipt, expected: string): Failure | null {
  const actual = 'audience' in receipt ? receipt.audience : undefined
  return actual === expected ? null : createFailure('AUDIENCE_MISMATCH', '/audience is not the expected one')
}
