import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { compileKernel } from './kernel-compiler.ts'

/** Both compiled kernels, the one with SIMD first. */
export async function compiledKernels(): Promise<{ simd: Uint8Array; scalar: Uint8Array }> {
  return { simd: await compileKernel('simd'), scalar: await compileKernel('scalar') }
}

/** The file of the repository that holds them. They have most bytes in common, so packed together they take half. */
function binaryModule({ simd, scalar }: { simd: Uint8Array; scalar: Uint8Array }): string {
  const packed = deflateSync(Buffer.concat([simd, scalar]), { level: 9, memLevel: 9 }).toString('base64')
  return [
    '// Generated from the files of src/kernel by scripts/compile-kernel.ts; do not edit.',
    '/** Length of the kernel with SIMD; the one without follows it. */',
    `export const SIMD_LENGTH = ${simd.length}`,
    `export const UNPACKED_LENGTH = ${simd.length + scalar.length}`,
    `export const PACKED_KERNELS =\n  '${packed}'\n`,
  ].join('\n')
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', 'src', 'kernel', 'wasm-binary.ts')
  writeFileSync(file, binaryModule(await compiledKernels()))
}
