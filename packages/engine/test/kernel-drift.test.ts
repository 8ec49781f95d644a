import { beforeAll, describe, expect, it } from 'vitest'
import { compiledKernels } from '../scripts/compile-kernel.ts'
import { unpackedKernel } from '../src/kernel/wasm-kernel.ts'

const LIMIT_BYTES = 60_000
let compiled: Awaited<ReturnType<typeof compiledKernels>>

beforeAll(async () => {
  compiled = await compiledKernels()
}, 240_000)

// Where this fails: npm run kernel -w packages/engine
describe('the compiled kernel', () => {
  it('with SIMD is what its sources compile to', async () => {
    expect(Buffer.from(await unpackedKernel('wasm-simd')).equals(compiled.simd)).toBe(true)
  })

  it('without SIMD is what its sources compile to', async () => {
    expect(Buffer.from(await unpackedKernel('wasm')).equals(compiled.scalar)).toBe(true)
  })

  it.each(['wasm-simd', 'wasm'] as const)('%s takes at most 60 kB', async (variant) => {
    expect((await unpackedKernel(variant)).length).toBeLessThanOrEqual(LIMIT_BYTES)
  })
})
