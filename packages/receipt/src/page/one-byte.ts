import { readReceiptText } from '../header.ts'
import { canonicalize } from '../json.ts'
import { nameCheck } from '../view/checks.ts'
import { toSentence } from '../view/voice.ts'
import { createElement } from './dom.ts'
import type { Judgment } from './judgment.ts'

const CONTEXT_LENGTH = 140

/**
 * Renders a changed byte: what it was and became, the verification checks that failed because of it, and the text around it. `before` and `after`
 * are the judgments without and with the change.
 */
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

/** A text in which one byte was replaced. `index` counts UTF-16 units, as JavaScript does. */
export type Change = { text: string; index: number; before: string; after: string }

/**
 * Replaces one visible ASCII character of a text by another, so that exactly one byte of its UTF-8 form differs. Each `turn` (0, 1, 2 …) starts at a
 * different position, spread over the text. Returns null if no replacement would change the meaning of the JSON.
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

/** Returns the position of the changed byte in the UTF-8 text, counted from 1. */
export function countByte({ text, index }: Change): number {
  return new TextEncoder().encode(text.slice(0, index)).length + 1
}

// Multiples of the golden ratio, modulo 1, spread evenly: each falls into the widest gap.
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

function computeFraction(value: number): number {
  return value - Math.floor(value)
}

function createChangeAt(text: string, index: number): Change {
  const before = text.charAt(index)
  const after = computeNextCharacter(before)
  return { text: text.slice(0, index) + after + text.slice(index + 1), index, before, after }
}

// The next character of the same kind, so that the text often stays JSON and a check has to detect the change.
function computeNextCharacter(character: string): string {
  for (const kind of ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) {
    const at = kind.indexOf(character)
    if (at !== -1) return kind.charAt((at + 1) % kind.length)
  }
  return character === '_' ? '-' : '_'
}

/** Returns the canonical text of JSON, or the text itself if it isn't JSON. */
function readMeaning(text: string): string {
  const read = readReceiptText(text)
  return 'value' in read ? canonicalize(read.value) : `not JSON: ${text}`
}
