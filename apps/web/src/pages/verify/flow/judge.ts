import {
  type ChainResult,
  type VerificationResult,
  type VerifyOptions,
  verifyReceipt,
  verifyReceiptChain,
  verifySchema,
} from '@stillhere/client'
import type { Paper } from './documents.ts'
import { type Lists, type Revocation, revocationOf } from './revocation.ts'
import { type AnyReceipt, type Trust, trustedKeys, trustOf } from './trust.ts'

/** What the person demands beyond the format; empty text demands nothing. */
export type Demands = { audience: string; at: string; legacy: boolean }

/** What became of one paper; `receipt` is null where it does not have the form of one. */
export type Judgement =
  | { kind: 'unreadable'; problem: string }
  | { kind: 'judged'; receipt: AnyReceipt | null; result: VerificationResult; trust: Trust; revocation: Revocation }

/** All papers judged; several are one chain. */
export type Judgements = { each: Judgement[]; chain: ChainResult | null }

/** Judges papers by what is known at this moment. */
export function judgePapers(papers: readonly Paper[], demands: Demands, known: Lists): Judgements {
  const values = papers.map((paper) => ('value' in paper ? paper.value : undefined))
  const options = optionsFor(values, demands, known)
  const chain = papers.length > 1 ? verifyReceiptChain(values, options) : null
  const each = papers.map((paper, index) => {
    if (!('value' in paper)) return { kind: 'unreadable' as const, problem: paper.problem }
    return judged(paper.value, chain?.results[index] ?? verifyReceipt(paper.value, options), known)
  })
  return { each, chain }
}

/** The receipts among some values: those that have the form of one. */
export function receiptsIn(values: readonly unknown[]): AnyReceipt[] {
  return values.filter((value): value is AnyReceipt => value !== undefined && verifySchema(value) === null)
}

function optionsFor(values: readonly unknown[], { audience, at, legacy }: Demands, known: Lists): VerifyOptions {
  const trustedIssuers = trustedKeys(receiptsIn(values), known.issuers)
  return {
    now: at === '' ? known.now : at,
    legacy,
    // A list that is missing says nothing here; the page says so beside the other checks.
    revoked: (receipt) => revocationOf(receipt, known).kind === 'revoked',
    ...(trustedIssuers === undefined ? {} : { trustedIssuers }),
    ...(audience === '' ? {} : { audience }),
  }
}

function judged(value: unknown, result: VerificationResult, known: Lists): Judgement {
  const receipt = receiptsIn([value])[0] ?? null
  if (receipt === null)
    return { kind: 'judged', receipt, result, trust: { kind: 'unknown' }, revocation: { kind: 'no list' } }
  const trust = trustOf(receipt, known.issuers)
  return { kind: 'judged', receipt, result, trust, revocation: revocationOf(receipt, known) }
}
