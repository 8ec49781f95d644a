import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layerViolations, readSources } from './layers.ts'

function found(path: string, text: string): string[] {
  return layerViolations([{ path, text }]).map(({ line, message }) => `${line}: ${message}`)
}

describe('arrows', () => {
  const server = 'packages/receipt must not import @stillhere/server'
  const client = 'packages/engine must not import @stillhere/client'

  it.each([
    ['import', 'packages/receipt/src/a.ts', `\nimport { app } from '@stillhere/server'`, `2: ${server}`],
    ['import of a subpath', 'packages/receipt/src/a.ts', `import x from '@stillhere/server/app'`, `1: ${server}`],
    ['import for its effect', 'packages/receipt/src/a.ts', `import '@stillhere/server'`, `1: ${server}`],
    ['import type', 'packages/receipt/src/a.ts', `import type { App } from '@stillhere/server'`, `1: ${server}`],
    ['import("…").Type', 'packages/receipt/src/a.ts', `type A = import('@stillhere/server').App`, `1: ${server}`],
    ['dynamic import', 'packages/receipt/src/a.ts', `await import('@stillhere/server')`, `1: ${server}`],
    ['dynamic import by template', 'packages/receipt/src/a.ts', 'await import(`@stillhere/server`)', `1: ${server}`],
    ['require', 'packages/receipt/src/a.js', `const a = require('@stillhere/server')`, `1: ${server}`],
    ['require.resolve', 'packages/receipt/src/a.js', `require.resolve('@stillhere/server')`, `1: ${server}`],
    ['export from', 'packages/engine/src/a.ts', `export { a } from '@stillhere/client'`, `1: ${client}`],
    ['export * from', 'packages/engine/src/a.ts', `export * from '@stillhere/client'`, `1: ${client}`],
    ['export type from', 'packages/engine/src/a.ts', `export type { A } from '@stillhere/client'`, `1: ${client}`],
    ['a test', 'packages/engine/src/a.test.ts', `import '@stillhere/client'`, `1: ${client}`],
  ])('catches %s against the arrows', (_, path, text, expected) => {
    expect(found(path, text)).toEqual([expected])
  })

  const ROOMS = [
    'packages/receipt',
    'packages/engine',
    'packages/contract',
    'packages/client',
    'apps/server',
    'apps/web',
    'lab',
  ]
  const ALLOWED = new Map([
    ['packages/client', ['receipt', 'engine', 'contract']],
    ['apps/server', ['receipt', 'engine', 'contract', 'web']],
    ['apps/web', ['client']],
    ['lab', ['engine', 'receipt']],
  ])

  it.each(ROOMS)('lets %s import exactly what the arrows allow, and itself', (room) => {
    const names = ROOMS.map((one) => one.replace(/^.*\//, ''))
    const passed = names.filter((name) => found(`${room}/src/a.ts`, `import '@stillhere/${name}'`).length === 0)
    expect(passed.toSorted()).toEqual([...(ALLOWED.get(room) ?? []), room.replace(/^.*\//, '')].toSorted())
  })

  it('lets tests of the service call it with the client, and no other file', () => {
    const mention = "import { requireReceipt } from '@stillhere/client/middleware'"
    expect(found('apps/server/test/a.test.ts', mention)).toEqual([])
    expect(found('apps/server/src/a.ts', mention)).toEqual(['1: apps/server must not import @stillhere/client'])
    expect(found('packages/engine/src/a.test.ts', mention)).toHaveLength(1)
  })

  it.each([
    ['packages/client/src/a.ts', '../../receipt/src/index.ts'],
    ['packages/receipt/src/a.ts', '../../../scripts/chromium.ts'],
    ['packages/receipt/src/a.test.ts', '../../engine/src/index.ts'],
    ['apps/server/src/a.ts', '../../../packages/receipt/src/index.ts'],
    ['apps/server/src/a.ts', '../../server-tools/a.ts'],
    ['examples/a.ts', '../packages/receipt/src/index.ts'],
    ['lab/arena/a.ts', '../../packages/receipt/src/index.ts'],
    ['lab/arena/a.ts', '../../packages/engine-tools/a.ts'],
    ['lab/arena/harness/a.ts', '../../../apps/server/src/scan/verification/rules.ts'],
    ['lab/training/a.ts', '../../apps/server/src/scan/verification/rules.ts'],
  ])('catches %s going around the package name by %s', (path, specifier) => {
    expect(found(path, `import x from '${specifier}'`)).toEqual([
      `1: "${specifier}" crosses the border of a package; import packages by their names`,
    ])
  })

  it.each([
    ['packages/receipt/src/cli/a.ts', '../index.ts'],
    ['packages/receipt/src/a.browser.test.ts', '../../../scripts/chromium.ts'],
    ['scripts/a.ts', './layers/syntax.ts'],
    ['lab/arena/a.ts', '../../packages/engine/src/random.ts'],
    ['lab/arena/a.ts', '../evaluation/figures.ts'],
    ['lab/arena/a.ts', '@stillhere/engine'],
    ['lab/arena/harness/a.ts', '../../../apps/server/src/scan/verification/arena.ts'],
    ['examples/a.ts', '@stillhere/client'],
    ['packages/receipt/src/a.ts', '#crypto'],
  ])('lets %s import %s', (path, specifier) => {
    expect(found(path, `import x from '${specifier}'`)).toEqual([])
  })

  it.each([
    ['packages/engine/src/a.test.ts', '../../../lab/attacks/index.ts'],
    ['apps/server/src/a.ts', '@stillhere/lab'],
    ['proof/bench/a.bench.ts', '../../lab/attacks/index.ts'],
    ['scripts/a.ts', '../lab/arena/arena.ts'],
    ['examples/a.ts', '@stillhere/lab'],
  ])('catches %s importing the laboratory by %s', (path, specifier) => {
    expect(found(path, `import x from '${specifier}'`)).toEqual([
      '1: nothing may import the laboratory; what a product needs belongs into a package',
    ])
  })

  it.each([
    ['proof/faults/a.ts', '../../apps/server/src/requests/checks/store.ts'],
    ['proof/bench/a.bench.ts', '../../apps/server/src/platform/database/sql.ts'],
  ])('catches %s importing the private file %s of the service', (path, specifier) => {
    expect(found(path, `import x from '${specifier}'`)).toEqual([
      '1: a proof asks the service by HTTP and by apps/server/test, never its private files',
    ])
  })

  it('catches a generator importing a store', () => {
    const mention = "import { findNode } from '../../apps/server/src/identity/node-store.ts'"
    expect(found('scripts/generate/a.ts', mention)).toEqual(['1: a script must not import a store of the service'])
  })

  it('lets proofs ask by the endpoint of tests, and measure four pure files', () => {
    expect(found('proof/world/a.ts', "import x from '../../apps/server/test/proof-endpoint.ts'")).toEqual([])
    expect(found('proof/bench/a.ts', "import x from '../../apps/server/src/scan/memory/traces.ts'")).toEqual([])
  })

  it('catches a dynamic import that computes its module', () => {
    expect(found('apps/server/src/a.ts', 'await import(name)')).toEqual([
      '1: a module must be named by a literal, which alone can be checked',
    ])
  })

  it('lets one file of the laboratory load generators from a folder, and no other', () => {
    expect(found('lab/arena/harness/load.ts', 'await import(name)')).toEqual([])
    expect(found('lab/arena/harness/run.ts', 'await import(name)')).toHaveLength(1)
    expect(found('packages/engine/lab/arena/harness/load.ts', 'await import(name)')).toHaveLength(1)
  })

  it('catches a package that stands outside the layers', () => {
    expect(found('packages/extra/src/a.ts', '')).toEqual([
      '1: packages/extra has no place among the layers; add it to MAY_IMPORT',
    ])
  })
})

describe('pure files', () => {
  const RULES = 'apps/server/src/identity/entropy/rules.ts'

  it.each([
    [`import { readFileSync } from 'node:fs'`, 'import node:fs'],
    [`import fs from 'fs'`, 'import fs'],
    [`export { join } from 'node:path'`, 'import node:path'],
    [`await import('node:os')`, 'import node:os'],
    [`import { insertScan } from './store.ts'`, 'import "./store.ts"'],
    ['const t = Date.now()', 'use the system clock (Date)'],
    ['const { now } = Date', 'use the system clock (Date)'],
    ['const t = new Date()', 'use the system clock (Date)'],
    ['const t = new Date', 'use the system clock (Date)'],
    ['const t = Date()', 'use the system clock (Date)'],
    ['const t = new globalThis.Date()', 'use Date'],
    ['const t = performance.now()', 'use performance'],
    ['const r = Math.random()', 'use Math.random'],
    [`const r = Math['random']()`, 'use Math.random'],
    ['const r = globalThis.crypto.randomUUID()', 'use crypto.randomUUID'],
    ['crypto.getRandomValues(bytes)', 'use crypto.getRandomValues'],
    [`await fetch('/a')`, 'use fetch'],
    ['await globalThis.fetch(url)', 'use fetch'],
    ['const get = fetch as Get', 'use fetch'],
    ['const tools = { fetch }', 'use fetch'],
    ['setTimeout(tick, 1)', 'use setTimeout'],
    ['setInterval(tick, 1)', 'use setInterval'],
    ['const home = process.env.HOME', 'use process'],
  ])('catches %s', (text, what) => {
    expect(found(RULES, `// first line\n${text}`)).toEqual([`2: a pure file must not ${what}`])
  })

  it.each([
    ['a comment', '// Date.now() and fetch() are not for us\n/* process.env */'],
    ['a text', `const text = "Date.now() fetch('x')" + \`process.env \${1}\``],
    ['a date from a value', 'const day = new Date(value).toISOString() + Date.UTC(2026, 0) + Date.parse(text)'],
    ['a type', 'type A = { at: Date; performance: number; get: typeof fetch }\nlet at: Date | undefined'],
    ['instanceof', 'const isDate = value instanceof Date'],
    ['a member of the same name', 'const a = { fetch: 1, process: frame.process }\nclass B { performance = 1 }'],
    ['a type of the store', `import type { Row } from './store.ts'\nimport { type Scan } from './store.ts'`],
    ['a pure package', `import { entropy } from '@stillhere/contract'`],
  ])('lets %s pass', (_, text) => {
    expect(found(RULES, text)).toEqual([])
  })

  it.each([
    ['packages/engine/src/a.ts', true],
    ['packages/engine/src/deep/a.ts', true],
    ['packages/receipt/src/verify.ts', true],
    ['packages/receipt/src/deep/ambient.ts', true],
    ['packages/engine/src/ambient.ts', true],
    ['packages/engine/src/load.ts', true],
    ['packages/engine/src/kernel/load.ts', false],
    ['lab/attacks/noise.ts', true],
    ['lab/training/train.ts', false],
    ['apps/server/src/rules.ts', true],
    ['apps/server/src/identity/entropy/rules.ts', true],
    ['apps/server/src/identity/entropy/store.ts', false],
    ['packages/receipt/src/ambient.ts', false],
    ['packages/receipt/src/crypto-node.ts', false],
    ['packages/receipt/src/crypto-web.ts', false],
    ['packages/receipt/src/cli/main.ts', false],
    ['packages/receipt/src/page/main.ts', false],
    ['packages/receipt/src/verify.test.ts', false],
    ['packages/receipt/scripts/build.ts', false],
    ['packages/client/src/a.ts', false],
  ])('%s must be pure: %s', (path, pure) => {
    expect(found(path, 'Math.random()').length > 0).toBe(pure)
  })
})

describe('the tree', () => {
  it('reads sources and leaves out what is built or installed', () => {
    const root = mkdtempSync(join(tmpdir(), 'layers-'))
    const kept = ['apps/web/src/page.tsx', 'examples/a.ts', 'packages/receipt/bin/tool.js', 'packages/receipt/src/a.ts']
    for (const path of [
      ...kept,
      'packages/receipt/dist/a.js',
      'packages/receipt/node_modules/b/c.js',
      'packages/a.md',
    ]) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), '')
    }
    expect(readSources(root).map(({ path }) => path)).toEqual(kept)
    rmSync(root, { recursive: true })
  })

  it('refuses to call an unreadable file clean', () => {
    expect(() => found('examples/a.ts', 'const = 1')).toThrow('cannot parse examples/a.ts')
  })
})

function foundAmong(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }))
  return layerViolations(sources).map(({ path, line, message }) => `${path}:${line} ${message}`)
}

