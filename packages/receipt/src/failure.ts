/** Why a receipt is refused. The first ten come from the checks V1 to V7, the next six from the caller's own demands, the last four from V8. */
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

/** Why the key of a person does not vouch for a receipt. */
export type ApproverFailureCode = 'APPROVER_MISSING' | 'APPROVER_UNTRUSTED' | 'APPROVER_SIGNATURE' | 'APPROVER_MISMATCH'

/** A failed check: its code, and a sentence that says what was seen and what was expected. */
export type Failure = { code: FailureCode; detail: string }

/** Returns a failure: `failure('TOO_OLD', 'the interval ended yesterday')`. */
export function createFailure(code: FailureCode, detail: string): Failure {
  return { code, detail }
}

/** Thrown where a receipt cannot be built, signed or decoded; verification never throws. */
export class ReceiptError extends Error {
  readonly code: FailureCode

  constructor({ code, detail }: Failure) {
    super(detail)
    this.name = 'ReceiptError'
    this.code = code
  }
}
