import type { EngineTask } from './engine-worker.ts'

/** What is used of a Worker. */
export type ThreadLike = {
  postMessage(message: unknown): void
  terminate(): void
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void
}

export type RunTask = (task: EngineTask) => Promise<unknown>

type Answer = { id: number; answer?: unknown; error?: string }
type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

// A thread that loads this long will not help in this scan.
const START_MS = 8000

/** Runs tasks in a thread; they reject once it cannot start or breaks, and are dropped when it is closed. */
export function openThread(start: () => ThreadLike): { run: RunTask; close: () => void } {
  const waiting = createWaiting()
  const timer = setTimeout(() => fail('did not start in time'), START_MS)
  let thread: ThreadLike | undefined
  const close = () => {
    clearTimeout(timer)
    thread?.terminate()
    thread = undefined
  }
  const fail = (why: string) => {
    close()
    waiting.rejectAll(new Error(`the thread of the engine ${why}`))
  }
  try {
    thread = start()
    thread.addEventListener('error', () => fail('could not start or broke'))
    thread.addEventListener('messageerror', () => fail('answered what cannot be read'))
    thread.addEventListener('message', ({ data }) => {
      clearTimeout(timer)
      if (data !== 'ready') waiting.settle(data as Answer)
    })
  } catch (error) {
    fail(`could not start: ${String(error)}`)
  }
  const run: RunTask = (task) => {
    if (thread === undefined) return Promise.reject(new Error('there is no thread for the engine'))
    const { id, answered } = waiting.add()
    thread.postMessage({ id, ...task })
    return answered
  }
  return { run, close }
}

/** Questions under way, by their number. */
function createWaiting() {
  const waiting = new Map<number, Waiting>()
  let nextId = 0
  return {
    add: () => {
      const id = nextId++
      const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
      return { id, answered }
    },
    settle: ({ id, answer, error }: Answer) => {
      const task = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) task?.resolve(answer)
      else task?.reject(new Error(error))
    },
    rejectAll: (error: Error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
  }
}
