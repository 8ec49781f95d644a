import type { Threads } from './pool.ts'

/** The same threads, and how much processor time the tasks that were run through them have taken. */
export function meterThreads(threads: Threads): { threads: Threads; cpuMs: () => number } {
  let total = 0
  const add = (cpuMs: number) => {
    total += cpuMs
  }
  const run: Threads['run'] = (task, input, transfer = []) => threads.run(task, input, transfer, add)
  return { threads: { ...threads, run }, cpuMs: () => total }
}
