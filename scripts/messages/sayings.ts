import {
  isIdentifier,
  isNode,
  literalText,
  type Place,
  type SourceFile,
  type SyntaxNode,
  violation,
} from '../layers/syntax.ts'

const SAYERS = ['say', 'sayCount', 'sayRich']

/** A text that some code says: its key in the catalogues, and whether it has forms by a count. */
export type Saying = { key: string; isCounted: boolean; path: string; line: number }

/** Every text that a file says. Throws where the text is no literal: nobody could translate it. */
export function sayingsIn(file: SourceFile, places: readonly Place[]): Saying[] {
  return places.filter(isSaying).map(({ node }) => {
    const isCounted = isIdentifier(node.callee, ['sayCount'])
    const words = Array.isArray(node.arguments) ? node.arguments : []
    const key = literalText(isCounted ? words[2] : words[0])
    const { path, line } = violation(file, node, '')
    if (key === undefined) throw new Error(`${path}:${line} says a text that is no literal`)
    return { key, isCounted, path, line }
  })
}

/** Whether a node is a call that says something. */
export function isSaying({ node }: { node: SyntaxNode }): boolean {
  return node.type === 'CallExpression' && isNode(node.callee) && isIdentifier(node.callee, SAYERS)
}
