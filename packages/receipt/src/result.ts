import { type PolicyName, REVOCATION_UNANSWERED } from './checks.ts'
import type { Failure, FailureCode } from './failure.ts'
import { listUnsignedMembers, type ParsedReceipt } from './parsed-receipt.ts'

/** The kinds of verdicts, in order of weight. The first kind that applies counts: a revoked receipt stays revoked after it has expired. */
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

/** One of `VERDICT_ORDER`: what a receipt is worth after all checks. */
export type VerdictKind = (typeof VERDICT_ORDER)[number]

/** Facts about a receipt that the result of `verifyReceipt` doesn't contain. */
export type VerdictFacts = {
  /** The issuer has declared the key of this receipt compromised. */
  isCompromised?: boolean
  /** The receipt was made for tests. */
  isTest?: boolean
}

/** The kind of a verdict, and the failure that decided it; null if no failed check did. */
export type VerdictDecision = { kind: VerdictKind; failure: VerificationResult['failures'][number] | null }

/**
 * Selects the kind of verdict for a result: the first kind in `VERDICT_ORDER` that a failure or a fact calls for, or `fresh`. Its failure can differ
 * from `result.reason`, which is the first failure in the order of checks.
 */
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
  // The status list of a trusted issuer says nothing about receipts of others, so a missing answer doesn't mean revoked.
  const isStrange = policy.issuer === 'FAIL' && detail === REVOCATION_UNANSWERED
  return isStrange ? 'unknown_issuer' : (KINDS[code] ?? 'tampered')
}

function listKindsBeside({ policy }: VerificationResult, { isCompromised, isTest }: VerdictFacts): VerdictKind[] {
  return [
    ...(isCompromised === true ? (['compromised_key'] as const) : []),
    // Anyone can make a key: an issuer that wasn't compared with trusted ones is unknown.
    ...(policy.issuer === 'SKIPPED' ? (['unknown_issuer'] as const) : []),
    ...(isTest === true ? (['test'] as const) : []),
  ]
}

/** The checks of the format, numbered as in the specification. */
export type CheckName = 'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7'
/** The outcome of a check. SKIPPED: it wasn't made, because no option asked for it or an earlier check failed. */
export type Outcome = 'PASS' | 'FAIL' | 'SKIPPED'

type Report = {
  checks: Record<CheckName, Outcome>
  /** The outcomes of the caller's requirements. */
  policy: Record<PolicyName, Outcome>
  /** All failures in the order of checks. The first failure is the reason. */
  failures: (Failure & { check: CheckName | 'V8' | PolicyName | 'test' | 'action' })[]
  coverage: 'full' | 'partial'
  /** JSON pointers of the members that the signature doesn't cover. Only old receipts have such members. */
  unsignedMembers: string[]
  /** Null if the value isn't JSON data. */
  receiptHash: string | null
}

/** The result of `verifyReceipt`: valid or not, with the reason, and the outcome of every check. */
export type VerificationResult = Report &
  ({ status: 'VALID' } | { status: 'INVALID'; reason: FailureCode; detail: string })

/** Returns a copy of the result with a failure added at the end. The copy is INVALID; an earlier reason stays the reason. */
export function addFailure(result: VerificationResult, failure: Report['failures'][number]): VerificationResult {
  const failures = [...result.failures, failure]
  if (result.status === 'INVALID') return { ...result, failures }
  return { ...result, failures, status: 'INVALID', reason: failure.code, detail: failure.detail }
}

/** A failure; null if the check passed; undefined if it wasn't made. */
type Finding = Failure | null | undefined

/** The findings of all checks, in the order in which they are made. */
export type Findings = { [name in CheckName | PolicyName]?: Finding }

/** Creates the result of `verifyReceipt` from the findings of all checks. `parsed` is null if the value wasn't JSON data. */
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
