import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const NAME = 'virtual:example-files'
const FOLDER = new URL('../../examples/', import.meta.url)
// Tests run every one of them, so what the pages show is what works.
const FILES = [
  'verify-receipt.ts',
  'receipt.json',
  'vite-page/index.html',
  'vite-page/main.ts',
  'signed-agent-request.ts',
]

/** Creates a Vite plugin for the module `virtual:example-files`, which exports the source text of example files of this repository by path. */
export function exampleFiles(): Plugin {
  return {
    name: 'example-files',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      for (const file of FILES) this.addWatchFile(toPath(file))
      const texts = Object.fromEntries(FILES.map((file) => [file, readFileSync(toPath(file), 'utf8')]))
      return `export const EXAMPLE_FILES = ${JSON.stringify(texts)}`
    },
  }
}

function toPath(file: string): string {
  return fileURLToPath(new URL(file, FOLDER))
}
