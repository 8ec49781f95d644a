import { presenceFeatures } from './presence-features.ts'
import { signatureFeatures, viewFeatures } from './signature-features.ts'
import { PACKED_KERNELS, SCALAR_LENGTH, UNPACKED_LENGTH } from './wasm-binary.ts'

export type WasmVariant = 'wasm-simd' | 'wasm'

/** Address of the first of a row of numbers in the module's memory. */
type Pointer = number

type KernelExports = Record<keyof Kernel, (channels: Pointer, ...numbersAndOut: number[]) => void> & {
  memory: WebAssembly.Memory
  allocate: (length: number) => Pointer
  startOver: () => void
}

// The same functions that the TypeScript kernel calls, so that both kernels agree to the last bit; see
// scripts/kernel-sources.ts.
const HOST_FUNCTIONS = ['sin', 'cos', 'tan', 'atan', 'atan2', 'exp', 'log'] as const
const IMPORTS = { env: Object.fromEntries(HOST_FUNCTIONS.map((name) => [`Math.${name}`, Math[name]])) }

/** Starts the better of the two compiled kernels; rejects if WebAssembly is missing or forbidden. */
export async function startKernel(): Promise<{ variant: WasmVariant; kernel: Kernel }> {
  const simd = await unpackKernel('wasm-simd')
  if (WebAssembly.validate(simd)) return { variant: 'wasm-simd', kernel: await startBinary(simd) }
  return { variant: 'wasm', kernel: await loadKernel('wasm') }
}

/** Starts one of the compiled kernels. */
export async function loadKernel(variant: WasmVariant): Promise<Kernel> {
  return startBinary(await unpackKernel(variant))
}

async function startBinary(binary: Uint8Array<ArrayBuffer>): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(binary, IMPORTS)
  return toKernel(instance.exports as KernelExports)
}

/** Returns the WebAssembly module of a kernel. */
export async function unpackKernel(variant: WasmVariant): Promise<Uint8Array<ArrayBuffer>> {
  const packed = Uint8Array.from(atob(PACKED_KERNELS), (character) => character.charCodeAt(0))
  const { readable, writable } = new DecompressionStream('deflate')
  const writer = writable.getWriter()
  const [bytes] = await Promise.all([readAll(readable), writer.write(packed), writer.close()])
  return variant === 'wasm-simd' ? bytes.slice(SCALAR_LENGTH) : bytes.slice(0, SCALAR_LENGTH)
}

/**
 * Reads a stream to its end. (A Response would do it in one line, but in Node it loads everything that belongs to
 * fetch.)
 */
async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(UNPACKED_LENGTH)
  const reader = stream.getReader()
  let at = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at)
    at += part.value.length
  }
  return bytes
}

/** Returns the compiled functions as a kernel; each falls back to TypeScript if the module's memory cannot grow. */
function toKernel(wasm: KernelExports): Kernel {
  return {
    presenceFeatures(channels, n, out) {
      if (!runCompiled(wasm, 'presenceFeatures', channels, [n], out)) presenceFeatures(channels, n, out)
    },
    signatureFeatures(channels, n, hasGyro, out) {
      if (!runCompiled(wasm, 'signatureFeatures', channels, [n, hasGyro], out))
        signatureFeatures(channels, n, hasGyro, out)
    },
    viewFeatures(views, n, out) {
      if (!runCompiled(wasm, 'viewFeatures', views, [n], out)) viewFeatures(views, n, out)
    },
  }
}

/** Copies the channels in, runs, and copies the result out. Returns false if the module's memory couldn't grow. */
function runCompiled(
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

/** Everything that runs once per sample. It exists in TypeScript and, from the same source, compiled to WebAssembly. */
export type Kernel = {
  presenceFeatures: typeof presenceFeatures
  signatureFeatures: typeof signatureFeatures
  viewFeatures: typeof viewFeatures
}

export const typescriptKernel: Kernel = { presenceFeatures, signatureFeatures, viewFeatures }
