import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorProblem } from '@stillhere/messages'

/** PostgreSQL cannot be started; the message is one line and says what to do. */
export class PostgresProblem<Text extends string = string> extends OperatorProblem<Text> {}

/** Another process holds the data folder. */
export class DataFolderInUse<Text extends string = string> extends PostgresProblem<Text> {}

/** Connection settings of a PostgreSQL. A host that is a folder means the unix socket in it. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false; options: string }

/** Where the embedded PostgreSQL keeps its files. */
export type Paths = {
  dataDir: string
  cluster: string
  /** Prefix of the name of a cluster while initdb creates it. */
  unfinished: string
  libraries: string
  lock: string
  log: string
  socket: string
  /** PostgreSQL's own lock of the socket. */
  socketLock: string
  /** Marks every process of this cluster. */
  clusterName: string
}

// sun_path holds 104 bytes on macOS and 108 on Linux, with the zero at the end; unix(7).
const MAX_SOCKET_BYTES = 103
const PORT = 5432

/**
 * Returns the paths of all files that the embedded PostgreSQL needs in a data folder; creates nothing. If the path is too long for a unix
 * socket, the socket lies in the folder `temporary`.
 */
export function computePaths(dataDir: string, temporary = tmpdir()): Paths {
  const root = resolve(dataDir)
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const within = join(root, 'postgres-socket')
  const fits = Buffer.byteLength(join(within, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_BYTES
  const socket = fits ? within : join(temporary, `stillhere-${hash}`)
  return {
    dataDir: root,
    cluster: join(root, 'postgres'),
    unfinished: join(root, 'postgres.new-'),
    libraries: join(root, 'postgres-libraries'),
    lock: join(root, 'postgres.lock'),
    log: join(root, 'postgres.log'),
    socket,
    socketLock: join(socket, `.s.PGSQL.${PORT}.lock`),
    clusterName: `stillhere-${hash}`,
  }
}

/** Returns the connection settings of the embedded PostgreSQL of a data folder. They work while it runs. */
export function toConnection({ socket }: Paths): Connection {
  return {
    host: socket,
    port: PORT,
    user: 'stillhere',
    database: 'stillhere',
    ssl: false,
    // A failed statement is reported to us; in PostgreSQL's own log its values would be personal data.
    options: '-c log_min_messages=log',
  }
}

const SQLITE_BUSY = 5

/**
 * Locks a data folder, so that this process is the only server that uses it, and returns a function that unlocks it. Throws a
 * `DataFolderInUse` if another process has locked the folder. The lock is an exclusive SQLite transaction, because Node has no call for
 * file locks; the system releases it when the process ends, even after a crash.
 */
export function lockDataFolder({ lock, dataDir }: Paths): () => void {
  createPrivateFile(lock)
  const holder = new DatabaseSync(lock, { timeout: 0 })
  try {
    holder.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    holder.close()
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    if (!isBusy) throw error
    throw new DataFolderInUse('another server uses the data folder {dataDir}: stop it, or set another DATA_DIR', {
      dataDir,
    })
  }
  return () => holder.close()
}

// Never opens a file that exists: closing it again would release the lock that this process may hold on it (fcntl(2)).
function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
