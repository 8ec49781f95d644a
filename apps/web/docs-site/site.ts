import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { CHAPTERS } from './chapters.ts'
import { measurePicture, type RenderedPage, renderMarkdown, renderCode as writeCode } from './render.ts'
import {
  toAddress,
  findSource,
  isOutside,
  isPicture,
  listSources,
  readPicture,
  readSource,
  toLinkTarget,
} from './sources.ts'

/** One section in the search index: address, title of the page, heading, text. It's a tuple, because member names would be a third of the file. */
type Entry = [address: string, page: string, heading: string, text: string]

// The changelog contains every word, so its hits would hide better ones.
const UNSEARCHED = new Set(['CHANGELOG.md'])
const LONGEST_TEXT = 1200
const LONGEST_INTERNAL_TEXT = 800
// People search the reference by names, which are headings.
const LONGEST_REFERENCE_TEXT = 0

/**
 * Creates the search index of the docs as JSON text, with one entry per section. Long sections are cut; of the changelog only the title is
 * included.
 */
export function createSearchIndex(pages: readonly DocsPage[]): string {
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

/** A rendered page of the docs, with its file in the repository and its address on the site. */
export type DocsPage = RenderedPage & { file: string; address: string }

/** A file of the docs that isn't a page, such as a picture. */
type SiteAsset = { fileName: string; source: Buffer }

/** All pages and pictures of the docs. */
export type Site = { pages: DocsPage[]; pictures: SiteAsset[] }

/** Renders all pages of the docs from the files of the repository, and collects the pictures that they show. */
export function renderSite(): Site {
  const sources = listSources()
  const known = new Set(sources)
  const pictures = new Map<string, SiteAsset>()
  const pages = sources.map((file) => renderPage(file, known, pictures))
  return { pages, pictures: [...pictures.values()] }
}

function renderPage(file: string, known: ReadonlySet<string>, pictures: Map<string, SiteAsset>): DocsPage {
  const address = toAddress(file)
  const text = readSource(file)
  const isCode = /\.\w+$/.test(file) && !file.endsWith('.md')
  if (isCode) return { file, address, ...renderCode(file, text) }
  const resolve = (href: string) => findAddress({ file, href, known, pictures })
  const measure = (href: string) => measurePicture(toLinkTarget(file, href).file)
  return { file, address, ...renderMarkdown(text, { resolve, measure }) }
}

type Link = { file: string; href: string; known: ReadonlySet<string>; pictures: Map<string, SiteAsset> }

function findAddress({ file, href, known, pictures }: Link): string | undefined {
  if (isOutside(href)) return href
  const { file: wanted, fragment } = toLinkTarget(file, href)
  const found = findSource(wanted)
  if (found === undefined) return undefined
  if (isPicture(found)) return `/${addPicture(found, pictures).fileName}`
  if (!known.has(found)) return undefined
  return toAddress(found) + (fragment === '' ? '' : `#${fragment}`)
}

// By its content, so that a browser may keep it for a year.
function addPicture(file: string, pictures: Map<string, SiteAsset>): SiteAsset {
  const kept = pictures.get(file)
  if (kept) return kept
  const source = readPicture(file)
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const { name, ext } = posix.parse(file)
  const picture = { fileName: `assets/${name}-${digest}${ext}`, source }
  pictures.set(file, picture)
  return picture
}

function renderCode(file: string, text: string): RenderedPage {
  const title = posix.basename(file)
  const language = posix.extname(file).slice(1)
  const html = `<p><code>${file}</code> in the repository.</p>\n${writeCode(text.trimEnd(), language)}`
  return { title, html, headings: [], sections: [{ heading: '', id: '', text: file }] }
}

/** Lists the pages that belong to a chapter, in reading order. Other pages are left out. */
export function listReadingOrder(pages: readonly DocsPage[]): DocsPage[] {
  const byFile = new Map(pages.map((page) => [page.file, page]))
  return CHAPTERS.flatMap(({ files }) => files).flatMap((file) => byFile.get(file) ?? [])
}
