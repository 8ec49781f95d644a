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
    return judgeParsed(parseReceipt(receipt), parsePredecessor(options.predecessor), options)
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
    return problem === null ? null : createResult({ V1: createFailure('INVALID_SCHEMA', problem) }, null)
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
  return createResult({ V1: createFailure('INVALID_SCHEMA', describeError(error)) }, null)
}

/** What a caller gave as predecessor; something unreadable becomes a receipt that no other can name. */
export function parsePredecessor(predecessor: unknown): Predecessor {
  if (predecessor === undefined || predecessor === null) return predecessor
  try {
    return parseReceipt(predecessor)
  } catch {
    return parseReceipt(null)
  }
}

// A hostile object may throw anything, also things that throw again when they are looked at.
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
  /** The time to judge at; the system's clock by default. */
  now?: TimeLike
  /** How far the issuer's clock may be from ours; 30 000 by default. */
  clockSkewMs?: number
  /** Also judge receipts of the public reference's release candidate 1, which sign only some of their members. */
  legacy?: boolean
}

/** The receipt before the one in question, null when it is missing, undefined when the caller doesn't compare it. */
export type Predecessor = ParsedReceipt | null | undefined

/** Judges a parsed receipt. */
export function judgeParsed(
  parsed: ParsedReceipt,
  predecessor: Predecessor,
  options: JudgeOptions,
): VerificationResult {
  return createResult(runChecks(parsed, predecessor, options), parsed)
}

/** What every check finds, in the order of judgment. */
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

// A first receipt has no predecessor to miss; but one that the caller holds must be named, or the pointer was stripped.
function hasLinkToCheck({ receipt }: ParsedReceipt, predecessor: Predecessor): boolean {
  return predecessor !== undefined && (predecessor !== null || (receipt.previousReceiptHash ?? null) !== null)
}

function readClock({ now, clockSkewMs }: JudgeOptions): Clock {
  return { now: now === undefined ? readSystemTime() : parseTimeLike(now), clockSkewMs: readSkew(clockSkewMs) }
}

// Anything but a number of milliseconds becomes NaN, with which every check against the clock fails.
function readSkew(clockSkewMs: unknown): number {
  if (clockSkewMs === undefined) return DEFAULT_CLOCK_SKEW_MS
  return Number.isFinite(clockSkewMs) && (clockSkewMs as number) >= 0 ? (clockSkewMs as number) : Number.NaN
}

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

/** Whether a well-formed receipt names this digest of an action. One that names none is for no particular action, and so not for this one. */
export function judgeActionDigest(receipt: Receipt, expected: string): Failure | null {
  const isNamed = readPresencePolicy(receipt)?.action_digest === expected
  return isNamed ? null : createFailure('ACTION_DIGEST_MISMATCH', 'the action_digest is not the expected one')
}

/** Returns the same result, or one that is INVALID for `ACTION_DIGEST_MISMATCH` after whatever else failed. `acceptReceipt` does so by itself. */
export function refuseOtherAction(result: VerificationResult, receipt: unknown, expected: string): VerificationResult {
  if (result.checks.V1 !== 'PASS') return result
  // The old profile leaves the names of engines unsigned: any evidence could be passed off as the policy.
  const isSigned = result.coverage === 'full'
  const found = judgeActionDigest((isSigned ? receipt : { evidence: [] }) as Receipt, expected)
  return found === null ? result : addFailure(result, { check: 'action', ...found })
}
