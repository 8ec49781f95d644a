import { posix } from 'node:path'
import { type ModuleMention, moduleMentions } from './imports.ts'
import { type Place, type SourceFile, type Violation, violation } from './syntax.ts'

const SCOPE = '@stillhere/'

/** The arrows of ARCHITECTURE.md: which packages of this repository each room may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/receipt': [],
  'packages/engine': [],
  'packages/contract': [],
  'packages/client': ['receipt', 'engine', 'contract'],
  'apps/server': ['receipt', 'engine', 'contract'],
  'apps/web': ['client'],
}

/** What tests may import beside that: those of the service call it as its callers do. */
const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = { 'apps/server': ['client'] }

/** Imports that run against the arrows, or go around them by a relative path. */
export function arrowViolations(file: SourceFile, places: readonly Place[]): Violation[] {
  const room = roomOf(file.path)
  if (room !== undefined && !(room in MAY_IMPORT)) {
    return [{ path: file.path, line: 1, message: `${room} has no place among the layers; add it to MAY_IMPORT` }]
  }
  return moduleMentions(places).flatMap((mention) => {
    const message = arrowProblem(file.path, room, mention)
    return message === undefined ? [] : [violation(file, mention.node, message)]
  })
}

function arrowProblem(path: string, room: string | undefined, { specifier }: ModuleMention): string | undefined {
  if (specifier === undefined) {
    return room === undefined || isTest(path)
      ? undefined
      : 'a module must be named by a literal, or nobody can check it'
  }
  if (specifier.startsWith(SCOPE)) return packageProblem(path, room, specifier)
  return /^\.{0,2}\//.test(specifier) ? relativeProblem(path, room, specifier) : undefined
}

function packageProblem(path: string, room: string | undefined, specifier: string): string | undefined {
  const name = specifier.slice(SCOPE.length).split('/')[0] ?? ''
  if (room !== undefined && isTest(path) && TESTS_MAY_IMPORT[room]?.includes(name)) return undefined
  if (room === undefined || room.endsWith(`/${name}`) || MAY_IMPORT[room]?.includes(name)) return undefined
  return `${room} must not import ${SCOPE}${name}`
}

function relativeProblem(path: string, room: string | undefined, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier)
  const targetRoom = roomOf(target)
  if (targetRoom === room && !leavesRoom(room, target)) return undefined
  // Tests share one way to start Chromium and one to start the service, and those lie in scripts/.
  if (isTest(path) && target.startsWith('scripts/')) return undefined
  // A benchmark looks inside what it measures, and a generator inside what it describes.
  if (/^(?:bench|scripts\/generate)\//.test(path)) return undefined
  return `"${specifier}" crosses the border of a package; import packages by their names`
}

function leavesRoom(room: string | undefined, target: string): boolean {
  return room !== undefined && target !== room && !target.startsWith(`${room}/`)
}

/** "packages/receipt" for a file in it; undefined for examples, scripts and other files outside the workspaces. */
function roomOf(path: string): string | undefined {
  return /^(?:packages|apps)\/[^/]+/.exec(path)?.[0]
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.includes('/test/') || path.startsWith('packages/receipt/conformance/')
}
