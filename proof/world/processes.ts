import { type ChildProcess, fork, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process of its own, which ends with this one. */
export type Program = {
  pid: number
  /** Ends it by a signal and waits until it is gone. */
  end: (signal?: NodeJS.Signals) => Promise<void>
  hasEnded: () => boolean
}

export type ProgramOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & {
  /** A file that takes what the program says; without one it is thrown away, errors go to this process unless `isQuiet`. */
  log?: string
  isQuiet?: boolean
  /** In a session and a group of its own: Linux gives it a share of the processor, and a signal goes to all of the group. */
  isApart?: boolean
}

/** Starts a program; in a group of its own a signal reaches all that it started. */
export function startProgram([name = '', ...args]: readonly string[], options: ProgramOptions = {}): Program {
  const { log, isQuiet = false, isApart = false, ...more } = options
  const out = log === undefined ? undefined : openSync(log, 'a')
  const errors = out ?? (isQuiet ? 'ignore' : 'inherit')
  const child = spawn(name, args, { ...more, detached: isApart, stdio: ['ignore', out ?? 'ignore', errors] })
  if (out !== undefined) closeSync(out)
  return toProgram(child, { isApart })
}

/** Starts a program, and waits until it has said each of these; returns the first group of each. */
export async function startAndRead(
  [name = '', ...args]: readonly string[],
  patterns: readonly RegExp[],
  options: Omit<ProgramOptions, 'log'> = {},
): Promise<Program & { said: string[] }> {
  const { isQuiet = false, isApart = false, ...more } = options
  const child = spawn(name, args, {
    ...more,
    detached: isApart,
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  })
  const program = toProgram(child, { isApart: false })
  const said = new Map<RegExp, string>()
  if (!child.stdout) throw new Error(`${name} has no output`)
  for await (const line of createInterface({ input: child.stdout })) {
    for (const pattern of patterns) {
      const group = pattern.exec(line)?.[1]
      if (group !== undefined) said.set(pattern, group)
    }
    if (said.size < patterns.length) continue
    child.stdout.resume()
    return { ...program, said: patterns.map((pattern) => said.get(pattern) ?? '') }
  }
  throw new Error(`${name} ended before it said ${patterns.map(String).join(' and ')}`)
}

/** Has a process and its folder end with this one, however that goes. */
export function toProgram(
  child: ChildProcess,
  { isApart = false, folder }: { isApart?: boolean; folder?: string } = {},
): Program {
  const { pid } = child
  if (pid === undefined) throw new Error('a process did not start')
  tellGuard({ pid, ...(folder === undefined ? {} : { folder }) })
  child.once('exit', () => tellGuard({ over: pid }))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid,
    hasEnded,
    end: async (signal = 'SIGTERM') => {
      if (hasEnded()) return
      const ended = once(child, 'exit')
      process.kill(isApart ? -pid : pid, signal)
      await ended
    },
  }
}

/** A folder that is gone when this process is. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-proof-'))
  // The embedded database does not run as root, and its folder is in this one.
  chmodSync(folder, 0o711)
  tellGuard({ folder })
  return folder
}

let guard: ChildProcess | undefined

function tellGuard(what: { pid?: number; folder?: string; over?: number }): void {
  guard ??= startGuard()
  if (guard.connected) guard.send(what)
}

function startGuard(): ChildProcess {
  // Detached: an interrupt from the keyboard goes to the whole group.
  const child = fork(join(import.meta.dirname, 'guard.ts'), { detached: true })
  child.unref()
  child.channel?.unref()
  return child
}

/** Ports that nothing listens on at the moment. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  for (const server of servers) server.close()
  return ports
}

/** The user that databases run as: PostgreSQL refuses to run as root. */
export function findDatabaseUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('no user called postgres')
  return { uid: Number(uid), gid: Number(gid) }
}

// USER_HZ of Linux.
const TICKS_PER_SECOND = 100

/** Measures a process from now on: its share of a core, and the most memory that it ever had, in MB. */
export function measureProcess(pid: number): () => { cpu: number; peakMb: number } {
  const began = performance.now()
  const before = readCpuSeconds(pid)
  return () => ({
    cpu: (readCpuSeconds(pid) - before) / ((performance.now() - began) / 1000),
    peakMb: readMegabytes(pid, 'VmHWM'),
  })
}

/** Memory of a process: what it has (VmRSS), or the most that it ever had (VmHWM). */
export function readMegabytes(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Seconds of processor time that a process has taken. */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
