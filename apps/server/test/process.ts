import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Connection } from '../src/platform/database/pool.ts'
import { TAKES_SYNTHETIC_PEOPLE } from './synthetic-people.ts'

const BIN = join(import.meta.dirname, '..', 'bin', 'stillhere.js')
const running = new Set<ChildProcess>()
const folders = new Set<string>()

/** A process of the command line under test. */
export type TestProcess = {
  child: ChildProcess
  /** All lines of standard output up to the one that matches. */
  linesUntil: (pattern: RegExp) => Promise<string[]>
  exited: Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** What a process of the tests gets: where programs are, where Node keeps what it has compiled, and that people are made up. */
export const INHERITED = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  ...TAKES_SYNTHETIC_PEOPLE,
}

/** Runs `stillhere …` with nothing in its environment but that and what is given. */
export function runStillhere(args: string[], env: Record<string, string> = {}): TestProcess {
  const child = spawn(process.execPath, ['--conditions=stillhere-source', BIN, ...args], {
    env: { ...INHERITED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const stderr = text(child.stderr)
  const exited = once(child, 'close').then(async ([code]) => {
    running.delete(child)
    reader.emit('finished')
    return { code: code as number | null, stdout: lines.join('\n'), stderr: await stderr }
  })
  const linesUntil = async (pattern: RegExp) => {
    while (!lines.some((line) => pattern.test(line))) {
      const ended = await Promise.race([once(reader, 'line').then(() => undefined), exited])
      if (ended) throw new Error(`the process ended with ${ended.code}: ${ended.stdout}${ended.stderr}`)
    }
    return [...lines]
  }
  return { child, linesUntil, exited }
}

/** A folder that goes away with endProcesses. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-test-'))
  folders.add(folder)
  return folder
}

/** A test database in the form of DATABASE_URL. */
export function databaseUrl({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Kills what a failed test left running and removes its folders; for afterEach. */
export async function endProcesses(): Promise<void> {
  const exits = [...running].map((child) => once(child, 'close'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(exits)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  folders.clear()
}
