import { isIdentifier, isNode, literalText, type Place, type SyntaxNode } from './syntax.ts'

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
