import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

/** Sites load this script, so its name must not change. */
const CHECK = new URL('src/check-script/main.ts', import.meta.url)
const THEME = new URL('src/theme/early.ts', import.meta.url)

/**
 * Creates a Vite plugin that builds two scripts that aren't modules: check.js for the pages of sites, and early.js, which applies the chosen
 * theme before the first paint.
 */
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

/**
 * Bundles the script at `entry` and all of its imports into one minified script (IIFE) and returns its text. `define` maps global names to the
 * source text that replaces them.
 */
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
