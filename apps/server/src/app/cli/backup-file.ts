import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { DatabaseProblem } from '../../platform/operator-problem.ts'
import type { Sequence, Table } from './store.ts'

/**
 * The first line of a backup. Behind it, each row is a line: the number of its table, a space, the row as JSON. The last
 * line is "end" and the SHA-256 of all before it, so a file that was cut off is not mistaken for a whole one.
 */
export type Header = {
  format: 'stillhere-backup'
  version: 1
  createdAt: string
  migrations: { number: number; name: string; sha256: string }[]
  tables: Table[]
  sequences: Sequence[]
}

export type BackupWriter = { write: (line: string) => Promise<void>; finish: () => Promise<void> }

/** Writes a compressed file of lines that its owner alone can read. */
export function writeBackup(path: string): BackupWriter {
  const digest = createHash('sha256')
  const gzip = createGzip()
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const written = pipeline(gzip, file).catch((error: Error) => {
    throw new DatabaseProblem('{path} cannot be written: {reason}', { path, reason: error.message })
  })
  // A disk that is full is reported by finish.
  written.catch(() => {})
  const write = async (line: string) => {
    digest.update(`${line}\n`)
    if (gzip.write(`${line}\n`)) return
    // What goes wrong ends gzip, too, but with an error that doesn't name the file.
    await Promise.race([once(gzip, 'drain').catch(() => written), written])
  }
  const finish = async () => {
    gzip.end(`end ${digest.digest('hex')}\n`)
    await written
  }
  return { write, finish }
}

/** The lines of a backup without the last; throws at the end when the file is not whole. */
export async function* readBackup(path: string): AsyncGenerator<string> {
  const digest = createHash('sha256')
  let end: string | undefined
  try {
    for await (const line of linesOf(path)) {
      if (line.startsWith('end ')) {
        end = line.slice(4)
        continue
      }
      digest.update(`${line}\n`)
      yield line
    }
  } catch (error) {
    throw error instanceof DatabaseProblem ? error : unreadable(path, error)
  }
  if (end !== digest.digest('hex')) throw unreadable(path, 'it is cut off or was changed')
}

/** Reads the whole file once, so that nothing is touched for the sake of a broken one. */
export async function checkBackup(path: string): Promise<{ header: Header; rows: number }> {
  let header: Header | undefined
  let rows = -1
  for await (const line of readBackup(path)) {
    if (rows++ < 0) header = readHeader(path, line)
  }
  if (header === undefined) throw unreadable(path, 'it is empty')
  return { header, rows }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const plain = createGunzip().setEncoding('utf8')
  const file = createReadStream(path).on('error', (error) => plain.destroy(error))
  let rest = ''
  for await (const chunk of file.pipe(plain)) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function readHeader(path: string, line: string): Header {
  if (!line.startsWith('{"format":"stillhere-backup","version":1,'))
    throw unreadable(path, 'it is not a backup of this service')
  return JSON.parse(line) as Header
}

function unreadable(path: string, reason: unknown): DatabaseProblem {
  return new DatabaseProblem('{path} cannot be restored: {reason}', {
    path,
    reason: reason instanceof Error ? reason.message : String(reason),
  })
}
