import {
  type ChainResult,
  type VerificationResult,
  type VerifyOptions,
  verifyReceipt,
  verifyReceiptChain,
  verifySchema,
} from '@stillhere/client'
import type { ReceiptDocument } from './documents.ts'
import { type KnownLists, type Revocation, readRevocation } from './revocation.ts'
import { type AnyReceipt, type Trust, listTrustedKeys, judgeTrust } from './trust.ts'

/** What the person asks for beyond the format; an empty text asks for nothing. */
export type Options = { audience: string; at: string; legacy: boolean }

/** What became of one document; `receipt` is null where it does not have the form of one. */
export type Judgment =
  | { kind: 'unreadable'; problem: string }
  | { kind: 'judged'; receipt: AnyReceipt | null; result: VerificationResult; trust: Trust; revocation: Revocation }

/** All documents judged; several are one chain. */
export type Judgments = { each: Judgment[]; chain: ChainResult | null }

/** Judges documents by what is known at this moment. */
export function judgeDocuments(documents: readonly ReceiptDocument[], options: Options, known: KnownLists): Judgments {
  const values = documents.map((one) => ('value' in one ? one.value : undefined))
  const verifyOptions = toVerifyOptions(values, options, known)
  const chain = documents.length > 1 ? verifyReceiptChain(values, verifyOptions) : null
  const each = documents.map((one, index) => {
    if (!('value' in one)) return { kind: 'unreadable' as const, problem: one.problem }
    return judgeValue(one.value, chain?.results[index] ?? verifyReceipt(one.value, verifyOptions), known)
  })
  return { each, chain }
}

/** The receipts among some values: those that have the form of one. */
export function findReceipts(values: readonly unknown[]): AnyReceipt[] {
  return values.filter((value): value is AnyReceipt => value !== undefined && verifySchema(value) === null)
}

function toVerifyOptions(
  values: readonly unknown[],
  { audience, at, legacy }: Options,
  known: KnownLists,
): VerifyOptions {
  const trustedIssuers = listTrustedKeys(findReceipts(values), known.issuers)
  return {
    now: at === '' ? known.now : at,
    legacy,
    // A list that is missing says nothing here; the page says so beside the other checks.
    revoked: (receipt) => readRevocation(receipt, known).kind === 'revoked',
    ...(trustedIssuers === undefined ? {} : { trustedIssuers }),
    ...(audience === '' ? {} : { audience }),
  }
}

function judgeValue(value: unknown, result: VerificationResult, known: KnownLists): Judgment {
  const receipt = findReceipts([value])[0] ?? null
  if (receipt === null)
    return { kind: 'judged', receipt, result, trust: { kind: 'unknown' }, revocation: { kind: 'no list' } }
  const trust = judgeTrust(receipt, known.issuers)
  return { kind: 'judged', receipt, result, trust, revocation: readRevocation(receipt, known) }
}
