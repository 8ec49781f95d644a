import type { Continuity, MotionSignature, StrokeOutcome } from '@stillhere/engine'
import type { EngineTask, EngineWorker, LiveScore } from './engine-worker.ts'
import { openThread, type RunTask, type ThreadLike } from './thread.ts'

/** Opens a thread for the engine. Where none can start (no Worker, a strict policy, a missing file) the page does the work. */
export function createEngineWorker(startThread: () => ThreadLike = startWorker): EngineWorker {
  const thread = openThread(startThread)
  let onPage: Promise<RunTask> | undefined
  const run = async (task: EngineTask): Promise<unknown> => {
    try {
      return await thread.run(task)
    } catch {
      onPage ??= pageTasks()
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

// Bundlers know this very form, and find the file by its published name.
function startWorker(): ThreadLike {
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
}

/** Loaded only where it is needed, so that pages with a thread do not load the engine twice. */
async function pageTasks(): Promise<RunTask> {
  const run = (await import('./tasks.ts')).createTasks()
  return async (task) => run(task)
}
