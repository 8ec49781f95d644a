import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileKernel } from './kernel-compiler.ts'

/** The file of the repository that holds the compiled kernels. */
export const BINARY_FILE = join(import.meta.dirname, '..', 'src', 'kernel', 'wasm-binary.ts')

/** The text of that file, from the kernel's sources. */
export async function binaryModule(): Promise<string> {
  const simd = Buffer.from(await compileKernel('simd')).toString('hex')
  const scalar = Buffer.from(await compileKernel('scalar')).toString('hex')
  return [
    '// Generated from the files of src/kernel by scripts/compile-kernel.ts; do not edit. Hexadecimal, because gzip finds',
    '// repeated bytes in it: what travels is a fifth less than with base64.',
    `export const SIMD_KERNEL =\n  '${simd}'`,
    `export const SCALAR_KERNEL =\n  '${scalar}'\n`,
  ].join('\n')
}

if (import.meta.main) writeFileSync(BINARY_FILE, await binaryModule())
