import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressAssets } from './compress.ts'
import { docsSite } from './docs-site/plugin.ts'
import { exampleFiles } from './example-files.ts'
import { splitLocales } from './locales.ts'
import { pageDocuments } from './page-documents.ts'
import { plainScripts } from './plain-scripts.ts'
import { workerScript } from './worker-script.ts'

const SERVICE = process.env.SERVICE_URL ?? 'http://127.0.0.1:8787'
// What the service answers itself; the rest of its addresses are pages of this app.
const OF_THE_SERVICE = ['/api', '/approve', '/check', '/docs', '/openapi.json', '/status']

// What nearly every page needs is a few files, not dozens: over HTTP/1.1 a browser fetches six at a time.
const GROUPS = [
  // A file runs as a whole. Words must be known before the code that says them runs, so what fetches them has a file of its own; styles
  // stay with their importers, because they would bring the code of their group along.
  { name: 'words', test: /\/packages\/messages|\/src\/words\/(?:speak|choice)\.ts|vite\/preload-helper/, priority: 4 },
  {
    name: 'base',
    test: /\/(?:node_modules\/(?:preact|@preact)|src\/(?:shell|session|theme|words\/[\w-]+\.tsx?|router|start|service))(?!.*\.css)/,
    priority: 3,
  },
  {
    name: 'parts',
    test: /\/apps\/web\/src\/parts\/(?!form|field-table|tab|copy-field|approval-words|qr-|on-phone|scan-element|sensors|phone-address|follow-check|share)/,
    minShareCount: 5,
    priority: 2,
  },
  // Home has none.
  {
    name: 'forms',
    test: /\/apps\/web\/src\/parts\/(?:form|field-table|tab|copy-field)/,
    minShareCount: 5,
    priority: 1,
  },
]

export default defineConfig({
  root: toPath('.'),
  // The client comes as it is published, from its dist: its worker and its models exist only there.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The service serves the same folder.
    outDir: process.env.WEB_DIR ?? 'dist',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'src/docs/main.ts'].map(toPath),
      // Half a minute of compressing every page is meant, and no reason to warn a newcomer.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: GROUPS } },
    },
    // The policy of the pages allows neither inline code nor inline styles, and a file is cached longer than a page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The engine and its model are one script of 200 kB, loaded where a scan begins.
    chunkSizeWarningLimit: 250,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(OF_THE_SERVICE.map((path) => [path, SERVICE])) },
  plugins: [
    splitLocales(),
    exampleFiles(),
    plainScripts(),
    pageDocuments(),
    docsSite(),
    workerScript(),
    compressAssets(),
  ],
})

function toPath(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
