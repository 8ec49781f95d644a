import type { FailureCode } from './failure.ts'
import { REVOCATION_UNANSWERED } from './policy.ts'
import type { VerificationResult } from './result.ts'

/** What a receipt comes to. The first kind that applies counts: a revoked receipt stays revoked after it has expired. */
export const VERDICT_ORDER = [
  'tampered',
  'revoked',
  'compromised_key',
  'unknown_issuer',
  'other_audience',
  'other_action',
  'other_approver',
  'test',
  'expired',
  'fresh',
] as const

export type VerdictKind = (typeof VERDICT_ORDER)[number]

/** What is known of a receipt beside the result of verifyReceipt. */
export type VerdictFacts = {
  /** The issuer has declared the key of this receipt compromised. */
  isCompromised?: boolean
  /** The receipt was made for tests. */
  isTest?: boolean
}

/** A kind, and the failure that decided it; null where no check of verifyReceipt did. */
export type DecidedVerdict = { kind: VerdictKind; failure: VerificationResult['failures'][number] | null }

/** Decides what a receipt comes to. `result.reason` is the first failure by number of check; this is the one that matters most. */
export function decideVerdict(result: VerificationResult, facts: VerdictFacts = {}): DecidedVerdict {
  const failures = result.failures.map((failure) => ({ kind: decideKind(failure, result), failure }))
  const found: DecidedVerdict[] = [...failures, ...kindsBeside(result, facts).map((kind) => ({ kind, failure: null }))]
  const decided = VERDICT_ORDER.flatMap((kind) => found.find((one) => one.kind === kind) ?? [])
  return decided[0] ?? { kind: 'fresh', failure: null }
}

const KINDS: Readonly<Partial<Record<FailureCode, VerdictKind>>> = {
  REVOKED: 'revoked',
  UNTRUSTED_ISSUER: 'unknown_issuer',
  AUDIENCE_MISMATCH: 'other_audience',
  EXPIRED: 'expired',
  TOO_OLD: 'expired',
  ACTION_DIGEST_MISMATCH: 'other_action',
  APPROVER_MISSING: 'other_approver',
  APPROVER_UNTRUSTED: 'other_approver',
  TEST_RECEIPT: 'test',
}

function decideKind(
  { code, detail }: { code: FailureCode; detail: string },
  { policy }: VerificationResult,
): VerdictKind {
  // A list of revoked receipts knows nothing of a stranger's, so its silence does not make them revoked.
  const isStrange = policy.issuer === 'FAIL' && detail === REVOCATION_UNANSWERED
  return isStrange ? 'unknown_issuer' : (KINDS[code] ?? 'tampered')
}

function kindsBeside({ policy }: VerificationResult, { isCompromised, isTest }: VerdictFacts): VerdictKind[] {
  return [
    ...(isCompromised === true ? (['compromised_key'] as const) : []),
    // Anybody can make a key: an issuer that was not looked at is not a known one.
    ...(policy.issuer === 'SKIPPED' ? (['unknown_issuer'] as const) : []),
    ...(isTest === true ? (['test'] as const) : []),
  ]
}
