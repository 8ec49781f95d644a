import { type ApproverVerification, refuseApprover, requirePinnedKey, verifyApprover } from '../approver/verify.ts'
import { type ChainResult, updateResults, verifyReceiptChain } from '../chain.ts'
import type { ReadText } from '../header.ts'
import type { Json } from '../json.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import type { VerificationResult } from '../result.ts'
import { type VerifyOptions, verifyReceipt, verifySchema } from '../verify.ts'

/** A document that was verified, or that can't be read. `receipt` is null if the value doesn't have the form of a receipt. */
export type Judgment =
  | { kind: 'unreadable'; problem: string }
  | {
      kind: 'judged'
      value: Json
      receipt: Receipt | OldReceipt | null
      result: VerificationResult
      approver?: ApproverVerification | undefined
    }

/** Judgments in the order of the documents; several documents are one chain. */
export type Judgments<Each = Judgment> = { each: Each[]; chain: ChainResult | null }

/** Makes V8 of each document, with one of these keys where any are pinned. What WebCrypto is asked comes later, so this comes first. */
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
 * Verifies documents by these options, with the results of V8 if `verifyApprovers` was asked. A document that can't be read leaves a hole, and
 * a chain with a hole isn't valid.
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

/** Returns the receipt in a document, whose signature isn't verified yet; null if the value doesn't have the form of one. */
export function findReceipt(document: ReadText): Receipt | OldReceipt | null {
  const value: unknown = 'value' in document ? document.value : undefined
  return verifySchema(value) === null ? (value as Receipt | OldReceipt) : null
}
