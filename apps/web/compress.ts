import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

// Documents are filled in by the service, which compresses each once.
const WORTH_IT = /\.(?:js|css|svg|json|wasm)$/
const LARGE_BYTES = 1_000_000

/**
 * Creates a Vite plugin that writes a Brotli and a gzip copy (.br, .gz) beside each script, stylesheet, SVG, JSON and WebAssembly file of the
 * build, so that the service never compresses them at run time.
 */
export function compressAssets(): Plugin {
  let folder = ''
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: () => compressFolder(folder),
  }
}

// All at once: zlib has threads of its own.
async function compressFolder(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  await Promise.all(paths.filter((path) => WORTH_IT.test(path) && statSync(path).isFile()).map(compressFile))
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  // The best quality takes seconds for a megabyte and saves a few per cent.
  const quality = bytes.length > LARGE_BYTES ? 6 : constants.BROTLI_MAX_QUALITY
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await writeFile(`${path}.br`, brotli)
  await writeFile(`${path}.gz`, gzipped)
}
