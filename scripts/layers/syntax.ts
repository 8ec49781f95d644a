import { parseSync } from 'oxc-parser'

/** A node of the parsed file; members differ by type, so each reader checks what it takes. */
export type SyntaxNode = { type: string; start: number; [member: string]: unknown }

/** A node with its way up: what holds it, and under which member. */
export type Place = { node: SyntaxNode; parent: SyntaxNode | undefined; member: string }

/** One file of the tree, its path relative to the root and with forward slashes. */
export type SourceFile = { path: string; text: string }

export type Violation = { path: string; line: number; message: string }

/** The syntax tree of one file, and its comments. */
export type ParsedText = { program: SyntaxNode; comments: { start: number; end: number; value: string }[] }

/** Parses a file. Throws when that fails: an unread file is not a clean file. */
export function parseText(file: SourceFile): ParsedText {
  const parsed = parseSync(file.path, file.text)
  const problem = parsed.errors[0]
  if (problem) throw new Error(`cannot parse ${file.path}: ${problem.message}`)
  if (!isNode(parsed.program)) throw new Error(`${file.path} has no syntax tree`)
  return { program: parsed.program, comments: parsed.comments }
}

/** Every node of the file in source order. */
export function placesIn(file: SourceFile): Place[] {
  const places: Place[] = []
  walk(parseText(file).program, (node, parent, member) => places.push({ node, parent, member }))
  return places
}

/** Calls `visit` for a node and for each one below it, in source order. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | undefined, member: string) => void,
  parent?: SyntaxNode,
  member = '',
): void {
  visit(node, parent, member)
  for (const [name, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node, name)
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

/** One mention of another module; `specifier` is undefined when the code computes it. */
export type ModuleMention = { node: SyntaxNode; specifier: string | undefined; typeOnly: boolean }

/** Every way a file can name another module: import, export from, import(), require(), import type, import("x").T. */
export function moduleMentions(places: readonly Place[]): ModuleMention[] {
  return places.flatMap(({ node }) => {
    const source = readSource(node)
    return source === undefined ? [] : [{ node, specifier: literalText(source), typeOnly: isTypeOnly(node) }]
  })
}

function readSource(node: SyntaxNode): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source
    case 'ExportNamedDeclaration':
      return node.source ?? undefined
    case 'TSExternalModuleReference':
      return node.expression
    case 'CallExpression':
      return isRequire(node.callee) && Array.isArray(node.arguments) ? node.arguments[0] : undefined
    default:
      return undefined
  }
}

function isRequire(callee: unknown): boolean {
  if (isIdentifier(callee, ['require'])) return true
  return (
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    isIdentifier(callee.object, ['require']) &&
    isIdentifier(callee.property, ['resolve'])
  )
}

function isTypeOnly(node: SyntaxNode): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers = Array.isArray(node.specifiers) ? node.specifiers.filter(isNode) : []
  return specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
}
