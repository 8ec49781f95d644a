import type { DocsPage } from './site.ts'

/** One place that can be found: address, page, heading, text. A list, because its names would be a third of the file. */
type Entry = [address: string, page: string, heading: string, text: string]

// The changelog has every word, and nobody looks for it there.
const UNSEARCHED = new Set(['CHANGELOG.md'])
const LONGEST_TEXT = 1200
const LONGEST_INTERNAL_TEXT = 800
// People search the reference by names, which are headings.
const LONGEST_REFERENCE_TEXT = 100

/** What the search looks through, as JSON: every section of every page. */
export function writeSearchIndex(pages: readonly DocsPage[]): string {
  return JSON.stringify(pages.flatMap(listEntries))
}

function listEntries({ file, address, title, sections }: DocsPage): Entry[] {
  if (UNSEARCHED.has(file)) return [[address, title, '', '']]
  return sections.map(({ heading, id, text }) => [
    id === '' ? address : `${address}#${id}`,
    title,
    heading,
    text.slice(0, findLongest(address)),
  ])
}

function findLongest(address: string): number {
  if (address.startsWith('/docs/reference/')) return LONGEST_REFERENCE_TEXT
  return address.startsWith('/docs/internals/') ? LONGEST_INTERNAL_TEXT : LONGEST_TEXT
}
