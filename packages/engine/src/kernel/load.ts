import { type Kernel, startKernel, typescriptKernel, type WasmVariant } from './wasm-kernel.ts'

/** Which kernel runs, whether loading has ended, how long it took, and why the compiled one does not run. */
export type EngineStatus = {
  kernel: WasmVariant | 'typescript'
  ready: boolean
  loadMs: number | null
  error: string | null
}

// Both kernels give the same numbers, so the change from one to the other in the middle of a session shows nowhere.
let kernel = typescriptKernel
let status: EngineStatus = { kernel: 'typescript', ready: false, loadMs: null, error: null }
const loading = load()

/** The compiled kernel once it is ready, the TypeScript until then and wherever WebAssembly is missing or forbidden. */
export function readKernel(): Kernel {
  return kernel
}

/** Runs a task with this kernel, whatever has been loaded. */
export function runWithKernel<Answer>(chosen: Kernel, task: () => Answer): Answer {
  const before = kernel
  kernel = chosen
  try {
    return task()
  } finally {
    kernel = before
  }
}

/** Returns which kernel runs right now. */
export function engineStatus(): EngineStatus {
  return { ...status }
}

/** The status once loading has ended, well or badly. Nobody needs to wait: every export works from the first call. */
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
