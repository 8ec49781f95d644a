import { readSystemTime } from './ambient.ts'
import {
  checkAssertions,
  checkEvidence,
  checkFreshness,
  checkLink,
  checkSchema,
  checkSignature,
  checkTimes,
  type Clock,
  judgePolicy,
  type Policy,
} from './checks.ts'
import { type Failure, createFailure, type FailureCode } from './failure.ts'
import { NotJsonError } from './json.ts'
import { findFormProblem, type ParsedReceipt, parseReceipt } from './parsed-receipt.ts'
import { readPresencePolicy } from './presence-policy.ts'
import type { Receipt } from './receipt.ts'
import { addFailure, type Findings, createResult, type VerificationResult } from './result.ts'
import { DEFAULT_CLOCK_SKEW_MS, parseTimeLike, type TimeLike } from './time.ts'

/** The options of `verifyReceipt`: the caller's requirements, the time, and the previous receipt of the chain. */
export type VerifyOptions = JudgeOptions & {
  /** The previous receipt of the chain. If absent, the chain isn't checked; null says that it couldn't be found. */
  predecessor?: unknown
}

/**
 * Verifies a receipt: checks V1 to V7 (form, signature, assertions, times, digests of the evidence, expiry, predecessor) and the requirements in the
 * options. Never throws, for any input, and reports all checks, not only the first failure. A valid receipt can still contain the verdict FAIL. To
 * decide about access, use `acceptReceipt`, which also checks verdict, evidence and assurance.
 *
 * @returns VALID, or INVALID with a reason and a sentence that explains it; and the outcome of each check.
 * @example
 * const result = verifyReceipt(receipt, { trustedIssuers, audience })
 * if (result.status === 'INVALID') throw new Error(`${result.reason}: ${result.detail}`)
 */
export function verifyReceipt(receipt: unknown, options: VerifyOptions = {}): VerificationResult {
  try {
    return judgeParsed(parseReceipt(receipt), parsePredecessor(options.predecessor), options)
  } catch (error) {
    return refuseUnreadable(error)
  }
}

/**
 * Checks cheaply if a value has the form of a receipt, before its canonical text is computed, which costs most. Services that verify receipts of
 * strangers call it first. Never throws.
 *
 * @returns the INVALID result for a malformed value, without a hash; null if the value has the form of a receipt. Payloads aren't checked.
 * @example
 * const result = refuseMalformed(receipt) ?? verifyReceipt(receipt, options)
 */
export function refuseMalformed(receipt: unknown): VerificationResult | null {
  try {
    const problem = findFormProblem(receipt)
    return problem === null ? null : createResult({ V1: createFailure('INVALID_SCHEMA', problem) }, null)
  } catch (error) {
    return refuseUnreadable(error)
  }
}

/**
 * Runs only verification check V1: the form of a receipt. Never throws.
 *
 * @returns null if the value has the form of CPS-0001 or of the old profile, otherwise the code of the failure.
 * @example
 * verifySchema(receipt) // null
 */
export function verifySchema(receipt: unknown): FailureCode | null {
  return verifyPart(receipt, () => null)
}

/**
 * Runs only verification checks V1 and V5: the form of a receipt and the digests of its payloads. Never throws.
 *
 * @returns null if every payload has the digest that its block states, otherwise the code of the failure.
 * @example
 * verifyEvidenceIntegrity(receipt) // null
 */
export function verifyEvidenceIntegrity(receipt: unknown): FailureCode | null {
  return verifyPart(receipt, checkEvidence)
}

/** Returns the INVALID result for a value that isn't JSON data. `error` is the error that parsing it threw. */
export function refuseUnreadable(error: unknown): VerificationResult {
  return createResult({ V1: createFailure('INVALID_SCHEMA', describeError(error)) }, null)
}

/**
 * Parses the option `predecessor` of `verifyReceipt`; undefined and null stay as they are. An unreadable value becomes a receipt that no other
 * receipt can name, so that check V7 fails.
 */
export function parsePredecessor(predecessor: unknown): Predecessor {
  if (predecessor === undefined || predecessor === null) return predecessor
  try {
    return parseReceipt(predecessor)
  } catch {
    return parseReceipt(null)
  }
}

// A hostile object can throw anything, even values that throw again when they are read.
function describeError(error: unknown): string {
  try {
    if (error instanceof NotJsonError && typeof error.message === 'string') return error.message
  } catch {}
  return 'the receipt or the options cannot be read'
}

function verifyPart(receipt: unknown, check: (parsed: ParsedReceipt) => Failure | null): FailureCode | null {
  try {
    if (findFormProblem(receipt) !== null) return 'INVALID_SCHEMA'
    const parsed = parseReceipt(receipt)
    return (checkSchema(parsed) ?? check(parsed))?.code ?? null
  } catch {
    return 'INVALID_SCHEMA'
  }
}

