import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ENDPOINT_TABLE_FILE, FIELD_TABLE_FILE } from './generate/contract-tables.ts'
import { ELEMENT_CATALOG_FILES } from './generate/element-catalogs.ts'
import { fillFigures, sealFigures } from './generate/figures.ts'
import { listReferenceFiles } from './generate/reference.ts'
import { TABLES } from './generate/tables.ts'

const ROOT = join(import.meta.dirname, '..')
/** Pages that may have generated blocks and figures; decisions keep theirs, and a test of the arena holds what it writes. */
export const PAGES = [
  'README.md',
  'docs/*.md',
  'docs/{concepts,guides,internals,internals/measurements}/*.md',
  'packages/*/README.md',
]
  .flatMap((place) => globSync(place, { cwd: ROOT }))
  .filter((path) => path !== 'docs/internals/injections.md')
  .toSorted()
const SEALS = join(ROOT, 'scripts/generate/figure-seals.json')
const BLOCK = /(<!-- generated: ([\w ]+) -->\n)[^]*?(<!-- end of generated -->)/g

/** A page with every generated block as it should be. Throws on a block that nobody generates. */
export function fillBlocks(page: string): string {
  return page.replace(BLOCK, (_, start: string, name: string, end: string) => {
    const make = TABLES[name]
    if (!make) throw new Error(`nothing generates "${name}"`)
    return `${start}${make()}\n${end}`
  })
}

/** A page with all that is generated in it as it should be. */
export function renewPage(path: string, page: string): string {
  return fillFigures(path, fillBlocks(page))
}

/** Whether the figures of a page that nothing generates are those that were sealed. */
export function hasSealedFigures(path: string, page: string): boolean {
  return readSeals()[path] === sealFigures(path, page)
}

/** Every generated file that is not as it should be, with what it should be. */
export function staleFiles(): { path: string; text: string }[] {
  const pages = PAGES.map((path) => ({ path, renew: (page: string) => renewPage(path, page) }))
  const files = [ENDPOINT_TABLE_FILE, FIELD_TABLE_FILE, ...ELEMENT_CATALOG_FILES, ...listReferenceFiles()]
  return [...pages, ...files].flatMap(({ path, renew }) => {
    const before = existsSync(join(ROOT, path)) ? readText(path) : ''
    const text = renew(before)
    return text === before ? [] : [{ path, text }]
  })
}

/**
 * Writes everything that is generated from code: tables and figures of the docs, the API reference, the client's table of endpoints, the fields
 * of the pages' forms, and the element's texts.
 * `--seal PAGE …` notes that the other figures of these pages are meant as they stand.
 */
function main(): void {
  const { values, positionals } = parseArgs({ options: { seal: { type: 'boolean' } }, allowPositionals: true })
  for (const { path, text } of staleFiles()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
    console.log(`wrote ${path}`)
  }
  if (values.seal) seal(positionals)
  for (const path of PAGES)
    if (!hasSealedFigures(path, readText(path)))
      console.log(
        `${path}: a figure changed that nothing generates. If code decides it, hold it in scripts/generate/held-figures.ts; if not, and it is right: npm run generate -- --seal ${path}`,
      )
}

function seal(paths: readonly string[]): void {
  const kept = Object.entries(readSeals()).filter(([path]) => PAGES.includes(path) && !paths.includes(path))
  const sealed = paths.map((path) => [path, sealFigures(path, readText(path))] as const)
  const sorted = [...kept, ...sealed].toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(SEALS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

function readSeals(): Record<string, string> {
  return JSON.parse(readFileSync(SEALS, 'utf8'))
}

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

if (import.meta.main) main()
