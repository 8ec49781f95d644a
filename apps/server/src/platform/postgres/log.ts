import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'

const MAX_LOG_BYTES = 10_000_000
const LINES_SHOWN = 8

/** The file that takes what PostgreSQL says. */
export type DatabaseLog = {
  descriptor: number
  /** The end of what was said since the log was opened. */
  lastLines: () => string
  close: () => void
}

/** Opens the log; one that has grown too long is put aside, and the one put aside before is gone. */
export function openLog(file: string): DatabaseLog {
  if (readSize(file) > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
  const begin = readSize(file)
  const descriptor = openSync(file, 'a', 0o600)
  return {
    descriptor,
    lastLines: () =>
      readFileSync(file).subarray(begin).toString('utf8').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n'),
    close: () => closeSync(descriptor),
  }
}

function readSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