export type JudgeOptions = Policy & {
  /** The time of the check; the system's clock by default. */
  now?: TimeLike
  /** How far the issuer's clock can differ from ours; 30 000 by default. */
  clockSkewMs?: number
  /** Also accepts receipts of release candidate 1 of the public reference, whose signature covers only some members. */
  legacy?: boolean
}

/** The previous receipt of the chain; null if it is missing, undefined if the chain isn't checked. */
export type Predecessor = ParsedReceipt | null | undefined

/** Runs all verification checks on a parsed receipt and returns the result of `verifyReceipt`. */
export function judgeParsed(
  parsed: ParsedReceipt,
  predecessor: Predecessor,
  options: JudgeOptions,
): VerificationResult {
  return createResult(runChecks(parsed, predecessor, options), parsed)
}

/** Runs verification checks V1 to V7 and the caller's requirements, in this order: V1, V2, V7, V3, V4, V5, V6, requirements. If V1 fails, runs no other check. */
export function runChecks(parsed: ParsedReceipt, predecessor: Predecessor, options: JudgeOptions): Findings {
  const malformed = checkSchema(parsed)
  if (malformed) return { V1: malformed }
  const { receipt } = parsed
  const clock = readClock(options)
  const trust = { legacy: options.legacy === true }
  return {
    V1: null,
    V2: checkSignature(parsed, trust),
    V7: hasLinkToCheck(parsed, predecessor) ? checkLink(parsed, predecessor ?? null, trust) : undefined,
    V3: checkAssertions(receipt),
    V4: checkTimes(receipt, clock),
    V5: checkEvidence(parsed),
    V6: checkFreshness(receipt, clock),
    ...judgePolicy(parsed, options, clock.now),
  }
}

// The first receipt of a chain has no predecessor. But if the caller has one, the receipt must name it: the hash could have been removed.
function hasLinkToCheck({ receipt }: ParsedReceipt, predecessor: Predecessor): boolean {
  return predecessor !== undefined && (predecessor !== null || (receipt.previousReceiptHash ?? null) !== null)
}

function readClock({ now, clockSkewMs }: JudgeOptions): Clock {
  return { now: now === undefined ? readSystemTime() : parseTimeLike(now), clockSkewMs: readSkew(clockSkewMs) }
}

// Anything but a number of milliseconds becomes NaN, so that every check against the clock fails.
function readSkew(clockSkewMs: unknown): number {
  if (clockSkewMs === undefined) return DEFAULT_CLOCK_SKEW_MS
  return Number.isFinite(clockSkewMs) && (clockSkewMs as number) >= 0 ? (clockSkewMs as number) : Number.NaN
}

const TEST_RECEIPT = { check: 'test', code: 'TEST_RECEIPT', detail: 'the receipt was made for tests' } as const

/**
 * Returns the result of `verifyReceipt`, changed to INVALID if the issuer made the receipt for tests, which `verifyReceipt` doesn't check. Call this
 * if you decide by the result of `verifyReceipt`; `acceptReceipt` does it itself.
 *
 * @returns the given result, or a copy that is INVALID and has the failure `TEST_RECEIPT` at the end.
 * @example
 * const result = refuseTestReceipt(verifyReceipt(receipt, options), receipt)
 */
export function refuseTestReceipt(result: VerificationResult, receipt: unknown): VerificationResult {
  const isTest = result.checks.V1 === 'PASS' && readPresencePolicy(receipt as Receipt)?.test === true
  return isTest ? addFailure(result, TEST_RECEIPT) : result
}

/** Checks that a well-formed receipt contains the digest of the expected action. Returns the failure, or null if it does. A receipt without a digest fails. */
export function judgeActionDigest(receipt: Receipt, expected: string): Failure | null {
  const isNamed = readPresencePolicy(receipt)?.action_digest === expected
  return isNamed ? null : createFailure('ACTION_DIGEST_MISMATCH', 'the action_digest is not the expected one')
}

/**
 * Returns the result of `verifyReceipt`, changed to INVALID (`ACTION_DIGEST_MISMATCH`) if the receipt doesn't contain `expected`, the digest of the
 * action. `acceptReceipt` does this itself.
 */
export function refuseOtherAction(result: VerificationResult, receipt: unknown, expected: string): VerificationResult {
  if (result.checks.V1 !== 'PASS') return result
  // The old profile doesn't sign the names of engines, so other evidence could be passed off as the policy.
  const isSigned = result.coverage === 'full'
  const found = judgeActionDigest((isSigned ? receipt : { evidence: [] }) as Receipt, expected)
  return found === null ? result : addFailure(result, { check: 'action', ...found })
}
