import { checkEvidence, checkSchema, failure } from './checks.ts'
import type { Failure, FailureCode } from './failure.ts'
import { type JudgeOptions, judge, type Predecessor } from './judge.ts'
import { NotJsonError } from './plain-json.ts'
import { type Reading, readReceipt } from './reading.ts'
import { summarize, type VerificationResult } from './result.ts'

export type VerifyOptions = JudgeOptions & {
  /** The receipt before this one: undefined leaves the chain unjudged, null says that it could not be found. */
  predecessor?: unknown
}

/** Judges a receipt. Never throws, whatever it is given, and reports every check, not only the first failure. */
export function verifyReceipt(receipt: unknown, options: VerifyOptions = {}): VerificationResult {
  try {
    return judge(readReceipt(receipt), readPredecessor(options.predecessor), options)
  } catch (error) {
    return refuseUnreadable(receipt, error)
  }
}

/** V1 alone: a code, or null when the receipt has the form of CPS-0001 or of the old profile. */
export function verifySchema(receipt: unknown): FailureCode | null {
  return verifyPart(receipt, () => null)
}

/** V5 alone: a code, or null when every payload is the one that was digested. */
export function verifyEvidenceIntegrity(receipt: unknown): FailureCode | null {
  return verifyPart(receipt, checkEvidence)
}

/** The answer for something that is not even JSON data. */
export function refuseUnreadable(receipt: unknown, error: unknown): VerificationResult {
  const problem = error instanceof NotJsonError ? error.message : 'the receipt or the options cannot be read'
  const detail = typeof receipt === 'string' ? 'a receipt is an object; read its text with parseJson first' : problem
  return summarize({ V1: failure('INVALID_SCHEMA', detail) }, null)
}

/** What a caller gave as predecessor; something unreadable becomes a reading that no receipt can name. */
export function readPredecessor(predecessor: unknown): Predecessor {
  if (predecessor === undefined || predecessor === null) return predecessor
  try {
    return readReceipt(predecessor)
  } catch {
    return readReceipt(null)
  }
}

function verifyPart(receipt: unknown, check: (reading: Reading) => Failure | null): FailureCode | null {
  try {
    const reading = readReceipt(receipt)
    return (checkSchema(reading) ?? check(reading))?.code ?? null
  } catch {
    return 'INVALID_SCHEMA'
  }
}