describe('circles', () => {
  it('are found among folders, also where no file is in a circle', () => {
    const files = {
      'packages/engine/src/a/one.ts': `\nimport { b } from '../b/one.ts'\nexport const a = b`,
      'packages/engine/src/a/two.ts': 'export const two = 2',
      'packages/engine/src/b/one.ts': 'export const b = 1',
      'packages/engine/src/b/two.ts': `export { two } from '../a/two.ts'`,
    }
    expect(foundAmong(files)).toEqual([
      'packages/engine/src/a/one.ts:2 closes a circle: packages/engine/src/a, packages/engine/src/b',
    ])
  })

  it('do not count tests, which may look anywhere in their package', () => {
    const files = {
      'packages/engine/src/a/one.test.ts': `import { b } from '../b/one.ts'`,
      'packages/engine/src/a/two.ts': 'export const two = 2',
      'packages/engine/src/b/one.ts': `export { two as b } from '../a/two.ts'`,
    }
    expect(foundAmong(files)).toEqual([])
  })
})

describe('chains', () => {
  const importer = (path: string, to: string) => ({
    path: `apps/server/src/${path}`,
    text: `import { one } from '${to}'`,
  })

  it('have three areas of a wing at most, and files directly in the wing don’t count', () => {
    const files = [
      importer('identity/a/routes.ts', '../b/store.ts'),
      importer('identity/b/store.ts', '../ground.ts'),
      importer('identity/ground.ts', './c/store.ts'),
      importer('identity/c/store.ts', '../../platform/sql.ts'),
      { path: 'apps/server/src/platform/sql.ts', text: '' },
    ]
    expect(layerViolations(files)).toEqual([])
    const longer = [...files.slice(0, 3), importer('identity/c/store.ts', '../d/store.ts')]
    const chains = layerViolations([...longer, { path: 'apps/server/src/identity/d/store.ts', text: '' }])
    expect(chains.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
      'apps/server/src/identity/a/routes.ts:1 begins a chain of more than 3 areas: identity/a > identity/b > identity/c > identity/d',
    ])
  })

  it('are not made by types', () => {
    const text = "import type { One } from '../d/store.ts'"
    const files = [
      importer('identity/a/routes.ts', '../b/store.ts'),
      importer('identity/b/store.ts', '../c/store.ts'),
      { path: 'apps/server/src/identity/c/store.ts', text },
      { path: 'apps/server/src/identity/d/store.ts', text: '' },
    ]
    expect(layerViolations(files)).toEqual([])
  })
})

