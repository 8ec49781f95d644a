import { posix } from 'node:path'
import { moduleMentions } from './imports.ts'
import type { Place, SourceFile, SyntaxNode } from './syntax.ts'

export type ParsedFile = { file: SourceFile; places: readonly Place[] }

/** One import of a file by another one of the same package, types included. */
export type Edge = { from: SourceFile; to: string; node: SyntaxNode }

/** The folder of a package whose insides are looked at: "apps/server/src", "lab". */
export function packageOf(path: string): string | undefined {
  return /^(?:(?:packages|apps)\/[^/]+\/src|lab)(?=\/)/.exec(path)?.[0]
}

/** The part of a package that a file belongs to: its first folder, or the file itself where it stands in none. */
export function partOf(path: string): string {
  return path.slice((packageOf(path)?.length ?? -1) + 1).split('/')[0] ?? ''
}

/** The imports between the sources of each package; tests are no sources. */
export function findEdges(files: readonly ParsedFile[]): Edge[] {
  const sources = files.filter(({ file: { path } }) => packageOf(path) !== undefined && !isTest(path))
  const known = new Set(sources.map(({ file }) => file.path))
  return sources.flatMap(({ file: from, places }) =>
    moduleMentions(places).flatMap(({ node, specifier = '' }) => {
      const to = posix.join(posix.dirname(from.path), specifier)
      const isInside = specifier.startsWith('.') && known.has(to) && packageOf(to) === packageOf(from.path)
      return isInside ? [{ from, to, node }] : []
    }),
  )
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\.ts$/.test(path)
}

/** Groups of two or more names that lead to each other in a circle. */
export function circlesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map([...arrows.keys()].map((name) => [name, findReached(name, arrows)]))
  const circles = new Map<string, string[]>()
  for (const [name, reached] of reach) {
    const circle = [...reached].filter((other) => reach.get(other)?.has(name)).toSorted()
    if (circle.length > 1) circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

function findReached(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const open = [start]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of arrows.get(name) ?? []) {
      if (!reached.has(next)) open.push(next)
      reached.add(next)
    }
  }
  return reached
}
