import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseProblem } from '../operator-problem.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { lockDataFolder } from './data-lock.ts'
import { type Places, placesIn } from './paths.ts'
import { chooseIdentities, type Identities } from './unix-user.ts'

/** All that is needed to run PostgreSQL on one data folder. */
export type Installation = {
  places: Places
  binaries: Binaries
  identities: Identities
  env: NodeJS.ProcessEnv
  unlock: () => void
}

/** Claims a data folder for this process and lays out what PostgreSQL needs around it. */
export function claimDataFolder(dataDir: string): Installation {
  const binaries = findBinaries()
  // Root's PostgreSQL is another user, who must be able to pass; all that is secret in the folder is so by its own mode.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const places = placesIn(realpathSync(dataDir))
  const unlock = lockDataFolder(places)
  try {
    const env = environment(places, binaries)
    linkLibraries(places, binaries)
    const identities = chooseIdentities(places, binaries, env)
    makeSocketFolder(places, identities)
    return { places, binaries, identities, env, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

// Not our own: variables such as PGPORT or PGDATA of whoever starts the service would change the database.
function environment({ libraries }: Places, { libraryFolder }: Binaries): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin' } = process.env
  const search = `${libraries}:${libraryFolder}`
  return { PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: search, DYLD_LIBRARY_PATH: search }
}

function linkLibraries({ libraries }: Places, binaries: Binaries): void {
  mkdirSync(libraries, { recursive: true, mode: 0o755 })
  for (const [name, file] of binaries.libraryLinks) {
    const link = join(libraries, name)
    if (linkTarget(link) === file) continue
    rmSync(link, { force: true })
    symlinkSync(file, link)
  }
}

function linkTarget(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}

// Whoever can enter this folder is trusted by the database, so in a shared place it must be ours alone.
function makeSocketFolder({ socket }: Places, { owner }: Identities): void {
  mkdirSync(socket, { recursive: true, mode: 0o700 })
  const found = lstatSync(socket)
  if (!found.isDirectory() || ![owner.uid, process.getuid?.()].includes(found.uid))
    throw new DatabaseProblem('{socket} belongs to another user: remove it, or set a shorter DATA_DIR', { socket })
  if (found.uid !== owner.uid) chownSync(socket, owner.uid, owner.gid)
  chmodSync(socket, 0o700)
}
