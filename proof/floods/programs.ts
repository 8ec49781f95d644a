import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { resourcesOf } from './figures.ts'
import type { JobName, Jobs } from './generator.ts'

const ROOT = join(import.meta.dirname, '..', '..')
// As `npm start` does.
const SERVE = [
  '--conditions=stillhere-source',
  '--max-semi-space-size=4',
  join('apps', 'server', 'bin', 'stillhere.js'),
  'serve',
]

// What all callers share; the limits of addresses and people stay as they are.
const LIMITS = ['declare.origin', 'declare.all', 'code.send.all'].map((name) => `${name}=100000000/600`).join()

export type FloodedService = { port: number; pid: number; dataDir: string; stop: () => Promise<void> }

/**
 * Starts the service as `npm start` does, in a process of its own, with fresh data unless `dataDir` names some. In a session of its own
 * (`isApart`) Linux gives it a share of the processor of its own, as a service manager does.
 */
export async function startService(
  env: Record<string, string> = {},
  { dataDir = makeFolder(), isApart = false }: { dataDir?: string; isApart?: boolean } = {},
): Promise<FloodedService> {
  const child = spawn(process.execPath, SERVE, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LIMITS, REFUSE_SIMULATION: 'no', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: isApart,
  })
  const pid = watch(child)
  return { port: await readPort(child), pid, dataDir, stop: () => end(child) }
}

export type Generator = {
  /** Has it do something; `cpu` is the share of a core that it took. */
  run: <Name extends JobName>(job: Name, asked: Jobs[Name]['asked']) => Promise<Jobs[Name]['answer'] & { cpu: number }>
  stop: () => Promise<void>
}

/** Starts what makes the load, in a process of its own; where `core` names one, on that alone and with a share of its own. */
export function startGenerator({ core }: { core?: number } = {}): Generator {
  const child = fork(join(import.meta.dirname, 'generator.ts'), { detached: core !== undefined })
  const pid = watch(child)
  // All of its threads; what it starts later stays there, too.
  if (core !== undefined) execFileSync('taskset', ['-acp', String(core), String(pid)])
  let asked = 0
  return {
    run: async (job, what) => {
      const id = ++asked
      const measure = resourcesOf(pid)
      const answer = hear(child, id)
      child.send({ id, job, asked: what })
      return { ...(await answer), cpu: measure().cpu } as never
    },
    stop: () => end(child),
  }
}

function hear(child: ChildProcess, id: number): Promise<object> {
  return new Promise((resolve, reject) => {
    const listen = (message: { id: number; answer: object }) => {
      if (message.id !== id) return
      child.off('message', listen).off('exit', lose)
      resolve(message.answer)
    }
    const lose = () => reject(new Error('the generator of load ended'))
    child.on('message', listen).once('exit', lose)
  })
}

let guard: ChildProcess | undefined

/** Has a process ended and its folder removed when this one is gone, however it went. */
export function watch(child: ChildProcess, folder?: string): number {
  const { pid } = child
  if (pid === undefined) throw new Error('a process did not start')
  tellGuard({ pid, ...(folder === undefined ? {} : { folder }) })
  child.once('exit', () => tellGuard({ over: pid }))
  return pid
}

/** A folder that is gone when this process is. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-floods-'))
  // The embedded database does not run as root, and its folder is in this one.
  chmodSync(folder, 0o711)
  tellGuard({ folder })
  return folder
}

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

async function readPort(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('the service has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listening on https?:\/\/\S+:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    return Number(port)
  }
  throw new Error('the service ended before it was listening')
}

/** Ends a process and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
