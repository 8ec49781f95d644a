/** A clock that stands still until a test moves it on, with the timers that hang on it. */
export type FakeClock = {
  now: () => number
  every: (ms: number, run: () => void) => () => void
  after: (ms: number, run: () => void) => () => void
  /** Moves on to the next timer, lets promises settle, and so on until the task is done or the time is over. */
  runUntil: <T>(task: Promise<T>, limitMs?: number) => Promise<T>
  timers: () => number
}

type Timer = { atMs: number; everyMs: number | null; run: () => void }

export function createFakeClock(startMs = 1000): FakeClock {
  let nowMs = startMs
  const timers = new Set<Timer>()
  const add = (timer: Timer) => {
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  const step = () => {
    const next = [...timers].toSorted((a, b) => a.atMs - b.atMs)[0]
    if (next === undefined) return
    nowMs = Math.max(nowMs, next.atMs)
    if (next.everyMs === null) timers.delete(next)
    else next.atMs += next.everyMs
    next.run()
  }
  return {
    now: () => nowMs,
    every: (ms, run) => add({ atMs: nowMs + ms, everyMs: ms, run }),
    after: (ms, run) => add({ atMs: nowMs + ms, everyMs: null, run }),
    timers: () => timers.size,
    runUntil: async (task, limitMs = 300_000) => {
      const state = { isSettled: false }
      const settle = () => {
        state.isSettled = true
      }
      task.then(settle, settle)
      const endMs = nowMs + limitMs
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (state.isSettled) return task
        if (nowMs > endMs) throw new Error('the task did not end in time')
        step()
      }
    },
  }
}
