import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'main.ts')

// The load comes from one address and declares agents of one origin.
const LIMITS = [
  'declare.address',
  'declare.origin',
  'declare.all',
  'challenge.next.address',
  'check.site',
  'agent.address',
  'code.try.address',
  'lookup.address',
]
  .map((name) => `${name}=100000000/600`)
  .join()

export type RunningServer = { address: string; kill: () => Promise<void>; stop: () => Promise<void> }

/**
 * Starts the service as a process of its own and waits for its address; its database is that of the folder unless `more` names one.
 * What a quiet one logs of the faults is thrown away.
 */
export async function startServer(
  dataDir: string,
  more: Record<string, string> = {},
  { isQuiet = false } = {},
): Promise<RunningServer> {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LIMITS,
    LOG_LEVEL: 'warn',
    REFUSE_SIMULATION: 'no',
    ...more,
  }
  const child = spawn(process.execPath, ['--conditions=stillhere-source', MAIN], {
    env,
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  })
  return {
    address: await readAddress(child),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no output')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const address = /listening on (https?:\/\/\S+)/.exec(line)?.[1]
    if (address) {
      child.stdout.resume()
      return address
    }
  }
  throw new Error('the service ended before it was listening')
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
