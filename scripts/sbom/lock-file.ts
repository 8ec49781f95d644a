import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = {
  /** Where it is not that of its place: of workspaces and aliases. */
  name?: string
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** The packages of a lock file by their places, such as node_modules/pg. */
export type LockFile = Readonly<Record<string, Locked>>

/** Reads the lock file of a folder. */
export function readLockFile(folder: string): LockFile {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
}

/** The places of all packages that run with the given ones, themselves included; what only builds and tests is left out. */
export function listRunTimePlaces(locked: LockFile, starts: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [...starts]
  for (const place of waiting) {
    if (seen.has(place)) continue
    seen.add(place)
    const { dependencies, optionalDependencies } = locked[place] ?? {}
    const names = Object.keys({ ...dependencies, ...optionalDependencies })
    waiting.push(...names.map((name) => findPlace(locked, name, place)))
  }
  return [...seen]
}

/** Where Node finds a package from a place: in the nearest node_modules on the way up. */
function findPlace(locked: LockFile, name: string, from: string): string {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  const found = locked[place]
  if (found) return found.link ? (found.resolved ?? '') : place
  if (from === '') throw new Error(`${name} is not in the lock file`)
  return findPlace(
    locked,
    name,
    from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '',
  )
}
