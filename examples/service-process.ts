import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'main.ts')

/** A service of its own for examples that need one: its address, an invite code that it printed, and a folder that goes with it. */
export type ServiceProcess = {
  address: string
  invite: string
  folder: string
  dataDir: string
  stop: () => Promise<void>
}

/** Starts the service for the first time, on a free port and in a new folder. */
export async function startServiceProcess(): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-example-'))
  // The embedded PostgreSQL may run as another user, who must get through.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const child = spawn(process.execPath, ['--conditions=stillhere-source', MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => end(child, folder)
  try {
    return { ...(await firstWords(child)), folder, dataDir, stop }
  } catch (problem) {
    await stop()
    throw problem
  }
}

async function firstWords({ stdout }: ChildProcess): Promise<{ address: string; invite: string }> {
  let printed = ''
  for await (const chunk of stdout ?? []) {
    printed += String(chunk)
    const address = /listening on (http:\S+)/.exec(printed)?.[1]
    if (address) return { address, invite: /SERVICE-\w{4}-\w{4}/.exec(printed)?.[0] ?? '' }
  }
  throw new Error(`the service did not start: ${printed}`)
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
