import { systemNow } from './ambient.ts'
import {
  type Clock,
  checkAssertions,
  checkEvidence,
  checkFreshness,
  checkLink,
  checkSchema,
  checkSignature,
  checkTimes,
} from './checks.ts'
import { judgePolicy, type Policy } from './policy.ts'
import type { ParsedReceipt } from './reading.ts'
import { type Findings, summarize, type VerificationResult } from './result.ts'
import { DEFAULT_CLOCK_SKEW_MS, readTime, type TimeLike } from './time.ts'

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
export function judge(parsed: ParsedReceipt, predecessor: Predecessor, options: JudgeOptions): VerificationResult {
  return summarize(findIn(parsed, predecessor, options), parsed)
}

/** What every check finds, in the order of judgment. */
export function findIn(parsed: ParsedReceipt, predecessor: Predecessor, options: JudgeOptions): Findings {
  const malformed = checkSchema(parsed)
  if (malformed) return { V1: malformed }
  const { receipt } = parsed
  const clock = readClock(options)
  const trust = { legacy: options.legacy === true }
  return {
    V1: null,
    V2: checkSignature(parsed, trust),
    V7: isLinkInQuestion(parsed, predecessor) ? checkLink(parsed, predecessor ?? null, trust) : undefined,
    V3: checkAssertions(receipt),
    V4: checkTimes(receipt, clock),
    V5: checkEvidence(parsed),
    V6: checkFreshness(receipt, clock),
    ...judgePolicy(parsed, options, clock.now),
  }
}

// A first receipt has no predecessor to miss; but one that the caller holds must be named, or the pointer was stripped.
function isLinkInQuestion({ receipt }: ParsedReceipt, predecessor: Predecessor): boolean {
  return predecessor !== undefined && (predecessor !== null || (receipt.previousReceiptHash ?? null) !== null)
}

function readClock({ now, clockSkewMs }: JudgeOptions): Clock {
  return { now: now === undefined ? systemNow() : readTime(now), clockSkewMs: readSkew(clockSkewMs) }
}

// Anything but a number of milliseconds becomes NaN, with which every check against the clock fails.
function readSkew(clockSkewMs: unknown): number {
  if (clockSkewMs === undefined) return DEFAULT_CLOCK_SKEW_MS
  return Number.isFinite(clockSkewMs) && (clockSkewMs as number) >= 0 ? (clockSkewMs as number) : Number.NaN
}
