import { type ChainResult, verifyReceiptChain } from '../chain.ts'
import { ReceiptError } from '../failure.ts'
import { decodeHeader } from '../header.ts'
import { parseJson } from '../parse-json.ts'
import { type Json, NotJsonError } from '../plain-json.ts'
import type { VerificationResult } from '../result.ts'
import { type VerifyOptions, verifyReceipt } from '../verify.ts'

/** What became of one text: judged as a receipt, or not even readable. */
export type Judgement =
  | { kind: 'judged'; receipt: Json; result: VerificationResult }
  | { kind: 'unreadable'; problem: string }

/** Judgements in the order of the texts; several texts are one chain. */
export type Judgements = { each: Judgement[]; chain: ChainResult | null }

export function judgeTexts(texts: readonly string[], options: VerifyOptions): Judgements {
  if (texts.length < 2) return { each: texts.map((text) => judgeText(text, options)), chain: null }
  const attempts = texts.map(readText)
  // A text that cannot be read leaves a hole, and a chain with a hole is not valid.
  const chain = verifyReceiptChain(
    attempts.map((attempt) => ('receipt' in attempt ? attempt.receipt : undefined)),
    options,
  )
  return { each: attempts.map((attempt, index) => concluded(attempt, chain.results[index])), chain }
}

export function judgeText(text: string, options: VerifyOptions): Judgement {
  const attempt = readText(text)
  return concluded(attempt, 'receipt' in attempt ? verifyReceipt(attempt.receipt, options) : undefined)
}

type Attempt = { receipt: Json } | { problem: string }

/** The value of JSON text or of a header word, or why there is none. */
export function readText(text: string): Attempt {
  const trimmed = text.trim()
  try {
    return { receipt: isHeaderWord(trimmed) ? decodeHeader(trimmed) : parseJson(text) }
  } catch (error) {
    const isForeseen = error instanceof NotJsonError || error instanceof ReceiptError
    return { problem: isForeseen ? error.message.replace(/^the value/, 'the text') : 'the text cannot be read' }
  }
}

// "{" is encoded as a word that starts with "e", and no JSON text does.
function isHeaderWord(text: string): boolean {
  return /^e[A-Za-z0-9+/_=-]*$/.test(text)
}

function concluded(attempt: Attempt, result: VerificationResult | undefined): Judgement {
  if ('problem' in attempt) return { kind: 'unreadable', problem: attempt.problem }
  if (result === undefined) return { kind: 'unreadable', problem: 'the options cannot be read' }
  return { kind: 'judged', receipt: attempt.receipt, result }
}
