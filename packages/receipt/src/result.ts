import type { Failure, FailureCode } from './failure.ts'
import { listUnsignedMembers } from './old-profile.ts'
import type { PolicyName } from './policy.ts'
import type { ParsedReceipt } from './reading.ts'

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
export function summarize(findings: Findings, parsed: ParsedReceipt | null): VerificationResult {
  const { V1, V2, V3, V4, V5, V6, V7, issuer, revocation, age, audience } = findings
  const isOld = parsed?.profile === 'old' && V1 === null
  const report: Report = {
    checks: toOutcomes({ V1, V2, V3, V4, V5, V6, V7 }),
    policy: toOutcomes({ issuer, revocation, age, audience }),
    failures: failuresIn(findings),
    coverage: parsed?.profile === 'JCS' ? 'full' : 'partial',
    unsignedMembers: isOld ? listUnsignedMembers(parsed.receipt) : [],
    receiptHash: parsed?.hash ?? null,
  }
  const first = report.failures[0]
  return first
    ? { status: 'INVALID', reason: first.code, detail: first.detail, ...report }
    : { status: 'VALID', ...report }
}

function failuresIn(findings: Findings): Report['failures'] {
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
