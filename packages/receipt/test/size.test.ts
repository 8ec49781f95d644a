import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'

const LIMIT_BYTES = 14_000

const VERIFYING_ALONE = bundle("import { verifyReceipt } from '@stillhere/receipt'; globalThis.verify = verifyReceipt")

it('verifies in a browser with at most 14 kB of gzipped code', () => {
  const size = gzipSync(VERIFYING_ALONE.code, { level: 9 }).length
  console.log(`verifyReceipt alone: ${size} bytes gzipped, ${VERIFYING_ALONE.code.length} minified`)
  expect(size).toBeLessThanOrEqual(LIMIT_BYTES)
})

it('needs nothing of Node in a browser', () => {
  expect(VERIFYING_ALONE.imports).toEqual([])
  expect(VERIFYING_ALONE.code).not.toMatch(/node:|require\(/)
})

it('leaves building, signing, chains and headers out where only verification is asked for', () => {
  const unwanted = ['build', 'chain', 'header', 'presence-policy', 'sign', 'status-list']
  const present = VERIFYING_ALONE.inputs.map((path) => /([\w-]+)\.[jt]s$/.exec(path)?.[1])
  expect(present).toContain('verify')
  expect(present.filter((name) => unwanted.includes(name ?? ''))).toEqual([])
  // Functions of files that verification needs in part: making keys, reading JSON text, wrapping evidence.
  for (const text of ['twice in one object', 'random must', 'diagnostics'])
    expect(VERIFYING_ALONE.code).not.toContain(text)
})

function bundle(contents: string) {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['stillhere-source'],
  })
  const [output] = Object.values(metafile.outputs)
  const inputs = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { code: outputFiles[0]!.text, inputs: inputs.map(([path]) => path), imports: output!.imports }
}
