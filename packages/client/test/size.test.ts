import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bundle } from './bundle.ts'

const RECEIPTS =
  'generateKeyPair, createIssuerIdentity, engineEvidenceToBlock, buildReceipt, signReceipt, verifyReceipt'

const ENTRIES = [
  { what: 'the HTTP client', text: only('createClient', 'http'), limitBytes: 8000 },
  { what: 'making, signing and verifying receipts', text: only(RECEIPTS, 'receipt'), limitBytes: 12_000 },
]

describe.each(ENTRIES)('$what alone', ({ what, text, limitBytes }) => {
  const { code, imports } = bundle(text, 'browser')

  it(`takes a page at most ${limitBytes} bytes of gzipped code`, () => {
    const size = gzipSync(code, { level: 9 }).length
    console.log(`${what} alone: ${size} bytes gzipped, ${code.length} minified`)
    expect(size).toBeLessThanOrEqual(limitBytes)
    expect(size).toBeGreaterThan(1000)
  })

  it('needs nothing of Node, and loads nothing more', () => {
    expect(imports).toEqual([])
    expect(code).not.toMatch(/\bnode:|\brequire\(/)
  })
})

it('brings no schema into the HTTP client', () => {
  const inputs = bundle(only('createClient', 'http'), 'browser').inputs
  expect(inputs.filter((path) => /typebox|packages\/(?:contract|engine|receipt)/.test(path))).toEqual([])
})

it('brings no client where only its errors are asked for', () => {
  const inputs = bundle(only('ProblemError', 'http'), 'browser').inputs
  expect(inputs.map((path) => path.split('/').at(-1))).toEqual(['errors.ts'])
})

function only(names: string, entry: string): string {
  return `export { ${names} } from '@stillhere/client/${entry}'`
}
