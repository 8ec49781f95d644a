import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

// A separate process that briefly outlives its parent, even if that is killed, and stops everything the parent started.
const PATIENCE_MS = 10_000
const pids = new Set<number>()
const folders = new Set<string>()

process.on('message', ({ pid, folder, over }: { pid?: number; folder?: string; over?: number }) => {
  if (pid !== undefined) pids.add(pid)
  if (folder !== undefined) folders.add(folder)
  if (over !== undefined) pids.delete(over)
})
process.on('disconnect', () => void endAll())

async function endAll(): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGTERM')
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && [...pids].some(isAlive);) await delay(100)
  for (const pid of pids) signal(pid, 'SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  process.exit()
}

function isAlive(pid: number): boolean {
  return signal(pid, 0)
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
