import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

/** What keeps a database running: how to start it, whom to tell, and how to wait. */
export type Keeping = {
  start: () => Promise<Postmaster>
  log: (line: string) => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 30_000

/** Starts a database again whenever it ends, until it is stopped; only the first start may fail. */
export async function keepRunning({ start, log, wait = waitUnref }: Keeping): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let current = await start()
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const how = await current.exited
      if (stopping.signal.aborted) return
      log(`PostgreSQL ended unexpectedly (${how}); starting it again`)
      await startAgain()
    }
  }

  async function startAgain(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        current = await start()
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await wait(waitMs, stopping.signal).catch(() => {})
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await current.stop()
    await watching
    // A start may have been under way when the stop came.
    await current.stop()
  }
  return { stop }
}

function waitUnref(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal, ref: false })
}
