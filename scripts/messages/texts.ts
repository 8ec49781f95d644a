import {
  isIdentifier,
  isNode,
  literalText,
  type Place,
  type SourceFile,
  type SyntaxNode,
  violation,
} from '../layers/syntax.ts'

/** A text that code shows to people: its English, whether it has forms by a count, and where it stands. */
export type Text = { key: string; isCounted: boolean; path: string; line: number }

/** Finds the texts of a file of one kind. */
export type FindTexts = (file: SourceFile, places: readonly Place[]) => Text[]

/** How a sentence or a label looks. */
export const SENTENCE = /[a-z]{2}.* .*[a-z]{2}|^[A-Z][a-z],? [a-z]{2,}$|^[A-Z][a-z’]+[.!?…:]?$/
/** Modules and types have names; errors are for developers; what is compared was said elsewhere. */
export const NOT_READ = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSLiteralType',
  'NewExpression',
  'BinaryExpression',
  'SwitchCase',
])

const SAYERS = ['say', 'sayCount', 'sayRich']

/** Finds what a file says by `say`, `sayCount` or `sayRich`. Throws where the text is no literal: it could not be translated. */
export const findSaidTexts: FindTexts = (file, places) =>
  places.filter(isSaying).map(({ node }) => {
    const isCounted = isIdentifier(node.callee, ['sayCount'])
    const words = Array.isArray(node.arguments) ? node.arguments : []
    return requireText(file, node, { word: isCounted ? words[2] : words[0], isCounted })
  })

/** Whether a node is a call that says something. */
export function isSaying({ node }: { node: SyntaxNode }): boolean {
  return node.type === 'CallExpression' && isNode(node.callee) && isIdentifier(node.callee, SAYERS)
}

const PROBLEMS = [
  'SettingProblem',
  'DatabaseProblem',
  'PostgresProblem',
  'DataFolderInUse',
  'MetadataProblem',
  'UnreadableProblem',
  'UsageProblem',
]

/** Finds why a file refuses a start or a command. A text made elsewhere is passed on; one that is put together here throws. */
export const findRefusals: FindTexts = (file, places) =>
  places.flatMap(({ node }) => {
    if (node.type !== 'NewExpression' || !isIdentifier(node.callee, PROBLEMS)) return []
    const [word] = Array.isArray(node.arguments) ? node.arguments : []
    const isMade = literalText(word) !== undefined || ['TemplateLiteral', 'BinaryExpression'].includes(word?.type)
    return isMade ? [requireText(file, node, { word, isCounted: false })] : []
  })

/**
 * Finds the texts of the view of the receipt library, which marks nothing: every sentence is for people, and so is every word that is
 * handed to `say`.
 */
export const findViewTexts: FindTexts = findLiterals(
  (place, text) =>
    !NOT_READ.has(String(place.parent?.type)) &&
    place.member !== 'key' &&
    (SENTENCE.test(text) || isArgument(place, 'say', 0)),
)

/** Finds why the receipt library refuses a receipt: the details of failures that have no values in them. */
export const findFailureDetails: FindTexts = findLiterals(
  (place) => isArgument(place, 'createFailure', 1) || isArgument(place, 'createInconsistency', 0),
)

// Programs read these sentences, too, so they stay English where they are made: hints, advice, and why a service refused.
const WHOLE_SENTENCE = /^[A-Z].*[a-z]{2}.* .*[a-z]{2}.*[.!?]$/

/** Finds the sentences that `<stillhere-scan>` repeats in other languages. */
export const findRepeatedTexts: FindTexts = findLiterals(
  (place, text) =>
    place.parent?.type !== 'NewExpression' &&
    place.member !== 'key' &&
    !isArgument(place, 'say', 0) &&
    WHOLE_SENTENCE.test(text),
)

function findLiterals(isRead: (place: Place, text: string) => boolean): FindTexts {
  return (file, places) =>
    places.flatMap((place) => {
      const key = literalText(place.node)
      if (key === undefined || !place.parent || !isRead(place, key)) return []
      return [requireText(file, place.node, { word: place.node, isCounted: false })]
    })
}

function requireText(
  file: SourceFile,
  node: SyntaxNode,
  { word, isCounted }: { word: unknown; isCounted: boolean },
): Text {
  const key = literalText(word)
  const { path, line } = violation(file, node, '')
  if (key === undefined) throw new Error(`${path}:${line} says a text that is no literal`)
  return { key, isCounted, path, line }
}

function isArgument({ node, parent }: Place, callee: string, index: number): boolean {
  if (parent?.type !== 'CallExpression' || !isIdentifier(parent.callee, [callee])) return false
  return Array.isArray(parent.arguments) && parent.arguments[index] === node
}
