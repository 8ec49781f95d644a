import type { Continuity, ImuSample, MotionSignature, StrokeOutcome } from '@stillhere/engine'
import type { EngineTask, EngineWorker, LiveScore } from './engine-worker.ts'

/** Scores motion while it is captured. */
export type LiveScorer = {
  /** Adds samples; may be called at any rate. */
  push(samples: readonly ImuSample[]): void
  /** Calls back with each new score until the returned function is called. */
  onScore(listener: (score: LiveScore) => void): () => void
  close(): void
}

/**
 * Creates a scorer that computes the presence score of the newest eight seconds of motion in a worker, while the motion is captured. It computes one
 * score at a time and collects samples meanwhile, so that a slow machine gets fewer scores, but no outdated ones.
 *
 * @returns `push` to add samples, `onScore` to receive scores, and `close` to end the worker.
 * @example
 * button.onclick = () => {
 *   const live = createLiveScorer()
 *   live.onScore(({ score }) => draw(score))
 *   live.push(samples)
 * }
 */
export function createLiveScorer(worker: EngineWorker = createEngineWorker()): LiveScorer {
  const listeners = new Set<(score: LiveScore) => void>()
  let pending: ImuSample[] = []
  let isBusy = false
  let isClosed = false
  const scoreNext = async (): Promise<void> => {
    if (isBusy || isClosed || pending.length === 0) return
    isBusy = true
    const samples = pending
    pending = []
    const score = await worker.score(samples).catch(() => null)
    isBusy = false
    if (isClosed) return
    if (score !== null) for (const listener of listeners) listener(score)
    await scoreNext()
  }
  return {
    push: (samples) => {
      pending.push(...samples)
      void scoreNext()
    },
    onScore: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      isClosed = true
      listeners.clear()
      worker.close()
    },
  }
}

/**
 * Starts a worker that runs the engine's tasks. If the worker can't start or breaks (no Worker, a strict policy, a missing file), the tasks run in
 * the page instead. `startThread` replaces the worker in tests.
 */
export function createEngineWorker(startThread: () => ThreadLike = startWorker): EngineWorker {
  const thread = openThread(startThread)
  let onPage: Promise<RunTask> | undefined
  const run = async (task: EngineTask): Promise<unknown> => {
    try {
      return await thread.run(task)
    } catch {
      onPage ??= loadPageTasks()
      return (await onPage)(task)
    }
  }
  return {
    score: async (given) => (await run({ kind: 'score', given })) as LiveScore,
    glance: async (given) => (await run({ kind: 'glance', given })) as StrokeOutcome[],
    judge: async (given) => (await run({ kind: 'judge', given })) as Continuity,
    signature: async (given) => (await run({ kind: 'signature', given })) as MotionSignature,
    close: thread.close,
  }
}

// Bundlers recognize only this form, with the published name of the file.
function startWorker(): ThreadLike {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
}

/** Loads the engine into the page. Pages with a worker never call it, so they don't load the engine twice. */
async function loadPageTasks(): Promise<RunTask> {
  const run = (await import('./tasks.ts')).createTasks()
  return async (task) => run(task)
}

/** The part of a Worker that is used. */
export type ThreadLike = {
  postMessage(message: unknown): void
  terminate(): void
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void
}

type RunTask = (task: EngineTask) => Promise<unknown>

type Answer = { id: number; answer?: unknown; error?: string }
type PendingTask = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

// A worker that takes longer to load is too late for this scan.
const START_MS = 8000

/** Runs tasks in a worker. They reject if it can't start or breaks, and are dropped when it is closed. */
function openThread(start: () => ThreadLike): { run: RunTask; close: () => void } {
  const waiting = createPendingTasks()
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

/** Creates the list of running tasks, by number. */
function createPendingTasks() {
  const waiting = new Map<number, PendingTask>()
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
