import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The compiled kernel with two lanes a register, or for browsers without SIMD. */
export type KernelVariant = 'simd' | 'scalar'

const PACKAGE = join(import.meta.dirname, '..')
const KERNEL = join(PACKAGE, 'src', 'kernel')
const ASSEMBLY = join(PACKAGE, 'assembly')
const TOOLS = join(PACKAGE, '..', '..', 'tools', 'package.json')
const OWN_FILES = ['index.ts', 'arrays.ts', 'bits.ts']

/** Options of AssemblyScript. Shrinking reduces the size by a fifth and doesn't change the speed. */
export const FLAGS =
  '--optimizeLevel 3 --shrinkLevel 1 --noAssert --uncheckedBehavior always --runtime stub --use abort='.split(' ')

// sqrt, abs, floor, ceil, min and max are one instruction and exact. These are approximations, and AssemblyScript's own
// differ from the browser's in the last bit: the compiled kernel calls the very functions that the TypeScript calls.
const HOST_MATH = /\bMath\.(?=(?:sin|cos|tan|asin|acos|atan|atan2|exp|expm1|log|log1p|sinh|cosh|tanh)\()/g

/** Returns a file as AssemblyScript reads it; null if there is no file of this name. */
export function readSource(name: string, variant: KernelVariant): string | null {
  const own = OWN_FILES.includes(name) || (name === 'vector.ts' && variant === 'simd')
  const path = join(own ? ASSEMBLY : KERNEL, name)
  if (!existsSync(path)) return null
  const text = readFileSync(path, 'utf8')
  return own ? text : toAssemblyScript(text)
}

/**
 * Returns the SHA-256 of everything that determines the compiled bytes: the sources of both variants, the flags and the
 * compiler's version.
 */
export function hashSources(): string {
  const compiler = JSON.parse(readFileSync(TOOLS, 'utf8')).devDependencies.assemblyscript
  const sources = (['simd', 'scalar'] as const).map((variant) =>
    [...collectSources(variant)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return createHash('sha256')
    .update(JSON.stringify([compiler, FLAGS, sources]))
    .digest('hex')
}

/** Returns what assembly/index.ts imports, directly or not, by file name. */
function collectSources(
  variant: KernelVariant,
  name = 'index.ts',
  found = new Map<string, string>(),
): Map<string, string> {
  const text = found.has(name) ? null : readSource(name, variant)
  if (text === null) return found
  found.set(name, text)
  for (const [, imported] of text.matchAll(/ from '\.\/([^']*)'/g)) collectSources(variant, `${imported}.ts`, found)
  return found
}

/** Converts TypeScript for AssemblyScript: machine types need no import, imports no extension, and arrays are ours. */
function toAssemblyScript(typescript: string): string {
  const text = typescript
    .replaceAll(/^import type [^']*'[^']*'$/gm, '')
    .replaceAll(/ from '(\.[^']*)\.ts'/g, " from '$1'")
    .replaceAll(HOST_MATH, 'JSMath.')
    .replaceAll(/\b(Float64|Int32)Array\b/g, '$1s')
  return `import { Float64s, Int32s } from './arrays'\n${text}`
}
