import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from 'assemblyscript/asc'

/** The compiled kernel with two lanes a register, or for browsers without SIMD. */
export type KernelVariant = 'simd' | 'scalar'

const PACKAGE = join(import.meta.dirname, '..')
const KERNEL = join(PACKAGE, 'src', 'kernel')
const ASSEMBLY = join(PACKAGE, 'assembly')
const OWN_FILES = ['index.ts', 'arrays.ts', 'bits.ts']
// Shrinking takes a fifth off the size and nothing off the speed.
const FLAGS =
  '--optimizeLevel 3 --shrinkLevel 1 --noAssert --uncheckedBehavior always --runtime stub --use abort='.split(' ')

// sqrt, abs, floor, ceil, min and max are one instruction and exact. These are approximations, and AssemblyScript's own
// differ from the browser's in the last bit: the compiled kernel calls the very functions that the TypeScript calls.
const HOST_MATH = /\bMath\.(?=(?:sin|cos|tan|asin|acos|atan|atan2|exp|expm1|log|log1p|sinh|cosh|tanh)\()/g

/** Compiles the portable files of src/kernel that assembly/index.ts asks for; the same sources give the same bytes. */
export async function compileKernel(variant: KernelVariant): Promise<Uint8Array> {
  const written = new Map<string, Uint8Array | string>()
  const args = ['index.ts', ...FLAGS, ...(variant === 'simd' ? ['--enable', 'simd'] : []), '-o', 'kernel.wasm']
  const messages: string[] = []
  const { error } = await main(args, {
    stderr: { write: (chunk) => void messages.push(String(chunk)) },
    readFile: (name) => sourceOf(name, variant),
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => [],
  })
  const binary = written.get('kernel.wasm')
  if (error || !(binary instanceof Uint8Array)) throw new Error(`the kernel does not compile:\n${messages.join('')}`)
  return binary
}

function sourceOf(name: string, variant: KernelVariant): string | null {
  const own = OWN_FILES.includes(name) || (name === 'vector.ts' && variant === 'simd')
  const path = join(own ? ASSEMBLY : KERNEL, name)
  if (!existsSync(path)) return null
  const text = readFileSync(path, 'utf8')
  return own ? text : assemblyScriptOf(text)
}

/** The text as AssemblyScript reads it: its machine types need no import, its imports no ending, and its arrays are ours. */
function assemblyScriptOf(typescript: string): string {
  const text = typescript
    .replaceAll(/^import type [^']*'[^']*'$/gm, '')
    .replaceAll(/ from '(\.[^']*)\.ts'/g, " from '$1'")
    .replaceAll(HOST_MATH, 'JSMath.')
    .replaceAll(/\b(Float64|Int32)Array\b/g, '$1s')
  return `import { Float64s, Int32s } from './arrays'\n${text}`
}
