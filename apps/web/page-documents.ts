import { LANGUAGES } from '@stillhere/messages'
import type { Plugin, Rolldown } from 'vite'
import { encodeHtml } from './docs-site/highlight.ts'
import { loadDocumentWords, type Speech, translateFrame } from './document-words.ts'
import { HEADINGS } from './src/shell/headings.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Pages without a fixed heading, because it depends on a request or a link. */
const WITHOUT_HEADING = ['check', 'approve', 'r', 'setup']
/** Names the scripts of a page in its document, so that they load in parallel: texts, shell and page. */
const SHELL = 'src/start.tsx'

/**
 * Creates a Vite plugin that writes one HTML document per page and language. Each has the page's heading, unless it depends on a request, and
 * preloads the page's scripts, styles and message catalogs.
 */
export function pageDocuments(): Plugin {
  return {
    name: 'page-documents',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('the build has no index.html')
        const theme = Object.keys(bundle).find((name) => /^assets\/early-.*\.js$/.test(name))
        index.source = String(index.source).replace('<!-- theme -->', `<script src="/${theme}"></script>`)
        for (const language of LANGUAGES)
          for (const name of [...Object.keys(HEADINGS), ...WITHOUT_HEADING]) {
            const speech = loadDocumentWords(language, name)
            const source = renderDocument(index.source, { bundle, name, speech })
            this.emitFile({ type: 'asset', fileName: `pages/${language}/${name}.html`, source })
          }
      },
    },
  }
}

type Page = { bundle: Bundle; name: string; speech: Speech }

function renderDocument(index: string, page: Page): string {
  const { name, speech } = page
  const links = listLinks(index, page)
  const document = translateFrame(index, speech.language).replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
  const heading = speech.heading
  if (heading === undefined) return document
  const title = name === 'home' ? 'Stillhere' : `${heading.replace(/\.$/, '')} · Stillhere`
  return document
    .replace(/<title>.*?<\/title>/, `<title>${encodeHtml(title)}</title>`)
    .replace(/(<meta property="og:title" content=")[^"]*/, `$1${encodeHtml(heading)}`)
    .replace('<div id="app"></div>', `<div id="app">${renderShell(heading)}</div>`)
}

// The same elements as the app draws, so that nothing moves when it does.
function renderShell(heading: string): string {
  return `<div class="shell early"><header class="header"><a class="brand" href="/">${MARK}<span>Stillhere</span></a></header>
<main id="main"><div class="stack"><div class="page-head"><h1>${encodeHtml(heading)}</h1></div></div></main></div>`
}

const MARK =
  '<svg class="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true"><circle cx="16" cy="16" r="14" stroke="currentColor" stroke-width="2"/><path class="mark-pen" d="M5 16h5l2.5-5 3.5 10 3-7 1.5 2h2.5" stroke-width="2.25"/><circle class="mark-tip" cx="25" cy="16" r="2"/></svg>'

function listLinks(index: string, { bundle, name, speech }: Page): string[] {
  const chunks = new Set<Chunk>()
  for (const source of [...speech.catalogs, SHELL, `src/pages/${name}/page.tsx`])
    addChunks(bundle, findChunk(bundle, source), chunks)
  const isNew = (file: string) => !index.includes(`"/${file}"`)
  const scripts = [...chunks].map(({ fileName }) => fileName).filter(isNew)
  const styles = [...chunks]
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])].toReversed())
    .filter(isNew)
  return [
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" href="/${file}" />`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}" />`),
  ]
}

function findChunk(bundle: Bundle, source: string): Chunk | undefined {
  return Object.values(bundle)
    .filter((file) => file.type === 'chunk')
    .find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`))
}

/** Adds a chunk and everything that it imports to `into`, imports first, so that their styles are in cascade order. */
function addChunks(bundle: Bundle, chunk: Chunk | undefined, into: Set<Chunk>): void {
  if (!chunk || into.has(chunk)) return
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') addChunks(bundle, imported, into)
  }
  into.add(chunk)
}
