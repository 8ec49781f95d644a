import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const ENTRY = fileURLToPath(new URL('src/check-script/main.ts', import.meta.url))

/** Writes check.js, the script for pages of sites: one plain file that keeps its name. */
export function checkScript(): Plugin {
  return {
    name: 'check-script',
    apply: 'build',
    async generateBundle() {
      const { outputFiles } = await build({
        entryPoints: [ENTRY],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: 'es2022',
      })
      this.emitFile({ type: 'asset', fileName: 'check.js', source: outputFiles[0]?.text ?? '' })
    },
  }
}