describe('wings', () => {
  it('are climbed by no import, so a scan does not know what it is for', () => {
    const files = {
      'apps/server/src/scan/verification/admit.ts': `import { a } from '../../requests/checks/rules.ts'\nexport { a }`,
      'apps/server/src/requests/checks/rules.ts': 'export const a = 1',
    }
    expect(foundAmong(files)).toEqual([
      'apps/server/src/scan/verification/admit.ts:1 scan must not import requests (requests/checks); register what it needs in app/',
    ])
  })

  it('hold every file of the service', () => {
    const files = {
      'apps/server/src/cellar/a.ts': `export { a } from '../identity/otp/rules.ts'`,
      'apps/server/src/identity/otp/rules.ts': 'export const a = 1',
    }
    expect(foundAmong(files)).toEqual([
      'apps/server/src/cellar/a.ts:1 apps/server/src/cellar/a.ts is in no wing; see ARCHITECTURE.md',
    ])
  })

  it('may be walked down and along', () => {
    const files = {
      'apps/server/src/app/app.ts': `import '../identity/otp/rules.ts'`,
      'apps/server/src/identity/otp/rules.ts': `import '../codes/rules.ts'`,
      'apps/server/src/identity/codes/rules.ts': '',
    }
    expect(foundAmong(files)).toEqual([])
  })
})

