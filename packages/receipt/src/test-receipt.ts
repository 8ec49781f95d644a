import { readPresencePolicy } from './presence-policy.ts'
import type { Receipt } from './receipt.ts'
import { addFailure, type VerificationResult } from './result.ts'

const TEST_RECEIPT = { check: 'test', code: 'TEST_RECEIPT', detail: 'the receipt was made for tests' } as const

/**
 * Refuses a receipt that its issuer made for tests. `verifyReceipt` judges the format, to which a test is as good as any other receipt; whoever
 * decides by its result asks here, too. `acceptReceipt` does so by itself.
 *
 * @returns the same result, or one that is INVALID for `TEST_RECEIPT` after whatever else failed.
 * @example
 * const result = refuseTestReceipt(verifyReceipt(receipt, options), receipt)
 */
export function refuseTestReceipt(result: VerificationResult, receipt: unknown): VerificationResult {
  const isTest = result.checks.V1 === 'PASS' && readPresencePolicy(receipt as Receipt)?.test === true
  return isTest ? addFailure(result, TEST_RECEIPT) : result
}
