import { type Failure, failure } from './failure.ts'
import { readPresencePolicy } from './presence-policy.ts'
import type { Receipt } from './receipt.ts'
import { addFailure, type VerificationResult } from './result.ts'

/** Whether a well-formed receipt names this digest of an action. One that names none is for no particular action, and so not for this one. */
export function judgeActionDigest(receipt: Receipt, expected: string): Failure | null {
  const isNamed = readPresencePolicy(receipt)?.action_digest === expected
  return isNamed ? null : failure('ACTION_DIGEST_MISMATCH', 'the action_digest is not the expected one')
}

/** Returns the same result, or one that is INVALID for `ACTION_DIGEST_MISMATCH` after whatever else failed. `acceptReceipt` does so by itself. */
export function refuseOtherAction(result: VerificationResult, receipt: unknown, expected: string): VerificationResult {
  if (result.checks.V1 !== 'PASS') return result
  // The old profile leaves the names of engines unsigned: any evidence could be passed off as the policy.
  const isSigned = result.coverage === 'full'
  const found = judgeActionDigest((isSigned ? receipt : { evidence: [] }) as Receipt, expected)
  return found === null ? result : addFailure(result, { check: 'action', ...found })
}
