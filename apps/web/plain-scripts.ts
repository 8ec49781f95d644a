import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

/** For pages of sites, so it keeps its name. */
const CHECK = new URL('src/check-script/main.ts', import.meta.url)
const THEME = new URL('src/theme/early.ts', import.meta.url)

/** Writes check.js and the script that shows the chosen colors. */
export function plainScripts(): Plugin {
  return {
    name: 'plain-scripts',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'check.js', source: await createScript(fileURLToPath(CHECK)) })
      // In every head, so a browser keeps it; no module, so nothing is painted before it has run.
      this.emitFile({ type: 'asset', name: 'early.js', source: await createScript(fileURLToPath(THEME)) })
    },
  }
}

/** A script and all that it imports as one plain file. `define` gives names their values. */
export async function createScript(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    define,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text ?? ''
}
