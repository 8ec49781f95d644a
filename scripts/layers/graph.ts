import { posix } from 'node:path'
import { moduleMentions, type Place, type SourceFile, type SyntaxNode, type Violation, violation } from './syntax.ts'

export type ParsedFile = { file: SourceFile; places: readonly Place[] }

/** One import of a file by another one of the same package, types included. */
export type Edge = { from: SourceFile; to: string; node: SyntaxNode; typeOnly: boolean }

const SERVER = 'apps/server/src'

/** The folder of a package whose insides are looked at: "apps/server/src", "lab". */
function packageOf(path: string): string | undefined {
  return /^(?:(?:packages|apps)\/[^/]+\/src|lab|proof|scripts)(?=\/)/.exec(path)?.[0]
}

/**
 * The part of a package that a file belongs to: its first folder, or the file itself where it stands in none. In the service that is an
 * area of a wing ("identity/codes"), or a file directly in a wing ("platform/problem.ts").
 */
export function partOf(path: string): string {
  const [first = '', second = ''] = path.slice((packageOf(path)?.length ?? -1) + 1).split('/')
  return packageOf(path) === SERVER && second !== '' ? `${first}/${second}` : first
}

/** The imports between the sources of each package; tests are no sources. */
export function findEdges(files: readonly ParsedFile[]): Edge[] {
  const sources = files.filter(({ file: { path } }) => packageOf(path) && !/\.test\.tsx?$|\/testing\.ts$/.test(path))
  const known = new Set(sources.map(({ file }) => file.path))
  return sources.flatMap(({ file: from, places }) =>
    moduleMentions(places).flatMap(({ node, specifier = '', typeOnly }) => {
      const to = posix.join(posix.dirname(from.path), specifier)
      const isInside = specifier.startsWith('.') && known.has(to) && packageOf(to) === packageOf(from.path)
      return isInside ? [{ from, to, node, typeOnly }] : []
    }),
  )
}

/** Circles of the parts of a package, at an import that closes each; oxlint finds those of files (import/no-cycle). */
export function circleViolations(edges: readonly Edge[]): Violation[] {
  const nameFolder = (path: string) => `${packageOf(path)}/${partOf(path)}`
  const arrows = Map.groupBy(edges, ({ from }) => nameFolder(from.path))
  const findReached = (name: string, reached = new Set<string>()): Set<string> => {
    for (const { to } of arrows.get(name) ?? []) {
      const next = nameFolder(to)
      if (next !== name && !reached.has(next)) findReached(next, reached.add(next))
    }
    return reached
  }
  const reach = new Map([...arrows.keys()].map((name) => [name, findReached(name)]))
  const circleOf = (name: string) => [...(reach.get(name) ?? [])].filter((one) => reach.get(one)?.has(name)).toSorted()
  return [...arrows].flatMap(([name, leaving]) => {
    const circle = circleOf(name)
    const closing = leaving.find(({ to }) => nameFolder(to) !== name && circle.includes(nameFolder(to)))
    if (circle[0] !== name || !closing) return []
    return [violation(closing.from, closing.node, `closes a circle: ${circle.join(', ')}`)]
  })
}

/** The wings of the service by floor. A wing imports from lower floors; two wings of one floor don't know each other. */
const FLOORS: Readonly<Record<string, number>> = {
  platform: 1,
  publishing: 2,
  identity: 2,
  scan: 3,
  requests: 4,
  operator: 5,
  app: 6,
}

/** Imports of the service that run up, and files outside the wings. */
export function wingViolations(edges: readonly Edge[]): Violation[] {
  return edges.filter(({ to }) => packageOf(to) === SERVER).flatMap(findClimb)
}

function findClimb({ from, to, node }: Edge): Violation[] {
  const [upper, lower] = [wingOf(from.path), wingOf(to)]
  const [upperFloor, lowerFloor] = [FLOORS[upper], FLOORS[lower]]
  if (upperFloor === undefined || lowerFloor === undefined)
    return [violation(from, node, `${upperFloor === undefined ? from.path : to} is in no wing; see ARCHITECTURE.md`)]
  if (upper === lower || lowerFloor < upperFloor) return []
  return [violation(from, node, `${upper} must not import ${lower} (${partOf(to)}); register what it needs in app/`)]
}

const LONGEST_CHAIN = 3

/**
 * Chains of more than three areas inside a wing of the service. An area is a folder; a chain may lead through files directly in the wing,
 * which don't count. Types don't count either: they are gone when the service runs.
 */
export function chainViolations(edges: readonly Edge[]): Violation[] {
  const inner = edges.filter(({ from, to, typeOnly }) => {
    const isOfService = packageOf(from.path) === SERVER && packageOf(to) === SERVER
    return isOfService && !typeOnly && wingOf(from.path) === wingOf(to) && partOf(from.path) !== partOf(to)
  })
  const arrows = Map.groupBy(inner, ({ from }) => partOf(from.path))
  const isArea = (part: string) => !part.endsWith('.ts')
  const chains = new Map<string, readonly string[]>()
  const findChain = (part: string, above: readonly string[] = []): readonly string[] => {
    const known = chains.get(part)
    if (known) return known
    // A circle is another violation; here it only must not be followed for ever.
    const below = [...new Set((arrows.get(part) ?? []).map(({ to }) => partOf(to)))].filter(
      (one) => !above.includes(one),
    )
    const longest = below
      .map((one) => findChain(one, [...above, part]))
      .reduce((best, one) => (one.length > best.length ? one : best), [])
    const chain = isArea(part) ? [part, ...longest] : longest
    chains.set(part, chain)
    return chain
  }
  return [...arrows].flatMap(([part, leaving]) => {
    const chain = isArea(part) ? findChain(part) : []
    if (chain.length <= LONGEST_CHAIN) return []
    const first = leaving.find(({ to }) => findChain(partOf(to))[0] === chain[1]) ?? leaving[0]
    const message = `begins a chain of more than ${LONGEST_CHAIN} areas: ${chain.join(' > ')}`
    return first ? [violation(first.from, first.node, message)] : []
  })
}

function wingOf(path: string): string {
  return path.slice(SERVER.length + 1).split('/')[0] ?? ''
}
