import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Connection } from '../src/platform/database/pool.ts'
import { INHERITED } from './process.ts'

const MAIN = join(import.meta.dirname, '../src/app/main.ts')

export type ServerProcess = { address: string; stop: () => Promise<void> }

/** Starts the service as a process of its own on a given database and waits until it listens. */
export async function startServerProcess(connection: Connection, env: Record<string, string>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stillhere-process-'))
  const settings = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: urlOf(connection), LOG_LEVEL: 'error', ...env }
  const child = spawn(process.execPath, ['--conditions=stillhere-source', MAIN], {
    env: { ...INHERITED, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { address: await addressOf(child), stop }
}

function urlOf({ host, port, user, database }: Connection): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /listening on (http:\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    return address
  }
  throw new Error('the service ended before it was listening')
}
