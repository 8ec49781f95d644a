import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINT_TABLE_FILE } from './generate/endpoint-table.ts'
import { FIELD_TABLE_FILE } from './generate/field-table.ts'
import { fillFigures } from './generate/figures.ts'
import { TABLES } from './generate/tables.ts'

const ROOT = join(import.meta.dirname, '..')
/** Pages that may have generated blocks. */
const PAGES = ['README.md', 'docs/*.md', 'docs/concepts/*.md', 'packages/*/README.md']
const BLOCK = /(<!-- generated: ([\w ]+) -->\n)[^]*?(<!-- end of generated -->)/g

/** A page with every generated block as it should be. Throws on a block that nobody generates. */
export function fillBlocks(page: string): string {
  return page.replace(BLOCK, (_, start: string, name: string, end: string) => {
    const make = TABLES[name]
    if (!make) throw new Error(`nothing generates "${name}"`)
    return `${start}${make()}\n${end}`
  })
}

/** Every generated file that is not as it should be, with what it should be. */
export function staleFiles(): { path: string; text: string }[] {
  const pages = PAGES.flatMap((place) => globSync(place, { cwd: ROOT })).map((path) => ({
    path,
    renew: (page: string) => fillFigures(path, fillBlocks(page)),
  }))
  return [...pages, ENDPOINT_TABLE_FILE, FIELD_TABLE_FILE].flatMap(({ path, renew }) => {
    const before = readFileSync(join(ROOT, path), 'utf8')
    const text = renew(before)
    return text === before ? [] : [{ path, text }]
  })
}

/** Writes what is generated from code: tables of the docs, the client's table of endpoints, the fields of the pages' forms. */
function main(): void {
  for (const { path, text } of staleFiles()) {
    writeFileSync(join(ROOT, path), text)
    console.log(`wrote ${path}`)
  }
}

if (import.meta.main) main()
