import { posix } from 'node:path'
import { type ModuleMention, moduleMentions, type Place, type SourceFile, type Violation, violation } from './syntax.ts'

const SCOPE = '@stillhere/'
const LAB = 'lab'
const NOT_LAB = 'nothing may import the laboratory; what a product needs belongs into a package'

/** The arrows of ARCHITECTURE.md: which packages of this repository each workspace may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'packages/receipt': [],
  'packages/engine': [],
  'packages/contract': [],
  'packages/messages': [],
  'packages/postgres': ['messages'],
  'packages/client': ['receipt', 'engine', 'contract'],
  // Of the pages only `@stillhere/web/ask`, which the service renders first.
  'apps/server': ['receipt', 'engine', 'contract', 'messages', 'postgres', 'web'],
  'apps/web': ['client', 'messages'],
  lab: ['engine', 'receipt'],
}

/** What tests may import beside that: those of the service call it as its callers do. */
const TESTS_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = { 'apps/server': ['client'] }

/** `stillhere mcp` runs on the machine of an agent and calls a service as every caller does. */
const CALLS_A_SERVICE = /^apps\/server\/src\/app\/cli\/mcp(?:-backend)?\.ts$/

/** Generators that are dropped into a folder, and catalogues by language and page, are loaded by these files alone, and by their names. */
const MAY_COMPUTE: ReadonlySet<string> = new Set(['lab/arena/harness/load.ts', 'apps/web/document-words.ts'])

/** The arena judges injections by the service's own rules. */
const RULES_OF_THE_ARENA = 'apps/server/src/scan/verification/arena.ts'

/** The pure files of the service that benchmarks load without the rest of it. */
const MEASURED =
  /^apps\/server\/src\/scan\/(?:calibration\/computation|research\/(?:landmarks|strokes)|memory\/traces)\.ts$/

const STORE = /^apps\/server\/src\/.*(?:\/|-)store\.ts$/

/** Imports that run against the arrows, or go around them by a relative path. */
export function arrowViolations(file: SourceFile, places: readonly Place[]): Violation[] {
  const workspace = workspaceOf(file.path)
  if (workspace !== undefined && !(workspace in MAY_IMPORT)) {
    return [{ path: file.path, line: 1, message: `${workspace} has no place among the layers; add it to MAY_IMPORT` }]
  }
  return moduleMentions(places).flatMap((mention) => {
    const message = arrowProblem(file.path, workspace, mention)
    return message === undefined ? [] : [violation(file, mention.node, message)]
  })
}

function arrowProblem(path: string, workspace: string | undefined, { specifier }: ModuleMention): string | undefined {
  if (specifier === undefined) {
    return workspace === undefined || isTest(path) || MAY_COMPUTE.has(path)
      ? undefined
      : 'a module must be named by a literal, which alone can be checked'
  }
  if (specifier.startsWith(SCOPE)) return packageProblem(path, workspace, specifier)
  return /^\.{0,2}\//.test(specifier) ? relativeProblem(path, workspace, specifier) : undefined
}

function packageProblem(path: string, workspace: string | undefined, specifier: string): string | undefined {
  const name = specifier.slice(SCOPE.length).split('/')[0] ?? ''
  if (name === LAB && workspace !== LAB) return NOT_LAB
  if (workspace !== undefined && isTest(path) && TESTS_MAY_IMPORT[workspace]?.includes(name)) return undefined
  if (name === 'client' && CALLS_A_SERVICE.test(path)) return undefined
  if (workspace === undefined || MAY_IMPORT[workspace]?.includes(name)) return undefined
  if (workspace.split('/').at(-1) === name) return undefined
  return `${workspace} must not import ${SCOPE}${name}`
}

function relativeProblem(path: string, workspace: string | undefined, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier)
  const targetWorkspace = workspaceOf(target)
  if (targetWorkspace === LAB && workspace !== LAB) return NOT_LAB
  if (targetWorkspace === workspace && !leavesWorkspace(workspace, target)) return undefined
  // Tests share one way to start Chromium and one to start the service, and those lie in scripts/.
  if (isTest(path) && /^(?:scripts|proof)\//.test(target)) return undefined
  // The laboratory trains and attacks the engine's inner parts, and shares the alterations of its tests.
  if (workspace === LAB && target.startsWith('packages/engine/')) return undefined
  if (path.startsWith('lab/arena/harness/') && target === RULES_OF_THE_ARENA) return undefined
  if (path.startsWith('proof/') && target.startsWith('apps/server/src/'))
    return MEASURED.test(target)
      ? undefined
      : 'a proof asks the service by HTTP and by apps/server/test, never its private files'
  if (path.startsWith('scripts/') && STORE.test(target)) return 'a script must not import a store of the service'
  // A benchmark looks inside the packages that it measures, a generator inside what it describes, and a catalogue belongs to a page.
  if (/^(?:proof\/|scripts\/(?:generate|messages)[./])/.test(path)) return undefined
  return `"${specifier}" crosses the border of a package; import packages by their names`
}

function leavesWorkspace(workspace: string | undefined, target: string): boolean {
  return workspace !== undefined && target !== workspace && !target.startsWith(`${workspace}/`)
}

/** "packages/receipt" for a file in it; undefined for examples, scripts and other files outside the workspaces. */
function workspaceOf(path: string): string | undefined {
  return /^(?:(?:packages|apps)\/[^/]+|lab(?=\/))/.exec(path)?.[0]
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.includes('/test/') || path.startsWith('packages/receipt/conformance/')
}
