import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { main } from 'assemblyscript/asc'
import { FLAGS, hashSources, type KernelVariant, readSource } from '../packages/engine/scripts/kernel-sources.ts'

/** Both compiled kernels; the same sources give the same bytes. */
export async function compileKernels(): Promise<{ simd: Uint8Array; scalar: Uint8Array }> {
  return { simd: await compileKernel('simd'), scalar: await compileKernel('scalar') }
}

/** Compiles the portable files of src/kernel that assembly/index.ts asks for. */
async function compileKernel(variant: KernelVariant): Promise<Uint8Array> {
  const written = new Map<string, Uint8Array | string>()
  const args = ['index.ts', ...FLAGS, ...(variant === 'simd' ? ['--enable', 'simd'] : []), '-o', 'kernel.wasm']
  const messages: string[] = []
  const { error } = await main(args, {
    stderr: { write: (chunk) => void messages.push(String(chunk)) },
    readFile: (name) => readSource(name, variant),
    writeFile: (name, contents) => void written.set(name, contents),
    listFiles: () => [],
  })
  const binary = written.get('kernel.wasm')
  if (error || !(binary instanceof Uint8Array)) throw new Error(`the kernel does not compile:\n${messages.join('')}`)
  return binary
}

/** The file of the repository that holds them. They have most bytes in common, so packed together they take half. */
function binaryModule({ simd, scalar }: { simd: Uint8Array; scalar: Uint8Array }): string {
  const packed = deflateSync(Buffer.concat([scalar, simd]), { level: 9, memLevel: 9 }).toString('base64')
  return [
    '// Generated from the files of src/kernel by npm run kernel; do not edit.',
    `// Sources: ${hashSources()}`,
    '/** Length of the kernel without SIMD; the one with it follows. */',
    `export const SCALAR_LENGTH = ${scalar.length}`,
    `export const UNPACKED_LENGTH = ${simd.length + scalar.length}`,
    `export const PACKED_KERNELS =\n  '${packed}'\n`,
  ].join('\n')
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', 'packages', 'engine', 'src', 'kernel', 'wasm-binary.ts')
  writeFileSync(file, binaryModule(await compileKernels()))
}
