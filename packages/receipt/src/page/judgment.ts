import { type ChainResult, verifyReceiptChain } from '../chain.ts'
import type { Json } from '../plain-json.ts'
import type { VerificationResult } from '../result.ts'
import { type VerifyOptions, verifyReceipt } from '../verify.ts'
import { type ReadText, readReceiptText } from '../view/read-text.ts'

/** What became of one text: judged as a receipt, or not even readable. */
export type Judgment =
  | { kind: 'judged'; receipt: Json; result: VerificationResult }
  | { kind: 'unreadable'; problem: string }

/** Judgments in the order of the texts; several texts are one chain. */
export type Judgments = { each: Judgment[]; chain: ChainResult | null }

export function judgeTexts(texts: readonly string[], options: VerifyOptions): Judgments {
  if (texts.length < 2) return { each: texts.map((text) => judgeText(text, options)), chain: null }
  const attempts = texts.map(readReceiptText)
  // A text that cannot be read leaves a hole, and a chain with a hole is not valid.
  const chain = verifyReceiptChain(
    attempts.map((attempt) => ('value' in attempt ? attempt.value : undefined)),
    options,
  )
  return { each: attempts.map((attempt, index) => conclude(attempt, chain.results[index])), chain }
}

export function judgeText(text: string, options: VerifyOptions): Judgment {
  const attempt = readReceiptText(text)
  return conclude(attempt, 'value' in attempt ? verifyReceipt(attempt.value, options) : undefined)
}

function conclude(attempt: ReadText, result: VerificationResult | undefined): Judgment {
  if ('problem' in attempt) return { kind: 'unreadable', problem: attempt.problem }
  if (result === undefined) return { kind: 'unreadable', problem: 'the options cannot be read' }
  return { kind: 'judged', receipt: attempt.value, result }
}
