import { type PolicyName, REVOCATION_UNANSWERED } from './checks.ts'
import type { Failure, FailureCode } from './failure.ts'
import { listUnsignedMembers, type ParsedReceipt } from './parsed-receipt.ts'

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
export type VerdictDecision = { kind: VerdictKind; failure: VerificationResult['failures'][number] | null }

/** Decides what a receipt comes to. `result.reason` is the first failure by number of check; this is the one that matters most. */
export function judgeVerdict(result: VerificationResult, facts: VerdictFacts = {}): VerdictDecision {
  const failures = result.failures.map((failure) => ({ kind: judgeKind(failure, result), failure }))
  const found: VerdictDecision[] = [
    ...failures,
    ...listKindsBeside(result, facts).map((kind) => ({ kind, failure: null })),
  ]
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

function judgeKind(
  { code, detail }: { code: FailureCode; detail: string },
  { policy }: VerificationResult,
): VerdictKind {
  // A list of revoked receipts knows nothing of a stranger's, so its silence does not make them revoked.
  const isStrange = policy.issuer === 'FAIL' && detail === REVOCATION_UNANSWERED
  return isStrange ? 'unknown_issuer' : (KINDS[code] ?? 'tampered')
}

function listKindsBeside({ policy }: VerificationResult, { isCompromised, isTest }: VerdictFacts): VerdictKind[] {
  return [
    ...(isCompromised === true ? (['compromised_key'] as const) : []),
    // Anybody can make a key: an issuer that was not looked at is not a known one.
    ...(policy.issuer === 'SKIPPED' ? (['unknown_issuer'] as const) : []),
    ...(isTest === true ? (['test'] as const) : []),
  ]
}

/** The checks of the format, as the specification numbers them. */
export type CheckName = 'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7'
/** SKIPPED: the check was not made, because nothing asked for it or an earlier one failed. */
export type Outcome = 'PASS' | 'FAIL' | 'SKIPPED'

type Report = {
  checks: Record<CheckName, Outcome>
  /** What became of the caller's own demands. */
  policy: Record<PolicyName, Outcome>
  /** Every failure in the order of judgment; the first one is the reason. */
  failures: (Failure & { check: CheckName | 'V8' | PolicyName | 'test' | 'action' })[]
  coverage: 'full' | 'partial'
  /** JSON pointers of the members that no signature covers; only old receipts have any. */
  unsignedMembers: string[]
  /** Null when what was given is not JSON data. */
  receiptHash: string | null
}

/** What became of a receipt. */
export type VerificationResult = Report &
  ({ status: 'VALID' } | { status: 'INVALID'; reason: FailureCode; detail: string })

/** Returns a result that is INVALID for one more failure, after whatever else failed. */
export function addFailure(result: VerificationResult, failure: Report['failures'][number]): VerificationResult {
  const failures = [...result.failures, failure]
  if (result.status === 'INVALID') return { ...result, failures }
  return { ...result, failures, status: 'INVALID', reason: failure.code, detail: failure.detail }
}

/** A failure, null for a passed check, undefined for one that was not made. */
type Finding = Failure | null | undefined

/** In the order of judgment. */
export type Findings = { [name in CheckName | PolicyName]?: Finding }

/** Turns what was found into the result; `parsed` is null when there was nothing to read. */
export function createResult(findings: Findings, parsed: ParsedReceipt | null): VerificationResult {
  const { V1, V2, V3, V4, V5, V6, V7, issuer, revocation, age, audience } = findings
  const isOld = parsed?.profile === 'old' && V1 === null
  const report: Report = {
    checks: toOutcomes({ V1, V2, V3, V4, V5, V6, V7 }),
    policy: toOutcomes({ issuer, revocation, age, audience }),
    failures: listFailures(findings),
    coverage: parsed?.profile === 'JCS' ? 'full' : 'partial',
    unsignedMembers: isOld ? listUnsignedMembers(parsed.receipt) : [],
    receiptHash: parsed?.hash ?? null,
  }
  const first = report.failures[0]
  return first
    ? { status: 'INVALID', reason: first.code, detail: first.detail, ...report }
    : { status: 'VALID', ...report }
}

function listFailures(findings: Findings): Report['failures'] {
  const failures: Report['failures'] = []
  for (const check in findings) {
    const found = findings[check as CheckName | PolicyName]
    if (found) failures.push({ check: check as CheckName | PolicyName, ...found })
  }
  return failures
}

function toOutcomes<Name extends string>(found: Record<Name, Finding>): Record<Name, Outcome> {
  const outcomes = {} as Record<Name, Outcome>
  for (const name in found) outcomes[name] = toOutcome(found[name])
  return outcomes
}

function toOutcome(finding: Finding): Outcome {
  if (finding === undefined) return 'SKIPPED'
  return finding === null ? 'PASS' : 'FAIL'
}
