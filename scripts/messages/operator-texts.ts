import { isIdentifier, isNode, literalText, type Place, type SourceFile, violation } from '../layers/syntax.ts'
import { type Saying, sayingsIn } from './sayings.ts'

const SERVICE = 'apps/server/src/'
// What prints to a terminal beside the commands.
const PRINTS = /^apps\/server\/src\/(?:cli\/.*|first-start|start|start-words|offer-to-open)\.ts$/
const PROBLEMS = ['SettingProblem', 'DatabaseProblem', 'DataFolderInUse', 'UnreadableProblem', 'UsageProblem']

/** What a file of the service prints for whoever runs it. */
export function printedIn(file: SourceFile, places: readonly Place[]): Saying[] {
  return PRINTS.test(file.path) && !isTest(file) ? sayingsIn(file, places) : []
}

/**
 * Why a file of the service refuses a start or a command. A text that was made elsewhere is passed on as it is; one that is put together
 * here could not be translated, and throws.
 */
export function refusalsIn(file: SourceFile, places: readonly Place[]): Saying[] {
  return file.path.startsWith(SERVICE) && !isTest(file) ? problemsIn(file, places) : []
}

function isTest({ path }: SourceFile): boolean {
  return path.endsWith('.test.ts')
}

function problemsIn(file: SourceFile, places: readonly Place[]): Saying[] {
  return places.flatMap(({ node }) => {
    if (node.type !== 'NewExpression' || !isNode(node.callee) || !isIdentifier(node.callee, PROBLEMS)) return []
    const [text] = Array.isArray(node.arguments) ? node.arguments : []
    const key = literalText(text)
    const { path, line } = violation(file, node, '')
    if (key !== undefined) return [{ key, isCounted: false, path, line }]
    if (isNode(text) && ['TemplateLiteral', 'BinaryExpression'].includes(text.type))
      throw new Error(`${path}:${line} says a text that is no literal`)
    return []
  })
}
