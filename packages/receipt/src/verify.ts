import { checkEvidence, checkSchema } from './checks.ts'
import { type Failure, type FailureCode, failure } from './failure.ts'
import { type JudgeOptions, judge, type Predecessor } from './judge.ts'
import { NotJsonError } from './plain-json.ts'
import { findFormProblem, type ParsedReceipt, readReceipt } from './reading.ts'
import { summarize, type VerificationResult } from './result.ts'

/** How to judge a receipt: what to demand, the time, and the receipt before it. */
export type VerifyOptions = JudgeOptions & {
  /** The receipt before this one: undefined leaves the chain unjudged, null says that it could not be found. */
  predecessor?: unknown
}

/**
 * Judges a receipt: V1 to V7, and what the options demand. Never throws, whatever it is given, and reports every check, not only the first
 * failure. To decide whether to let somebody in, use `acceptReceipt`, which also looks at verdict, evidence and assurance.
 *
 * @returns VALID, or INVALID with a reason and a sentence that explains it; and the outcome of each check.
 * @example
 * const result = verifyReceipt(receipt, { trustedIssuers: [publicKey], audience: 'https://shop.example' })
 * if (result.status === 'INVALID') console.log(result.reason, result.detail)
 */
export function verifyReceipt(receipt: unknown, options: VerifyOptions = {}): VerificationResult {
  try {
    return judge(readReceipt(receipt), readPredecessor(options.predecessor), options)
  } catch (error) {
    return refuseUnreadable(error)
  }
}

/**
 * Refuses what has not the form of a receipt before its canonical text is computed, which costs most. For services that judge what
 * strangers send: `refuseMalformed(receipt) ?? verifyReceipt(receipt, options)`. Never throws.
 *
 * @returns the result of verifyReceipt without the hash, or null where the receipt has the form, as far as payloads don't matter.
 */
export function refuseMalformed(receipt: unknown): VerificationResult | null {
  try {
    const problem = findFormProblem(receipt)
    return problem === null ? null : summarize({ V1: failure('INVALID_SCHEMA', problem) }, null)
  } catch (error) {
    return refuseUnreadable(error)
  }
}

/**
 * Makes V1 alone. Never throws.
 *
 * @returns a code, or null when the receipt has the form of CPS-0001 or of the old profile.
 */
export function verifySchema(receipt: unknown): FailureCode | null {
  return verifyPart(receipt, () => null)
}

/**
 * Makes V1 and V5 alone. Never throws.
 *
 * @returns a code, or null when every payload is the one that was digested.
 */
export function verifyEvidenceIntegrity(receipt: unknown): FailureCode | null {
  return verifyPart(receipt, checkEvidence)
}

/** Returns the result for something that is not even JSON data; `error` is what reading it threw. */
export function refuseUnreadable(error: unknown): VerificationResult {
  return summarize({ V1: failure('INVALID_SCHEMA', describe(error)) }, null)
}

/** What a caller gave as predecessor; something unreadable becomes a receipt that no other can name. */
export function readPredecessor(predecessor: unknown): Predecessor {
  if (predecessor === undefined || predecessor === null) return predecessor
  try {
    return readReceipt(predecessor)
  } catch {
    return readReceipt(null)
  }
}

// A hostile object may throw anything, also things that throw again when they are looked at.
function describe(error: unknown): string {
  try {
    if (error instanceof NotJsonError && typeof error.message === 'string') return error.message
  } catch {}
  return 'the receipt or the options cannot be read'
}

function verifyPart(receipt: unknown, check: (parsed: ParsedReceipt) => Failure | null): FailureCode | null {
  try {
    if (findFormProblem(receipt) !== null) return 'INVALID_SCHEMA'
    const parsed = readReceipt(receipt)
    return (checkSchema(parsed) ?? check(parsed))?.code ?? null
  } catch {
    return 'INVALID_SCHEMA'
  }
}
