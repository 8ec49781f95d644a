import { isNode, literalText, type Place, type SourceFile, type Violation, violation } from '../layers/syntax.ts'
import { isSaying, NOT_READ, SENTENCE } from './texts.ts'

// Attributes and members that people read, or hear.
const READ = new Set(
  'label lead title note hint alt placeholder aria-label aria-description aria-valuetext words advice text head caption question answer empty'.split(
    ' ',
  ),
)
// Attributes in which a blank does not mean a sentence.
const CODE = new Set(
  'autoComplete class style href src id for key name d rel kind type viewBox points transform allow'.split(' '),
)
const SELECTING = /^(?:matches|closest|querySelector(?:All)?)$/
const WORDS = /[a-z]{2}/i
// Names of files, paths, ids, events and products, commands with options, media queries, references, markup to paste, curves and units are the same in every language.
const NAME =
  /^\s*\S*[/.…_-]\S*[\w…]\s*$|(?:^| )--?\w|^\([\w-]+: [\w-]+\)$|^url\(.*\)$|^<a href=.*<\/a>$|^\s*(?:Stillhere|API|OpenAPI|ROC|DET|… KB)\s*$/
// A word beside a value that is put in: "No. …", "… points".
const MEASURE = /… [a-z]{2}|[a-z][.:]? …/i
// Other code than pages is full of texts for programs; what ends like a sentence is for people there, too.
const WHOLE_SENTENCE = /^[A-Z…].*[a-z]{2}.* .*[a-z]{2}.*[.!?]$/

type Range = readonly [from: number, to: number]

/** Texts that people read and that no catalogue can reach: written into a page beside `say`. */
export function findUnsaid(file: SourceFile, places: readonly Place[]): Violation[] {
  const left = places.filter((place) => isSaying(place) || isCode(place)).map(rangeOf)
  const isPage = /words\.ts$|\.tsx$/.test(file.path)
  return places.flatMap((place) => {
    const text = readTextOf(place, isPage)
    if (text === undefined || left.some(([from, to]) => place.node.start >= from && place.node.start < to)) return []
    return [violation(file, place.node, `is not said in every language: ${text.trim()}`)]
  })
}

function rangeOf({ node }: Place): Range {
  return [node.start, Number(node.end)]
}

function isCode({ node }: Place): boolean {
  return (node.type === 'JSXAttribute' && CODE.has(nameOf(node.name))) || isSelection(node)
}

// What is asked for by a selector of CSS.
function isSelection({ type, callee }: Place['node']): boolean {
  return type === 'CallExpression' && isNode(callee) && SELECTING.test(nameOf(callee.property))
}

function readTextOf({ node, parent, member }: Place, isPage: boolean): string | undefined {
  const text = textOf(node)
  if (text === undefined || !WORDS.test(text) || NAME.test(text) || !parent) return undefined
  if (node.type === 'JSXText' || parent.type === 'JSXExpressionContainer') return text
  if (parent.type === 'JSXAttribute') return READ.has(nameOf(parent.name)) ? text : undefined
  if (parent.type === 'Property' && member === 'value' && READ.has(nameOf(parent.key))) return text
  if (member === 'key' || NOT_READ.has(parent.type)) return undefined
  const isRead = isPage ? SENTENCE.test(text) || isMeasure(node, text) : WHOLE_SENTENCE.test(text)
  return isRead ? text : undefined
}

function isMeasure(node: Place['node'], text: string): boolean {
  return node.type === 'TemplateLiteral' && MEASURE.test(text)
}

function textOf(node: Place['node']): string | undefined {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return literalText(node)
  return node.quasis.map((part) => part.value.cooked).join('…')
}

function nameOf(name: unknown): string {
  return isNode(name) ? String(name.name ?? name.value) : ''
}
