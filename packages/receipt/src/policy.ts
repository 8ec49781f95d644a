import { type Failure, failure } from './failure.ts'
import type { ParsedReceipt } from './reading.ts'
import type { OldReceipt, Receipt } from './receipt.ts'
import { toMs } from './time.ts'

/** What a caller may demand beyond the format. A demand that is undefined is not made; one that cannot be read is not met. */
export type Policy = {
  /** Public keys, 64 hex digits each. Names prove nothing: anybody can sign under any issuer id. */
  trustedIssuers?: readonly string[] | ReadonlySet<string>
  /** Returns true for a revoked receipt and false for any other. */
  revoked?: (receipt: Receipt | OldReceipt, receiptHash: string) => boolean
  /** How long ago the interval may have ended. */
  maxAgeMs?: number
  audience?: string
}

/** The detail of REVOKED where nobody could say whether the receipt is revoked. */
export const REVOCATION_UNANSWERED = 'whether it is revoked was not answered with true or false'

/** What a caller may demand beyond the format. */
export type PolicyName = 'issuer' | 'revocation' | 'age' | 'audience'

/** Judges a caller's demands, in the order in which they count. */
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
  // Last, because a stranger's function gets hold of what is being judged.
  const revocation = revoked === undefined ? undefined : judgeRevocation(parsed, revoked)
  return { issuer: own.issuer, revocation, age: own.age, audience: own.audience }
}

/** Whether a key is among the trusted ones; a list that cannot be read trusts none. */
export function judgeIssuer(publicKey: string, trusted: unknown): Failure | null {
  const isTrusted = Array.isArray(trusted)
    ? trusted.includes(publicKey)
    : trusted instanceof Set && trusted.has(publicKey)
  return isTrusted ? null : failure('UNTRUSTED_ISSUER', '/issuer/publicKey is not among the trusted keys')
}

function judgeRevocation(parsed: ParsedReceipt, revoked: NonNullable<Policy['revoked']>): Failure | null {
  try {
    const answer: unknown = revoked(parsed.receipt, parsed.hash)
    if (answer === false) return null
    if (answer === true) return failure('REVOKED', 'the receipt is revoked')
    // A promise answers too late; unheard, its rejection would end the process.
    if (answer instanceof Promise) answer.catch(() => {})
  } catch {}
  return failure('REVOKED', REVOCATION_UNANSWERED)
}

// A comparison with NaN is false, so an unreadable clock or limit makes the receipt too old.
function judgeAge(ageMs: number, maxAgeMs: unknown): Failure | null {
  const isRecent = typeof maxAgeMs === 'number' && ageMs <= maxAgeMs
  return isRecent ? null : failure('TOO_OLD', `the interval ended ${ageMs} ms ago, more than ${String(maxAgeMs)} ms`)
}

function judgeAudience(receipt: Receipt | OldReceipt, expected: string): Failure | null {
  const actual = 'audience' in receipt ? receipt.audience : undefined
  return actual === expected ? null : failure('AUDIENCE_MISMATCH', '/audience is not the expected one')
}
