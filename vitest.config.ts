import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { exampleFiles } from './apps/web/example-files.ts'
import { splitLocales } from './apps/web/locales.ts'
import { findChromium } from './scripts/chromium.ts'
import { hasProgram } from './scripts/programs.ts'

// Tests read what commands say in English, whatever the terminal speaks.
process.env.LC_ALL = ''
process.env.LC_MESSAGES = 'C'
// Threads and processes that tests start load the sources anew. What Node made of a source is kept for the next one that loads it:
// a thread of the service then takes half the time, one that calibrates a third.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const BROWSER_TESTS = '**/*.browser.test.ts'
// States of pages in a document without layout or devices.
const DOM_TESTS = 'apps/web/**/*.dom.test.ts'
const SERVER_TESTS = 'apps/server/**/*.test.ts'
// Files that swap the runtime's cryptography or load the kernel anew need modules of their own; all others share them.
const ISOLATED_TESTS = [
  'packages/receipt/src/{crypto-node.early,ed25519.strict,ed25519.web,verify.web}.test.ts',
  'packages/engine/src/kernel/{load,wasm-kernel}.test.ts',
]
// tools/ has its own modules, installed by npm run compare, and its own configuration.
const IGNORED = ['**/node_modules/**', 'tools/**', '**/dist/**', '**/.stryker-tmp/**']

// Packages of this repository are tested from their sources, never from an older build.
const conditions = ['stillhere-source', 'module', 'node', 'development|production']
const fromSource = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['stillhere-source'] } },
}

// Only a failure lasts as long, also on a busy machine.
const PATIENT = { testTimeout: 60_000, hookTimeout: 60_000 }

const unit = {
  ...fromSource,
  test: {
    name: 'unit',
    include: ['**/*.test.ts'],
    exclude: [
      ...IGNORED,
      ...ISOLATED_TESTS,
      BROWSER_TESTS,
      DOM_TESTS,
      SERVER_TESTS,
      ...(hasProgram('spin') && hasProgram('gcc') ? [] : ['proof/model/model.test.ts']),
    ],
    isolate: false,
    ...PATIENT,
  },
}
const isolated = { ...fromSource, test: { name: 'isolated', include: ISOLATED_TESTS, exclude: IGNORED, ...PATIENT } }
const server = {
  ...fromSource,
  test: {
    name: 'server',
    include: [SERVER_TESTS],
    exclude: [...IGNORED, BROWSER_TESTS, ...(hasProgram('pgbouncer') ? [] : ['apps/server/test/pooler.test.ts'])],
    globalSetup: ['apps/server/test/postgres.setup.ts'],
    isolate: false,
    ...PATIENT,
  },
}
const dom = {
  ...fromSource,
  plugins: [splitLocales(), exampleFiles()],
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
  // As pages are: the client's scripts choose their form for browsers.
  resolve: { conditions: ['stillhere-source', 'module', 'browser', 'development|production'] },
  test: {
    name: 'dom',
    include: [DOM_TESTS],
    exclude: IGNORED,
    environment: 'happy-dom',
    // Each test loads the app anew, with Preact: signals hang themselves into it.
    server: { deps: { inline: [/preact/] } },
    // A window of its own for each file: routers of pages before would take the clicks.
    isolate: true,
    ...PATIENT,
  },
}
const browser = {
  ...fromSource,
  test: {
    name: 'browser',
    include: [BROWSER_TESTS],
    exclude: IGNORED,
    globalSetup: ['apps/server/test/postgres.setup.ts'],
    setupFiles: ['scripts/browser.setup.ts'],
    // So that the files of a worker share one Chromium and one process of services.
    isolate: false,
    // A page on a busy machine may take its time; only a failure lasts as long.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
  },
}

export default defineConfig({
  // By default one core is left free, which on a machine of two is half of it.
  test: {
    maxWorkers: '100%',
    projects: findChromium() === undefined ? [unit, isolated, dom, server] : [unit, isolated, dom, server, browser],
  },
})
