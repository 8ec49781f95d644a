import type { Platform, Stop } from './platform.ts'

const TICK_MS = 100
// A page that a busy machine kept from running for longer has heard nothing meanwhile, whatever was there to hear.
const LONGEST_TICK_MS = 2 * TICK_MS

/** Counts the time in which the page could run: returns a function that adds, at every tick, what has passed since the last. */
export function countPageTime(now: () => number): () => number {
  let passedMs = 0
  let lastMs = now()
  return () => {
    const nowMs = now()
    passedMs += Math.min(nowMs - lastMs, LONGEST_TICK_MS)
    lastMs = nowMs
    return passedMs
  }
}

/** Runs something once the page could run for so long. */
export function afterPageTime({ now, every }: Pick<Platform, 'now' | 'every'>, ms: number, run: () => void): Stop {
  const tick = countPageTime(now)
  const stop = every(TICK_MS, () => {
    if (tick() < ms) return
    stop()
    run()
  })
  return stop
}
