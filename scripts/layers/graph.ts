import { posix } from 'node:path'
import { moduleMentions, type Place, type SourceFile, type SyntaxNode, type Violation, violation } from './syntax.ts'

export type ParsedFile = { file: SourceFile; places: readonly Place[] }

/** One import of a file by another one of the same package, types included. */
export type Edge = { from: SourceFile; to: string; node: SyntaxNode }

const SERVER = 'apps/server/src'

/** The folder of a package whose insides are looked at: "apps/server/src", "lab". */
function packageOf(path: string): string | undefined {
  return /^(?:(?:packages|apps)\/[^/]+\/src|lab|proof|scripts)(?=\/)/.exec(path)?.[0]
}

/** The part of a package that a file belongs to: its first folder, or the file itself where it stands in none. */
export function partOf(path: string): string {
  return path.slice((packageOf(path)?.length ?? -1) + 1).split('/')[0] ?? ''
}

/** The imports between the sources of each package; tests are no sources. */
export function findEdges(files: readonly ParsedFile[]): Edge[] {
  const sources = files.filter(({ file: { path } }) => packageOf(path) && !/\.test\.tsx?$|\/testing\.ts$/.test(path))
  const known = new Set(sources.map(({ file }) => file.path))
  return sources.flatMap(({ file: from, places }) =>
    moduleMentions(places).flatMap(({ node, specifier = '' }) => {
      const to = posix.join(posix.dirname(from.path), specifier)
      const isInside = specifier.startsWith('.') && known.has(to) && packageOf(to) === packageOf(from.path)
      return isInside ? [{ from, to, node }] : []
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

/** The floors of the service, the ground first. A part may import from its own and from lower ones. */
const FLOORS: readonly { name: string; parts: string }[] = [
  {
    name: 'ground',
    parts:
      'problem.ts prose.ts visible-text.ts html.ts email.ts day.ts loopback.ts public-address.ts thumbprint.ts secrets.ts secret-files.ts logger.ts log-lines.ts speakers.ts operator-problem.ts terminal settings database postgres',
  },
  { name: 'first', parts: 'service.ts threads limits http outbox' },
  { name: 'second', parts: 'nodes auth' },
  {
    name: 'third',
    parts:
      'mail identity codes invites waitlist wallet device-roots passkeys otp agents entropy motion network recruitment research calibration receipts kept-receipts verification research-strokes publishing sites webhooks requests checks askers approvals oidc mcp push notices sessions recovery setup',
  },
  {
    name: 'top',
    parts:
      'account people overview system docs discovery web tasks jobs lan cli credentials.ts frame.ts app.ts start.ts first-start.ts start-words.ts offer-to-open.ts own-address.ts listen.ts main.ts',
  },
]

/** Parts of one floor that must not know each other: a scan answers requests of any kind through an interface that they register. */
const UNAWARE: Readonly<Record<string, string>> = { verification: 'requests checks askers approvals sites oidc' }

/** Imports of the service that run up, and parts that stand on no floor. */
export function floorViolations(edges: readonly Edge[]): Violation[] {
  return edges.flatMap(({ from, to, node }) => {
    if (packageOf(to) !== SERVER) return []
    const [upper, lower] = [findFloor(from.path), findFloor(to)]
    if (upper < 0 || lower < 0) {
      return [violation(from, node, `${partOf(upper < 0 ? from.path : to)} stands on no floor; add it to FLOORS`)]
    }
    if (UNAWARE[partOf(from.path)]?.split(' ').includes(partOf(to)))
      return [
        violation(from, node, `${partOf(from.path)} must not know ${partOf(to)}; register what it needs in app.ts`),
      ]
    const message = `${partOf(from.path)} (${FLOORS[upper]?.name} floor) must not import ${partOf(to)} (${FLOORS[lower]?.name})`
    return lower > upper ? [violation(from, node, message)] : []
  })
}

function findFloor(path: string): number {
  return FLOORS.findIndex(({ parts }) => parts.split(' ').includes(partOf(path)))
}
