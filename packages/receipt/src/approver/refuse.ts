import { failure } from '../failure.ts'
import { addFailure, type VerificationResult } from '../result.ts'
import type { ApproverVerification } from './verify.ts'

/**
 * Demands that a pinned key signed: what passed V8 with another key fails with `APPROVER_UNTRUSTED`, and what has no key with
 * `APPROVER_MISSING`. Without pinned keys nothing is demanded.
 *
 * @returns the same result of V8, or one that fails.
 */
export function requirePinnedKey(
  verified: ApproverVerification,
  approverKeys: readonly string[],
): ApproverVerification {
  if (approverKeys.length === 0 || verified.outcome === 'FAIL') return verified
  if (verified.outcome === 'SKIPPED') {
    return { outcome: 'FAIL', ...failure('APPROVER_MISSING', 'no key of a person is in the receipt') }
  }
  if (approverKeys.includes(verified.approver.thumbprint)) return verified
  return { outcome: 'FAIL', ...failure('APPROVER_UNTRUSTED', 'the person’s key is not among the pinned ones') }
}

/** Returns the same result, or one that is INVALID because V8 failed, after whatever else failed. `acceptApproval` does so by itself. */
export function refuseApprover(result: VerificationResult, verified: ApproverVerification): VerificationResult {
  // Without the right form nothing is judged, and V8 has nothing to say.
  if (result.checks.V1 !== 'PASS' || verified.outcome !== 'FAIL') return result
  const { code, detail } = verified
  return addFailure(result, { check: 'V8', code, detail })
}
