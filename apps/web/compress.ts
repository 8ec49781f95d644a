import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_IT = /\.(?:html|js|css|svg|json|wasm)$/
const LARGE_BYTES = 1_000_000

/** Writes each text and program of the build a second and third time, as .br and .gz, so that the service never compresses. */
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

function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (WORTH_IT.test(name) && statSync(path).isFile()) compressFile(path)
  }
}

function compressFile(path: string): void {
  const bytes = readFileSync(path)
  // The best quality takes seconds for a megabyte and saves a few per cent.
  const quality = bytes.length > LARGE_BYTES ? 6 : constants.BROTLI_MAX_QUALITY
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
