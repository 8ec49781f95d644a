import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'

const LIMIT_BYTES = 150_000

const WHOLE = bundle("export * from '@stillhere/engine'")
const COUPLING_ALONE = bundle("export { couplingScore } from '@stillhere/engine'")

describe('the engine in a browser', () => {
  it('takes at most 150 kB of gzipped code and model', () => {
    const size = gzipSync(WHOLE.code, { level: 9 }).length
    console.log(`the whole engine: ${size} bytes gzipped, ${WHOLE.code.length} minified`)
    expect(size).toBeLessThanOrEqual(LIMIT_BYTES)
  })

  it('needs nothing of Node', () => {
    expect(WHOLE.imports).toEqual([])
    expect(WHOLE.code).not.toMatch(/node:|require\(/)
  })

  it('holds no synthetic people', () => {
    expect(WHOLE.inputs.filter((path) => path.includes('/synthetic/'))).toEqual([])
  })

  it('leaves the kernel out where nothing needs it', () => {
    const kernel = (inputs: string[]) => inputs.filter((path) => /\/kernel\/(?:wasm-|load)/.test(path))
    expect(kernel(WHOLE.inputs)).not.toEqual([])
    expect(kernel(COUPLING_ALONE.inputs)).toEqual([])
  })
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
  const inputs = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return { code: outputFiles[0].text, inputs: inputs.map(([path]) => path), imports: output.imports }
}
