import type { EngineTask } from './engine-worker.ts'
import { createTasks } from './tasks.ts'

type Thread = {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { data: EngineTask & { id: number } }) => void): void
}

// The compiler assumes the globals of a page, but this file runs in a worker.
const thread = globalThis as unknown as Thread
const run = createTasks()

thread.addEventListener('message', ({ data: { id, ...task } }) => {
  try {
    thread.postMessage({ id, answer: run(task) })
  } catch (error) {
    thread.postMessage({ id, error: String(error) })
  }
})
thread.postMessage('ready')
