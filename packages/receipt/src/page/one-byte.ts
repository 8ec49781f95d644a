import { readReceiptText } from '../header.ts'
import { canonicalize } from '../json.ts'
import { nameCheck } from '../view/checks.ts'
import { toSentence } from '../view/voice.ts'
import { createElement } from './dom.ts'
import type { Judgment } from './judgment.ts'

const CONTEXT_LENGTH = 140

/** What was changed, where, and which checks noticed. */
export function renderChange(change: Change, before: Judgment, after: Judgment): Node[] {
  const { before: old, after: fresh } = change
  return [
    createElement(
      'p',
      {},
      `Byte ${countByte(change)}: “${old}” became “${fresh}”. ${describeDetection(before, after)}`,
    ),
    renderExcerpt(change),
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

function renderExcerpt({ text, index, after }: Change): HTMLElement {
  const from = Math.max(0, index - CONTEXT_LENGTH)
  const to = index + 1 + CONTEXT_LENGTH
  return createElement(
    'pre',
    { 'aria-label': 'The text around the changed byte' },
    `${from > 0 ? '…' : ''}${text.slice(from, index)}`,
    createElement('mark', {}, after),
    `${text.slice(index + 1, to)}${to < text.length ? '…' : ''}`,
  )
}

/** A text with one of its bytes replaced; `index` counts UTF-16 units, as JavaScript does. */
export type Change = { text: string; index: number; before: string; after: string }

/**
 * Replaces one visible ASCII character by another, so that exactly one byte of the UTF-8 text differs. Every turn takes
 * another place, spread over the whole text. Null when no place would change what the text means.
 */
export function createChange(text: string, turn: number): Change | null {
  const places = [...text.matchAll(/[!-~]/g)].map((match) => match.index)
  const meaning = readMeaning(text)
  const first = Math.floor(computeFraction((turn + 1) * GOLDEN_RATIO) * places.length)
  for (let step = 0; step < places.length; step++) {
    const change = createChangeAt(text, places[(first + step) % places.length] ?? 0)
    if (readMeaning(change.text) !== meaning) return change
  }
  return null
}

/** Which byte of the UTF-8 text was changed, counted from 1. */
export function countByte({ text, index }: Change): number {
  return new TextEncoder().encode(text.slice(0, index)).length + 1
}

// Multiples of the golden ratio, modulo 1, never crowd: each new one falls into the widest gap.
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

function computeFraction(value: number): number {
  return value - Math.floor(value)
}

function createChangeAt(text: string, index: number): Change {
  const before = text.charAt(index)
  const after = computeNextCharacter(before)
  return { text: text.slice(0, index) + after + text.slice(index + 1), index, before, after }
}

// The next of its kind, so that the text often stays JSON and the change must be found by a check.
function computeNextCharacter(character: string): string {
  for (const kind of ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) {
    const at = kind.indexOf(character)
    if (at !== -1) return kind.charAt((at + 1) % kind.length)
  }
  return character === '_' ? '-' : '_'
}

/** Equal for texts that mean the same JSON value; a text that is not JSON means only itself. */
function readMeaning(text: string): string {
  const read = readReceiptText(text)
  return 'value' in read ? canonicalize(read.value) : `not JSON: ${text}`
}
