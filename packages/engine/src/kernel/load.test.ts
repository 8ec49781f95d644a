import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

describe('loading the compiled kernel', () => {
  beforeEach(() => {
    vi.resetModules()
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('answers with the TypeScript kernel until the compiled one is there', async () => {
    const { instantiate } = WebAssembly
    const gate = Promise.withResolvers<void>()
    stubWebAssembly({
      instantiate: async (bytes: BufferSource, imports: WebAssembly.Imports) => {
        await gate.promise
        return instantiate(bytes, imports)
      },
    })
    const { readKernel, engineStatus, whenKernelReady } = await import('./load.ts')
    const { typescriptKernel } = await import('./wasm-kernel.ts')
    expect(engineStatus()).toEqual({ kernel: 'typescript', ready: false, loadMs: null, error: null })
    expect(readKernel()).toBe(typescriptKernel)
    gate.resolve()
    await whenKernelReady()
    expect(readKernel()).not.toBe(typescriptKernel)
  })

  it('runs the kernel with SIMD where the runtime has it, and says how long loading took', async () => {
    const status = await loadedStatus()
    expect(status).toEqual({ kernel: 'wasm-simd', ready: true, loadMs: expect.any(Number), error: null })
    expect(status.loadMs).toBeGreaterThan(0)
  })

  it('measures the time from the start of loading to its end', async () => {
    const clock = [1000, 1250]
    vi.stubGlobal('performance', { now: () => clock.shift() })
    expect(await loadedStatus()).toMatchObject({ kernel: 'wasm-simd', loadMs: 250 })
  })

  it('runs the kernel without SIMD where the runtime knows none', async () => {
    stubWebAssembly({ validate: () => false })
    expect(await loadedStatus()).toMatchObject({ kernel: 'wasm', ready: true, error: null })
  })

  it('stays with TypeScript, and says why, where a page forbids compiling', async () => {
    const forbidden = new WebAssembly.CompileError('blocked by Content Security Policy')
    stubWebAssembly({ instantiate: () => Promise.reject(forbidden) })
    const status = await loadedStatus()
    expect(status).toEqual({ kernel: 'typescript', ready: true, loadMs: null, error: String(forbidden) })
  })

  it('stays with TypeScript where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    const { readKernel, whenKernelReady } = await import('./load.ts')
    const { typescriptKernel } = await import('./wasm-kernel.ts')
    expect(await whenKernelReady()).toMatchObject({ kernel: 'typescript', ready: true, error: expect.any(String) })
    expect(readKernel()).toBe(typescriptKernel)
  })

  it('runs a task with the kernel it is given, and no other task', async () => {
    const { readKernel, whenKernelReady, runWithKernel } = await import('./load.ts')
    const { typescriptKernel } = await import('./wasm-kernel.ts')
    await whenKernelReady()
    expect(runWithKernel(typescriptKernel, readKernel)).toBe(typescriptKernel)
    const failing = () => {
      throw new Error('a task that fails')
    }
    expect(() => runWithKernel(typescriptKernel, failing)).toThrow('a task that fails')
    expect(readKernel()).not.toBe(typescriptKernel)
  })

  it('hands out copies of the status', async () => {
    const { engineStatus } = await import('./load.ts')
    engineStatus().error = 'written by a caller'
    expect(engineStatus().error).toBeNull()
  })
})

async function loadedStatus() {
  const { engineStatus, whenKernelReady } = await import('./load.ts')
  const status = await whenKernelReady()
  expect(engineStatus()).toEqual(status)
  return status
}

function stubWebAssembly(changes: Partial<Record<keyof typeof WebAssembly, unknown>>): void {
  const { validate, instantiate } = WebAssembly
  vi.stubGlobal('WebAssembly', { validate, instantiate, ...changes })
}
