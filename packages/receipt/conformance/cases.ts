import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseGroup } from './answer-cases.ts'

const FOLDER = join(import.meta.dirname, '..', 'vectors', 'cases')

/** The paths of all case files, in the order in which every runner answers them. */
export function caseFiles(): string[] {
  return readdirSync(FOLDER)
    .toSorted()
    .map((name) => join(FOLDER, name))
}

export function readGroups(paths: readonly string[]): CaseGroup[] {
  return paths.map((path) => JSON.parse(readFileSync(path, 'utf8')) as CaseGroup)
}
