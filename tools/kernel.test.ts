import { beforeAll, describe, expect, it } from 'vitest'
import { unpackKernel } from '../packages/engine/src/kernel/wasm-kernel.ts'
import { compileKernels } from './compile-kernel.ts'

let compiled: Awaited<ReturnType<typeof compileKernels>>

beforeAll(async () => {
  compiled = await compileKernels()
}, 240_000)

// Where this fails: npm run kernel
describe('the compiled kernel', () => {
  it('with SIMD is what its sources compile to', async () => {
    expect(Buffer.from(await unpackKernel('wasm-simd')).equals(compiled.simd)).toBe(true)
  })

  it('without SIMD is what its sources compile to', async () => {
    expect(Buffer.from(await unpackKernel('wasm')).equals(compiled.scalar)).toBe(true)
  })
})
