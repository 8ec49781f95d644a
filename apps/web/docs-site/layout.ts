import { CHAPTERS } from './chapters.ts'
import { encodeHtml } from './highlight.ts'
import type { DocsPage } from './site.ts'

/** Addresses of the built files that every page of the docs loads. */
export type SiteFiles = { styles: readonly string[]; script: string; theme: string; searchIndex: string; icon: string }

/** The parts of a docs page that `renderFrame` puts into the document, as escaped HTML. */
export type FrameInput = {
  title: string
  description: string
  head?: string
  sidebar: string
  main: string
  aside?: string
}

const MARK = `<svg class="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true"><circle cx="16" cy="16" r="14" stroke="currentColor" stroke-width="2"/><path class="mark-pen" d="M5 16h5l2.5-5 3.5 10 3-7 1.5 2h2.5" stroke-width="2.25"/><circle class="mark-tip" cx="25" cy="16" r="2"/></svg>`

const WAYS = [
  ['/docs', 'Docs'],
  ['/docs/api', 'API'],
  ['/developers', 'Developers'],
  ['/verify', 'Verify'],
  ['/status', 'Status'],
] as const

/**
 * Renders a complete HTML document of the docs around `main`: head, header, sidebar, footer. All text inputs must already be escaped HTML.
 * `aside` is markup for the column beside the content.
 */
export function renderFrame(
  files: SiteFiles,
  { title, description, head = '', sidebar, main, aside = '' }: FrameInput,
): string {
  return `<!doctype html>
<html lang="en" data-search="${files.searchIndex}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f3ec" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171511" media="(prefers-color-scheme: dark)">
<title>${title} · Stillhere</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="article">
<meta property="og:image" content="{{origin}}/card.png">
<link rel="icon" type="image/svg+xml" href="${files.icon}">
<link rel="apple-touch-icon" href="/touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<script src="${files.theme}"></script>
${files.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<script type="module" src="${files.script}"></script>
${head}</head>
<body>
<div class="shell docs">
<a class="skip" href="#main">Skip to the content</a>
<header class="header">
<a class="brand" href="/" aria-label="Stillhere, home">${MARK}<span>Stillhere</span></a>
<search class="docs-search" data-waiting><label class="unseen" for="docs-query">Search the docs</label>
<input id="docs-query" type="search" placeholder="Search the docs ( / )" autocomplete="off" spellcheck="false" enterkeyhint="search">
<div class="docs-results" hidden><p role="status" class="small soft"></p><ul></ul></div></search>
<nav class="docs-ways" aria-label="Site"><ul>${WAYS.map(([href, label]) => `<li><a href="${href}">${label}</a></li>`).join('')}</ul></nav>
</header>
<div class="docs-columns">
${sidebar}
<main id="main" tabindex="-1">
${main}
</main>
${aside}
</div>
<footer class="footer small"><ul class="row"><li><a href="/">Home</a></li><li><a href="/docs">Docs</a></li><li><a href="/docs/api">API</a></li><li><a href="/openapi.json">OpenAPI</a></li><li><a href="/status">Status</a></li></ul>
<p class="theme" hidden><label for="theme">Appearance</label> <select id="theme"><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></p></footer>
</div>
</body>
</html>
`
}

/**
 * Renders one docs page as a complete HTML document, with links to the previous and the next page. `order` lists all pages in reading order; a
 * page that isn't in it gets no such links.
 */
export function renderPage(files: SiteFiles, page: DocsPage, order: readonly DocsPage[]): string {
  const at = order.indexOf(page)
  return renderFrame(files, {
    title: encodeHtml(page.title),
    description: encodeHtml(describePage(page)),
    sidebar: renderSidebar(order, page.address),
    main: `<article class="prose"><h1 tabindex="-1">${encodeHtml(page.title)}</h1>\n${renderContents(page, 'docs-contents-inline')}\n${page.html}</article>
${at < 0 ? '' : renderNeighbors(order[at - 1], order[at + 1])}`,
    aside: renderContents(page, 'docs-contents'),
  })
}

/**
 * Renders the sidebar navigation: each chapter with links to its pages. `order` has the pages to link, and `current` is the address to mark as
 * the current page. On phones the navigation is collapsed.
 */
export function renderSidebar(order: readonly DocsPage[], current: string): string {
  const byFile = new Map(order.map((page) => [page.file, page]))
  const chapters = CHAPTERS.map(({ title, files }) => {
    const pages = files.flatMap((file) => byFile.get(file) ?? [])
    const api = title === 'Reference' ? [renderBreadcrumbs('/docs/api', 'The API, call by call', current)] : []
    const links = [...api, ...pages.map(({ address, title: label }) => renderBreadcrumbs(address, label, current))]
    return `<section><h2>${title}</h2><ul>${links.join('')}</ul></section>`
  })
  return `<nav class="docs-sidebar" aria-label="Contents of the docs"><details><summary>Contents</summary>
${chapters.join('\n')}
</details></nav>`
}

function renderBreadcrumbs(address: string, label: string, current: string): string {
  const here = address === current ? ' aria-current="page"' : ''
  return `<li><a href="${address}"${here}>${encodeHtml(label)}</a></li>`
}

function renderContents({ headings }: DocsPage, style: string): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${encodeHtml(text)}</a></li>`,
  )
  return `<nav class="${style}" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

function renderNeighbors(before: DocsPage | undefined, after: DocsPage | undefined): string {
  const write = (page: DocsPage | undefined, words: string, rel: string) =>
    page
      ? `<a rel="${rel}" href="${page.address}"><span class="small soft">${words}</span> ${encodeHtml(page.title)}</a>`
      : '<span></span>'
  return `<nav class="docs-neighbors" aria-label="Previous and next page">${write(before, 'Previous', 'prev')}${write(after, 'Next', 'next')}</nav>`
}

const LONGEST_DESCRIPTION = 180

function describePage({ sections }: DocsPage): string {
  const text = sections[0]?.text ?? ''
  if (text.length <= LONGEST_DESCRIPTION) return text
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST_DESCRIPTION))}…`
}
