import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Injection } from './generator.ts'

const MODULE = /(?<!\.test|\.d)\.m?[jt]s$/

/**
 * Loads every module of a folder as an injection, in the order of the files' names. Throws where the folder holds none, where
 * something is missing in one, and where two have one name or one has a name that is taken.
 */
export async function loadInjections(folder: string, taken: readonly string[]): Promise<Injection[]> {
  const files = readdirSync(folder).filter((file) => MODULE.test(file))
  if (files.length === 0) throw new Error(`${folder} holds no module (.ts, .mts, .js or .mjs)`)
  const loaded: Injection[] = []
  for (const file of files.toSorted()) {
    const injection = checkInjection(file, await import(pathToFileURL(resolve(join(folder, file))).href))
    const names = [...taken, ...loaded.map(({ name }) => name)]
    if (names.includes(injection.name)) throw new Error(`${file}: another injection has the name "${injection.name}"`)
    loaded.push(injection)
  }
  return loaded
}

function checkInjection(file: string, module: Partial<Injection>): Injection {
  const { name, does, make } = module
  if (typeof name !== 'string' || name === '') throw new TypeError(`${file} must export a name`)
  if (typeof does !== 'string') throw new TypeError(`${file} must export a line "does"`)
  if (typeof make !== 'function') throw new TypeError(`${file} must export a function "make"`)
  return { ...module, name, does, make }
}
