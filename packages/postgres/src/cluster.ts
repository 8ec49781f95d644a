import { type ChildProcess, spawn } from 'node:child_process'
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
import type { Writable } from 'node:stream'
import type { Identity, Installation } from './installation.ts'
import { PostgresProblem } from './paths.ts'

const INITDB_ARGUMENTS = [
  '--username=stillhere',
  '--encoding=UTF8',
  // Order by code point and Unicode's letter case, the same on every machine and in every later version.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // Every process that reaches the socket is trusted: its folder is closed to others.
  '--auth-local=trust',
  '--auth-host=reject',
  '--data-checksums',
  '--no-instructions',
  // ensureCluster syncs everything at once at the end: 1,300 files one by one take seconds on many disks.
  '--no-sync',
]
const REMOVAL_TRIES = 20
const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync'

/**
 * Creates the PostgreSQL cluster of the data folder if there is none, and deletes the leftovers of an interrupted creation. Throws a
 * `PostgresProblem` if the folder holds something else, belongs to another user, or was written by another major version. `report` receives
 * a line before the creation; `isSynced` says that the new files must survive a power cut.
 */
export async function ensureCluster(
  installation: Installation,
  { log, report, isSynced }: { log: DatabaseLog; report: (line: string) => void; isSynced: boolean },
): Promise<void> {
  const { cluster, dataDir } = installation.paths
  removeUnfinished(installation)
  if (existsSync(cluster)) requireOwnCluster(installation)
  if (existsSync(join(cluster, 'PG_VERSION'))) return requireVersion(installation)
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new PostgresProblem('{cluster} holds something that is not a database: move it away', { cluster })
  report('preparing the database, once')
  const folder = await createCluster(installation, log)
  if (isSynced) {
    const { binaries, identities, env } = installation
    const args = ['--sync-only', `--sync-method=${SYNC_METHOD}`, '-D', folder]
    await run({ command: binaries.initdb, args, identity: identities.server, env, log: log.descriptor }, log)
  }
  renameSync(folder, cluster)
  // The rename itself must survive a power cut, or the next start would find no database.
  const descriptor = openSync(dataDir, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * Changes the owner of all files of the cluster to the user that runs PostgreSQL. That user differs from the last time if another user
 * starts the service.
 */
export function ownCluster({ paths, identities }: Installation): void {
  changeOwner(paths.cluster, identities.owner)
}

function removeUnfinished({ paths: { dataDir, unfinished } }: Installation): void {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(basename(unfinished)))) {
    const folder = join(dataDir, name)
    // Processes of an initdb that is being stopped may still write here, so one removal may leave something behind.
    for (let tries = 0; tries < REMOVAL_TRIES && existsSync(folder); tries++)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

function requireOwnCluster({ paths: { cluster }, identities: { owner } }: Installation): void {
  const found = statSync(cluster).uid
  if (found === owner.uid || process.getuid?.() === 0) return
  throw new PostgresProblem(
    '{cluster} belongs to user {found}, but the service runs as user {own}: start it as that user, or chown -R the folder',
    { cluster, found: String(found), own: String(owner.uid) },
  )
}

function requireVersion({ paths: { cluster }, binaries }: Installation): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === binaries.major) return
  throw new PostgresProblem(
    '{cluster} is a database of PostgreSQL {found}, but this version brings PostgreSQL {own}: make a backup with the version that wrote it, start with an empty DATA_DIR, and restore',
    { cluster, found, own: binaries.version },
  )
}

async function createCluster({ paths, binaries, identities, env }: Installation, log: DatabaseLog): Promise<string> {
  const folder = mkdtempSync(paths.unfinished)
  const program = { identity: identities.initdb, env, log: log.descriptor }
  if (program.identity.uid !== undefined) chownSync(folder, program.identity.uid, -1)
  await run({ ...program, command: binaries.initdb, args: ['-D', folder, ...INITDB_ARGUMENTS] }, log)
  const single = ['--single', '-F', '-D', folder, 'postgres']
  await run({ ...program, command: binaries.postgres, args: single, input: 'CREATE DATABASE stillhere\n' }, log)
  changeOwner(folder, identities.owner)
  return folder
}

async function run(program: Program, log: DatabaseLog): Promise<void> {
  const how = await spawnGuarded(program).exited
  if (how === 'code 0') return
  throw new PostgresProblem('{program} failed ({how}):\n{lines}', {
    program: basename(program.command),
    how,
    lines: log.readLastLines(),
  })
}

function changeOwner(folder: string, { uid, gid }: { uid: number; gid: number }): void {
  if (statSync(folder).uid === uid) return
  for (const name of readdirSync(folder, { recursive: true })) lchownSync(join(folder, String(name)), uid, gid)
  // Last, because the owner of the folder says that everything in it has been changed.
  chownSync(folder, uid, gid)
}

const MAX_LOG_BYTES = 10_000_000
const LINES_SHOWN = 8

/** The file that PostgreSQL writes its messages to. */
export type DatabaseLog = {
  descriptor: number
  /** Returns the last lines written since the log was opened. */
  readLastLines: () => string
  close: () => void
}

/**
 * Opens the log file of PostgreSQL for appending. A file of more than 10 MB is first renamed to `FILE.1`, which replaces the previous
 * `FILE.1`.
 */
export function openLog(file: string): DatabaseLog {
  if (readSize(file) > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
  const begin = readSize(file)
  const descriptor = openSync(file, 'a', 0o600)
  return {
    descriptor,
    readLastLines: () =>
      readFileSync(file).subarray(begin).toString('utf8').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n'),
    close: () => closeSync(descriptor),
  }
}

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A program that is stopped when this process dies, however it dies; `exited` resolves to how it ended. */
export type GuardedProcess = { child: ChildProcess; exited: Promise<string> }

// A second shell waits on a pipe that only this process holds open, and its end is this process's end. It is forked
// twice, so that PostgreSQL does not see a child that it did not start; then the first shell becomes the program.
const SCRIPT = `
( (
  read -r word <&3 && exit
  kill -INT $$
  for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 $$ || exit; done
  kill -QUIT $$
) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-
`

/** A program, the user that runs it, and the open file for its output. */
type Program = {
  command: string
  args: readonly string[]
  identity: Identity
  env: NodeJS.ProcessEnv
  log: number
  input?: string
}

/**
 * Starts a program that is stopped when this process dies. It runs in its own session, so signals to the process group of this process
 * don't reach it.
 */
export function spawnGuarded({ command, args, identity, env, log, input = '' }: Program): GuardedProcess {
  const { prefix, ...ids } = identity
  const [first, ...rest] = [...prefix, '/bin/sh', '-c', SCRIPT, 'guard', command, ...args] as [string, ...string[]]
  const child = spawn(first, rest, { ...ids, env, cwd: '/', detached: true, stdio: ['pipe', log, log, 'pipe'] })
  child.stdin?.on('error', () => {}).end(input)
  const alive = child.stdio[3] as Writable
  alive.on('error', () => {})
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // A line on the pipe ends the second shell before the program's pid can be reused.
    child.once('exit', (code, signal) => {
      alive.end('done\n')
      resolve(signal ?? `code ${code}`)
    })
  })
  return { child, exited }
}
