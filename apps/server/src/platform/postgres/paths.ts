import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Connection } from '../database/pool.ts'

/** Where the embedded PostgreSQL keeps its things. */
export type Places = {
  dataDir: string
  cluster: string
  /** What a cluster in the making is called, before a random end. */
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

export function placesIn(dataDir: string, temporary = tmpdir()): Places {
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

/** How to reach the embedded PostgreSQL of a data folder, when it runs. */
export function connectionIn({ socket }: Places): Connection {
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
