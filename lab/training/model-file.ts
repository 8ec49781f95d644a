import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SOURCES } from './sources.ts'

/**
 * Puts newly trained sections into the model file, in the given order; the sections not trained stay as they are. Whose
 * recordings they come from is written beside it: it belongs into the package, and not into every page.
 */
export function writeModel(file: string, sections: Readonly<Record<string, unknown>>, order: readonly string[]): void {
  // Read late, so that parts trained at the same time do not undo each other.
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const merged: Record<string, unknown> = { ...before, ...sections, version: 1 }
  const names = ['version', ...order].filter((name) => name in merged)
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(names.map((name) => [name, merged[name]])))}\n`)
  writeFileSync(join(dirname(file), 'sources.json'), `${JSON.stringify(SOURCES, null, 2)}\n`)
}

/** Throws, naming the section, where there is too little to learn it from: a model of nothing would be full of NaN. */
export function requireEnough(section: string, what: string, found: number, least: number): void {
  if (found < least) throw new Error(`cannot train ${section}: ${found} ${what}, at least ${least} are needed`)
}

/** Numbers with so many significant digits: the same bytes again, and a small file. */
export function roundToDigits(values: ArrayLike<number>, digits = 6): number[] {
  return Array.from(values, (value) => Number(value.toPrecision(digits)))
}
