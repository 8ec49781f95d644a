import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseProblem } from '../operator-problem.ts'
import { type Program, spawnGuarded } from './guard.ts'
import type { Installation } from './installation.ts'
import type { DatabaseLog } from './log.ts'

const INITDB_ARGUMENTS = [
  '--username=stillhere',
  '--encoding=UTF8',
  // Order by code point and Unicode's letter case, the same on every machine and in every later version.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // Who reaches the socket is trusted: its folder is closed to others.
  '--auth-local=trust',
  '--auth-host=reject',
  '--data-checksums',
  '--no-instructions',
  // All is synced at once, at the end: 1,300 files one by one take seconds on many disks.
  '--no-sync',
]
const REMOVAL_TRIES = 20
const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync'

/** Where the programs write, whom to tell, and whether the new files must survive a power cut. */
export type Making = { log: DatabaseLog; say: (line: string) => void; synced: boolean }

/** Leaves a complete cluster of the right version, or throws; what an interrupted call leaves is removed by the next. */
export async function ensureCluster(installation: Installation, { log, say, synced }: Making): Promise<void> {
  const { cluster } = installation.places
  removeUnfinished(installation)
  if (existsSync(cluster)) checkOwner(installation)
  if (existsSync(join(cluster, 'PG_VERSION'))) return checkVersion(installation)
  refuseStrangeFolder(cluster)
  say('preparing the database, once')
  const folder = await makeCluster(installation, log)
  if (synced) await syncCluster(installation, folder, log)
  renameSync(folder, cluster)
  syncFolder(installation.places.dataDir)
}

/** Makes the cluster belong to the user that serves it, who is another one after a change of who starts the service. */
export function ownCluster({ places, identities }: Installation): void {
  giveTo(places.cluster, identities.owner)
}

function removeUnfinished({ places: { dataDir, unfinished } }: Installation): void {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(basename(unfinished)))
  for (const name of names) removeFolder(join(dataDir, name))
}

// What an initdb that is being stopped started may still write and remove here, and one removal may leave something behind.
function removeFolder(path: string): void {
  for (let tries = 0; tries < REMOVAL_TRIES && existsSync(path); tries++) {
    rmSync(path, { recursive: true, force: true, maxRetries: 20 })
  }
}

function checkOwner({ places: { cluster }, identities: { owner } }: Installation): void {
  const found = statSync(cluster).uid
  if (found === owner.uid || process.getuid?.() === 0) return
  throw new DatabaseProblem(
    '{cluster} belongs to user {found}, but the service runs as user {own}: start it as that user, or chown -R the folder',
    { cluster, found: String(found), own: String(owner.uid) },
  )
}

function checkVersion({ places: { cluster }, binaries }: Installation): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === binaries.major) return
  throw new DatabaseProblem(
    '{cluster} is a database of PostgreSQL {found}, but this version brings PostgreSQL {own}: make a backup with the version that wrote it, start with an empty DATA_DIR, and restore',
    { cluster, found, own: binaries.version },
  )
}

function refuseStrangeFolder(cluster: string): void {
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new DatabaseProblem('{cluster} holds something that is not a database: move it away', { cluster })
}

async function makeCluster({ places, binaries, identities, env }: Installation, log: DatabaseLog): Promise<string> {
  const folder = mkdtempSync(places.unfinished)
  const maker = { identity: identities.initdb, env, log: log.descriptor }
  if (maker.identity.uid !== undefined) chownSync(folder, maker.identity.uid, -1)
  await run({ ...maker, command: binaries.initdb, args: ['-D', folder, ...INITDB_ARGUMENTS] }, log)
  const single = ['--single', '-F', '-D', folder, 'postgres']
  await run({ ...maker, command: binaries.postgres, args: single, input: 'CREATE DATABASE stillhere\n' }, log)
  giveTo(folder, identities.owner)
  return folder
}

async function syncCluster({ binaries, identities, env }: Installation, folder: string, log: DatabaseLog) {
  const args = ['--sync-only', `--sync-method=${SYNC_METHOD}`, '-D', folder]
  await run({ command: binaries.initdb, args, identity: identities.server, env, log: log.descriptor }, log)
}

async function run(program: Program, log: DatabaseLog): Promise<void> {
  const how = await spawnGuarded(program).exited
  if (how === 'code 0') return
  throw new DatabaseProblem('{program} failed ({how}):\n{lines}', {
    program: basename(program.command),
    how,
    lines: log.lastLines(),
  })
}

// The rename itself must survive a power cut, or the next start would find no database.
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  if (statSync(folder).uid === uid) return
  for (const name of readdirSync(folder, { recursive: true })) lchownSync(join(folder, String(name)), uid, gid)
  // Last: the folder's own owner says that all within has been given.
  chownSync(folder, uid, gid)
}
