import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

const PACKAGE = join(import.meta.dirname, '..')

const ENTRIES = [
  { what: 'the HTTP client', text: all('http'), limitBytes: 8000 },
  { what: 'all of the receipts', text: all('receipt'), limitBytes: 16_000 },
]

describe.each(ENTRIES)('$what alone', ({ what, text, limitBytes }) => {
  const { code, imports } = bundle(text, 'browser')

  it(`takes a page at most ${limitBytes} bytes of gzipped code`, () => {
    const size = gzippedBytes(code)
    console.log(`${what} alone: ${size} bytes gzipped, ${code.length} minified`)
    expect(size).toBeLessThanOrEqual(limitBytes)
    expect(size).toBeGreaterThan(1000)
  })

  it('needs nothing of Node, and loads nothing more', () => {
    expect(imports).toEqual([])
    expect(code).not.toMatch(/\bnode:|\brequire\(/)
  })
})

describe('the whole way of a scan: everything of /capture, the thread of the engine and the key', () => {
  const files = capturePath()

  it('takes a page at most 130000 bytes of gzipped code, with what page and thread share counted once', () => {
    const size = files.reduce((sum, { text }) => sum + gzippedBytes(text), 0)
    console.log(`the whole way of a scan: ${size} bytes gzipped in ${files.length} files`)
    expect(size).toBeLessThanOrEqual(130_000)
    expect(size).toBeGreaterThan(50_000)
  })

  it('takes at most 95000 bytes of it for the engine, which neither calibrates, scores, matches nor remembers', () => {
    const { code, inputs } = bundle("import '../src/live/worker.ts'", 'browser')
    console.log(`the thread of the engine: ${gzippedBytes(code)} bytes gzipped`)
    expect(gzippedBytes(code)).toBeLessThanOrEqual(95_000)
    const parts = /packages\/engine\/src\/(?:calibration|replay|scorer|synthetic|model\/signature-matching)\b/
    expect(inputs.filter((path) => path.includes('packages/engine/src/')).length).toBeGreaterThan(20)
    expect(inputs.filter((path) => parts.test(path))).toEqual([])
  })

  it('does not carry the model of the camera', () => {
    expect(files.map(({ path }) => path).filter((path) => /\.(?:wasm|task)$/.test(path))).toEqual([])
    expect(files.some(({ text }) => text.includes('MediaPipe'))).toBe(false)
  })
})

it('loads the texts of other languages apart from the element', () => {
  const files = bundleSplit('element/index.ts')
  expect(loadedAtOnce(files, 'index.js').join('')).not.toMatch(/Beleg|recibo/i)
  expect(files.filter(({ text }) => /Beleg|recibo/i.test(text))).toHaveLength(2)
})

it('brings no schema into the HTTP client', () => {
  const inputs = bundle(all('http'), 'browser').inputs
  expect(inputs.filter((path) => /typebox|packages\/(?:contract|engine|receipt)/.test(path))).toEqual([])
})

it('brings no client where only its errors are asked for', () => {
  const inputs = bundle(`export { ProblemError } from '@stillhere/client/http'`, 'browser').inputs
  expect(inputs.map((path) => path.split('/').at(-1))).toEqual(['errors.ts'])
})

it('brings nothing else where the main entry is asked for a receipt function', () => {
  const inputs = bundle(`export { decodeHeader } from '@stillhere/client'`, 'browser').inputs
  expect(inputs.filter((path) => !path.startsWith('packages/receipt/'))).toEqual([])
})

function all(entry: string): string {
  return `export * from '@stillhere/client/${entry}'`
}

function gzippedBytes(code: string): number {
  return gzipSync(code, { level: 9 }).length
}

/** The text of a file and of all that it imports without being asked. */
function loadedAtOnce(files: readonly { path: string; text: string }[], name: string): string[] {
  const text = files.find(({ path }) => path.endsWith(`/${name}`))?.text ?? ''
  const imported = [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, found = '']) => found)
  return [text, ...imported.flatMap((one) => loadedAtOnce(files, one))]
}

/** All files that a page with a scan may load, those that are loaded late included. */
function capturePath(): { path: string; text: string }[] {
  return bundleSplit('scan/index.ts', 'live/worker.ts')
}

/** Bundles sources of the package as a site would, with what is loaded late in files of its own. */
function bundleSplit(...sources: string[]): { path: string; text: string }[] {
  const { outputFiles } = buildSync({
    entryPoints: sources.map((source) => join(PACKAGE, 'src', source)),
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  return outputFiles
}
