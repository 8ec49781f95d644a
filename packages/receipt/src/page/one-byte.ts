import { canonicalize } from '../canonical-json.ts'
import { readReceiptText } from '../view/read-text.ts'

/** A text with one of its bytes replaced; `index` counts UTF-16 units, as JavaScript does. */
export type Change = { text: string; index: number; before: string; after: string }

/**
 * Replaces one visible ASCII character by another, so that exactly one byte of the UTF-8 text differs. Every turn takes
 * another place, spread over the whole text. Null when no place would change what the text means.
 */
export function changeOneByte(text: string, turn: number): Change | null {
  const places = [...text.matchAll(/[!-~]/g)].map((match) => match.index)
  const meaning = readMeaning(text)
  const first = Math.floor(fraction((turn + 1) * GOLDEN_RATIO) * places.length)
  for (let step = 0; step < places.length; step++) {
    const change = changeAt(text, places[(first + step) % places.length] ?? 0)
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

function fraction(value: number): number {
  return value - Math.floor(value)
}

function changeAt(text: string, index: number): Change {
  const before = text.charAt(index)
  const after = nextCharacter(before)
  return { text: text.slice(0, index) + after + text.slice(index + 1), index, before, after }
}

// The next of its kind, so that the text often stays JSON and the change must be found by a check.
function nextCharacter(character: string): string {
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
