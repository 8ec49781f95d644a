import { type Kernel, startKernel, typescriptKernel, type WasmVariant } from './wasm-kernel.ts'

/** The active kernel, whether loading has finished, how long it took, and why the compiled kernel isn't used. */
export type EngineStatus = {
  kernel: WasmVariant | 'typescript'
  ready: boolean
  loadMs: number | null
  error: string | null
}

// Both kernels give the same numbers, so switching during a session changes nothing.
let kernel = typescriptKernel
let status: EngineStatus = { kernel: 'typescript', ready: false, loadMs: null, error: null }
const loading = load()

/** Returns the compiled kernel once it is ready; until then, and without WebAssembly, the TypeScript kernel. */
export function readKernel(): Kernel {
  return kernel
}

/** Runs a task with this kernel, independent of which one is loaded. */
export function runWithKernel<Answer>(chosen: Kernel, task: () => Answer): Answer {
  const before = kernel
  kernel = chosen
  try {
    return task()
  } finally {
    kernel = before
  }
}

/** Returns which kernel is active and how loading went. */
export function engineStatus(): EngineStatus {
  return { ...status }
}

/**
 * Resolves with the status once loading has finished or failed. Waiting is optional: all exports work from the first
 * call.
 */
export async function whenKernelReady(): Promise<EngineStatus> {
  await loading
  return engineStatus()
}

async function load(): Promise<void> {
  const start = performance.now()
  try {
    const started = await startKernel()
    kernel = started.kernel
    status = { kernel: started.variant, ready: true, loadMs: performance.now() - start, error: null }
  } catch (error) {
    status = { kernel: 'typescript', ready: true, loadMs: null, error: String(error) }
  }
}
