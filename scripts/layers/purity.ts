import { isBuiltin } from 'node:module'
import {
  isIdentifier,
  isNode,
  literalText,
  moduleMentions,
  type Place,
  type SourceFile,
  type SyntaxNode,
  type Violation,
  violation,
} from './syntax.ts'

const AMBIENT_GLOBALS = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'process',
]
const AMBIENT_MEMBERS = ['Date.now', 'Math.random', 'crypto.getRandomValues', 'crypto.randomUUID']
const GLOBAL_OBJECTS = ['globalThis', 'window', 'self', 'global']
const TYPESCRIPT_EXPRESSIONS = /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$/

/** Whether the file belongs to those that get time, randomness and data only as arguments. */
export function mustBePure(path: string): boolean {
  if (/\.test\.ts$|-(?:node|web)\.ts$/.test(path)) return false
  if (/^apps\/server\/src\/(?:.*\/)?rules\.ts$/.test(path)) return true
  // ambient.ts is the one place of the receipt package where the system's clock and randomness come in as defaults.
  if (path === 'packages/receipt/src/ambient.ts') return false
  // load.ts measures how long the compiled kernel took to start, for engineStatus; no score knows of it.
  if (path === 'packages/engine/src/kernel/load.ts') return false
  return /^(?:packages\/(?:engine\/src\/|receipt\/src\/(?!cli\/|page\/))|lab\/attacks\/)/.test(path)
}

/** Uses of the clock, the disk, the network, timers, randomness or the process. */
export function purityViolations(file: SourceFile, places: readonly Place[]): Violation[] {
  const imports = moduleMentions(places).flatMap(({ node, specifier, typeOnly }) => {
    const message = typeOnly || specifier === undefined ? undefined : importProblem(specifier)
    return message === undefined ? [] : [violation(file, node, message)]
  })
  const uses = places.flatMap((place) => {
    const name = isInsideType(place) ? undefined : ambientUse(place)
    return name === undefined ? [] : [violation(file, place.node, `a pure file must not use ${name}`)]
  })
  return [...imports, ...uses]
}

function importProblem(specifier: string): string | undefined {
  if (isBuiltin(specifier)) return `a pure file must not import ${specifier}`
  if (/^\.{1,2}\/(?:.*\/)?(?:store|routes)\.ts$/.test(specifier)) return `a pure file must not import "${specifier}"`
  return undefined
}

function ambientUse({ node, parent, member }: Place): string | undefined {
  if (node.type === 'MemberExpression') return ambientMember(node)
  if (node.type !== 'Identifier' || isOnlyAName(parent, member)) return undefined
  const name = String(node.name)
  if (name === 'Date') return isHarmlessDate(parent, member) ? undefined : 'the system clock (Date)'
  return AMBIENT_GLOBALS.includes(name) ? name : undefined
}

function ambientMember(node: SyntaxNode): string | undefined {
  const property = memberName(node)
  if (isIdentifier(node.object, GLOBAL_OBJECTS)) {
    return property !== undefined && [...AMBIENT_GLOBALS, 'Date'].includes(property) ? property : undefined
  }
  const path = `${ownName(node.object)}.${property}`
  // Date.now is found at the identifier Date already.
  return path !== 'Date.now' && AMBIENT_MEMBERS.includes(path) ? path : undefined
}

/** new Date(value), Date.UTC, Date.parse and instanceof ask no clock. */
function isHarmlessDate(parent: SyntaxNode | undefined, member: string): boolean {
  if (parent?.type === 'NewExpression' && member === 'callee') {
    return (
      Array.isArray(parent.arguments) && parent.arguments.some((one) => isNode(one) && one.type !== 'SpreadElement')
    )
  }
  if (parent?.type === 'MemberExpression') return ['UTC', 'parse', 'prototype'].includes(memberName(parent) ?? '')
  return parent?.type === 'BinaryExpression' && parent.operator === 'instanceof'
}

/** The last name of `crypto` and of `globalThis.crypto`. */
function ownName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node.name)
  return node.type === 'MemberExpression' && isIdentifier(node.object, GLOBAL_OBJECTS) ? memberName(node) : undefined
}

function memberName(node: SyntaxNode): string | undefined {
  if (node.computed === true) return literalText(node.property)
  return isNode(node.property) ? String(node.property.name) : undefined
}

/** `frame.performance` and `{ process: 1 }` name a member, they do not reach for the global. */
function isOnlyAName(parent: SyntaxNode | undefined, member: string): boolean {
  if (parent === undefined) return false
  if (member === 'property' || member === 'key') return parent.computed !== true
  return ['imported', 'exported', 'label'].includes(member)
}

function isInsideType({ node, parent }: Place): boolean {
  return (
    parent?.type.startsWith('TS') === true && !TYPESCRIPT_EXPRESSIONS.test(parent.type) && node.type === 'Identifier'
  )
}
