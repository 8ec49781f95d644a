import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BINARY_FILE, binaryModule } from '../scripts/compile-kernel.ts'
import { SCALAR_KERNEL, SIMD_KERNEL } from '../src/kernel/wasm-binary.ts'

const LIMIT_BYTES = 60_000

describe('the compiled kernel', () => {
  it('is what its sources compile to (else: npm run kernel -w packages/engine)', { timeout: 120_000 }, async () => {
    expect(readFileSync(BINARY_FILE, 'utf8') === (await binaryModule())).toBe(true)
  })

  it.each([
    ['with SIMD', SIMD_KERNEL],
    ['without', SCALAR_KERNEL],
  ])('%s takes at most 60 kB', (_, kernel) => {
    expect(Buffer.from(kernel, 'hex').length).toBeLessThanOrEqual(LIMIT_BYTES)
  })
})
