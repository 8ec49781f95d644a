import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

/** Scripts that are one plain file each and keep their names: one is for pages of sites, the other is told of push messages. */
const SCRIPTS = [
  { fileName: 'check.js', entry: new URL('src/check-script/main.ts', import.meta.url) },
  { fileName: 'sw.js', entry: new URL('src/service-worker/main.ts', import.meta.url) },
]

const THEME = new URL('src/theme/early.ts', import.meta.url)

/** Writes check.js, sw.js and the script that shows the chosen colors. */
export function plainScripts(): Plugin {
  return {
    name: 'plain-scripts',
    apply: 'build',
    async generateBundle() {
      for (const { fileName, entry } of SCRIPTS)
        this.emitFile({ type: 'asset', fileName, source: await bundle(fileURLToPath(entry)) })
      // In every head, so a browser keeps it; no module, so nothing is painted before it has run.
      this.emitFile({ type: 'asset', name: 'theme.js', source: await bundle(fileURLToPath(THEME)) })
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}
