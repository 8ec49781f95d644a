import { type ChainResult, verifyReceiptChain } from '../chain.ts'
import type { Json } from '../plain-json.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import type { VerificationResult } from '../result.ts'
import { type VerifyOptions, verifyReceipt, verifySchema } from '../verify.ts'
import type { ReadText } from '../view/read-text.ts'

/** A document that was verified, or that can't be read. `receipt` is null if the value doesn't have the form of a receipt. */
export type Judgment =
  | { kind: 'unreadable'; problem: string }
  | { kind: 'judged'; value: Json; receipt: Receipt | OldReceipt | null; result: VerificationResult }

/** Judgments in the order of the documents; several documents are one chain. */
export type Judgments<Each = Judgment> = { each: Each[]; chain: ChainResult | null }

/** Verifies documents by these options. A document that can't be read leaves a hole, and a chain with a hole isn't valid. */
export function judgeDocuments(documents: readonly ReadText[], options: VerifyOptions): Judgments {
  const values = documents.map((document) => ('value' in document ? document.value : undefined))
  const chain = documents.length > 1 ? verifyReceiptChain(values, options) : null
  return { each: documents.map((document, index) => judgeDocument(document, options, chain?.results[index])), chain }
}

/** Verifies one document, unless `result` is known from its chain. */
export function judgeDocument(document: ReadText, options: VerifyOptions, result?: VerificationResult): Judgment {
  if ('problem' in document) return { kind: 'unreadable', problem: document.problem }
  const { value } = document
  return { kind: 'judged', value, receipt: findReceipt(document), result: result ?? verifyReceipt(value, options) }
}

/** Returns the receipt in a document, whose signature isn't verified yet; null if the value doesn't have the form of one. */
export function findReceipt(document: ReadText): Receipt | OldReceipt | null {
  const value: unknown = 'value' in document ? document.value : undefined
  return verifySchema(value) === null ? (value as Receipt | OldReceipt) : null
}
