import { type Kernel, typescriptKernel } from './kernel.ts'
import { SCALAR_KERNEL, SIMD_KERNEL } from './wasm-binary.ts'

export type WasmVariant = 'wasm-simd' | 'wasm'

/** Numbers in the module's memory, by the address of the first. */
type Pointer = number

type KernelExports = Record<keyof Kernel, (channels: Pointer, ...numbersAndOut: number[]) => void> & {
  memory: WebAssembly.Memory
  allocate: (length: number) => Pointer
  startOver: () => void
}

// The very functions that the TypeScript calls, so that both kernels agree to the last bit; see scripts/kernel-compiler.ts.
const HOST_FUNCTIONS = ['sin', 'cos', 'tan', 'atan', 'atan2', 'exp', 'log'] as const
const IMPORTS = { env: Object.fromEntries(HOST_FUNCTIONS.map((name) => [`Math.${name}`, Math[name]])) }

/** The better of the two compiled kernels that this runtime can run. */
export function supportedVariant(): WasmVariant {
  return WebAssembly.validate(binaryOf('wasm-simd')) ? 'wasm-simd' : 'wasm'
}

/** Compiles and starts a kernel; rejects where WebAssembly is missing or forbidden. */
export async function instantiateKernel(variant: WasmVariant): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(binaryOf(variant), IMPORTS)
  return kernelOf(instance.exports as KernelExports)
}

function binaryOf(variant: WasmVariant): Uint8Array<ArrayBuffer> {
  const hex = variant === 'wasm-simd' ? SIMD_KERNEL : SCALAR_KERNEL
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => 16 * digitAt(hex, 2 * i) + digitAt(hex, 2 * i + 1))
}

function digitAt(hex: string, i: number): number {
  const code = hex.charCodeAt(i)
  return code < 58 ? code - 48 : code - 87
}

/** Each function, and the TypeScript in its place where the module's memory cannot grow. */
function kernelOf(wasm: KernelExports): Kernel {
  const { presenceFeatures, signatureFeatures, viewFeatures } = typescriptKernel
  return {
    presenceFeatures(channels, n, out) {
      if (!ran(wasm, 'presenceFeatures', channels, [n], out)) presenceFeatures(channels, n, out)
    },
    signatureFeatures(channels, n, hasGyro, out) {
      if (!ran(wasm, 'signatureFeatures', channels, [n, hasGyro], out)) signatureFeatures(channels, n, hasGyro, out)
    },
    viewFeatures(views, n, out) {
      if (!ran(wasm, 'viewFeatures', views, [n], out)) viewFeatures(views, n, out)
    },
  }
}

/** Copies the channels in, runs, copies the answer out. False when the module's memory could not grow. */
function ran(
  wasm: KernelExports,
  name: keyof Kernel,
  channels: Float64Array,
  numbers: readonly number[],
  out: Float64Array,
): boolean {
  try {
    wasm.startOver()
    const input = wasm.allocate(channels.length)
    const output = wasm.allocate(out.length)
    new Float64Array(wasm.memory.buffer, input, channels.length).set(channels)
    wasm[name](input, ...numbers, output)
    out.set(new Float64Array(wasm.memory.buffer, output, out.length))
    return true
  } catch {
    return false
  }
}
