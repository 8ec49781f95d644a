import { type ApproverVerification, refuseApprover, requirePinnedKey, verifyApprover } from '../approver/verify.ts'
import { type ChainResult, updateResults, verifyReceiptChain } from '../chain.ts'
import type { ReadText } from '../header.ts'
import type { Json } from '../json.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import type { VerificationResult } from '../result.ts'
import { type VerifyOptions, verifyReceipt, verifySchema } from '../verify.ts'

/** The judgment of a document: verified or unreadable. `receipt` is null if the value doesn't have the form of a receipt. */
export type Judgment =
  | { kind: 'unreadable'; problem: string }
  | {
      kind: 'judged'
      value: Json
      receipt: Receipt | OldReceipt | null
      result: VerificationResult
      approver?: ApproverVerification | undefined
    }

/** The judgments in the order of the documents. Several documents are judged as one chain. */
export type Judgments<Each = Judgment> = { each: Each[]; chain: ChainResult | null }

/**
 * Runs verification check V8 (the person's key) for each document, and requires a pinned key if `approverKeys`, a list of thumbprints, isn't empty.
 * Pass the results to `judgeDocuments`.
 *
 * @returns a promise of a result for each document, in order.
 * @example
 * const approvers = await verifyApprovers([readReceiptText(text)], approverKeys)
 */
export function verifyApprovers(
  documents: readonly ReadText[],
  approverKeys: readonly string[] = [],
): Promise<ApproverVerification[]> {
  return Promise.all(
    documents.map(async (document) => {
      return requirePinnedKey(await verifyApprover('value' in document ? document.value : undefined), approverKeys)
    }),
  )
}

/**
 * Verifies documents: one as a single receipt, several as a chain. Pass the results of `verifyApprovers` to include verification check V8. A chain
 * with an unreadable document is INVALID.
 *
 * @returns a judgment for each document, and the result of the chain, or null for a single document.
 * @example
 * const { each, chain } = judgeDocuments([readReceiptText(text)], { trustedIssuers })
 */
export function judgeDocuments(
  documents: readonly ReadText[],
  options: VerifyOptions,
  approvers: readonly ApproverVerification[] = [],
): Judgments {
  const values = documents.map((document) => ('value' in document ? document.value : undefined))
  const chain = documents.length > 1 ? verifyReceiptChain(values, options) : null
  const each = documents.map((document, index): Judgment => {
    if ('problem' in document) return { kind: 'unreadable', problem: document.problem }
    const { value } = document
    const ofFormat = chain?.results[index] ?? verifyReceipt(value, options)
    const approver = approvers[index]
    const result = approver === undefined ? ofFormat : refuseApprover(ofFormat, approver)
    return { kind: 'judged', value, receipt: findReceipt(document), result, approver }
  })
  if (chain === null) return { each, chain }
  const results = chain.results.map((result, index) => {
    const judgment = each[index]
    return judgment?.kind === 'judged' ? judgment.result : result
  })
  return { each, chain: updateResults(chain, results) }
}

/**
 * Returns the receipt in a document without verifying its signature.
 *
 * @returns the receipt, or null if the document doesn't have the form of a receipt.
 * @example
 * const found = findReceipt(readReceiptText(text))
 */
export function findReceipt(document: ReadText): Receipt | OldReceipt | null {
  const value: unknown = 'value' in document ? document.value : undefined
  return verifySchema(value) === null ? (value as Receipt | OldReceipt) : null
}
