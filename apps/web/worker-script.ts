import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { createScript } from './plain-scripts.ts'
import { HEADINGS } from './src/shell/headings.ts'

type Bundle = Rolldown.OutputBundle

const ENTRY = fileURLToPath(new URL('src/service-worker/main.ts', import.meta.url))
/** The files that work offline from the first visit on. */
const OFFLINE = ['src/main.tsx', 'src/start.tsx', 'src/pages/home/page.tsx', 'src/pages/verify/page.tsx']
const OFFLINE_DOCUMENTS = ['/', '/verify']
const NO_ADDRESS = 'missing'

/**
 * Creates a Vite plugin that builds the service worker sw.js, which contains the list of files to cache. It changes with every build that changes
 * a page.
 */
export function workerScript(): Plugin {
  return {
    name: 'worker-script',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const build = {
          id: hashBundle(bundle),
          files: listOfflineFiles(bundle),
          documents: OFFLINE_DOCUMENTS,
          pages: Object.keys(HEADINGS)
            .filter((name) => name !== NO_ADDRESS)
            .map((name) => (name === 'home' ? '/' : `/${name}`)),
        }
        const source = await createScript(ENTRY, { BUILD: JSON.stringify(build) })
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

function hashBundle(bundle: Bundle): string {
  const hash = createHash('sha256')
  for (const [name, file] of Object.entries(bundle).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${name}\n`).update(name.endsWith('.html') && file.type === 'asset' ? file.source : '')
  return hash.digest('hex').slice(0, 12)
}

function listOfflineFiles(bundle: Bundle): string[] {
  const files = new Set(Object.keys(bundle).filter((name) => /^assets\/(?:early|mark)-/.test(name)))
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  for (const source of OFFLINE) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${source}`)))
    if (chunk) addFiles(bundle, chunk.fileName, files)
  }
  return [...files].map((name) => `/${name}`).toSorted()
}

function addFiles(bundle: Bundle, name: string, files: Set<string>): void {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || files.has(name)) return
  files.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  for (const imported of chunk.imports) addFiles(bundle, imported, files)
}
