import { parseSync } from 'oxc-parser'

/** A node of the parsed file; members differ by type, so each reader checks what it takes. */
export type SyntaxNode = { type: string; start: number; [member: string]: unknown }

/** A node with its way up: what holds it, and under which member. */
export type Place = { node: SyntaxNode; parent: SyntaxNode | undefined; member: string }

/** One file of the tree, its path relative to the root and with forward slashes. */
export type SourceFile = { path: string; text: string }

export type Violation = { path: string; line: number; message: string }

/** Every node of the file in source order. Throws when the file cannot be parsed: an unread file is not a clean file. */
export function placesIn(file: SourceFile): Place[] {
  const parsed = parseSync(file.path, file.text)
  const problem = parsed.errors[0]
  if (problem) throw new Error(`cannot parse ${file.path}: ${problem.message}`)
  const places: Place[] = []
  if (isNode(parsed.program)) collect({ node: parsed.program, parent: undefined, member: '' }, places)
  return places
}

function collect(place: Place, places: Place[]): void {
  places.push(place)
  for (const [member, value] of Object.entries(place.node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect({ node: child, parent: place.node, member }, places)
    }
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The text of a string literal or of a template without holes; undefined for anything else. */
export function literalText(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : undefined
  if (value.type !== 'TemplateLiteral' || !Array.isArray(value.quasis) || value.quasis.length !== 1) return undefined
  return value.quasis[0].value.cooked
}

export function isIdentifier(value: unknown, names: readonly string[]): value is SyntaxNode & { name: string } {
  return isNode(value) && value.type === 'Identifier' && names.includes(String(value.name))
}

/** Where a node stands, and what is wrong with it. */
export function violation(file: SourceFile, node: SyntaxNode, message: string): Violation {
  return { path: file.path, line: file.text.slice(0, node.start).split('\n').length, message }
}
