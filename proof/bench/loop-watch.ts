import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * What an event loop did meanwhile: the longest time that it was late, the most processor time that it took at one stretch (a busy
 * machine makes only the first longer), and all that it took.
 */
export type Watched<Result> = { result: Result; longestMs: number; workMs: number; cpuMs: number }

/** Watches the event loop of this thread during some work. */
export async function watchLoop<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = cpuMs()
  let [last, workMs] = [start, 0]
  const timer = setInterval(() => {
    const now = cpuMs()
    workMs = Math.max(workMs, now - last)
    last = now
  }, 1)
  const result = await work()
  clearInterval(timer)
  delay.disable()
  // The monitor counts its own pause of a millisecond.
  return { result, longestMs: delay.max / 1e6 - 1, workMs, cpuMs: cpuMs() - start }
}

/** Processor time of this thread alone. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
