import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'

const LIMIT_BYTES = 150_000
const SCAN_LIMIT_BYTES = 95_000
/** Parts that only a service, a test or a research page needs. */
const NOT_IN_A_SCAN = /\/(?:calibration|replay|scorer|simulation|stroke-signature|synthetic|signature-matching)[/.]/

const WHOLE = bundle("export * from '@stillhere/engine'")
const SCAN = bundle(`
  export { getEntropyScore, motionSignature, presenceScore, verifyContinuity } from '@stillhere/engine'
  export { challengeProblem, DIRECTIONS, generateChallenge, strokeWords } from '@stillhere/engine'
  export { glanceStrokes } from '@stillhere/engine/strokes'
`)
const COUPLING_ALONE = bundle("export { couplingScore } from '@stillhere/engine'")

describe('the engine in a browser', () => {
  it('takes at most 150 kB of gzipped code and model', () => {
    const size = gzipSync(WHOLE.code, { level: 9 }).length
    console.log(`the whole engine: ${size} bytes gzipped, ${WHOLE.code.length} minified`)
    expect(size).toBeLessThanOrEqual(LIMIT_BYTES)
  })

  it('takes a page that scans at most 95 kB of gzipped code and model', () => {
    const size = gzipSync(SCAN.code, { level: 9 }).length
    console.log(`the engine of a scan: ${size} bytes gzipped, ${SCAN.code.length} minified`)
    expect(size).toBeLessThanOrEqual(SCAN_LIMIT_BYTES)
  })

  it('brings neither calibration, scorer, replay memory, matching nor synthetic people into a scan', () => {
    expect(SCAN.inputs.filter((path) => NOT_IN_A_SCAN.test(path))).toEqual([])
    expect(WHOLE.inputs.filter((path) => NOT_IN_A_SCAN.test(path))).not.toEqual([])
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
