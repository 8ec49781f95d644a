import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { arrowViolations } from './layers/arrows.ts'
import { measure, writeFigures } from './layers/figures.ts'
import { chainViolations, circleViolations, findEdges, wingViolations } from './layers/graph.ts'
import { mustBePure, purityViolations } from './layers/purity.ts'
import { placesIn, type SourceFile, type Violation } from './layers/syntax.ts'
import { nameViolations, tableViolations } from './layers/texts.ts'

const SOURCES = ['packages', 'apps', 'lab', 'examples', 'proof', 'scripts'].map(
  (folder) => `${folder}/**/*.{ts,tsx,js,mjs}`,
)
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage', 'reports', '.stryker-tmp', 'vectors'])

// A short and a long request of the service: sending a code, and verifying a scan.
const MEASURED_ROUTES = ['/api/send-otp', '/api/verify']

/** What breaks the layers of ARCHITECTURE.md in these files. */
export function layerViolations(files: readonly SourceFile[]): Violation[] {
  const parsed = files.map((file) => ({ file, places: placesIn(file) }))
  const edges = findEdges(parsed)
  return [
    ...parsed.flatMap(({ file, places }) => [
      ...arrowViolations(file, places),
      ...(mustBePure(file.path) ? purityViolations(file, places) : []),
    ]),
    ...circleViolations(edges),
    ...wingViolations(edges),
    ...chainViolations(edges),
    ...tableViolations(files),
    ...files.flatMap(nameViolations),
  ]
}

/** All source files under a root, sorted by path. */
export function readSources(root: string): SourceFile[] {
  const paths = globSync(SOURCES, { cwd: root, exclude: (entry) => NOT_SOURCES.has(entry.split(sep).at(-1) ?? '') })
  return paths.toSorted().map((path) => ({
    path: path.split(sep).join('/'),
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

function main(): void {
  const root = join(import.meta.dirname, '..')
  const files = readSources(root)
  if (process.argv.includes('--figures')) {
    const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
    console.log(writeFigures(measure(files, MEASURED_ROUTES, glossary), { all: process.argv.includes('--all') }))
    return
  }
  const violations = layerViolations(files)
  for (const { path, line, message } of violations) console.error(`${path}:${line} ${message}`)
  if (violations.length > 0) process.exitCode = 1
  else console.log(`layers: ${files.length} files keep the arrows`)
}

if (import.meta.main) main()
