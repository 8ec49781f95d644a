import { nameCheck } from '../view/checks.ts'
import { toSentence } from '../view/phrases.ts'
import { make } from './dom.ts'
import type { Judgment } from './judgment.ts'
import { countByte, type Change } from './one-byte.ts'

const CONTEXT_LENGTH = 140

/** What was changed, where, and which checks noticed. */
export function byteView(change: Change, before: Judgment, after: Judgment): Node[] {
  const { before: old, after: fresh } = change
  return [
    make('p', {}, `Byte ${countByte(change)}: “${old}” became “${fresh}”. ${describeDetection(before, after)}`),
    excerptView(change),
  ]
}

function describeDetection(before: Judgment, after: Judgment): string {
  if (after.kind === 'unreadable') return `The text can no longer be read: ${toSentence(after.problem)}`
  const known = new Set(listFailedChecks(before))
  const fresh = listFailedChecks(after).filter((label) => !known.has(label))
  if (fresh.length > 0) return `Caught by ${fresh.join(' and ')}.`
  return after.result.status === 'VALID'
    ? 'No check caught it: the old signature does not cover this place.'
    : 'No further check failed; the receipt was refused before.'
}

function listFailedChecks(judgment: Judgment): string[] {
  return judgment.kind === 'judged' ? judgment.result.failures.map(({ check }) => nameCheck(check)) : []
}

function excerptView({ text, index, after }: Change): HTMLElement {
  const from = Math.max(0, index - CONTEXT_LENGTH)
  const to = index + 1 + CONTEXT_LENGTH
  return make(
    'pre',
    { 'aria-label': 'The text around the changed byte' },
    `${from > 0 ? '…' : ''}${text.slice(from, index)}`,
    make('mark', {}, after),
    `${text.slice(index + 1, to)}${to < text.length ? '…' : ''}`,
  )
}