describe('tables', () => {
  it('are written by one area', () => {
    const files = {
      'apps/server/src/identity/node-store.ts': 'sql`UPDATE node SET a = 1`',
      'apps/server/src/identity/otp/store.ts': '\nsql`DELETE FROM node`',
    }
    expect(foundAmong(files)).toEqual([
      'apps/server/src/identity/otp/store.ts:2 node is written by identity/node-store.ts; let it export what this needs',
    ])
  })

  it('are emptied by the same one', () => {
    const files = {
      'apps/server/src/identity/node-store.ts': 'sql`UPDATE node SET a = 1`',
      'apps/server/src/identity/otp/store.ts': 'expireRows({ table: sql`node`, key: sql`id`, where })',
    }
    expect(foundAmong(files)).toHaveLength(1)
  })

  it.each([
    ['routes.ts', 'sql`SELECT 1`', ['apps/server/src/identity/otp/routes.ts:1 SQL stands in a store']],
    ['store.ts', 'sql`SELECT 1`', []],
    ['code-store.ts', 'sql`SELECT 1`', []],
    ['routes.ts', '// sql`SELECT 1`', []],
    ['routes.test.ts', 'sql`SELECT 1`', []],
  ])('are reached from stores: %s with %s', (name, text, expected) => {
    expect(foundAmong({ [`apps/server/src/identity/otp/${name}`]: text })).toEqual(expected)
  })
})

describe('names', () => {
  const NAMES = 'apps/web/src/parts/names.ts'

  it('refuses an exported function that is named by a participle alone', () => {
    const text = '\nexport function judged(): void {}\nexport async function shown(): Promise<void> {}'
    expect(found(NAMES, text)).toEqual([
      '2: judged is a participle; name it by a verb',
      '3: shown is a participle; name it by a verb',
    ])
  })

  it.each([
    ['a verb that ends like one', NAMES, 'export function feed(): void {}'],
    ['a participle that describes a noun', NAMES, 'export function signedFetch(): void {}'],
    ['a value', NAMES, 'export const stored = 1'],
    ['a test', 'apps/web/src/parts/names.test.ts', 'export function judged(): void {}'],
  ])('lets %s through', (_, path, text) => {
    expect(found(path, text)).toEqual([])
  })
})
