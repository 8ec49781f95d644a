import { circlesIn, type Edge, packageOf, partOf } from './graph.ts'
import { type Violation, violation } from './syntax.ts'

/** Circles of files, and of the folders of a package. The message stands at an import that closes the circle. */
export function circleViolations(edges: readonly Edge[]): Violation[] {
  const nameFolder = (path: string) => `${packageOf(path)}/${partOf(path)}`
  return [...circlesAmong(edges, (path) => path), ...circlesAmong(edges, nameFolder)]
}

function circlesAmong(edges: readonly Edge[], nameOf: (path: string) => string): Violation[] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const [start, end] = [nameOf(from.path), nameOf(to)]
    if (start !== end) arrows.set(start, (arrows.get(start) ?? new Set()).add(end))
  }
  return circlesIn(arrows).flatMap((circle) => {
    const closing = edges.find(
      ({ from, to }) => nameOf(from.path) === circle[0] && circle.includes(nameOf(to)) && nameOf(to) !== circle[0],
    )
    return closing ? [violation(closing.from, closing.node, `closes a circle: ${circle.join(', ')}`)] : []
  })
}
