import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { type SiteFiles, renderFrame, renderPage, renderSidebar } from './layout.ts'
import { listReadingOrder, renderSite, type Site, createSearchIndex } from './site.ts'

const ENTRY = 'src/docs/main.ts'

/**
 * Creates a Vite plugin that adds the docs to the build: one HTML file per page, the pictures, the search index, and the frames that the service
 * fills in for /docs/api and /status.
 */
export function docsSite(): Plugin {
  return {
    name: 'docs-site',
    apply: 'build',
    generateBundle: {
      // After Vite has named the styles.
      order: 'post',
      handler(_options, bundle) {
        const site = renderSite()
        const index = createSearchIndex(site.pages)
        const files = { ...findFiles(bundle), searchIndex: `/${hashFileName('search', index, '.json')}` }
        this.emitFile({ type: 'asset', fileName: files.searchIndex.slice(1), source: index })
        for (const { fileName, source } of [...site.pictures, ...writeDocuments(site, files)])
          this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}

function writeDocuments(site: Site, files: SiteFiles): { fileName: string; source: string }[] {
  const order = listReadingOrder(site.pages)
  const pages = site.pages.map((page) => ({
    fileName: `${page.address === '/docs' ? 'docs/index' : page.address.slice(1)}.html`,
    source: renderPage(files, page, order),
  }))
  return [...pages, ...FRAMES.map((frame) => ({ ...frame, source: renderEmptyFrame(files, frame, order) }))]
}

/** HTML documents in which the service replaces the placeholders `{{…}}`. */
const FRAMES = [
  { fileName: 'docs/frame-api.html', address: '/docs/api', withSidebar: true },
  { fileName: 'docs/frame-status.html', address: '/status', withSidebar: false },
]

function renderEmptyFrame(
  files: SiteFiles,
  frame: (typeof FRAMES)[number],
  order: ReturnType<typeof listReadingOrder>,
): string {
  return renderFrame(files, {
    title: '{{title}}',
    description: '{{description}}',
    head: '{{head}}',
    sidebar: frame.withSidebar ? renderSidebar(order, frame.address) : '',
    main: '{{main}}',
  })
}

type Bundle = Rolldown.OutputBundle

function findFiles(bundle: Bundle): Omit<SiteFiles, 'searchIndex'> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ENTRY))
  if (!entry) throw new Error(`the build has no ${ENTRY}`)
  return {
    script: `/${entry.fileName}`,
    styles: listStyles(bundle, entry.fileName).map((name) => `/${name}`),
    theme: findAsset(bundle, /^assets\/early-.*\.js$/),
    icon: findAsset(bundle, /^assets\/mark-.*\.svg$/),
  }
}

/** Lists the style sheets of a chunk and of all chunks that it imports, in cascade order. */
function listStyles(bundle: Bundle, fileName: string, seen = new Set<string>()): string[] {
  const chunk = bundle[fileName]
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return []
  seen.add(fileName)
  const imported = chunk.imports.flatMap((name) => listStyles(bundle, name, seen))
  // Vite names a chunk's own style before those that it shares with others.
  return [...imported, ...[...(chunk.viteMetadata?.importedCss ?? [])].toReversed()]
}

function findAsset(bundle: Bundle, name: RegExp): string {
  const found = Object.keys(bundle).find((one) => name.test(one))
  if (found === undefined) throw new Error(`the build has no ${name.source}`)
  return `/${found}`
}

function hashFileName(name: string, content: string, ending: string): string {
  return `assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}${ending}`
}
