import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { addressOf, isOutside, resolveLink } from './addresses.ts'
import { CHAPTERS } from './chapters.ts'
import { measurePicture } from './measure-picture.ts'
import { type Rendered, renderMarkdown, writeCode } from './render.ts'
import { findSource, isPicture, listSources, readPicture, readSource } from './sources.ts'

/** A page of the docs: its file in the repository, its address on the site, and what it says. */
export type DocsPage = Rendered & { file: string; address: string }

/** A file of the site that is no page. */
type SiteAsset = { fileName: string; source: Buffer }

/** All pages and pictures of the docs. */
export type Site = { pages: DocsPage[]; pictures: SiteAsset[] }

/** Renders every page. */
export function renderSite(): Site {
  const sources = listSources()
  const known = new Set(sources)
  const pictures = new Map<string, SiteAsset>()
  const pages = sources.map((file) => renderPage(file, known, pictures))
  return { pages, pictures: [...pictures.values()] }
}

function renderPage(file: string, known: ReadonlySet<string>, pictures: Map<string, SiteAsset>): DocsPage {
  const address = addressOf(file)
  const text = readSource(file)
  const isCode = /\.\w+$/.test(file) && !file.endsWith('.md')
  if (isCode) return { file, address, ...renderCode(file, text) }
  const resolve = (href: string) => findAddress({ file, href, known, pictures })
  const measure = (href: string) => measurePicture(resolveLink(file, href).file)
  return { file, address, ...renderMarkdown(text, { resolve, measure }) }
}

type Link = { file: string; href: string; known: ReadonlySet<string>; pictures: Map<string, SiteAsset> }

function findAddress({ file, href, known, pictures }: Link): string | undefined {
  if (isOutside(href)) return href
  const { file: wanted, fragment } = resolveLink(file, href)
  const found = findSource(wanted)
  if (found === undefined) return undefined
  if (isPicture(found)) return `/${keepPicture(found, pictures).fileName}`
  if (!known.has(found)) return undefined
  return addressOf(found) + (fragment === '' ? '' : `#${fragment}`)
}

// By its content, so that a browser may keep it for a year.
function keepPicture(file: string, pictures: Map<string, SiteAsset>): SiteAsset {
  const kept = pictures.get(file)
  if (kept) return kept
  const source = readPicture(file)
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 8)
  const { name, ext } = posix.parse(file)
  const picture = { fileName: `assets/${name}-${digest}${ext}`, source }
  pictures.set(file, picture)
  return picture
}

function renderCode(file: string, text: string): Rendered {
  const title = posix.basename(file)
  const language = posix.extname(file).slice(1)
  const html = `<p><code>${file}</code> in the repository.</p>\n${writeCode(text.trimEnd(), language)}`
  return { title, html, headings: [], sections: [{ heading: '', id: '', text: file }] }
}

/** The pages of the chapters in reading order, for the ways to the previous and the next one. */
export function listReadingOrder(pages: readonly DocsPage[]): DocsPage[] {
  const byFile = new Map(pages.map((page) => [page.file, page]))
  return CHAPTERS.flatMap(({ files }) => files).flatMap((file) => byFile.get(file) ?? [])
}
