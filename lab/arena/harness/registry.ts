import type { Injection } from './generator.ts'

const added: Injection[] = []

/** Gives a generator of one's own a row: its file calls this, and is named to Node with --import. Throws where something is missing in it. */
export function addInjection(injection: Injection): void {
  const { name, does, make } = injection
  if (typeof name !== 'string' || name === '') throw new TypeError('an injection needs a name')
  if (typeof does !== 'string') throw new TypeError(`${name} needs a line "does"`)
  if (typeof make !== 'function') throw new TypeError(`${name} needs a function "make"`)
  added.push(injection)
}

/** The generators given, and those that were added; no two of one name. */
export function listInjections(shipped: readonly Injection[]): Injection[] {
  const all = [...shipped, ...added]
  const twice = all.find(({ name }, i) => all.findIndex((other) => other.name === name) !== i)
  if (twice) throw new Error(`two injections have the name "${twice.name}"`)
  return all
}
