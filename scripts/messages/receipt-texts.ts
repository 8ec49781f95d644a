import { isIdentifier, literalText, type Place, type SourceFile, violation } from '../layers/syntax.ts'
import type { Saying } from './sayings.ts'
import { NOT_READ, SENTENCE } from './unsaid.ts'

const LIBRARY = 'packages/receipt/src/'
// Who signs is a developer, and reads English.
const JUDGING = /^packages\/receipt\/src\/(?:checks|chain|policy|action-digest)\.ts$/

/** Whether a file of the receipt library holds texts that pages translate: what it says of receipts, and why it refuses them. */
export function isReceiptText(path: string): boolean {
  return JUDGING.test(path) || (path.startsWith(`${LIBRARY}view/`) && !path.endsWith('.test.ts'))
}

/**
 * The texts of such a file. The library brings no catalogue and marks nothing: in its view every sentence is for people, and so is
 * every word that is handed to `say`; of its checks, the details of failures that have no values in them.
 */
export function receiptTextsIn(file: SourceFile, places: readonly Place[]): Saying[] {
  const isRead = JUDGING.test(file.path) ? isDetail : isViewText
  return places.flatMap((place) => {
    const key = literalText(place.node)
    if (key === undefined || !isRead(place, key)) return []
    const { path, line } = violation(file, place.node, '')
    return [{ key, isCounted: false, path, line }]
  })
}

function isViewText({ node, parent, member }: Place, text: string): boolean {
  if (!parent || NOT_READ.has(parent.type) || member === 'key') return false
  return SENTENCE.test(text) || isArgument({ node, parent, member }, ['say'], 0)
}

function isDetail(place: Place): boolean {
  return isArgument(place, ['failure'], 1) || isArgument(place, ['inconsistent'], 0)
}

function isArgument({ node, parent }: Place, callees: readonly string[], index: number): boolean {
  if (parent?.type !== 'CallExpression' || !isIdentifier(parent.callee, callees)) return false
  return Array.isArray(parent.arguments) && parent.arguments[index] === node
}
