import type { Outcome } from '../result.ts'
import type { CheckHints, CheckRow } from '../view/checks.ts'
import type { Cell, Style } from './table.ts'

/** Which options give what a check was missing. */
export const HINTS: CheckHints = {
  V7: 'Give it with --predecessor FILE.',
  issuer: 'Name those you trust with --trusted KEYS.',
}

const OUTCOME_STYLES: Record<Outcome, Style> = { PASS: 'good', FAIL: 'bad', SKIPPED: 'quiet' }

export function outcomeCell(outcome: Outcome): Cell {
  return { text: outcome, style: OUTCOME_STYLES[outcome] }
}

/** What is true of a check that passed, or why it did not, with the code of the failure. */
export function explainCheck({ promise, reason, code }: CheckRow): string {
  return code === null ? (reason ?? promise) : `${reason} (${code})`
}
