import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCES } from './sources.ts'

/**
 * Writes one newly trained section into the folder of the model, in a file of its own: a page loads the sections that it
 * judges by. The sources of the recordings are written beside them, for the package alone.
 */
export function writeSection(folder: string, name: string, section: unknown): void {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(section)}\n`)
  writeFileSync(join(folder, 'sources.json'), `${JSON.stringify(SOURCES, null, 2)}\n`)
}

/** Throws, naming the section, where there is too little to learn it from: a model of nothing would be full of NaN. */
export function requireEnough(section: string, what: string, found: number, least: number): void {
  if (found < least) throw new Error(`cannot train ${section}: ${found} ${what}, at least ${least} are needed`)
}

/** Numbers with so many significant digits: the same bytes again, and a small file. */
export function roundToDigits(values: ArrayLike<number>, digits = 6): number[] {
  return Array.from(values, (value) => Number(value.toPrecision(digits)))
}
