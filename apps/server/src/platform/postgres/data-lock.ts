import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUse } from '../operator-problem.ts'
import type { Places } from './paths.ts'

const SQLITE_BUSY = 5

/**
 * Makes this process the only server of a data folder until it lets go or dies.
 * Node has no call for file locks, but its SQLite takes them; the system frees them when the process ends, however it ends.
 */
export function lockDataFolder({ lock, dataDir }: Places): () => void {
  createPrivately(lock)
  const holder = new DatabaseSync(lock, { timeout: 0 })
  try {
    holder.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    holder.close()
    if (!isBusy(error)) throw error
    throw new DataFolderInUse('another server uses the data folder {dataDir}: stop it, or set another DATA_DIR', {
      dataDir,
    })
  }
  return () => holder.close()
}

// Never opens a file that exists: closing it again would free the lock that this process may hold on it (fcntl(2)).
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
