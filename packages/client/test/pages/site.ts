import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '..', '..')
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', wasm: 'application/wasm' }

export type SiteOptions = {
  /** The script of the page, in this folder. */
  script?: string
  /** The folder of the camera's files, to be served under /camera/. */
  cameraFolder?: string
  /** The language of the page; English by default. */
  lang?: string
}

/** A small site whose page can scan, bundled from the sources. */
export async function openSite(options: SiteOptions = {}): Promise<{ url: string; close: () => void }> {
  const { script = 'scan-page.ts', cameraFolder, lang = 'en' } = options
  const page = `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Scan</title><script type="module" src="/${script.replace('.ts', '.js')}"></script>`
  const files = siteFiles(script)
  const server = createServer(({ url = '/' }, response) => {
    const inFolder = cameraFolder !== undefined && url.startsWith('/camera/')
    const file = inFolder ? readFileSync(join(cameraFolder, basename(url))) : files.get(url)
    const type = TYPES[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    if (file === undefined) response.setHeader('content-type', 'text/html').end(page)
    else response.setHeader('content-type', type).end(file)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** The page and, beside it, the thread of the engine. */
function siteFiles(script: string): Map<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, script), join(ROOT, 'src', 'live', 'worker.ts')],
    entryNames: '[name]',
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source', 'browser'],
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}
