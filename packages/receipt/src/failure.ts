/**
 * Why a receipt is refused. The first ten codes come from the checks V1 to V7, the next six from the caller's requirements, and the last four
 * from V8, the check of the person's key.
 */
export type FailureCode =
  | 'INVALID_SCHEMA'
  | 'INVALID_SIGNATURE'
  | 'CHAIN_BROKEN'
  | 'SUBJECT_MISMATCH'
  | 'ISSUER_MISMATCH'
  | 'TEMPORAL_VIOLATION'
  | 'INCONSISTENT_ASSERTIONS'
  | 'TEMPORAL_INCONSISTENCY'
  | 'EVIDENCE_TAMPERED'
  | 'EXPIRED'
  | 'UNTRUSTED_ISSUER'
  | 'REVOKED'
  | 'TOO_OLD'
  | 'AUDIENCE_MISMATCH'
  | 'TEST_RECEIPT'
  | 'ACTION_DIGEST_MISMATCH'
  | ApproverFailureCode

/** The reason why V8 fails: the person's key didn't sign this receipt, or isn't the expected key. */
export type ApproverFailureCode = 'APPROVER_MISSING' | 'APPROVER_UNTRUSTED' | 'APPROVER_SIGNATURE' | 'APPROVER_MISMATCH'

/** A failed check: its code, and a sentence that names the member of the receipt and what was expected. */
export type Failure = { code: FailureCode; detail: string }

/** Returns a failure with a code and a detail: `createFailure('TOO_OLD', 'the interval ended yesterday')`. */
export function createFailure(code: FailureCode, detail: string): Failure {
  return { code, detail }
}

/** Thrown if a receipt can't be built, signed or decoded. Verification never throws. */
export class ReceiptError extends Error {
  readonly code: FailureCode

  constructor({ code, detail }: Failure) {
    super(detail)
    this.name = 'ReceiptError'
    this.code = code
  }
}
