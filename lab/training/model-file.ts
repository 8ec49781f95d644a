import { readFileSync, writeFileSync } from 'node:fs'
import { SOURCES } from './sources.ts'

/** Puts newly trained sections into the model file, in the given order; the sections not trained stay as they are. */
export function writeModel(file: string, sections: Readonly<Record<string, unknown>>, order: readonly string[]): void {
  // Read late, so that parts trained at the same time do not undo each other.
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const merged: Record<string, unknown> = { ...before, ...sections, version: 1, sources: SOURCES }
  const names = ['version', 'sources', ...order].filter((name) => name in merged)
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(names.map((name) => [name, merged[name]])))}\n`)
}
