import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashSources } from '../scripts/kernel-sources.ts'
import { unpackKernel } from '../src/kernel/wasm-kernel.ts'

const LIMIT_BYTES = 60_000
const COMPILED = join(import.meta.dirname, '..', 'src', 'kernel', 'wasm-binary.ts')

describe('the compiled kernel', () => {
  // Where this fails: npm run kernel. tools/kernel.test.ts compiles again and compares the bytes.
  it('was compiled from the sources as they stand', () => {
    expect(readFileSync(COMPILED, 'utf8')).toContain(`// Sources: ${hashSources()}\n`)
  })

  it.each(['wasm-simd', 'wasm'] as const)('%s takes at most 60 kB', async (variant) => {
    expect((await unpackKernel(variant)).length).toBeLessThanOrEqual(LIMIT_BYTES)
  })
})
