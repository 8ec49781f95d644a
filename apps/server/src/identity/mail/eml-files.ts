import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { Post } from './compose.ts'

/** Without SMTP_URL: writes each letter as a file that only its owner can read, and logs the file's name. */
export function filePost(dataDir: string, log: (line: string) => void): Post {
  const folder = outboxFolder(dataDir)
  return async ({ id, messageId, raw }) => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A second try has the same name and replaces the file.
      const file = join(folder, `${id}-${messageId.slice(1, 9)}.eml`)
      await writeFile(`${file}.part`, raw, { mode: 0o600, flush: true })
      await rename(`${file}.part`, file)
      log(`mail written to ${file}`)
      return { outcome: 'sent' }
    } catch (error) {
      return { outcome: 'failed', problem: `the file could not be written: ${codeOf(error)}` }
    }
  }
}

/** The files of mails as they were written, by the mail's id; without those that are gone. */
export async function readMailFiles(dataDir: string, ids: readonly number[]): Promise<Map<number, string>> {
  const folder = outboxFolder(dataDir)
  const wanted = new Set(ids)
  const found = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ name, id: Number.parseInt(name, 10) }))
    .filter(({ id }) => wanted.has(id))
  const files = new Map<number, string>()
  for (const { name, id } of found) {
    const file = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    if (file !== undefined) files.set(id, file)
  }
  return files
}

/** The folder of the files as a newcomer finds it: from where the service was started, or below DATA_DIR. */
export function outboxName(dataDir: string, startedIn: string): string {
  const path = relative(startedIn, outboxFolder(dataDir))
  return path.startsWith('..') || isAbsolute(path) ? join('DATA_DIR', 'outbox') : path
}

function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

/** Removes files that were written before the given moment. */
export async function removeOldFiles(dataDir: string, before: Date): Promise<void> {
  const folder = outboxFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => /\.eml(?:\.part)?$/.test(one))) {
    const file = join(folder, name)
    const written = await stat(file).catch(() => undefined)
    if (written && written.mtime < before) await rm(file, { force: true })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
