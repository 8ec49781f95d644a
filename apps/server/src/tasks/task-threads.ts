import { openThreads, type Threads } from '../threads/pool.ts'

/** Opens threads that perform the TASKS. */
export function openTaskThreads(options: { most?: number } = {}): Threads {
  return openThreads(new URL('./thread.ts', import.meta.url), options)
}
