import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const ROOT = join(import.meta.dirname, '..', '..')
const PAGE = '<!doctype html><html lang="en"><title>Scan</title><script type="module" src="/scan-page.js"></script>'

/** A small site whose page can scan, bundled from the sources. */
export async function openSite(): Promise<{ url: string; close: () => void }> {
  const files = siteFiles()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file === undefined) return response.setHeader('content-type', 'text/html').end(PAGE)
    return response.setHeader('content-type', 'text/javascript').end(file)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** The page and, beside it, the thread of the engine. */
function siteFiles(): Map<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'scan-page.ts'), join(ROOT, 'src', 'live', 'worker.ts')],
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
